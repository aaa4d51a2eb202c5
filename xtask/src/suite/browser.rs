//! Chromium and its driver: found, or on Debian as root installed.

use std::env;
use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result};
use serde_json::Value;

use super::debian;
use crate::{process, repo};

/// What Debian calls them. The fonts make Chinese and Japanese text visible.
const DEBIAN_PACKAGES: [&str; 3] = ["chromium", "chromium-driver", "fonts-noto-cjk"];

/// The same browser without windows: a tenth less work for a page that nobody looks at. Playwright
/// takes it by itself where it may download one.
const SHELL: &str = "chromium-headless-shell";

/// The names under which browsers of the family lie on the PATH.
const NAMES: [&str; 5] = [
    "chromium",
    "chromium-browser",
    "google-chrome-stable",
    "google-chrome",
    "chrome",
];

/// Where browsers lie that are not on the PATH.
const PLACES: [&str; 4] = [
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    r"C:\Program Files\Google\Chrome\Application\chrome.exe",
    r"C:\Program Files (x86)\Google\Chrome\Application\chrome.exe",
];

/// An installed browser.
pub(super) struct Browser {
    /// The browser's program.
    pub(super) program: PathBuf,
    /// The program that tests of the site run in.
    pub(super) headless: PathBuf,
    driver: Option<PathBuf>,
}

impl Browser {
    /// Finds a browser, after installing one where that is ours to do.
    pub(super) fn ensure() -> Result<Self> {
        if debian::is_here() && !debian::has(&DEBIAN_PACKAGES) {
            if debian::may_install() {
                debian::install(&DEBIAN_PACKAGES)?;
            } else if find_browser().is_some() {
                println!(
                    "Note: without the package fonts-noto-cjk, Chinese and Japanese may show boxes."
                );
            }
        }
        let program = find_browser().with_context(|| how_to_install("Chrome or Chromium"))?;
        let headless = find_shell().unwrap_or_else(|| program.clone());
        Ok(Self {
            program,
            headless,
            driver: find_driver(),
        })
    }

    /// The driver; Rust tests need it, Playwright does not.
    pub(super) fn driver(&self) -> Result<&PathBuf> {
        self.driver
            .as_ref()
            .with_context(|| how_to_install("chromedriver"))
    }

    /// A copy of `webdriver.json` that names this browser.
    pub(super) fn webdriver_settings(&self) -> Result<PathBuf> {
        let source = repo::root().join("webdriver.json");
        let mut settings: Value = serde_json::from_str(&fs::read_to_string(source)?)?;
        let options = settings
            .get_mut("goog:chromeOptions")
            .and_then(Value::as_object_mut);
        let options = options.context("webdriver.json lacks goog:chromeOptions")?;
        options.insert("binary".to_owned(), self.program.to_string_lossy().into());
        let folder = repo::root().join("target");
        fs::create_dir_all(&folder)?;
        let path = folder.join("webdriver.json");
        fs::write(&path, settings.to_string())?;
        Ok(path)
    }
}

/// The one that `CHROMIUM` or `CHROME` names, else the first that is there.
fn find_browser() -> Option<PathBuf> {
    let on_path = NAMES.iter().filter_map(|name| process::which(name));
    let elsewhere = PLACES.iter().map(PathBuf::from);
    named()
        .chain(on_path)
        .chain(elsewhere)
        .find(|path| path.is_file())
}

/// The browser without windows, installed where that is ours to do; none where another browser is
/// named, or Debian has none.
fn find_shell() -> Option<PathBuf> {
    if named().next().is_some() {
        return None;
    }
    if debian::may_install()
        && !debian::has(&[SHELL])
        && let Err(why) = debian::install(&[SHELL])
    {
        println!("Note: tests take longer without {SHELL}: {why:#}");
    }
    process::which(SHELL)
}

/// What `CHROMIUM` and `CHROME` name.
fn named() -> impl Iterator<Item = PathBuf> {
    let variables = ["CHROMIUM", "CHROME"].into_iter();
    variables.filter_map(env::var_os).map(PathBuf::from)
}

/// `CHROMEDRIVER` names it; on GitHub's machines, `CHROMEWEBDRIVER` names its folder.
fn find_driver() -> Option<PathBuf> {
    let named = env::var_os("CHROMEDRIVER").map(PathBuf::from);
    let folder = env::var_os("CHROMEWEBDRIVER").map(PathBuf::from);
    let in_folder = folder.and_then(|folder| process::find_in([folder], "chromedriver"));
    named
        .filter(|path| path.is_file())
        .or(in_folder)
        .or_else(|| process::which("chromedriver"))
}

fn how_to_install(what: &str) -> String {
    let how = if debian::is_here() {
        format!("run `sudo apt-get install {}`", DEBIAN_PACKAGES.join(" "))
    } else {
        "install Chrome (https://www.google.com/chrome/) and the chromedriver of the same version \
         (https://googlechromelabs.github.io/chrome-for-testing/), and put both on the PATH or \
         name them in the variables CHROME and CHROMEDRIVER"
            .to_owned()
    };
    format!("{what} was not found; please {how}")
}
