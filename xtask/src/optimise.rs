//! Smaller wasm: exports that nobody uses go ([`streams`]), hashes in the names of imports
//! ([`imports`]), and fillings of the table that fill nothing ([`table`]); then wasm-opt, which takes
//! as long as compiling does: its result is kept, and taken again for the same program.

mod imports;
mod sections;
mod streams;
mod table;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use anyhow::{Context, Result};

use crate::page::hash;
use crate::tools::Toolbox;
use crate::{process, repo};

/// Features that rustc emits for wasm32, and wasm-opt must accept.
pub(crate) const FEATURES: [&str; 6] = [
    "--enable-bulk-memory",
    "--enable-nontrapping-float-to-int",
    "--enable-sign-ext",
    "--enable-mutable-globals",
    "--enable-reference-types",
    "--enable-multivalue",
];

/// Small first; control flow made anew in between, 1.5 KB less of a first visit; and no hints of
/// alignment, which no processor that runs a browser needs, 4 KB less.
const PASSES: [&str; 6] = ["-Oz", "--flatten", "--rereloop", "-Oz", "-Oz", "--dealign"];

/// How many files are kept: those of two builds, of some 65 each.
const KEPT: usize = 144;

/// Makes `wasm` and its JavaScript smaller, if wasm-opt is installed.
pub(crate) fn program(tools: &Toolbox, wasm: &Path, glue: &Path) -> Result<()> {
    if !tools.optimises {
        return Ok(());
    }
    let text = fs::read_to_string(glue).with_context(|| glue.display().to_string())?;
    let text = streams::without_streams(&text)?;
    let names = imports::numbered(&text);
    fs::write(glue, names.in_glue(&text))?;
    let module = fs::read(wasm).with_context(|| wasm.display().to_string())?;
    let module = streams::without_exports(&module)?;
    fs::write(wasm, table::without_nothing(&names.in_module(&module)?)?)?;
    self::module(tools, wasm)
}

/// Makes `wasm` smaller, which has no JavaScript of its own, if wasm-opt is installed.
pub(crate) fn module(tools: &Toolbox, wasm: &Path) -> Result<()> {
    if !tools.optimises {
        return Ok(());
    }
    let module = fs::read(wasm).with_context(|| wasm.display().to_string())?;
    made_of(tools, [module.as_slice()], wasm, || Ok(()))
}

/// What comes of these bytes: a program that is made in `wasm`, and then smaller. It is kept, and
/// not made again of the same ones.
pub(crate) fn made_of<'a>(
    tools: &Toolbox,
    bytes: impl IntoIterator<Item = &'a [u8]>,
    wasm: &Path,
    make: impl FnOnce() -> Result<()>,
) -> Result<()> {
    let folder = repo::target().join("optimised");
    let kept = folder.join(key(bytes));
    if fs::copy(&kept, wasm).is_ok() {
        // What is wanted still is not what is forgotten next.
        fs::File::open(&kept)?.set_modified(SystemTime::now())?;
        return Ok(());
    }
    make()?;
    let mut optimise = process::command(tools.program("wasm-opt")?);
    optimise.args(FEATURES).args(PASSES);
    process::run(optimise.arg(wasm).arg("--output").arg(wasm))?;
    fs::create_dir_all(&folder)?;
    // Renamed when it is whole, so that a build that is stopped leaves no half of it.
    let part = kept.with_extension("part");
    fs::copy(wasm, &part)?;
    fs::rename(part, kept)?;
    Ok(())
}

/// Key of a result: what it is made of, in this order, the tool, and its arguments.
fn key<'a>(bytes: impl IntoIterator<Item = &'a [u8]>) -> String {
    let words = [FEATURES, PASSES].concat().join(" ");
    let told = format!("{} {words}", crate::tools::BINARYEN);
    let of: String = bytes.into_iter().map(hash).collect();
    format!("{}-{}.wasm", hash(of.as_bytes()), hash(told.as_bytes()))
}

/// Forgets the programs that nobody has wanted for the longest time.
pub(crate) fn forget_old() -> Result<()> {
    let folder = repo::target().join("optimised");
    let Ok(entries) = fs::read_dir(folder) else {
        return Ok(());
    };
    let mut kept: Vec<(SystemTime, PathBuf)> = Vec::new();
    for entry in entries {
        let entry = entry?;
        kept.push((entry.metadata()?.modified()?, entry.path()));
    }
    kept.sort();
    let too_many = kept.len().saturating_sub(KEPT);
    for (_, path) in kept.into_iter().take(too_many) {
        fs::remove_file(path)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Another program has another name, the same one the same; so has one that is put together in
    /// another order, or of other parts that are as long.
    #[test]
    fn a_kept_program_is_found_by_what_it_is_made_of() {
        let of = |parts: &[&str]| key(parts.iter().map(|part| part.as_bytes()));
        assert_eq!(of(&["one"]), of(&["one"]));
        assert_ne!(of(&["one"]), of(&["two"]));
        assert_ne!(of(&["one", "two"]), of(&["two", "one"]));
        assert_ne!(of(&["one", "two"]), of(&["on", "etwo"]));
    }
}
