//! Reading the tags of a page that we built ourselves, writing text into it, and naming its files
//! by their content.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use sha2::{Digest, Sha256};

/// Rewrites the page in a folder of `dist`; `edit` is told its text, and `lacking` says what a page
/// lacks that cannot be edited.
pub(crate) fn edit(
    dist: &Path,
    folder: &str,
    lacking: &str,
    edit: impl FnOnce(&str) -> Option<String>,
) -> Result<()> {
    let page = dist.join(folder).join("index.html");
    let text = fs::read_to_string(&page).with_context(|| page.display().to_string())?;
    let text = edit(&text).with_context(|| format!("{}: {lacking}", page.display()))?;
    Ok(fs::write(&page, text)?)
}

/// The text between `<` and `>` of every tag.
pub(crate) fn tags(page: &str) -> impl Iterator<Item = &str> {
    let after = page.split('<').skip(1);
    after.map(|tag| tag.split('>').next().unwrap_or_default())
}

/// The value of an attribute, with or without quotes (a minified page omits them).
pub(crate) fn attribute<'a>(tag: &'a str, name: &str) -> Option<&'a str> {
    let (_, rest) = tag.split_once(&format!(" {name}="))?;
    match rest.chars().next()? {
        quote @ ('"' | '\'') => rest.get(1..)?.split(quote).next(),
        _ => rest.split_whitespace().next(),
    }
}

/// A text as it stands in a page.
pub(crate) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('"', "&quot;")
}

/// Text of a digest: the first half is enough to tell versions apart.
pub(crate) fn hash(bytes: &[u8]) -> String {
    hex(Sha256::digest(bytes).get(..8).unwrap_or_default())
}

/// Bytes as their digits.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// Moves a file of a folder to a name that ends in its hash; the new name.
pub(crate) fn rename(folder: &Path, name: &str, to: &str) -> Result<String> {
    let from = folder.join(name);
    let bytes = fs::read(&from).with_context(|| from.display().to_string())?;
    let ending = Path::new(name).extension().unwrap_or_default();
    let to = format!("{to}-{}.{}", hash(&bytes), ending.to_string_lossy());
    fs::rename(from, folder.join(&to))?;
    Ok(to)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A message's words are text in the page.
    #[test]
    fn a_message_is_no_markup() {
        assert_eq!(escaped("<b title=\"&\">"), "&lt;b title=&quot;&amp;&quot;>");
    }
}
