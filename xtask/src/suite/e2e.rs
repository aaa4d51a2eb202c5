//! The site as a user meets it: Playwright's tests in `tests/e2e`, against `dist/` and
//! this program's own server.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use super::browser::Browser;
use super::count::{self, Count};
use super::engines::Engines;
use super::outcome::Checked;
use super::size;
use crate::server::Server;
use crate::{bundle, package, process, repo};

/// A path that no host would choose; the site must work there too.
const DEEP_BASE: &str = "/some/deep/path/";

/// What Playwright runs of Firefox and `WebKit`.
const OTHER_BROWSERS: &str = "browsers.config.js";

/// The file of tests that a single page is held to.
const SMOKE: &str = "smoke.spec.js";

/// Runs them all.
pub(super) fn run() -> Result<Checked> {
    bundle::require_dist()?;
    against(&repo::dist(), &[])
}

/// Builds the calculator without the other pages, and runs what is tested first of all.
pub(super) fn one_page() -> Result<Checked> {
    against(&bundle::calculator()?, &[SMOKE])
}

/// Runs the few tests of Firefox and `WebKit`. Where one of them cannot be had, that is said.
pub(super) fn in_other_browsers() -> Result<Checked> {
    bundle::require_dist()?;
    let engines = Engines::ensure();
    let mut checked = if engines.variables.is_empty() {
        Checked::default()
    } else {
        install_packages()?;
        let server = Server::start(&repo::dist(), "/", 0)?;
        let mut playwright = playwright()?;
        playwright
            .args(["--config", OTHER_BROWSERS])
            .env("BASE_URL", server.url())
            .envs(engines.variables);
        counted(&mut playwright, "browsers.json")?
    };
    checked.skipped = engines.missing;
    Ok(checked)
}

/// Runs the tests of these files, or all, against the site in `dist`.
fn against(dist: &Path, files: &[&str]) -> Result<Checked> {
    let browser = Browser::ensure()?;
    install_packages()?;
    let root = Server::start(dist, "/", 0)?;
    let deep = Server::start(dist, DEEP_BASE, 0)?;
    let mut playwright = playwright()?;
    playwright
        .args(files)
        .env("BASE_URL", root.url())
        .env("BASE_URL_DEEP", deep.url())
        .env("CHROMIUM", &browser.headless)
        .env("CHROMIUM_WINDOWED", &browser.program)
        .env("PACKAGE", package::folder())
        .env("FIRST_VIEW", size::first_view(dist)?.join(" "));
    counted(&mut playwright, "report.json")
}

fn playwright() -> Result<Command> {
    let mut playwright = node_program("npx")?;
    playwright
        .args(["--no-install", "playwright", "test"])
        .env_remove("NO_COLOR");
    Ok(playwright)
}

/// Runs Playwright and reads the report that it leaves.
fn counted(playwright: &mut Command, report: &str) -> Result<Checked> {
    let report = folder().join("results").join(report);
    if report.exists() {
        fs::remove_file(&report)?;
    }
    let run = process::transcribe(playwright)?;
    let text = fs::read_to_string(&report).context("Playwright left no report")?;
    let count = Count::of_playwright(&text)?;
    let hidden_failure = !run.success && count.failed == 0;
    let count = if hidden_failure {
        count + Count::FAILED
    } else {
        count
    };
    Ok(Checked {
        count,
        repeated: count::repeated(&text)?,
        skipped: Vec::new(),
    })
}

fn folder() -> PathBuf {
    repo::root().join("tests").join("e2e")
}

/// `npm ci`, unless the installed packages are those of the lock file.
fn install_packages() -> Result<()> {
    let lock = fs::read(folder().join("package-lock.json"))?;
    let stamp = folder().join("node_modules").join(".installed-lock.json");
    if fs::read(&stamp).is_ok_and(|installed| installed == lock) {
        return Ok(());
    }
    let mut npm = node_program("npm")?;
    npm.args(["ci", "--no-audit", "--no-fund"])
        .env("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1");
    process::run(&mut npm).context("cannot install the packages of tests/e2e")?;
    Ok(fs::write(stamp, lock)?)
}

/// A program of Node's, in the folder of the tests.
fn node_program(name: &str) -> Result<Command> {
    let path = process::which(name).with_context(|| {
        format!(
            "{name} was not found; end-to-end tests need Node.js 20 or later (https://nodejs.org)"
        )
    })?;
    let mut command = process::command(path);
    command.current_dir(folder());
    Ok(command)
}
