//! What belongs to the Rust toolchain itself. `rust-toolchain.toml` names it all, and
//! rustup usually installs it unasked; this is for machines where it may not.

use std::path::Path;

use anyhow::{Context, Result};

use crate::process;

/// The target of code for the browser.
pub(crate) const TARGET: &str = "wasm32-unknown-unknown";

/// Adds the browser's target where the compiler lacks it.
pub(crate) fn ensure_wasm_target() -> Result<()> {
    if has_wasm_target() {
        return Ok(());
    }
    add("target", TARGET).with_context(|| {
        format!(
            "Rust cannot compile for the browser yet. Please run `rustup target add {TARGET}` in \
             this folder; without rustup, install your distribution's package of that target"
        )
    })
}

/// Adds one of Cargo's companions, `clippy` or `rustfmt`, where it does not run.
pub(crate) fn ensure_component(name: &str, subcommand: &str) -> Result<()> {
    let words = [subcommand, "--version"];
    if process::output(process::command("cargo").args(words)).is_some() {
        return Ok(());
    }
    add("component", name)
        .with_context(|| format!("please run `rustup component add {name}` in this folder"))
}

/// Asks the compiler itself, so that installations without rustup count too.
fn has_wasm_target() -> bool {
    let words = ["--print", "target-libdir", "--target", TARGET];
    process::output(process::command("rustc").args(words))
        .is_some_and(|dir| Path::new(dir.trim()).is_dir())
}

fn add(kind: &str, name: &str) -> Result<()> {
    println!("$ rustup {kind} add {name}");
    process::run(process::command("rustup").args([kind, "add", name]))
}
