//! The checks that Cargo runs on this machine.

use std::env::consts::EXE_SUFFIX;
use std::path::Path;

use anyhow::Result;

use super::count::Count;
use crate::tools::rustup::{self, TARGET};
use crate::{process, repo};

/// Where proptest reads what its random cases begin from.
const SEED: &str = "PROPTEST_RNG_SEED";

/// Clippy's opinion of all code as this machine sees it, and of what is shipped as the
/// browser does.
pub(super) fn clippy() -> Result<Count> {
    rustup::ensure_component("clippy", "clippy")?;
    let strictly = ["--", "-D", "warnings"];
    let mut words = vec!["clippy", "--workspace", "--all-targets"];
    words.extend(strictly);
    let native = process::run(&mut process::cargo(&words));
    rustup::ensure_wasm_target()?;
    // The library and the programs of the pages with what they are made of, and every test
    // that runs in a browser.
    let mut words = vec!["clippy", "--target", TARGET];
    words.extend(["--package", "rightsize", "--package", "rightsize-tests"]);
    words.extend(["--package", "rightsize-program"]);
    words.extend(["--lib", "--bins", "--tests"]);
    words.extend(strictly);
    let browser = process::run(&mut process::cargo(&words));
    Ok(Count::of(native.is_ok()) + Count::of(browser.is_ok()))
}

/// Every test that needs no browser: one build for all packages.
pub(super) fn native_tests() -> Result<Count> {
    tests(&["--workspace"])
}

/// Of these, the catalogue's: what a changed record can break.
pub(super) fn catalogue_tests() -> Result<Count> {
    tests(&["--package", "catalog"])
}

/// The test that draws sets of manifests, which keeps them in a folder.
pub(super) fn drawn_manifests(folder: &Path) -> Result<Count> {
    let only = "drawn_sets_are_without_a_problem";
    let mut cargo = process::cargo(&["test", "--workspace", "--test", "it", only]);
    // What is drawn is the same each time.
    let run = process::transcribe(cargo.env("RIGHTSIZE_MANIFESTS", folder))?;
    Ok(Count::of_tests(&run))
}

fn tests(packages: &[&str]) -> Result<Count> {
    let mut words = vec!["test", "--no-fail-fast"];
    words.extend(packages);
    let mut cargo = process::cargo(&words);
    // The suite asks a tree the same cases each time; by hand, Cargo asks others.
    if std::env::var_os(SEED).is_none() {
        cargo.env(SEED, "1");
    }
    let run = process::transcribe(&mut cargo)?;
    Ok(Count::of_tests(&run))
}

/// The report of estimates against measurements; an error where they have become worse.
pub(crate) fn accuracy(options: &[&str]) -> Result<()> {
    let mut words = vec!["run", "--release", "--package", "rightsize-tests"];
    words.extend(["--bin", "accuracy", "--"]);
    words.extend(options);
    process::run(&mut process::cargo(&words))
}

/// The same report, by the program that the tests' build makes: Cargo gives every binary of
/// a package to its integration tests.
pub(super) fn accuracy_of_tests() -> Result<Count> {
    process::run(&mut process::cargo(&["test", "--workspace", "--no-run"]))?;
    let program = repo::target().join(format!("debug/accuracy{EXE_SUFFIX}"));
    process::run(&mut process::command(program))?;
    Ok(Count::PASSED)
}

/// How old the prices of the catalogue are, by seller.
pub(crate) fn price_ages() -> Result<()> {
    let words = [
        "run",
        "--quiet",
        "--package",
        "catalog",
        "--example",
        "ages",
    ];
    process::run(&mut process::cargo(&words))
}
