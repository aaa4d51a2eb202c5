//! What goes into a graph: an image or tokens, with the sizes that the file leaves open.

use super::graph::{Declared, Dim, Graph, Id};
use crate::import::network::{Note, Refused};
use crate::import::shorten;
use crate::vision::tokens::WIDEST;
use std::collections::{BTreeMap, BTreeSet};

/// Side of an image where the file leaves it open, pixels: what classifiers are published for.
const SIDE: u64 = 224;
/// Tokens of a text where the file leaves them open.
const TOKENS: u64 = 128;
/// The largest batch that a file is fixed to.
const MOST_BATCH: u64 = 65_536;
/// The least and the largest side, pixels.
const SIDES: (u64, u64) = (8, 16_384);
/// The most tokens.
const MOST_TOKENS: u64 = 1 << 20;

/// What a model reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// Images of so many rows and columns.
    Image(u64, u64),
    /// Texts of so many tokens.
    Text(u64),
}

/// What goes in.
pub(super) struct Given {
    pub(super) kind: Kind,
    /// Images or texts at once that the file is fixed to.
    pub(super) batch: u64,
    /// Sizes of every input.
    pub(super) sizes: Vec<(Id, Vec<u64>)>,
    /// Sizes by the file's names for them.
    pub(super) named: BTreeMap<String, u64>,
}

/// Whether the elements of a value are whole numbers of 32 or 64 bits: tokens.
const fn counts(element: u64) -> bool {
    matches!(element, 6 | 7)
}

fn refused(input: &Declared, sizes: &[u64]) -> Refused {
    let sizes: Vec<String> = sizes.iter().map(u64::to_string).collect();
    Refused::Sizes {
        name: input.name.clone(),
        sizes: shorten(&sizes.join(" × ")),
    }
}

/// An input that is neither an image nor a text, with the sizes that the file says.
fn neither(input: &Declared) -> Refused {
    let dims = input.dims.as_deref().unwrap_or_default().iter();
    let sizes: Vec<String> = dims
        .map(|dim| known(dim).map_or_else(|| "?".to_owned(), |size| size.to_string()))
        .collect();
    Refused::Input {
        name: input.name.clone(),
        sizes: shorten(&sizes.join(" × ")),
    }
}

/// Tells what goes in, and sets what is open.
pub(super) fn given(graph: &Graph, notes: &mut Vec<Note>) -> Result<Given, Refused> {
    let weights: BTreeSet<Id> = graph.tensors.iter().map(|(id, _)| *id).collect();
    let inputs = graph
        .inputs
        .iter()
        .filter(|input| !weights.contains(&input.id));
    let inputs: Vec<&Declared> = inputs.collect();
    let ranked = |rank: usize, whole: bool| {
        let mut all = inputs.iter();
        all.find(|input| {
            let dims = input.dims.as_ref().map_or(0, Vec::len);
            dims == rank && counts(input.element) == whole
        })
    };
    if let Some(image) = ranked(4, false) {
        picture(image, &inputs, notes)
    } else if let Some(text) = ranked(2, true) {
        texts(text, &inputs, notes)
    } else {
        Err(inputs
            .first()
            .map_or(Refused::NoInput, |first| neither(first)))
    }
}

fn known(dim: &Dim) -> Option<u64> {
    match dim {
        Dim::Known(size) => Some(*size),
        Dim::Open(_) => None,
    }
}

fn picture(
    image: &Declared,
    inputs: &[&Declared],
    notes: &mut Vec<Note>,
) -> Result<Given, Refused> {
    let dims = image.dims.as_deref().unwrap_or_default();
    let [batch, second, third, last] = dims else {
        return Err(refused(image, &[]));
    };
    let colours = |dim: &Dim| matches!(known(dim), Some(1 | 3 | 4));
    let behind = !colours(second) && colours(last);
    let (height, width) = if behind {
        (second, third)
    } else {
        (third, last)
    };
    let open = known(height).is_none() || known(width).is_none();
    let side = known(height).or(known(width)).unwrap_or(SIDE);
    let sides = [known(height).unwrap_or(side), known(width).unwrap_or(side)];
    let channels = known(if behind { last } else { second }).unwrap_or(3);
    let many = known(batch).unwrap_or(1);
    let all = if behind {
        vec![many, sides[0], sides[1], channels]
    } else {
        vec![many, channels, sides[0], sides[1]]
    };
    let (short, long) = (sides[0].min(sides[1]), sides[0].max(sides[1]));
    let narrow = long > short.saturating_mul(u64::from(WIDEST));
    if short < SIDES.0 || long > SIDES.1 || narrow || many > MOST_BATCH {
        return Err(refused(image, &all));
    }
    notes.push(if open {
        Note::AssumedSide(side)
    } else {
        Note::Sides(sides[0], sides[1])
    });
    let named = dims.iter().zip(&all).filter_map(|(dim, size)| match dim {
        Dim::Open(name) if !name.is_empty() => Some((name.clone(), *size)),
        _ => None,
    });
    let named = named.collect();
    Ok(finish(
        Kind::Image(sides[0], sides[1]),
        many,
        inputs,
        (image.id, all),
        named,
        notes,
    ))
}

fn texts(text: &Declared, inputs: &[&Declared], notes: &mut Vec<Note>) -> Result<Given, Refused> {
    let dims = text.dims.as_deref().unwrap_or_default();
    let [batch, length] = dims else {
        return Err(refused(text, &[]));
    };
    let (many, tokens) = (known(batch).unwrap_or(1), known(length).unwrap_or(TOKENS));
    let all = vec![many, tokens];
    if many > MOST_BATCH || tokens > MOST_TOKENS {
        return Err(refused(text, &all));
    }
    notes.push(Note::Tokens(tokens));
    let named = dims.iter().zip(&all).filter_map(|(dim, size)| match dim {
        Dim::Open(name) if !name.is_empty() => Some((name.clone(), *size)),
        _ => None,
    });
    let named = named.collect();
    Ok(finish(
        Kind::Text(tokens),
        many,
        inputs,
        (text.id, all),
        named,
        notes,
    ))
}

/// The other inputs, by the same names; sizes with no name are one, or of tokens as long as those.
fn finish(
    kind: Kind,
    batch: u64,
    inputs: &[&Declared],
    (main, own): (Id, Vec<u64>),
    named: BTreeMap<String, u64>,
    notes: &mut Vec<Note>,
) -> Given {
    if batch > 1 {
        notes.push(Note::Batch(batch));
    }
    let mut sizes = Vec::with_capacity(inputs.len());
    for input in inputs {
        let dims = input.dims.as_deref().unwrap_or_default();
        let alike = dims.len() == own.len();
        let all = dims.iter().enumerate().map(|(at, dim)| match dim {
            Dim::Known(size) => *size,
            Dim::Open(name) => {
                let same = own.get(at).copied().filter(|_| alike);
                named.get(name).copied().or(same).unwrap_or(1)
            }
        });
        sizes.push((
            input.id,
            if input.id == main {
                own.clone()
            } else {
                all.collect()
            },
        ));
    }
    Given {
        kind,
        batch,
        sizes,
        named,
    }
}
