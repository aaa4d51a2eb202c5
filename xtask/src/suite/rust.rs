//! The checks that Cargo runs on this machine.

use anyhow::Result;

use super::count::Count;
use super::wasm;
use crate::process;
use crate::tools::rustup;

/// rustfmt's opinion.
pub(super) fn format() -> Result<Count> {
    rustup::ensure_component("rustfmt", "fmt")?;
    process::run(&mut process::cargo(&["fmt", "--all", "--check"]))?;
    Ok(Count::PASSED)
}

/// Clippy's opinion of all code, first as this machine sees it, then as the browser does.
pub(super) fn clippy() -> Result<Count> {
    rustup::ensure_component("clippy", "clippy")?;
    let native = process::run(&mut process::cargo(&[
        "clippy",
        "--workspace",
        "--all-targets",
        "--",
        "-D",
        "warnings",
    ]));
    rustup::ensure_wasm_target()?;
    let mut runs = vec![wasm::shipped_packages()];
    runs.extend(
        wasm::test_targets()?
            .into_iter()
            .map(|tests| tests.cargo_words()),
    );
    let browser: Vec<Result<()>> = runs.iter().map(|run| clippy_for_browser(run)).collect();
    native?;
    browser.into_iter().collect::<Result<()>>()?;
    Ok(Count::PASSED)
}

fn clippy_for_browser(targets: &[String]) -> Result<()> {
    let mut words = vec!["clippy", "--target", wasm::TARGET];
    words.extend(targets.iter().map(String::as_str));
    words.extend(["--", "-D", "warnings"]);
    process::run(&mut process::cargo(&words))
}

/// Every test that needs no browser, except the catalogue's: they have a step of their own.
pub(super) fn native_tests() -> Result<Count> {
    let words = [
        "test",
        "--workspace",
        "--exclude",
        "catalog",
        "--no-fail-fast",
    ];
    let run = process::transcribe(&mut process::cargo(&words))?;
    Ok(Count::of_tests(&run))
}

/// The tests of the catalogue.
pub(super) fn catalogue_tests() -> Result<Count> {
    let words = ["test", "--package", "catalog", "--no-fail-fast"];
    let run = process::transcribe(&mut process::cargo(&words))?;
    Ok(Count::of_tests(&run))
}

/// The report of estimates against measurements; an error where they have become worse.
pub(crate) fn accuracy(options: &[&str]) -> Result<()> {
    let mut words = vec!["run", "--release", "--package", "rightsize-tests"];
    words.extend(["--bin", "accuracy", "--"]);
    words.extend(options);
    process::run(&mut process::cargo(&words))
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
