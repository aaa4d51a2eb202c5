//! The card of a link to a page where one is shared: Open Graph's properties, which messengers and
//! search engines read. Title and description are the page's own; the picture is one a place.
//!
//! Open Graph wants addresses with a host (<https://ogp.me>): one is named by `--address`. Without,
//! they are relative, which some readers resolve.

use std::fmt::Write as _;
use std::path::Path;

use anyhow::{Result, ensure};

use crate::page::{attribute, edit, tags};
use crate::site::Page;

/// The folder of the pictures.
pub(crate) const FOLDER: &str = "cards/";

/// Width and height of a picture, pixels: the ratio that is shown uncut.
const SIZE: (u32, u32) = (1200, 630);

/// Writes the properties into the pages of the site in `dist`, which a host serves at `address`.
pub(crate) fn write(dist: &Path, pages: &[Page], address: Option<&str>) -> Result<()> {
    for page in pages {
        let picture = format!("{FOLDER}{}.png", page.card);
        ensure!(dist.join(&picture).is_file(), "there is no {picture}");
        edit(dist, page.folder, "no title or no description", |text| {
            with_card(text, page.folder, &picture, address)
        })?;
    }
    Ok(())
}

/// A page with its card, before the end of its head.
fn with_card(html: &str, folder: &str, picture: &str, address: Option<&str>) -> Option<String> {
    let (_, after) = html.split_once("<title>")?;
    let (title, _) = after.split_once("</title>")?;
    let is_description = |tag: &&str| attribute(tag, "name") == Some("description");
    let description = attribute(tags(html).find(is_description)?, "content")?;
    let up = "../".repeat(folder.matches('/').count());
    let host = address.map(|address| address.trim_end_matches('/'));
    let picture = host.map_or_else(
        || format!("{up}{picture}"),
        |host| format!("{host}/{picture}"),
    );
    let (width, height) = SIZE;
    let mut card = String::new();
    let mut say =
        |key: &str, value: &str| write!(card, "<meta property=\"{key}\" content=\"{value}\">").ok();
    say("og:type", "website")?;
    say("og:site_name", "Rightsize")?;
    // Both stand in the page already, with their marks escaped.
    say("og:title", title)?;
    say("og:description", description)?;
    if let Some(host) = host {
        say("og:url", &format!("{host}/{folder}"))?;
    }
    say("og:image", &picture)?;
    say("og:image:width", &width.to_string())?;
    say("og:image:height", &height.to_string())?;
    say("og:image:alt", title)?;
    card.push_str("<meta name=\"twitter:card\" content=\"summary_large_image\">");
    let end = html.find("<script").or_else(|| html.find("</head>"))?;
    let (before, after) = html.split_at(end);
    Some([before, &card, after].concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    const HTML: &str = "<head><title>A &amp; B</title><meta name=description content=\"C &quot;D&quot;\">\
        <script src=boot.js></script></head>";

    /// A host's address is part of each address in the card; without one they are relative, and
    /// nothing says where the page is.
    #[test]
    fn a_card_has_the_words_of_its_page() {
        let told = with_card(
            HTML,
            "costs/",
            "cards/size.png",
            Some("https://a.example/b/"),
        );
        let told = told.expect("it has a title and a description");
        for wanted in [
            "property=\"og:title\" content=\"A &amp; B\"",
            "property=\"og:description\" content=\"C &quot;D&quot;\"",
            "property=\"og:url\" content=\"https://a.example/b/costs/\"",
            "property=\"og:image\" content=\"https://a.example/b/cards/size.png\"",
        ] {
            assert!(told.contains(wanted), "{wanted}");
        }
        let untold = with_card(HTML, "costs/", "cards/size.png", None).expect("as before");
        assert!(untold.contains("og:image\" content=\"../cards/size.png\""));
        assert!(!untold.contains("og:url"));
        assert_eq!(with_card("<head></head>", "", "a.png", None), None);
    }
}
