//! `releases/`: the news of each version, a page a language, made of the messages in
//! `app/locales/releases`. They run no program and wear the guide's style.
//!
//! A message `v0_1_0` describes 0.1.0 in a sentence; `v0_1_0_costs` names something in it, and
//! `v0_1_0_costs_more` describes that. The newest version stands first.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use anyhow::{Result, anyhow, ensure};

use crate::locale::{self, Text};
use crate::page::{escaped, rename};
use crate::{repo, shrink};

/// Where the pages lie in the site, and their messages among the others.
pub(crate) const FOLDER: &str = locale::RELEASES;

/// The folders of a page's messages: its own, and the words that it shares with others.
const PARTS: [&str; 3] = [FOLDER, "", "later/"];

/// The messages of a language.
type Locale = locale::Locale<3>;

/// The version that is built.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// A page, its places in braces.
const PAGE: &str = include_str!("page.html");

/// The head of every page of the site.
const HEAD: &str = include_str!("../../../app/parts/head.html");

/// The script that shows the colours which were chosen on another page.
const SCRIPT: &str = "releases.js";

/// Makes the pages in `dist`, where the guide is already.
pub(crate) fn make(dist: &Path) -> Result<()> {
    let script = rename(dist, SCRIPT, "assets/releases")?;
    let style = shrink::sheet(dist, "guide/")?;
    fs::create_dir_all(dist.join(FOLDER))?;
    let locales = locales()?;
    for locale in &locales {
        let page = page(locale, &locales, &style, &script)?;
        fs::write(dist.join(FOLDER).join(file(locale.language)), page)?;
    }
    // Nobody asks for their sources.
    Ok(fs::remove_dir_all(dist.join("locales").join(FOLDER))?)
}

/// The messages of the pages, English first.
fn locales() -> Result<Vec<Locale>> {
    let folder = repo::root().join("app/locales");
    locale::read(&folder, PARTS).map_err(|problem| anyhow!(problem))
}

/// The file of a language; the folder's own address shows English.
fn file(language: &str) -> String {
    match language {
        "en" => "index.html".to_owned(),
        other => format!("{other}.html"),
    }
}

/// The page of one language.
fn page(locale: &Locale, all: &[Locale], style: &str, script: &str) -> Result<String> {
    let newest = versions(locale).next().unwrap_or_default();
    ensure!(
        newest == VERSION,
        "app/locales/{FOLDER}{}.json begins with {newest}, and this is {VERSION}",
        locale.language
    );
    let page = PAGE
        .replace("{head}", HEAD.trim_end())
        .replace("{versions}", &notes(locale)?)
        .replace("{languages}", &languages(locale, all)?)
        .replace("{style}", style)
        .replace("{script}", script);
    let places = [
        ("{tag}", "releases_tag"),
        ("{title}", "releases"),
        ("{lead}", "releases_lead"),
        ("{back}", "releases_back"),
        ("{language}", "language"),
    ];
    Ok(places.iter().fold(page, |page, (place, key)| {
        page.replace(place, &escaped(said(locale, key)))
    }))
}

/// Links to the page in each language, but for its own.
fn languages(locale: &Locale, all: &[Locale]) -> Result<String> {
    let mut links = String::new();
    for other in all {
        let (tag, name) = (
            said(other, "releases_tag"),
            said(other, "releases_language"),
        );
        if other.language == locale.language {
            write!(links, "<span aria-current=\"page\">{name}</span>")?;
        } else {
            let file = file(other.language).replace("index.html", "./");
            write!(
                links,
                "<a href=\"{file}\" lang=\"{tag}\" hreflang=\"{tag}\">{name}</a>"
            )?;
        }
    }
    Ok(links)
}

/// The notes on every version.
fn notes(locale: &Locale) -> Result<String> {
    let mut notes = String::new();
    for version in versions(locale) {
        let key = format!("v{}", version.replace('.', "_"));
        let lead = escaped(said(locale, &key));
        write!(
            notes,
            "<section class=\"card news\"><h2>{version}</h2><p>{lead}</p><dl>"
        )?;
        let within = format!("{key}_");
        for (key, text) in &locale.messages {
            if key.starts_with(&within) {
                let tag = if key.ends_with("_more") { "dd" } else { "dt" };
                write!(notes, "<{tag}>{}</{tag}>", escaped(text.sample()))?;
            }
        }
        notes.push_str("</dl></section>");
    }
    Ok(notes)
}

/// The versions, in the order of the file.
fn versions(locale: &Locale) -> impl Iterator<Item = String> {
    let keys = locale.messages.iter().map(|(key, _)| key);
    let numbers = keys.filter_map(|key| key.strip_prefix('v'));
    let whole = |number: &&str| number.bytes().all(|c| c.is_ascii_digit() || c == b'_');
    numbers.filter(whole).map(|number| number.replace('_', "."))
}

/// A message by its key.
fn said<'a>(locale: &'a Locale, key: &str) -> &'a str {
    let found = locale.messages.iter().find(|(other, _)| other == key);
    found.map_or("", |(_, text)| Text::sample(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The newest notes are of the version that is built, in every language; a page says all
    /// of its file, and no place in it stays unfilled.
    #[test]
    fn every_language_says_all_of_the_version_that_is_built() {
        let locales = locales().unwrap();
        assert_eq!(locales.len(), locale::LANGUAGES.len());
        for locale in &locales {
            let page = page(locale, &locales, "a.css", "b.js").unwrap();
            assert!(page.contains(&format!("<h2>{VERSION}</h2>")));
            assert!(!page.contains('{'), "{}", locale.language);
            for (key, text) in locale.messages.iter().take(locale.parts[0]) {
                let text = text.sample();
                assert!(!text.is_empty() && page.contains(&escaped(text)), "{key}");
            }
        }
    }
}
