//! The table of functions. Cutting the program ([`crate::split`]) leaves segments that fill the
//! places of functions in other files with nothing, as they are before: a first visit is 2 KB less
//! without them.

use std::ops::Range;

use anyhow::Result;
use wasm_encoder::ElementSection;
use wasmparser::{ConstExpr, Element, ElementItems, ElementKind, Operator, Payload};

use super::sections::{bytes, rewritten};

/// The module without the segments that fill places with nothing which no other fills.
pub(super) fn without_nothing(module: &[u8]) -> Result<Vec<u8>> {
    rewritten(module, |payload, new| {
        let Payload::ElementSection(segments) = payload else {
            return Ok(false);
        };
        let (mut filled, mut all) = (Vec::new(), Vec::new());
        for segment in segments.clone() {
            let segment = segment?;
            let (places, is_nothing) = (places(&segment)?, is_nothing(&segment)?);
            if !is_nothing {
                filled.extend(places.clone());
            }
            all.push((segment, places.filter(|_| is_nothing)));
        }
        let is_apart =
            |one: &Range<u32>, other: &Range<u32>| other.end <= one.start || one.end <= other.start;
        let mut kept = ElementSection::new();
        for (segment, emptied) in all {
            let is_needless =
                emptied.is_some_and(|emptied| filled.iter().all(|other| is_apart(&emptied, other)));
            if !is_needless {
                let range = segment.range.start.try_into()?..segment.range.end.try_into()?;
                kept.raw(bytes(module, range)?);
            }
        }
        new.section(&kept);
        Ok(true)
    })
}

/// Whether a segment has no function in it.
fn is_nothing(segment: &Element) -> Result<bool> {
    Ok(match &segment.items {
        ElementItems::Functions(functions) => functions.count() == 0,
        ElementItems::Expressions(_, items) => {
            let mut is_nothing = true;
            for item in items.clone() {
                is_nothing &= matches!(first(&item?)?, Some(Operator::RefNull { .. }));
            }
            is_nothing
        }
    })
}

/// The places of the table that a segment fills as the program starts; `None` where it is not told
/// by a number which, or where it is filled later.
fn places(segment: &Element) -> Result<Option<Range<u32>>> {
    let ElementKind::Active { offset_expr, .. } = &segment.kind else {
        return Ok(None);
    };
    let Some(Operator::I32Const { value }) = first(offset_expr)? else {
        return Ok(None);
    };
    let count = match &segment.items {
        ElementItems::Functions(functions) => functions.count(),
        ElementItems::Expressions(_, items) => items.count(),
    };
    let start = value.cast_unsigned();
    Ok(Some(start..start.saturating_add(count)))
}

/// The first step of a constant expression.
fn first<'a>(expression: &ConstExpr<'a>) -> Result<Option<Operator<'a>>> {
    Ok(expression
        .get_operators_reader()
        .into_iter()
        .next()
        .transpose()?)
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use wasm_encoder::{ConstExpr, Elements, Module, RefType};

    use super::*;

    /// Only what fills with nothing goes, and only where no function lies there.
    #[test]
    fn nothing_is_not_filled_in() {
        let nothing = [0; 3].map(|_| ConstExpr::ref_null(wasm_encoder::HeapType::FUNC));
        let nothing = || Elements::Expressions(RefType::FUNCREF, Cow::Borrowed(&nothing));
        let functions = || Elements::Functions(Cow::Borrowed(&[0, 1]));
        let module_of = |segments: Vec<(i32, Elements)>| {
            let mut section = ElementSection::new();
            for (at, elements) in segments {
                section.active(None, &ConstExpr::i32_const(at), elements);
            }
            let mut module = Module::new();
            module.section(&section);
            module.finish()
        };
        let before = vec![
            (1, functions()),
            (3, nothing()),
            (2, nothing()),
            (9, functions()),
        ];
        let after = vec![(1, functions()), (2, nothing()), (9, functions())];
        let left = without_nothing(&module_of(before)).unwrap();
        assert_eq!(left, module_of(after));
    }
}
