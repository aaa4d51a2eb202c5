//! The text of a page until its program is there: a sentence a language, from `app/locales/shell`,
//! of which the style shows the one that `boot.js` chose. It stands in the page itself, so that it
//! is part of the first paint.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use anyhow::{Result, anyhow};

use crate::locale::{self, Text};
use crate::page::{attribute, edit, escaped, tags};
use crate::repo;

/// The messages of a language.
type Locale = locale::Locale<1>;

/// Writes the sentences into the pages of the site in `dist` that lie in these folders.
pub(crate) fn fill(dist: &Path, folders: &[&str]) -> Result<()> {
    let locales = locales()?;
    for folder in folders {
        edit(dist, folder, "no place or no words", |text| {
            filled(text, folder, &locales)
        })?;
    }
    // Nobody asks for their sources.
    Ok(fs::remove_dir_all(
        dist.join("locales").join(locale::SHELL),
    )?)
}

fn locales() -> Result<Vec<Locale>> {
    let folder = repo::root().join("app/locales");
    locale::read(&folder, [locale::SHELL]).map_err(|problem| anyhow!(problem))
}

/// A page with its sentence in every language, where it has a place for it.
fn filled(page: &str, folder: &str, locales: &[Locale]) -> Option<String> {
    let name = match folder.trim_end_matches('/') {
        "" => "calculator",
        name => name,
    };
    let key = format!("shell_{name}");
    let place = tags(page).find(|tag| attribute(tag, "id") == Some("lead"))?;
    let mut said = String::new();
    for locale in locales {
        let (_, text) = locale.messages.iter().find(|(other, _)| *other == key)?;
        let (language, text) = (locale.language, escaped(Text::sample(text)));
        write!(said, "<p lang=\"{language}\">{text}</p>").ok()?;
    }
    let empty = format!("<{place}>");
    Some(page.replacen(&empty, &format!("{empty}{said}"), 1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::site::{Page, SITE};

    /// The part that most pages show first.
    const PART: &str = include_str!("../../app/parts/shell.html");

    /// Every page has a place for its sentence, and a sentence for it in every language.
    #[test]
    fn every_page_says_what_it_is() {
        let locales = locales().unwrap();
        assert_eq!(locales.len(), locale::LANGUAGES.len());
        for Page { folder, .. } in SITE {
            let html = repo::html_of(folder);
            let page = fs::read_to_string(repo::root().join(&html)).unwrap();
            let page = page.replace(
                "<link data-trunk rel=\"inline\" href=\"../parts/shell.html\">",
                PART,
            );
            let page = filled(&page, folder, &locales).unwrap();
            for locale in &locales {
                let begin = format!("<p lang=\"{}\">", locale.language);
                let said = page.split_once(&begin).unwrap().1;
                assert!(said.find("</p>").unwrap() > 10, "{html}");
            }
        }
    }

    /// A page without a place, or one that nobody has words for, is not passed over.
    #[test]
    fn a_page_without_place_or_words_is_named() {
        let locales = locales().unwrap();
        assert!(filled("<div id=lead></div>", "guide/", &locales).is_some());
        assert!(filled("<div></div>", "guide/", &locales).is_none());
        assert!(filled("<div id=lead></div>", "unknown/", &locales).is_none());
    }
}
