//! Where parts of the program meet when they are put together. Each asks the first file for its
//! memory, its table and its stack; two that ask for a memory would be a module of two. So both
//! are put together with a hub, which asks once and hands it on.

use std::collections::BTreeMap;

use anyhow::Result;
use wasm_encoder::{EntityType, ExportKind, ExportSection, ImportSection, Module};
use wasmparser::{Imports, Parser, Payload};

/// Whom the parts ask, as they were cut.
pub(super) const ASKED: &str = "__wasm_split";

/// Whom the hub asks.
pub(super) const FIRST: &str = "program";

/// The hub of these parts.
pub(super) fn hub(parts: &[Vec<u8>]) -> Result<Vec<u8>> {
    let mut wanted: BTreeMap<String, EntityType> = BTreeMap::new();
    for part in parts {
        for (name, kind) in asked(part)? {
            wanted.insert(name, kind);
        }
    }
    let (mut imports, mut exports) = (ImportSection::new(), ExportSection::new());
    let mut counts = [0_u32; 3];
    for (name, kind) in &wanted {
        let (place, kind_of) = match kind {
            EntityType::Memory(_) => (0, ExportKind::Memory),
            EntityType::Table(_) => (1, ExportKind::Table),
            _ => (2, ExportKind::Global),
        };
        imports.import(FIRST, name, *kind);
        if let Some(count) = counts.get_mut(place) {
            exports.export(name, kind_of, *count);
            *count += 1;
        }
    }
    let mut module = Module::new();
    module.section(&imports).section(&exports);
    Ok(module.finish())
}

/// The imports of a part.
fn asked(part: &[u8]) -> Result<Vec<(String, EntityType)>> {
    let mut found = Vec::new();
    for payload in Parser::new(0).parse_all(part) {
        if let Payload::ImportSection(imports) = payload? {
            for group in imports {
                if let Imports::Single(_, import) = group? {
                    found.push((import.name.to_owned(), import.ty.try_into()?));
                }
            }
        }
    }
    Ok(found)
}
