//! One version of the site: each file that pages load by name gets one that changes with its
//! content, every page says the version, and the service worker learns which files are of it. So
//! no browser mixes two releases.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use serde_json::json;
use sha2::{Digest, Sha256};

use crate::card;
use crate::headers;
use crate::page::{attribute, edit, hash, hex, rename, tags};
use crate::repo::{self, SINGLE_FILE};
use crate::shrink::sheet;
use crate::site::Page;
use crate::split::Split;

/// The service worker, which lies beside the files that it keeps.
const SERVICE_WORKER: &str = "service-worker.js";

/// The script that every page starts by, as its HTML names it.
const STARTER: &str = "boot.js";

/// Files that no page asks for: hosts read it, or a browser outside of the site's version.
const NOT_KEPT: [&str; 4] = [headers::FILE, SERVICE_WORKER, "embed.js", SINGLE_FILE];

/// Gives the site in `dist`, which has these pages and this program, its names and its version.
pub(crate) fn seal(dist: &Path, pages: &[Page], program: &Split) -> Result<()> {
    let boot = rename(dist, "boot.js", "assets/boot")?;
    let worker = worker(dist, program)?;
    let version = version(&files(dist)?);
    let file = dist.join(SINGLE_FILE).is_file();
    let sheets: Result<Vec<String>> = pages.iter().map(|page| sheet(dist, page.folder)).collect();
    let sheets = sheets?.join(" ");
    for page in pages {
        let names = [&boot, &worker, &version].map(String::as_str);
        edit(dist, page.folder, "starts no program", |text| {
            with_names(text, page, program, names, file, &sheets)
        })?;
    }
    name_files(dist, &version)
}

/// Writes the file that a worker begins with, which knows where the program is; its name.
fn worker(dist: &Path, program: &Split) -> Result<String> {
    let Split { glue, wasm, .. } = program;
    let text = format!(
        "import start from \"./{glue}\";\n\
         start({{ module_or_path: new URL(\"{wasm}\", import.meta.url) }});\n"
    );
    fs::write(dist.join("worker.js"), text)?;
    rename(dist, "worker.js", "assets/worker")
}

/// Every file that a page may ask for, by its name in the site, with its digest.
fn files(dist: &Path) -> Result<BTreeMap<String, String>> {
    let mut found = BTreeMap::new();
    for name in repo::files_in(dist, "")? {
        // Pictures of links are for those who were sent one.
        if !NOT_KEPT.contains(&name.as_str()) && !name.starts_with(card::FOLDER) {
            let bytes = fs::read(dist.join(&name)).with_context(|| name.clone())?;
            found.insert(name, hex(&Sha256::digest(bytes)));
        }
    }
    Ok(found)
}

/// The version of a site of these files.
fn version(files: &BTreeMap<String, String>) -> String {
    let all = files.iter().fold(String::new(), |mut all, (name, digest)| {
        let _ = writeln!(all, "{name} {digest}");
        all
    });
    hash(all.as_bytes())
}

/// A page whose starting script has its sealed name, and says those of the program, of the
/// parts that the page needs at once and of the worker, the version, and the name of the site as
/// one file if there is that.
fn with_names(
    text: &str,
    page: &Page,
    program: &Split,
    [boot, worker, version]: [&str; 3],
    file: bool,
    sheets: &str,
) -> Option<String> {
    let site = if page.folder.is_empty() { "./" } else { "../" };
    let tag = tags(text).find(|tag| attribute(tag, "src").is_some_and(|src| src == STARTER))?;
    let Split { glue, wasm, .. } = program;
    let parts = match page.part {
        Some(part) => program.parts.get(part)?.join(" "),
        None => String::new(),
    };
    let file = if file { SINGLE_FILE } else { "" };
    let sealed = format!(
        "script data-glue={site}assets/{glue} data-wasm={site}assets/{wasm} data-parts=\"{parts}\" \
         data-worker={site}{worker} data-version={version} data-file=\"{file}\" \
         data-sheets=\"{sheets}\" blocking=render defer src={site}{boot}"
    );
    Some(text.replacen(tag, &sealed, 1))
}

/// Tells the service worker which files are of this version.
fn name_files(dist: &Path, version: &str) -> Result<()> {
    let path = dist.join(SERVICE_WORKER);
    let script = fs::read_to_string(&path).context(SERVICE_WORKER)?;
    ensure!(
        script.contains("EDITION"),
        "the service worker asks for no list of files"
    );
    let edition = json!({ "version": version, "files": files(dist)? });
    fs::write(&path, format!("const EDITION={edition};\n{script}"))?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::site::SITE;

    /// Whatever changes in a site, its version changes; and nothing else changes it.
    #[test]
    fn a_version_is_of_names_and_content() {
        let site = |name: &str, digest: &str| {
            let files = [
                ("a".to_owned(), "1".to_owned()),
                (name.to_owned(), digest.to_owned()),
            ];
            version(&BTreeMap::from(files))
        };
        assert_eq!(site("b", "2"), site("b", "2"));
        assert_ne!(site("b", "2"), site("b", "3"));
        assert_ne!(site("b", "2"), site("c", "2"));
    }

    /// The page asks for the sealed names, a page in a folder from there, and for its parts; all
    /// else stays.
    #[test]
    fn a_page_names_what_is_of_its_version() {
        let text = "<p><script src=boot.js defer></script><p>";
        let parts = BTreeMap::from([("train".to_owned(), vec!["c.wasm".into(), "d.wasm".into()])]);
        let program = Split {
            glue: "a.js".into(),
            wasm: "b.wasm".into(),
            parts,
        };
        let names = ["assets/boot-1.js", "assets/worker-2.js", "3"];
        let [first, ..] = SITE;
        let page = Page {
            folder: "x/",
            part: Some("train"),
            ..first
        };
        let sealed = with_names(text, &page, &program, names, true, "assets/x.css");
        assert_eq!(
            sealed.as_deref(),
            Some(
                "<p><script data-glue=../assets/a.js data-wasm=../assets/b.wasm \
                 data-parts=\"c.wasm d.wasm\" data-worker=../assets/worker-2.js data-version=3 \
                 data-file=\"rightsize.html\" data-sheets=\"assets/x.css\" \
                 blocking=render defer src=../assets/boot-1.js></script><p>"
            )
        );
        assert_eq!(with_names("<p>", &page, &program, names, true, ""), None);
        let unknown = Page {
            part: Some("unknown"),
            ..page
        };
        assert_eq!(with_names(text, &unknown, &program, names, true, ""), None);
    }
}
