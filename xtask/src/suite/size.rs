//! What a first visit downloads, after Brotli, against its budget.
//!
//! Counted is the page, every file that it names for loading, every file that those
//! scripts and styles name in turn, and the first messages of one language, the longest;
//! what later parts say is downloaded once the page is shown. A test in `tests/e2e` checks that a real first visit asks for nothing else.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

use super::count::Count;
use crate::server::brotli;
use crate::{bundle, repo};

/// The most that a first visit may download, in bytes: 300 KB, and 46 for traffic as it
/// varies, what it meets under load, plans, ways to serve and the whole system.
const BUDGET: usize = 346_000;

/// What we would like it to be.
const WANTED: usize = 220_000;

/// What hosts compress with ahead of time.
const BROTLI_QUALITY: u32 = 11;

/// The kinds of `<link>` that make a browser load a file.
const LOADING: [&str; 5] = ["stylesheet", "modulepreload", "preload", "icon", "manifest"];

/// Measures `dist/`.
pub(super) fn run() -> Result<Count> {
    bundle::require_dist()?;
    println!("{:>9}  {:>9}  file", "bytes", "brotli");
    let (mut raw, mut small) = (0, 0);
    for name in first_view()? {
        let bytes = fs::read(repo::dist().join(&name))?;
        let compressed = brotli(&bytes, BROTLI_QUALITY).len();
        println!("{:>9}  {compressed:>9}  {name}", bytes.len());
        raw += bytes.len();
        small += compressed;
    }
    println!("{raw:>9}  {small:>9}  together; at most {BUDGET}, wanted {WANTED}");
    Ok(if small <= BUDGET {
        Count::PASSED
    } else {
        Count::FAILED
    })
}

/// The files of a first visit, by their path in `dist/`.
pub(super) fn first_view() -> Result<Vec<String>> {
    let dist = repo::dist();
    let all = files_in(&dist, "")?;
    let page = fs::read_to_string(dist.join("index.html")).context("dist/index.html")?;
    let mut found = vec!["index.html".to_owned()];
    found.extend(
        all.iter()
            .filter(|name| named_by(&page).contains(*name))
            .cloned(),
    );
    // What is found is searched as well; `found` grows while it is walked.
    let mut next = 1;
    while let Some(name) = found.get(next).cloned() {
        next += 1;
        let ending = Path::new(&name).extension().unwrap_or_default();
        if ending == "js" || ending == "css" {
            let text = fs::read_to_string(dist.join(&name))?;
            let is_new = |other: &&String| !found.contains(other) && mentions(&text, other);
            let more: Vec<String> = all.iter().filter(is_new).cloned().collect();
            found.extend(more);
        }
    }
    found.extend(longest(&dist, all.iter().filter(|name| is_locale(name)))?);
    Ok(found)
}

/// boot.js puts the visitor's language into this name, so no text names the file. Those
/// in folders of their own are not of the first view.
fn is_locale(name: &str) -> bool {
    name.strip_prefix("locales/")
        .is_some_and(|rest| !rest.contains('/'))
}

/// The longest of these files, if there are any.
fn longest<'a>(folder: &Path, names: impl Iterator<Item = &'a String>) -> Result<Option<String>> {
    let mut longest = None;
    for name in names {
        let length = fs::metadata(folder.join(name))?.len();
        longest = longest.max(Some((length, name.clone())));
    }
    Ok(longest.map(|(_, name)| name))
}

/// All files below a folder, by their path in it.
fn files_in(folder: &Path, prefix: &str) -> Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if path.is_dir() {
            names.extend(files_in(&path, &format!("{prefix}{name}/"))?);
        } else {
            names.push(format!("{prefix}{name}"));
        }
    }
    names.sort();
    Ok(names)
}

/// The local files that a page loads.
fn named_by(page: &str) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for tag in page.split('<').skip(1) {
        let tag = tag.split('>').next().unwrap_or_default();
        let wanted: &[&str] = match tag.split_whitespace().next() {
            Some("script") => &["src", "data-glue", "data-wasm"],
            Some("link") if is_loading(tag) => &["href"],
            _ => &[],
        };
        let values = wanted.iter().filter_map(|name| attribute(tag, name));
        names.extend(values.map(|value| value.trim_start_matches("./").to_owned()));
    }
    names
}

fn is_loading(tag: &str) -> bool {
    attribute(tag, "rel").is_some_and(|rel| LOADING.contains(&rel))
}

/// The value of an attribute, with or without quotes (a minified page omits them).
fn attribute<'a>(tag: &'a str, name: &str) -> Option<&'a str> {
    let (_, rest) = tag.split_once(&format!(" {name}="))?;
    match rest.chars().next()? {
        quote @ ('"' | '\'') => rest.get(1..)?.split(quote).next(),
        _ => rest.split_whitespace().next(),
    }
}

/// Whether a script or style names a file of the site, at the end of a quoted path.
fn mentions(text: &str, file: &str) -> bool {
    let name = file.rsplit('/').next().unwrap_or(file);
    ['"', '\'', '`', ')']
        .iter()
        .any(|end| text.contains(&format!("{name}{end}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_names_what_it_loads() {
        let page = r#"<!doctype html><link rel="stylesheet" href="./assets/a.css"/>
            <link rel=modulepreload href=./assets/b.js><link rel="canonical" href="./c.html">
            <script src="./boot.js" defer data-glue="./assets/b.js" data-wasm="./assets/b.wasm"></script>
            <a href="./d.html">"#;
        let names: Vec<String> = named_by(page).into_iter().collect();
        assert_eq!(
            names,
            ["assets/a.css", "assets/b.js", "assets/b.wasm", "boot.js"]
        );
    }

    /// Only what the first view says is counted: `later/` may be longer than that.
    #[test]
    fn the_first_view_has_one_part_of_the_messages() {
        assert!(is_locale("locales/uk.json"));
        assert!(!is_locale("locales/later/uk.json"));
        assert!(!is_locale("locales/accuracy/uk.json"));
        assert!(!is_locale("accuracy/locales/uk.json"));
    }

    #[test]
    fn scripts_and_styles_name_files() {
        assert!(mentions(
            "import './snippets/x/inline0.js';",
            "snippets/x/inline0.js"
        ));
        assert!(mentions("src: url(../fonts/a.woff2)", "fonts/a.woff2"));
        assert!(!mentions("// see sw.js for more", "sw.js"));
    }
}
