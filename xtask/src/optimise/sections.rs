//! A module section by section.

use std::ops::Range;

use anyhow::{Context, Result};
use wasm_encoder::{Module, RawSection};
use wasmparser::{Parser, Payload};

/// The module with every section as it was but those that `change` puts into the new one itself,
/// and says so.
pub(super) fn rewritten(
    module: &[u8],
    mut change: impl FnMut(&Payload, &mut Module) -> Result<bool>,
) -> Result<Vec<u8>> {
    let mut new = Module::new();
    for payload in Parser::new(0).parse_all(module) {
        let payload = payload?;
        let Some((id, range)) = payload.as_section() else {
            continue;
        };
        if !change(&payload, &mut new)? {
            let range = range.start.try_into()?..range.end.try_into()?;
            let data = bytes(module, range)?;
            new.section(&RawSection { id, data });
        }
    }
    Ok(new.finish())
}

/// A part of the module.
pub(super) fn bytes(module: &[u8], range: Range<usize>) -> Result<&[u8]> {
    module.get(range).context("a section ends beyond its file")
}
