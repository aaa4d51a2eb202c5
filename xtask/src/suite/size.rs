//! What a first visit downloads, after Brotli, against its budget.
//!
//! Counted is the page, every file that it names for loading, every file that those
//! scripts and styles name in turn, and the messages of one language that it waits for,
//! the longest. What the calculator's later parts say is downloaded once it is shown; the
//! pages about training and costs wait for all their messages. A test in `tests/e2e` checks that a real
//! first visit asks for nothing else.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

use super::count::Count;
use crate::page::{attribute, tags};
use crate::server::brotli;
use crate::site::{Page, SITE};
use crate::split::FOLLOWING;
use crate::{bundle, package, repo};

/// What we would like the first visit to a page to be, in bytes.
const WANTED: usize = 220_000;

/// What another page loads to hold the calculator, and the most that it may be.
const EMBEDDING: (&str, usize) = ("embed.js", 3_000);

/// The most that the file which is the whole site may weigh, in bytes.
const SINGLE_FILE: usize = 2_548_500;

/// The most that the estimator for JavaScript may weigh, without what it knows by name; a
/// seventh of it reads the `config.json` of unusual families, a twentieth reckons sessions.
const PACKAGE: usize = 231_000;

/// The most that all files of the program may weigh, without those of [`ALONE`] and [`CARDS`].
const PROGRAM: usize = 1_589_500;

/// Split points that are loaded when somebody asks for them, and the most that what each loads
/// alone may weigh.
const ALONE: [(&str, usize); 6] = [
    // What the estimator says beside a measured file.
    ("against", 21_000),
    ("measure", 118_000),
    ("pack", 85_000),
    ("profile", 136_000),
    ("sessions", 67_500),
    // Code of some 40 KB, and the records of 129 models.
    ("vision", 111_000),
];

/// The split points of the manifests' card, and the most that what each loads of theirs may weigh:
/// its own files, and those that it shares with the others of them alone.
const CARDS: [(&str, usize); 6] = [
    ("cluster", 52_000),
    ("clusterfleet", 58_200),
    ("clusterrun", 28_400),
    ("clusterteams", 22_450),
    // The autoscaler tried, once one is chosen.
    ("clustertry", 10_720),
    // What the worker tries it with.
    ("attempt", 5_680),
];

/// The page about fleets and what it loads at a click, and the most that each may weigh: its own
/// files, and those that both want and nobody else.
const FLEET: [(&str, usize); 2] = [("fleet", 62_200), ("fleetside", 32_550)];

/// The most that what every visit loads once the calculator is shown may weigh.
const FOLLOWED: usize = 277_500;

/// What hosts compress with ahead of time.
const BROTLI_QUALITY: u32 = 11;

/// The kinds of `<link>` that make a browser load a file.
const LOADING: [&str; 5] = ["stylesheet", "modulepreload", "preload", "icon", "manifest"];

/// Measures `dist/`.
pub(super) fn run() -> Result<Count> {
    bundle::require_dist()?;
    let mut counts = Vec::new();
    for page in &SITE {
        if let Some(budget) = page.budget {
            counts.push(measure(page, budget)?);
        }
    }
    let file = fs::read(repo::dist().join(repo::SINGLE_FILE))?.len();
    // Nothing compresses it once more.
    counts.push(within(repo::SINGLE_FILE, file, SINGLE_FILE));
    let alone = package::wasm_without_catalogue();
    let alone = fs::read(&alone).with_context(|| alone.display().to_string())?;
    let alone = brotli(&alone, BROTLI_QUALITY).len();
    counts.push(within("the package, without its catalogue", alone, PACKAGE));
    counts.push(embedding()?);
    counts.extend(program()?);
    Ok(counts.into_iter().sum())
}

/// Says what weighs how much.
fn within(what: &str, bytes: usize, budget: usize) -> Count {
    println!("{bytes:>9}  {what}; at most {budget}");
    Count::of(bytes <= budget)
}

/// Measures the files of the program: those of parts that are asked for, all others, and what follows
/// the calculator's first view.
fn program() -> Result<Vec<Count>> {
    let (mut all, mut following) = (0, 0);
    let mut alone = ALONE.map(|(point, most)| (point, 0, most));
    let mut cards = CARDS.map(|(point, most)| (point, 0, most));
    let mut fleet = FLEET.map(|(point, most)| (point, 0, most));
    for name in repo::files_in(&repo::dist().join("assets"), "")? {
        if !is_wasm(&name) {
            continue;
        }
        let bytes = fs::read(repo::dist().join("assets").join(&name))?;
        let small = brotli(&bytes, BROTLI_QUALITY).len();
        // `POINT-POINT-HASH.wasm`, by all points that want it.
        let points: Vec<&str> = name
            .rsplit_once('-')
            .map_or(Vec::new(), |(points, _)| points.split('-').collect());
        if points.iter().any(|point| FOLLOWING.contains(point)) {
            following += small;
        }
        let add = |family: &mut [(&str, usize, usize)]| {
            let of_family = |name: &&str| family.iter().any(|(point, ..)| point == name);
            let only = !points.is_empty() && points.iter().all(of_family);
            if only {
                for (_, sum, _) in family.iter_mut().filter(|(name, ..)| points.contains(name)) {
                    *sum += small;
                }
            }
            only
        };
        if add(&mut cards) || add(&mut fleet) {
            continue;
        }
        let own = alone.iter_mut().find(|(point, ..)| points == [*point]);
        match own {
            Some((_, sum, _)) => *sum += small,
            None => all += small,
        }
    }
    let follows = format!("parts of {}", FOLLOWING.join(" and "));
    let mut counts = vec![
        within("the whole program", all, PROGRAM),
        within(&follows, following, FOLLOWED),
    ];
    counts.extend(alone.map(|(point, sum, most)| within(&format!("{point} alone"), sum, most)));
    counts.extend(fleet.map(|(point, sum, most)| within(&format!("{point} alone"), sum, most)));
    counts.extend(cards.map(|(point, sum, most)| within(&format!("{point}'s card"), sum, most)));
    Ok(counts)
}

/// Measures the script for other pages.
fn embedding() -> Result<Count> {
    let (name, budget) = EMBEDDING;
    // As it is served by a host that compresses nothing.
    let bytes = fs::read(repo::dist().join(name))?.len();
    Ok(within(name, bytes, budget))
}

/// Measures one page.
fn measure(page: &Page, budget: usize) -> Result<Count> {
    let folder = page.folder;
    let dist = repo::dist().join(folder);
    println!("{:>9}  {:>9}  file of /{folder}", "bytes", "brotli");
    let (mut raw, mut small) = (0, 0);
    for name in files_of(&repo::dist(), page)? {
        let bytes = fs::read(dist.join(&name))?;
        let compressed = brotli(&bytes, BROTLI_QUALITY).len();
        println!("{:>9}  {compressed:>9}  {name}", bytes.len());
        raw += bytes.len();
        small += compressed;
    }
    let what = format!("together, {raw} before; wanted {WANTED}");
    Ok(within(&what, small, budget))
}

/// The files of a first visit to the calculator of the site in `dist`, by their path there.
pub(super) fn first_view(dist: &Path) -> Result<Vec<String>> {
    let [calculator, ..] = &SITE;
    files_of(dist, calculator)
}

/// The files of a first visit to a page of the site in `dist`, by their path in its folder.
fn files_of(dist: &Path, page: &Page) -> Result<Vec<String>> {
    let Page {
        folder, messages, ..
    } = *page;
    let shared = dist;
    let dist = &dist.join(folder);
    let mut all = repo::files_in(dist, "")?;
    if !folder.is_empty() {
        // What pages share lies one folder up.
        all.extend(repo::files_in(shared, "../")?);
    }
    let page = dist.join("index.html");
    let page = fs::read_to_string(&page).with_context(|| page.display().to_string())?;
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
            // The program's JavaScript names every part of it; a page, those that it loads.
            let is_new = |other: &&String| {
                !found.contains(other) && !is_wasm(other) && mentions(&text, other)
            };
            let more: Vec<String> = all.iter().filter(is_new).cloned().collect();
            found.extend(more);
        }
    }
    for folder in messages {
        let names = all.iter().filter(|name| is_locale(name, folder));
        found.extend(longest(dist, names)?);
    }
    Ok(found)
}

/// boot.js puts the visitor's language into this name, so no text names the file. `folder`
/// is that of a part of the messages.
fn is_locale(name: &str, folder: &str) -> bool {
    name.trim_start_matches("../")
        .strip_prefix("locales/")
        .and_then(|rest| rest.strip_prefix(folder))
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

/// The local files that a page loads.
fn named_by(page: &str) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for tag in tags(page) {
        let wanted: &[&str] = match tag.split_whitespace().next() {
            Some("script") => &["src", "data-glue", "data-wasm", "data-parts"],
            Some("link") if is_loading(tag) => &["href"],
            _ => &[],
        };
        // Further files of the program lie beside its JavaScript.
        let (beside, _) = attribute(tag, "data-glue")
            .and_then(|glue| glue.rsplit_once('/'))
            .unwrap_or_default();
        for name in wanted {
            for value in attribute(tag, name).unwrap_or_default().split_whitespace() {
                let path = match *name {
                    "data-parts" => format!("{beside}/{value}"),
                    _ => value.to_owned(),
                };
                names.insert(path.trim_start_matches("./").to_owned());
            }
        }
    }
    names
}

fn is_loading(tag: &str) -> bool {
    attribute(tag, "rel").is_some_and(|rel| LOADING.contains(&rel))
}

fn is_wasm(name: &str) -> bool {
    Path::new(name).extension().is_some_and(|end| end == "wasm")
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
            <script src="./boot.js" defer data-glue="./assets/b.js" data-wasm="./assets/b.wasm" data-parts="c.wasm d.wasm"></script>
            <a href="./d.html">"#;
        let names: Vec<String> = named_by(page).into_iter().collect();
        assert_eq!(
            names,
            [
                "assets/a.css",
                "assets/b.js",
                "assets/b.wasm",
                "assets/c.wasm",
                "assets/d.wasm",
                "boot.js"
            ]
        );
    }

    /// Only what a page waits for is counted: `later/` may be longer than that.
    #[test]
    fn the_first_view_has_the_parts_of_the_messages_it_waits_for() {
        assert!(is_locale("locales/uk.json", ""));
        assert!(!is_locale("locales/later/uk.json", ""));
        assert!(!is_locale("locales/accuracy/uk.json", ""));
        assert!(!is_locale("accuracy/locales/uk.json", ""));
        assert!(is_locale("locales/later/uk.json", "later/"));
        assert!(!is_locale("locales/uk.json", "later/"));
        assert!(is_locale("../locales/uk.json", ""));
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
