//! A program for the browser without Trunk around it: compiled, with its JavaScript, and
//! optimised.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::bundle;
use crate::tools::Toolbox;
use crate::{process, repo};

/// What rustc emits for wasm32, and wasm-opt must accept.
const FEATURES: [&str; 6] = [
    "--enable-bulk-memory",
    "--enable-nontrapping-float-to-int",
    "--enable-sign-ext",
    "--enable-mutable-globals",
    "--enable-reference-types",
    "--enable-multivalue",
];

/// How small is made: control flow made anew, and no hints of alignment, which no processor
/// that runs a browser needs. Each is less to download, after Brotli.
const SMALL: [&str; 5] = ["--flatten", "--rereloop", "-Oz", "-Oz", "--dealign"];

/// What to make.
pub(crate) struct Program<'a> {
    /// Its package.
    pub(crate) package: &'a str,
    /// The binary of that name; the package's library where there is none.
    pub(crate) binary: Option<&'a str>,
    /// What Cargo calls the wasm.
    pub(crate) built: &'a str,
    /// What its files are called.
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
    let Program {
        package,
        built,
        name,
        ..
    } = *program;
    let kind = match program.binary {
        Some(binary) => vec!["--bin", binary],
        None => vec!["--lib"],
    };
    let mut cargo = process::cargo(&["build", "--profile", "wasm", "--package", package]);
    cargo.args(kind);
    if !program.default_features {
        cargo.arg("--no-default-features");
    }
    cargo.args(["--target", "wasm32-unknown-unknown"]);
    cargo.env(
        "CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS",
        bundle::rust_flags(),
    );
    process::run(&mut cargo).with_context(|| format!("{package} could not be built"))?;
    let wasm = repo::target().join(format!("wasm32-unknown-unknown/wasm/{built}.wasm"));
    let mut bindgen = process::command(tools.program("wasm-bindgen")?);
    bindgen.args(["--target", program.target, "--out-name", name]);
    if !program.typed {
        bindgen.arg("--no-typescript");
    }
    process::run(bindgen.arg("--out-dir").arg(folder).arg(wasm))?;
    let wasm = folder.join(format!("{name}_bg.wasm"));
    if tools.optimises {
        let mut optimise = process::command(tools.program("wasm-opt")?);
        optimise.args(FEATURES).args(SMALL);
        process::run(optimise.arg(&wasm).arg("--output").arg(&wasm))?;
    }
    let glue = folder.join(format!("{name}.js"));
    Ok(Made { wasm, glue })
}
