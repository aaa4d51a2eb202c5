//! The Rust target of the browser.

use std::path::Path;

use anyhow::{Context, Result};

use crate::process;

/// The target's name.
const WASM: &str = "wasm32-unknown-unknown";

/// Adds the target through rustup where the compiler lacks it.
pub(super) fn ensure() -> Result<()> {
    if is_installed() {
        return Ok(());
    }
    println!("Adding the Rust target {WASM}");
    process::run(process::command("rustup").args(["target", "add", WASM])).with_context(|| {
        format!(
            "Rust cannot compile for the browser yet. Please run `rustup target add {WASM}` in \
             this folder; without rustup, install your distribution's package of that target"
        )
    })
}

/// Asks the compiler itself, so that installations without rustup count too.
fn is_installed() -> bool {
    let words = ["--print", "target-libdir", "--target", WASM];
    process::output(process::command("rustc").args(words))
        .is_some_and(|dir| Path::new(dir.trim()).is_dir())
}
