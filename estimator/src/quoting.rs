//! Texts in quotes: words of a POSIX shell, and texts of JSON, which are those of YAML and of
//! Python, too.

/// `text` as one word of a POSIX shell.
pub(crate) fn word(text: &str) -> String {
    let plain = |letter: char| letter.is_ascii_alphanumeric() || "-_./:=,+@%".contains(letter);
    if !text.is_empty() && text.chars().all(plain) {
        text.to_owned()
    } else {
        format!("'{}'", text.replace('\'', r"'\''"))
    }
}

/// `text` in quotes, with what JSON escapes escaped.
pub(crate) fn text(text: &str) -> String {
    let mut quoted = String::from("\"");
    for letter in text.chars() {
        match letter {
            '"' | '\\' => {
                quoted.push('\\');
                quoted.push(letter);
            }
            control if control.is_control() => {
                let code = u32::from(control);
                let digit = |shift: u32| char::from_digit((code >> shift) & 15, 16);
                quoted.push_str("\\u");
                quoted.extend([12, 8, 4, 0].map(|shift| digit(shift).unwrap_or('0')));
            }
            other => quoted.push(other),
        }
    }
    quoted.push('"');
    quoted
}

#[cfg(test)]
mod tests {
    use super::word;

    /// A stranger's name stays one word.
    #[test]
    fn nothing_escapes_a_word() {
        assert_eq!(word("meta-llama/Llama-3.1-8B"), "meta-llama/Llama-3.1-8B");
        assert_eq!(word("a; rm -rf $HOME"), "'a; rm -rf $HOME'");
        assert_eq!(word("it's"), r"'it'\''s'");
        assert_eq!(word(""), "''");
    }
}
