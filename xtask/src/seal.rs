//! One version of the site: what pages load under a name of its own gets one that changes
//! with its content, every page says the version, and the service worker learns which files
//! are of it. So no browser mixes two releases.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use serde_json::json;
use sha2::{Digest, Sha256};

use crate::headers;
use crate::page::{attribute, hash, hex, rename, tags};
use crate::repo::{self, SINGLE_FILE};

/// The service worker, which lies beside the files that it keeps.
const SERVICE_WORKER: &str = "service-worker.js";

/// What no page asks for: hosts read it, or a browser outside of the site's version.
const NOT_KEPT: [&str; 4] = [headers::FILE, SERVICE_WORKER, "embed.js", SINGLE_FILE];

/// Gives the site in `dist`, whose pages lie in these folders, its names and its version.
pub(crate) fn seal(dist: &Path, folders: &[&str]) -> Result<()> {
    let boot = rename(dist, "boot.js", "assets/boot")?;
    let worker = seal_worker(dist)?;
    let version = version(&files(dist)?);
    let file = dist.join(SINGLE_FILE).is_file();
    for folder in folders {
        let page = dist.join(folder).join("index.html");
        let text = fs::read_to_string(&page).with_context(|| page.display().to_string())?;
        let text = with_names(&text, folder, &[&boot, &worker, &version], file)
            .with_context(|| format!("{} starts no program", page.display()))?;
        fs::write(&page, text)?;
    }
    name_files(dist, &version)
}

/// Joins Trunk's worker with its loader, which knows one name only; the name of the whole.
fn seal_worker(dist: &Path) -> Result<String> {
    let wasm = rename(dist, "worker_bg.wasm", "assets/worker")?;
    let script = dist.join("worker.js");
    let mut text = fs::read_to_string(&script).context("worker.js")?;
    let beside = wasm.trim_start_matches("assets/");
    // As Trunk's own loader does, with addresses beside the script's.
    writeln!(text, ";wasm_bindgen({{module_or_path:\"{beside}\"}});")?;
    fs::write(&script, text)?;
    fs::remove_file(dist.join("worker_loader.js")).context("worker_loader.js")?;
    rename(dist, "worker.js", "assets/worker")
}

/// Every file that a page may ask for, by its name in the site, with its digest.
fn files(dist: &Path) -> Result<BTreeMap<String, String>> {
    let mut found = BTreeMap::new();
    for name in repo::files_in(dist, "")? {
        if !NOT_KEPT.contains(&name.as_str()) {
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

/// A page whose starting script has its sealed name, and says the worker's and the version,
/// and the name of the site as one file if there is that.
fn with_names(
    page: &str,
    folder: &str,
    [boot, worker, version]: &[&str; 3],
    file: bool,
) -> Option<String> {
    let site = if folder.is_empty() { "./" } else { "../" };
    let tag = tags(page).find(|tag| attribute(tag, "data-glue").is_some())?;
    let (glue, wasm) = (attribute(tag, "data-glue")?, attribute(tag, "data-wasm")?);
    let file = if file { SINGLE_FILE } else { "" };
    let sealed = format!(
        "script data-glue={glue} data-wasm={wasm} data-worker={site}{worker} \
         data-version={version} data-file=\"{file}\" blocking=render defer src={site}{boot}"
    );
    Some(page.replacen(tag, &sealed, 1))
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

    /// The page asks for the sealed names, a page in a folder from there; all else stays.
    #[test]
    fn a_page_names_what_is_of_its_version() {
        let page = "<p><script data-glue=./assets/a.js data-wasm=./assets/a.wasm defer src=./boot.js></script><p>";
        let names = ["assets/boot-1.js", "assets/worker-2.js", "3"];
        let sealed = with_names(page, "costs/", &names, true);
        assert_eq!(
            sealed.as_deref(),
            Some(
                "<p><script data-glue=./assets/a.js data-wasm=./assets/a.wasm \
                 data-worker=../assets/worker-2.js data-version=3 \
                 data-file=\"rightsize.html\" blocking=render defer \
                 src=../assets/boot-1.js></script><p>"
            )
        );
        assert_eq!(with_names("<p>", "", &names, true), None);
    }
}
