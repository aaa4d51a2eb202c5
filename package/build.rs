//! Writes the TypeScript of the estimator's own objects, which `src/lib.rs` gives out.

use std::path::PathBuf;
use std::{env, fs};

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    let types = estimator::batch::declarations();
    if let Err(error) = fs::write(out.join("types.d.ts"), types) {
        println!("cargo::error={error}");
    }
}
