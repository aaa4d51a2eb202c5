//! The compiled program, cut at its split points. The crate that cuts walks hash tables in an order
//! of its own each time, so that a second cut of the same program has other files: a cut is kept,
//! and with it what wasm-opt made of each file ([`crate::optimise`]).

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow};
use wasm_split_cli_support::{Options, transform};

use super::BINARY;
use crate::page::hash;

/// The file that names the parts of each split point.
const POINTS: &str = "points.json";

/// A program in parts.
pub(super) struct Cut {
    /// Where the parts are.
    pub(super) folder: PathBuf,
    /// The file that is loaded first.
    pub(super) main: PathBuf,
    /// The parts of each split point, by their names without an ending.
    pub(super) points: BTreeMap<String, Vec<String>>,
}

/// The cut of `compiled` in a folder of `kept` that is named by its content. Those of other
/// programs are removed.
pub(super) fn cut(compiled: &[u8], kept: &Path) -> Result<Cut> {
    let name = hash(compiled);
    let folder = kept.join(&name);
    if !folder.is_dir() {
        let _ = fs::remove_dir_all(kept);
        // Renamed when it is whole, so that a build that is stopped leaves no half of it.
        let part = kept.join(format!("{name}.part"));
        fs::create_dir_all(&part)?;
        let main = main_in(&part);
        let mut options = Options::new(compiled);
        (options.output_dir, options.main_out_path) = (&part, &main);
        let made = transform(options).map_err(|why| anyhow!("{why:?}"))?;
        fs::write(
            part.join(POINTS),
            serde_json::to_string(&made.prefetch_map)?,
        )?;
        fs::rename(part, &folder)?;
    }
    let points = folder.join(POINTS);
    let text = fs::read_to_string(&points).with_context(|| points.display().to_string())?;
    Ok(Cut {
        main: main_in(&folder),
        points: serde_json::from_str(&text)?,
        folder,
    })
}

fn main_in(folder: &Path) -> PathBuf {
    folder.join(format!("{BINARY}.wasm"))
}
