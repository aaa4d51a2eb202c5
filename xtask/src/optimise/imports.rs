//! Names of imports. wasm-bindgen ends each with 16 digits of a hash, which tell two of one name
//! apart and compress to eight bytes, in the module and in its JavaScript: a number does as well, 5
//! KB less of every first visit.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Result, bail};
use wasm_encoder::ImportSection;
use wasmparser::{Imports, Payload};

use super::sections::rewritten;

/// How such a name begins.
const START: &str = "__wbg_";

/// Digits of its hash.
const DIGITS: usize = 16;

/// A shorter name for each that ends with a hash.
pub(super) struct Numbered(BTreeMap<String, String>);

/// Those in wasm-bindgen's JavaScript, numbered in their order among those of one name.
pub(super) fn numbered(glue: &str) -> Numbered {
    let all = words(glue).filter(|word| word.starts_with(START));
    let mut taken: BTreeSet<String> = all.map(str::to_owned).collect();
    let mut shorter = BTreeMap::new();
    for word in taken.clone() {
        let Some(name) = without_hash(&word) else {
            continue;
        };
        let mut numbers = (1_u32..).map(|number| format!("{name}{number}"));
        if let Some(new) = numbers.find(|new| taken.insert(new.clone())) {
            shorter.insert(word, new);
        }
    }
    Numbered(shorter)
}

impl Numbered {
    /// The JavaScript with the new names.
    pub(super) fn in_glue(&self, glue: &str) -> String {
        let mut new = String::with_capacity(glue.len());
        for piece in glue.split_inclusive(|letter: char| !is_of_word(letter)) {
            let word = piece.trim_end_matches(|letter: char| !is_of_word(letter));
            new.push_str(self.0.get(word).map_or(word, String::as_str));
            new.push_str(piece.strip_prefix(word).unwrap_or_default());
        }
        new
    }

    /// The module that imports by the new names.
    pub(super) fn in_module(&self, module: &[u8]) -> Result<Vec<u8>> {
        rewritten(module, |payload, new| {
            let Payload::ImportSection(imports) = payload else {
                return Ok(false);
            };
            let mut section = ImportSection::new();
            for group in imports.clone() {
                let Imports::Single(_, import) = group? else {
                    bail!("imports are written another way");
                };
                let name = self.0.get(import.name).map_or(import.name, String::as_str);
                let kind: wasm_encoder::EntityType = import.ty.try_into()?;
                section.import(import.module, name, kind);
            }
            new.section(&section);
            Ok(true)
        })
    }
}

fn is_of_word(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || letter == '_' || letter == '$'
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|letter: char| !is_of_word(letter))
}

/// A name up to its hash; `None` without one.
fn without_hash(word: &str) -> Option<&str> {
    let (name, hash) = word.split_at_checked(word.len().checked_sub(DIGITS)?)?;
    let is_hash = hash.bytes().all(|digit| digit.is_ascii_hexdigit());
    (is_hash && name.ends_with('_') && name.len() > START.len()).then_some(name)
}

#[cfg(test)]
mod tests {
    use wasm_encoder::{EntityType, Module, TypeSection};

    use super::*;

    /// Two of one name stay two, in JavaScript and in the module alike; a name that is there
    /// already is not given once more, and what has no hash stays.
    #[test]
    fn hashes_become_numbers() {
        let glue = "const a = {\n  __wbg_get_288889d017702237: (o) => o.get,\n  \
            __wbg_get_0076e10020304ede: 1,\n  __wbg_set_1: 2,\n  __wbg_set_15b0748d70779242: 3,\n  \
            __wbindgen_init: 4, é: '__wbg_get_288889d017702237é',\n};";
        let names = numbered(glue);
        let expected = "const a = {\n  __wbg_get_2: (o) => o.get,\n  __wbg_get_1: 1,\n  \
            __wbg_set_1: 2,\n  __wbg_set_2: 3,\n  __wbindgen_init: 4, é: '__wbg_get_2é',\n};";
        assert_eq!(names.in_glue(glue), expected);
        let module_of = |names: &[&str]| {
            let mut types = TypeSection::new();
            types.ty().function([], []);
            let mut imports = ImportSection::new();
            for name in names {
                imports.import("./program_bg.js", name, EntityType::Function(0));
            }
            let mut module = Module::new();
            module.section(&types).section(&imports);
            module.finish()
        };
        let module = module_of(&["__wbg_get_288889d017702237", "__wbindgen_init"]);
        let expected = module_of(&["__wbg_get_2", "__wbindgen_init"]);
        assert_eq!(names.in_module(&module).unwrap(), expected);
    }
}
