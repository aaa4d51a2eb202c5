//! Rust tests in a headless browser, of the packages that have such tests.

use std::path::Path;
use std::{fs, iter};

use anyhow::{Context, Result};

use super::browser::Browser;
use super::count::Count;
use crate::tools::Toolbox;
use crate::tools::rustup::TARGET;
use crate::{process, repo};

/// What may be tested in a browser: folder and package.
const SHIPPED: [(&str, &str); 4] = [
    ("estimator", "estimator"),
    ("catalog", "catalog"),
    ("app", SITE),
    ("tests", "rightsize-tests"),
];

/// The package of the site, which uses the others.
const SITE: &str = "rightsize";

/// The attribute that makes a test run in a browser.
const MARK: &str = "wasm_bindgen_test";

/// Few tests run here: optimising the estimator for them takes longer than it saves.
const UNOPTIMISED: &str = "profile.dev.package.estimator.opt-level=0";

/// Seconds for all tests of one file; a busy machine with two cores is slow.
const TIMEOUT: &str = "180";

/// The browser tests of one package.
struct Targets {
    package: &'static str,
    /// `--lib`, `--bins`, or `--test` and a name.
    flags: Vec<String>,
}

impl Targets {
    /// The words by which Cargo picks them. A test of a name is one package's alone: with the site's
    /// beside it, crates have the features that the site asks for, and are compiled once for both.
    fn cargo_words(&self) -> Vec<String> {
        let is_named = self.flags.first().is_some_and(|flag| flag == "--test");
        let beside = (is_named && self.package != SITE).then_some(SITE);
        let packages = iter::once(self.package).chain(beside);
        packages
            .flat_map(|package| ["--package", package])
            .map(str::to_owned)
            .chain(self.flags.iter().cloned())
            .collect()
    }
}

/// Finds the packages with browser tests.
fn test_targets() -> Result<Vec<Targets>> {
    let mut found = Vec::new();
    for (folder, package) in SHIPPED {
        let flags = flags_of(&repo::root().join(folder))?;
        if !flags.is_empty() {
            found.push(Targets { package, flags });
        }
    }
    Ok(found)
}

/// Which targets of a package have browser tests.
fn flags_of(folder: &Path) -> Result<Vec<String>> {
    let mut flags = Vec::new();
    if is_marked(&folder.join("src"))? {
        let is_library = folder.join("src/lib.rs").is_file();
        flags.push(if is_library { "--lib" } else { "--bins" }.to_owned());
    }
    let tests = folder.join("tests");
    if tests.is_dir() {
        for entry in fs::read_dir(tests)? {
            let path = entry?.path();
            if let Some(name) = path.file_stem().and_then(|name| name.to_str())
                && path.is_file()
                && is_marked(&path)?
            {
                flags.extend(["--test".to_owned(), name.to_owned()]);
            }
        }
    }
    Ok(flags)
}

/// Whether a Rust file, or any in a folder, has a browser test.
fn is_marked(path: &Path) -> Result<bool> {
    if path.is_dir() {
        for entry in fs::read_dir(path)? {
            if is_marked(&entry?.path())? {
                return Ok(true);
            }
        }
        return Ok(false);
    }
    let is_rust = path.extension().is_some_and(|ending| ending == "rs");
    Ok(is_rust && fs::read_to_string(path)?.contains(MARK))
}

/// Runs them all.
pub(super) fn run() -> Result<Count> {
    let targets = test_targets()?;
    if targets.is_empty() {
        println!("No package has browser tests.");
        return Ok(Count::default());
    }
    let browser = Browser::ensure()?;
    let driver = browser.driver()?;
    let tools = Toolbox::for_wasm_tests()?;
    let runner = tools.program("wasm-bindgen-test-runner")?;
    let settings = browser.webdriver_settings()?;
    let mut total = Count::default();
    for target in targets {
        let words = ["test", "--config", UNOPTIMISED, "--target", TARGET];
        let mut words = words.map(str::to_owned).to_vec();
        words.extend(target.cargo_words());
        words.push("--no-fail-fast".to_owned());
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let mut cargo = process::cargo(&words);
        cargo
            .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUNNER", &runner)
            .env("WASM_BINDGEN_TEST_WEBDRIVER_JSON", &settings)
            .env("WASM_BINDGEN_TEST_TIMEOUT", TIMEOUT)
            .env("WASM_BINDGEN_USE_BROWSER", "1")
            .env("CHROMEDRIVER", driver);
        let run = process::transcribe(&mut cargo)
            .with_context(|| format!("browser tests of {}", target.package))?;
        total = total + Count::of_tests(&run);
    }
    Ok(total)
}
