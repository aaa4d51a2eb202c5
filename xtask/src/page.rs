//! Reading the tags of a page that we built ourselves, and writing text into it.

/// What stands between `<` and `>` of every tag.
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

#[cfg(test)]
mod tests {
    use super::*;

    /// What a message says is text in the page.
    #[test]
    fn a_message_is_no_markup() {
        assert_eq!(escaped("<b title=\"&\">"), "&lt;b title=&quot;&amp;&quot;>");
    }
}
