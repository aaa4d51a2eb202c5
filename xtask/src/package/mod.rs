//! `cargo xtask package`: the estimator for JavaScript, as npm takes it, with the types that
//! its Rust declares.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result, ensure};

use crate::program::{self, Program};
use crate::tools::Toolbox;
use crate::{process, repo, shrink};

/// Files beside it: scripts that start it, by where it runs, and its description.
const BESIDE: [(&str, &str); 3] = [
    ("web.js", include_str!("web.js")),
    ("node.js", include_str!("node.js")),
    ("README.md", include_str!("README.md")),
];

/// The manifest of npm; our version is put in. A file, because the first condition of `exports`
/// that holds is taken: a map would sort them, and `default` would come first.
const MANIFEST: &str = include_str!("package.json");

/// Where the package lies.
pub(crate) fn folder() -> PathBuf {
    repo::target().join("package")
}

/// Makes the package and packs it.
pub(crate) fn pack() -> Result<()> {
    make(&Toolbox::for_build()?)?;
    let npm = process::which("npm").context("Node.js is not installed (https://nodejs.org)")?;
    let mut npm = process::command(npm);
    npm.args(["pack", "--silent"]).current_dir(folder());
    process::run(&mut npm)?;
    println!("The package is in {}", folder().display());
    Ok(())
}

/// Makes the package's files.
pub(crate) fn make(tools: &Toolbox) -> Result<()> {
    let folder = folder();
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    fs::create_dir_all(&folder)?;
    let made = program::make(tools, &program(true), &folder)?;
    let (wasm, glue) = (
        folder.join("rightsize_bg.wasm"),
        folder.join("rightsize.js"),
    );
    ensure!(made.wasm == wasm && made.glue == glue);
    shrink::script(tools, &glue)?;
    for (name, text) in BESIDE {
        fs::write(folder.join(name), text)?;
    }
    for name in ["LICENSE-MIT", "LICENSE-APACHE"] {
        fs::copy(repo::root().join(name), folder.join(name))?;
    }
    let manifest = MANIFEST.replace("VERSION", env!("CARGO_PKG_VERSION"));
    fs::write(folder.join("package.json"), manifest)?;
    Ok(())
}

/// Makes the program of the estimator alone, without anything known by name, in a folder of its
/// own: its size is the price of estimating for scripts.
pub(crate) fn make_without_catalogue(tools: &Toolbox) -> Result<()> {
    let folder = folder_without_catalogue();
    fs::create_dir_all(&folder)?;
    program::make(tools, &program(false), &folder)?;
    Ok(())
}

fn folder_without_catalogue() -> PathBuf {
    repo::target().join("package-alone")
}

/// The wasm of that program; `cargo xtask test --only build` makes it.
pub(crate) fn wasm_without_catalogue() -> PathBuf {
    folder_without_catalogue().join("rightsize_bg.wasm")
}

fn program(catalogue: bool) -> Program<'static> {
    Program {
        binary: None,
        built: "rightsize_package",
        name: "rightsize",
        target: "web",
        default_features: catalogue,
        typed: true,
    }
}
