//! Exports for nobody. Leptos depends on `wasm-streams` for its server functions, of which a
//! static site has none. The crate exports three classes to JavaScript all the same, and an
//! export keeps its code: they are dropped here, 1.6 KB of every first visit.

use anyhow::{Result, ensure};
use wasm_encoder::ExportSection;
use wasmparser::Payload;

use super::sections::rewritten;

/// How the names of the classes for streams begin.
const CLASS: &str = "IntoUnderlying";

/// The text before such a name where wasm-bindgen's JavaScript makes it, for a module or for a
/// script.
const STATEMENTS: [&str; 5] = [
    "export class ",
    "class ",
    "const ",
    "exports.",
    "if (Symbol.dispose) ",
];

/// Part of their exports' names.
const EXPORT: &str = "intounderlying";

/// The JavaScript without the classes for streams, and the statements about them.
pub(crate) fn without_streams(glue: &str) -> Result<String> {
    let mut left = String::new();
    // The line that ends a class; of any other statement it is the first with a semicolon.
    let mut dropped: Option<Option<String>> = None;
    for line in glue.split_inclusive('\n') {
        let text = line.trim_start();
        let is_of_streams = STATEMENTS.iter().any(|start| {
            let of = text.strip_prefix(start);
            of.is_some_and(|of| of.starts_with(CLASS))
        });
        if dropped.is_none() && is_of_streams {
            let indent = line.strip_suffix(text).unwrap_or_default();
            let is_class = line.trim_end().ends_with('{');
            dropped = Some(is_class.then(|| format!("{indent}}}")));
        }
        match &dropped {
            None => left.push_str(line),
            Some(Some(end)) if line.trim_end() == end => dropped = None,
            Some(None) if line.trim_end().ends_with(';') => dropped = None,
            Some(_) => {}
        }
    }
    ensure!(
        !left.contains(CLASS),
        "the glue's classes for streams are written another way"
    );
    Ok(left)
}

/// The module without the exports that only those classes call.
pub(crate) fn without_exports(module: &[u8]) -> Result<Vec<u8>> {
    rewritten(module, |payload, left| {
        let Payload::ExportSection(exports) = payload else {
            return Ok(false);
        };
        let mut kept = ExportSection::new();
        for export in exports.clone() {
            let export = export?;
            if !export.name.contains(EXPORT) {
                kept.export(export.name, export.kind.into(), export.index);
            }
        }
        left.section(&kept);
        Ok(true)
    })
}

#[cfg(test)]
mod tests {
    use wasm_encoder::Module;

    use super::*;

    /// The text between the classes stays, in a module and in a script; classes that cannot be
    /// told apart are an error.
    #[test]
    fn classes_for_streams_go() {
        let module = "export class IntoUnderlyingSink {\n    free() {\n    }\n}\n\
            if (Symbol.dispose) IntoUnderlyingSink.prototype[Symbol.dispose] = 1;\n\
            export class Estimate {\n}\n\
            const IntoUnderlyingSinkFinalization = (typeof F === 'undefined')\n    \
            ? {}\n    : new F(ptr => wasm.__wbg_intounderlyingsink_free(ptr, 1));\n\
            export { initSync };\n";
        let left = without_streams(module).unwrap();
        assert_eq!(left, "export class Estimate {\n}\nexport { initSync };\n");
        let script = "(function(exports) {\n    class IntoUnderlyingSink {\n        free() {\n        \
            }\n    }\n    exports.IntoUnderlyingSink = IntoUnderlyingSink;\n    init();\n})({});\n";
        let left = without_streams(script).unwrap();
        assert_eq!(left, "(function(exports) {\n    init();\n})({});\n");
        assert!(without_streams("var IntoUnderlyingSink = 1;").is_err());
    }

    /// One export of two is left, and every other section as it was.
    #[test]
    fn exports_for_streams_go() {
        let mut types = wasm_encoder::TypeSection::new();
        types.ty().function([], []);
        let mut functions = wasm_encoder::FunctionSection::new();
        functions.function(0);
        let mut code = wasm_encoder::CodeSection::new();
        let mut body = wasm_encoder::Function::new([]);
        body.instructions().end();
        code.function(&body);
        let module_with = |names: &[&str]| {
            let mut exports = ExportSection::new();
            for name in names {
                exports.export(name, wasm_encoder::ExportKind::Func, 0);
            }
            let mut module = Module::new();
            module.section(&types).section(&functions);
            module.section(&exports).section(&code);
            module.finish()
        };
        let both = module_with(&["main", "intounderlyingsink_close"]);
        assert_eq!(without_exports(&both).unwrap(), module_with(&["main"]));
        assert!(without_exports(&both[..both.len() - 1]).is_err());
    }
}
