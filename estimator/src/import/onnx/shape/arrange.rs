//! Operators that arrange elements anew, and those that ask for a shape.

use super::super::graph::Node;
use super::{Inputs, Value, axis, made, reduced, signed, size, taken};

/// The outputs; `None` of an operator that is not known.
pub(super) fn outputs(node: &Node, inputs: &Inputs<'_>) -> Option<Vec<Value>> {
    let first = inputs.at(0);
    let kept = |dims: Option<Vec<u64>>| {
        let mut value = dims.map_or_else(Value::default, Value::of);
        // The same elements in the same order.
        if let Some(first) = first {
            value.numbers.clone_from(&first.numbers);
            value.whole = first.whole;
        }
        vec![value]
    };
    let one = |dims: Option<Vec<u64>>| vec![dims.map_or_else(Value::default, Value::of)];
    Some(match node.op.as_str() {
        "Shape" => vec![made::shape(node, inputs).unwrap_or_default()],
        "Size" => {
            let count = first.and_then(|value| value.dims.as_ref().map(|_| value.elements()));
            vec![count.map_or_else(Value::default, |count| Value {
                numbers: Some(vec![count]),
                whole: true,
                ..Value::of(Vec::new())
            })]
        }
        "Constant" => vec![made::constant(node)],
        "ConstantOfShape" => vec![made::filled(node, inputs).unwrap_or_default()],
        "Range" => vec![made::range(inputs).unwrap_or_default()],
        "Reshape" => kept(reshape(node, inputs)),
        "Flatten" => kept(flatten(node, inputs)),
        "Squeeze" => kept(squeeze(node, inputs)),
        "Unsqueeze" => kept(unsqueeze(node, inputs)),
        "Transpose" => vec![transpose(node, inputs).unwrap_or_default()],
        "Concat" => vec![taken::concat(node, inputs).unwrap_or_default()],
        "Split" => taken::split(node, inputs),
        "Slice" => vec![taken::slice(node, inputs).unwrap_or_default()],
        "Gather" => vec![taken::gather(node, inputs).unwrap_or_default()],
        "GatherElements" => one(inputs.dims(1).map(<[u64]>::to_vec)),
        "GatherND" => one(taken::gather_rows(node, inputs)),
        "Expand" => one(taken::expand(inputs)),
        "Tile" => one(taken::tile(inputs)),
        "Pad" => one(taken::pad(node, inputs)),
        "OneHot" => one(made::one_hot(node, inputs)),
        "TopK" => taken::top(node, inputs),
        "ArgMax" | "ArgMin" => {
            let axis = node.whole("axis").unwrap_or(0);
            one(reduced::reduced(node, inputs, Some(&[axis])))
        }
        op if op.starts_with("Reduce") => vec![reduced::reduce(node, inputs)],
        _ => return None,
    })
}

pub(super) fn elements(dims: &[u64]) -> Option<u64> {
    dims.iter()
        .try_fold(1_u64, |all, size| all.checked_mul(*size))
}

fn reshape(node: &Node, inputs: &Inputs<'_>) -> Option<Vec<u64>> {
    let dims = inputs.dims(0)?;
    let asked = inputs.setting(node, "shape", 1)?;
    let keeps = node.whole("allowzero").unwrap_or(0) == 0;
    let mut sizes = Vec::with_capacity(asked.len());
    let mut open = None;
    for (at, number) in asked.iter().enumerate() {
        sizes.push(match number {
            -1 => {
                open = Some(at);
                1
            }
            0 if keeps => *dims.get(at)?,
            number => size(*number)?,
        });
    }
    if let Some(place) = open.and_then(|at| sizes.get(at).map(|_| at)) {
        let rest = elements(&sizes)?;
        let all = elements(dims)?;
        *sizes.get_mut(place)? = all.checked_div(rest).unwrap_or(0);
    }
    Some(sizes)
}

fn flatten(node: &Node, inputs: &Inputs<'_>) -> Option<Vec<u64>> {
    let dims = inputs.dims(0)?;
    let at = node.whole("axis").unwrap_or(1);
    let at = if at < 0 {
        at.saturating_add(signed(dims.len() as u64))
    } else {
        at
    };
    let (before, after) = dims.split_at_checked(usize::try_from(at).ok()?)?;
    Some(vec![elements(before)?, elements(after)?])
}

fn squeeze(node: &Node, inputs: &Inputs<'_>) -> Option<Vec<u64>> {
    let dims = inputs.dims(0)?;
    let gone: Option<Vec<usize>> = inputs.setting(node, "axes", 1).map(|axes| {
        let all = axes.iter().filter_map(|one| axis(*one, dims.len()));
        all.collect()
    });
    let stays = |at: usize, size: u64| match &gone {
        Some(gone) => !gone.contains(&at),
        None => size != 1,
    };
    let left = dims
        .iter()
        .enumerate()
        .filter(|(at, size)| stays(*at, **size));
    Some(left.map(|(_, size)| *size).collect())
}

fn unsqueeze(node: &Node, inputs: &Inputs<'_>) -> Option<Vec<u64>> {
    let dims = inputs.dims(0)?;
    let axes = inputs.setting(node, "axes", 1)?;
    let rank = dims.len() + axes.len();
    let new: Vec<usize> = axes
        .iter()
        .map(|one| axis(*one, rank))
        .collect::<Option<_>>()?;
    let mut rest = dims.iter();
    let place = |at: usize| {
        if new.contains(&at) {
            Some(1)
        } else {
            rest.next().copied()
        }
    };
    (0..rank).map(place).collect()
}

fn transpose(node: &Node, inputs: &Inputs<'_>) -> Option<Value> {
    let value = inputs.at(0)?;
    let dims = value.dims.as_ref()?;
    let order: Vec<usize> = match node.wholes("perm") {
        Some(order) if order.len() == dims.len() => {
            let place = |one: &i64| axis(*one, dims.len());
            order.iter().map(place).collect::<Option<_>>()?
        }
        Some(_) => return None,
        None => (0..dims.len()).rev().collect(),
    };
    let sizes = order.iter().map(|at| dims.get(*at).copied());
    let sizes: Vec<u64> = sizes.collect::<Option<_>>()?;
    // How far apart neighbours along each dimension are, in the new order.
    let apart = |at: &usize| elements(dims.get(at + 1..)?);
    let apart: Option<Vec<u64>> = order.iter().map(apart).collect();
    let numbers = value.numbers.as_ref().zip(apart).and_then(|(all, apart)| {
        let places: Vec<Vec<u64>> = sizes.iter().map(|size| (0..*size).collect()).collect();
        taken::picked(all, &places, &apart)
    });
    Some(Value {
        numbers,
        whole: value.whole,
        ..Value::of(sizes)
    })
}
