//! A program for the browser without Trunk around it: compiled, with its JavaScript, and
//! optimised.

use std::env;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::tools::Toolbox;
use crate::tools::rustup::TARGET;
use crate::{optimise, process, repo};

/// The Cargo profile of everything that goes to a browser.
pub(crate) const PROFILE: &str = "wasm";

/// Leptos compiles a component once instead of once for every type it is used
/// with: a tenth less to download.
const ERASED: &str = "--cfg erase_components";

/// The program to make.
pub(crate) struct Program<'a> {
    /// The binary of that name; a library where there is none.
    pub(crate) binary: Option<&'a str>,
    /// Cargo's name of the wasm.
    pub(crate) built: &'a str,
    /// The name of its files.
    pub(crate) name: &'a str,
    /// Whose JavaScript: `web`, `nodejs`, `no-modules`.
    pub(crate) target: &'a str,
    /// Whether the package's default features are wanted.
    pub(crate) default_features: bool,
    /// Whether TypeScript declarations are wanted, too.
    pub(crate) typed: bool,
}

/// The files of a program.
pub(crate) struct Made {
    /// The wasm.
    pub(crate) wasm: PathBuf,
    /// Its JavaScript.
    pub(crate) glue: PathBuf,
}

/// Makes a program in `folder`.
pub(crate) fn make(tools: &Toolbox, program: &Program, folder: &Path) -> Result<Made> {
    let Program { built, name, .. } = *program;
    let mut words = match program.binary {
        Some(binary) => vec!["--package", "rightsize", "--bin", binary],
        // Beside the library of the site, which is there already: with the crates' features that it
        // asks for, the estimator is compiled once for both.
        None => vec![
            "--package",
            "rightsize-package",
            "--package",
            "rightsize",
            "--lib",
        ],
    };
    if !program.default_features {
        words.push("--no-default-features");
    }
    cargo("build", &words, &[]).with_context(|| format!("{built} could not be built"))?;
    let wasm = repo::target().join(format!("{TARGET}/{PROFILE}/{built}.wasm"));
    let mut bindgen = process::command(tools.program("wasm-bindgen")?);
    bindgen.args(["--target", program.target, "--out-name", name]);
    if !program.typed {
        bindgen.arg("--no-typescript");
    }
    process::run(bindgen.arg("--out-dir").arg(folder).arg(wasm))?;
    let wasm = folder.join(format!("{name}_bg.wasm"));
    let glue = folder.join(format!("{name}.js"));
    optimise::program(tools, &wasm, &glue)?;
    Ok(Made { wasm, glue })
}

/// Compiles the program of the site with the linker's relocations, by which it is cut.
pub(crate) fn compile_split() -> Result<()> {
    let which = ["--package", "rightsize-program", "--bin", "program"];
    cargo("rustc", &which, &["--", "-Clink-args=--emit-relocs"])
}

/// Calls Cargo for the browser.
fn cargo(command: &str, which: &[&str], more: &[&str]) -> Result<()> {
    let mut words = vec![command, "--profile", PROFILE, "--target", TARGET];
    words.extend(which);
    words.extend(more);
    let mut cargo = process::cargo(&words);
    // With other flags, Cargo would compile all of it once more.
    let flags = rust_flags();
    cargo.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS", flags);
    process::run(&mut cargo)
}

/// Compiler flags of everything that goes to a browser.
fn rust_flags() -> String {
    format!("{} {ERASED}", path_flags())
}

/// Compiler flags that keep this machine's folders out of the published file, where
/// panic messages name source files. It also makes the file the same everywhere.
fn path_flags() -> String {
    let home = env::home_dir().map(|home| home.join(".cargo"));
    let crates = env::var_os("CARGO_HOME").map(PathBuf::from).or(home);
    let named = [(crates, "cargo"), (Some(repo::root()), "rightsize")];
    let flags = named.into_iter().filter_map(|(folder, name)| {
        let folder = folder?.into_os_string().into_string().ok()?;
        // Cargo splits this variable at spaces.
        (!folder.contains(' ')).then(|| format!("--remap-path-prefix={folder}={name}"))
    });
    flags.collect::<Vec<_>>().join(" ")
}
