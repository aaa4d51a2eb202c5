//! Sizes of products: matrices, letters, recurrent cells, attention in one operator.

use super::super::graph::Node;
use super::{Inputs, Value, broadcast};

/// A matrix product, batched by all dimensions but the last two.
pub(super) fn product(one: Option<&[u64]>, other: Option<&[u64]>) -> Option<Vec<u64>> {
    let (one, other) = (one?, other?);
    match (one, other) {
        ([_], [_]) => Some(Vec::new()),
        ([_], [batch @ .., _, columns]) => Some([batch, &[*columns]].concat()),
        ([batch @ .., rows, _], [_]) => Some([batch, &[*rows]].concat()),
        ([left @ .., rows, inner], [right @ .., outer, columns]) if inner == outer => {
            let mut dims = broadcast(left, right)?;
            dims.extend([*rows, *columns]);
            Some(dims)
        }
        _ => None,
    }
}

pub(super) fn gemm(node: &Node, inputs: &Inputs<'_>) -> Option<Vec<u64>> {
    let turned = |name: &str| node.whole(name).is_some_and(|on| on != 0);
    let (&[rows, columns], &[upper, right]) = (inputs.dims(0)?, inputs.dims(1)?) else {
        return None;
    };
    let rows = if turned("transA") { columns } else { rows };
    Some(vec![rows, if turned("transB") { upper } else { right }])
}

/// The sizes that an equation's letters have, for its result.
pub(super) fn einsum(node: &Node, inputs: &Inputs<'_>) -> Option<Vec<u64>> {
    let (letters, result) = letters(node, inputs)?;
    result
        .iter()
        .map(|letter| size_of(&letters, *letter))
        .collect()
}

/// Letters of an equation with their sizes.
pub(in super::super) type Sizes = Vec<(char, u64)>;

/// The letters of an equation with their sizes, and those of its result.
pub(in super::super) fn letters(node: &Node, inputs: &Inputs<'_>) -> Option<(Sizes, Vec<char>)> {
    let equation: String = node.text("equation").split_whitespace().collect();
    let (left, result) = equation.split_once("->")?;
    let mut sizes: Vec<(char, u64)> = Vec::new();
    for (at, term) in left.split(',').enumerate() {
        let dims = inputs.dims(at)?;
        if term.chars().count() != dims.len() {
            return None;
        }
        sizes.extend(term.chars().zip(dims.iter().copied()));
    }
    sizes.sort_unstable();
    sizes.dedup_by_key(|(letter, _)| *letter);
    Some((sizes, result.chars().collect()))
}

fn size_of(letters: &[(char, u64)], letter: char) -> Option<u64> {
    let mut all = letters.iter();
    all.find(|(known, _)| *known == letter)
        .map(|(_, size)| *size)
}

/// Sequences, states and cells: `[steps, directions, batch, width]`, and the last two without
/// steps.
pub(super) fn recurrent(node: &Node, inputs: &Inputs<'_>) -> Vec<Value> {
    let dims = || {
        let (steps, batch) = (inputs.at(0)?.dim(0)?, inputs.at(0)?.dim(1)?);
        let weights = inputs.at(2)?;
        Some((steps, weights.dim(0)?, batch, weights.dim(2)?))
    };
    let Some((steps, directions, batch, width)) = dims() else {
        return vec![Value::default(); node.outputs.len()];
    };
    let state = Value::of(vec![directions, batch, width]);
    vec![
        Value::of(vec![steps, directions, batch, width]),
        state.clone(),
        state,
    ]
}

/// Attention as one operator: as long as its queries, as wide as its values.
pub(super) fn attention(node: &Node, inputs: &Inputs<'_>) -> Value {
    let dims = || {
        let queries = inputs.dims(0)?;
        // Queries, keys and values from one input by one weight.
        if node.op == "Attention" && inputs.at(1).is_some_and(|weights| weights.rank() == 2) {
            let three = inputs.at(1)?.dim(1)?;
            let [batch, tokens, _] = queries else {
                return None;
            };
            return Some(vec![*batch, *tokens, three / 3]);
        }
        Some(queries.to_vec())
    };
    dims().map_or_else(Value::default, Value::of)
}
