//! Names of files: the product, then what the file is about.

use super::Format;

/// The first word of every name.
const PRODUCT: &str = "rightsize";

/// The most characters of a name before its ending: what file systems, mails and shares all take.
const MOST: usize = 80;

/// A file's name: the product, what it is about in lower-case letters, digits, dots and dashes, and
/// the ending of its format. A part without any of those is left out.
#[must_use]
pub fn file_name(format: Format, parts: &[String]) -> String {
    let mut name = PRODUCT.to_owned();
    for part in parts {
        let words = part.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '.');
        let words = words.map(|word| word.trim_matches('.'));
        for word in words.filter(|word| !word.is_empty()) {
            if name.len() + word.len() < MOST {
                name.push('-');
                name.push_str(&word.to_ascii_lowercase());
            }
        }
    }
    format!("{name}.{}", format.extension())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A model and a load make a name that any file system takes; nothing else of them does.
    #[test]
    fn a_name_is_the_model_and_the_load() {
        let name = |parts: &[&str]| {
            let parts: Vec<String> = parts.iter().map(|part| (*part).to_owned()).collect();
            file_name(Format::Markdown, &parts)
        };
        let wanted = "rightsize-llama-3.3-70b-instruct-10-per-s.md";
        assert_eq!(name(&["Llama 3.3 70B Instruct", "10-per-s"]), wanted);
        assert_eq!(
            name(&["../../etc/passwd", "a\\b:c"]),
            "rightsize-etc-passwd-a-b-c.md"
        );
        assert_eq!(name(&["模型", "..", ""]), "rightsize.md");
        assert!(name(&["word "; 100].map(|word| word)).len() <= MOST + 3);
    }
}
