//! Operators that fold dimensions away.

use super::super::graph::Node;
use super::{Inputs, Value, axis};

pub(super) fn reduce(node: &Node, inputs: &Inputs<'_>) -> Value {
    let axes = inputs.setting(node, "axes", 1);
    let mut value = reduced(node, inputs, axes.as_deref()).map_or_else(Value::default, Value::of);
    let numbers = inputs
        .at(0)
        .and_then(|input| Some((input.numbers.as_ref()?, input.whole)));
    if let Some((numbers, whole)) = numbers
        && inputs.at(0).is_some_and(|input| input.rank() == 1)
    {
        let start = numbers.iter().copied();
        let result = match node.op.as_str() {
            "ReduceProd" => Some(start.product()),
            "ReduceSum" => Some(start.sum()),
            "ReduceMax" => start.reduce(f64::max),
            "ReduceMin" => start.reduce(f64::min),
            _ => None,
        };
        value.numbers = result.map(|result| vec![result]);
        value.whole = whole;
    }
    value
}

pub(super) fn reduced(node: &Node, inputs: &Inputs<'_>, axes: Option<&[i64]>) -> Option<Vec<u64>> {
    let dims = inputs.dims(0)?;
    let keeps = node.whole("keepdims").unwrap_or(1) != 0;
    let axes = axes.filter(|axes| !axes.is_empty());
    if axes.is_none() && node.whole("noop_with_empty_axes").unwrap_or(0) != 0 {
        return Some(dims.to_vec());
    }
    let gone: Vec<usize> = match axes {
        Some(axes) => axes
            .iter()
            .map(|one| axis(*one, dims.len()))
            .collect::<Option<_>>()?,
        None => (0..dims.len()).collect(),
    };
    let mut left = Vec::new();
    for (at, size) in dims.iter().enumerate() {
        if !gone.contains(&at) {
            left.push(*size);
        } else if keeps {
            left.push(1);
        }
    }
    Some(left)
}
