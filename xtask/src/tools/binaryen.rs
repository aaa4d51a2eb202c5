//! wasm-opt, from the npm package of Binaryen: the one form of it that exists for
//! every system, in every version, behind a registry that checks what it delivers.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};

use super::version;
use crate::{process, repo};

/// The folder that holds wasm-opt. An error means: build without it.
pub(super) fn ensure() -> Result<PathBuf> {
    if let Some(path) = process::which("wasm-opt")
        && works(&path)
    {
        return Ok(path.parent().unwrap_or(&path).to_owned());
    }
    let home = repo::tool_dir("binaryen", version::BINARYEN)?;
    if let Some(dir) = usable_in(&home) {
        return Ok(dir);
    }
    install(&home)?;
    usable_in(&home).context("the npm package `binaryen` has no wasm-opt that runs")
}

/// npm puts programs into `bin`, on Windows into the prefix itself.
fn usable_in(home: &Path) -> Option<PathBuf> {
    let dirs = [home.join("bin"), home.to_owned()];
    let path = process::find_in(dirs, "wasm-opt").filter(|path| works(path))?;
    path.parent().map(Path::to_owned)
}

fn works(path: &Path) -> bool {
    process::output(process::command(path).arg("--version"))
        .is_some_and(|text| version::is_named(&text, version::BINARYEN))
}

fn install(home: &Path) -> Result<()> {
    let npm = process::which("npm");
    ensure!(
        npm.is_some() && process::which("node").is_some(),
        "Node.js is not installed (https://nodejs.org)"
    );
    println!("Installing wasm-opt (Binaryen {})", version::BINARYEN);
    let package = format!("binaryen@{}.0.0", version::BINARYEN);
    let mut npm = process::command(npm.unwrap_or_default());
    npm.args(["install", "--global", "--no-audit", "--no-fund", "--prefix"]);
    process::run(npm.arg(home).arg(package))
}
