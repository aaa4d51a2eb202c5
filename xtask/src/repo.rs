//! Where things lie: in this repository, and in the user's cache folder.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

/// The root of the repository.
pub(crate) fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here).to_owned()
}

/// The finished site.
pub(crate) fn dist() -> PathBuf {
    root().join("dist")
}

/// The file of the site that is the whole of it.
pub(crate) const SINGLE_FILE: &str = "rightsize.html";

/// Cargo's target folder.
pub(crate) fn target() -> PathBuf {
    let chosen = env::var_os("CARGO_TARGET_DIR").filter(|folder| !folder.is_empty());
    root().join(chosen.unwrap_or_else(|| "target".into()))
}

/// The HTML that the page of a folder of the site is made from.
pub(crate) fn html_of(folder: &str) -> String {
    match folder.trim_end_matches('/') {
        "" => "app/pages/index.html".to_owned(),
        name => format!("app/pages/{name}.html"),
    }
}

/// The folder of one version of one tool, in the user's cache.
pub(crate) fn tool_dir(name: &str, version: &str) -> Result<PathBuf> {
    Ok(tools_dir()?.join(format!("{name}-{version}")))
}

/// The folder that holds all tools; outside `target/`, so that they outlive a clean checkout.
pub(crate) fn tools_dir() -> Result<PathBuf> {
    let cache = cache_dir(env::consts::OS, |name| env::var_os(name).map(PathBuf::from))
        .context("no cache folder: none of HOME, XDG_CACHE_HOME, LOCALAPPDATA is set")?;
    Ok(cache.join("rightsize").join("tools"))
}

/// The user's cache folder by the custom of the system.
fn cache_dir(os: &str, var: impl Fn(&str) -> Option<PathBuf>) -> Option<PathBuf> {
    let absolute = |path: &PathBuf| path.is_absolute();
    match os {
        "windows" => var("LOCALAPPDATA"),
        "macos" => var("HOME").map(|home| home.join("Library/Caches")),
        _ => var("XDG_CACHE_HOME")
            .filter(absolute)
            .or_else(|| var("HOME").map(|home| home.join(".cache"))),
    }
}

/// All files below a folder, by their path in it.
pub(crate) fn files_in(folder: &Path, prefix: &str) -> Result<Vec<String>> {
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

#[cfg(test)]
mod tests {
    use super::*;

    fn at(os: &str, set: &[(&str, &str)]) -> Option<PathBuf> {
        let find = |name: &str| set.iter().find(|(key, _)| *key == name);
        cache_dir(os, |name| find(name).map(|(_, value)| PathBuf::from(value)))
    }

    #[test]
    fn each_system_has_its_cache_folder() {
        let home = ("HOME", "/h");
        assert_eq!(at("linux", &[home]), Some("/h/.cache".into()));
        assert_eq!(at("macos", &[home]), Some("/h/Library/Caches".into()));
        let xdg = ("XDG_CACHE_HOME", "/x");
        assert_eq!(at("linux", &[home, xdg]), Some("/x".into()));
        let relative = ("XDG_CACHE_HOME", "x");
        assert_eq!(at("linux", &[home, relative]), Some("/h/.cache".into()));
        assert_eq!(at("linux", &[]), None);
    }

    #[test]
    fn the_root_is_this_repository() {
        assert!(root().join("xtask/src/repo.rs").is_file());
    }
}
