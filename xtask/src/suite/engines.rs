//! Firefox and `WebKit` with their drivers: found, or on Debian as root installed. What cannot
//! be had is said and skipped.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};

use super::debian;
use crate::process;
use crate::tools::Toolbox;

/// What Debian calls them; Firefox's driver it lacks.
const FIREFOX: [&str; 1] = ["firefox-esr"];

/// `WebKit` has no mode without a screen, so it gets one of its own.
const WEBKIT: [&str; 2] = ["webkit2gtk-driver", "xvfb"];

/// The folders in which distributions have the browser that `WebKit`'s driver starts.
const LIBRARIES: [&str; 3] = ["/usr/lib", "/usr/libexec", "/usr/lib64"];

/// The browsers that there are, and why another is not.
#[derive(Debug, Default)]
pub(super) struct Engines {
    /// The variables by which `tests/e2e/webdriver.js` learns of them.
    pub(super) variables: Vec<(&'static str, PathBuf)>,
    /// A sentence for each that is missing.
    pub(super) missing: Vec<String>,
}

impl Engines {
    /// Finds them, after installing what is ours to install.
    pub(super) fn ensure() -> Self {
        let mut engines = Self::default();
        engines.add("Firefox", firefox());
        engines.add("WebKit", webkit());
        engines
    }

    fn add(&mut self, name: &str, found: Result<[(&'static str, PathBuf); 2]>) {
        match found {
            Ok(variables) => self.variables.extend(variables),
            Err(why) => self.missing.push(format!("{name} is not tested: {why:#}")),
        }
    }
}

fn firefox() -> Result<[(&'static str, PathBuf); 2]> {
    let find = || process::which("firefox-esr").or_else(|| process::which("firefox"));
    if find().is_none() {
        install(&FIREFOX)?;
    }
    let firefox = find().context("it was not found; please put `firefox` on the PATH")?;
    // Any version of the driver knows any Firefox of these years.
    let driver = match process::which("geckodriver") {
        Some(driver) => driver,
        None => Toolbox::for_firefox()?.program("geckodriver")?,
    };
    Ok([("FIREFOX", firefox), ("GECKODRIVER", driver)])
}

fn webkit() -> Result<[(&'static str, PathBuf); 2]> {
    ensure!(
        cfg!(target_os = "linux"),
        "its driver for pages without a window is Linux's alone"
    );
    let find = || Some((process::which("WebKitWebDriver")?, process::which("Xvfb")?));
    if find().is_none() {
        install(&WEBKIT)?;
    }
    let (driver, _) = find().context("WebKitWebDriver or Xvfb was not found")?;
    let browser = LIBRARIES
        .iter()
        .find_map(|folder| mini_browser(Path::new(folder), 2))
        .context("the driver's MiniBrowser was not found")?;
    Ok([("WEBKIT_DRIVER", driver), ("MINIBROWSER", browser)])
}

/// `WebKit`'s own browser, in a folder of its own at most this deep: `webkit2gtk-4.1`, below
/// `x86_64-linux-gnu` where a distribution tells machines apart.
fn mini_browser(folder: &Path, depth: u8) -> Option<PathBuf> {
    let mut inner: Vec<PathBuf> = fs::read_dir(folder)
        .ok()?
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            name.starts_with("webkit") || name.ends_with("-linux-gnu")
        })
        .collect();
    inner.sort();
    inner.iter().rev().find_map(|path| {
        let program = path.join("MiniBrowser");
        if program.is_file() {
            return Some(program);
        }
        let depth = depth.checked_sub(1)?;
        mini_browser(path, depth)
    })
}

fn install(packages: &[&str]) -> Result<()> {
    ensure!(
        debian::may_install(),
        "please install it ({})",
        if debian::is_here() {
            format!("sudo apt-get install {}", packages.join(" "))
        } else {
            format!("Debian's packages are {}", packages.join(", "))
        }
    );
    debian::install(packages)
}
