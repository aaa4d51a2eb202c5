//! Operators that make values: shapes, constants, ranges.

use super::super::graph::{Node, SMALL, Setting};
use super::{Inputs, Value, axis, float, signed, size};

pub(super) fn shape(node: &Node, inputs: &Inputs<'_>) -> Option<Value> {
    let dims = inputs.dims(0)?;
    let rank = signed(dims.len() as u64);
    let end = |name: &str, usual: i64| {
        let at = node.whole(name).unwrap_or(usual);
        let at = if at < 0 { at.saturating_add(rank) } else { at };
        usize::try_from(at.clamp(0, rank)).ok()
    };
    let part = dims.get(end("start", 0)?..end("end", rank)?)?;
    Some(Value::list(part.iter().map(|size| float(*size)).collect()))
}

pub(super) fn constant(node: &Node) -> Value {
    if let Some(Setting::Tensor(tensor)) = node.setting("value") {
        return Value {
            numbers: tensor.numbers.clone(),
            whole: matches!(tensor.element, 6 | 7 | 9),
            constant: true,
            ..Value::of(tensor.dims.clone())
        };
    }
    if let Some(number) = node.whole("value_int") {
        let mut value = Value::list(vec![
            super::float(number.unsigned_abs()) * if number < 0 { -1.0 } else { 1.0 },
        ]);
        value.dims = Some(Vec::new());
        return value;
    }
    if let Some(numbers) = node.wholes("value_ints") {
        let real = |number: &i64| {
            super::float(number.unsigned_abs()) * if *number < 0 { -1.0 } else { 1.0 }
        };
        return Value::list(numbers.iter().map(real).collect());
    }
    if let Some(Setting::Numbers(numbers)) = node.setting("value_float") {
        return Value {
            numbers: Some(numbers.clone()),
            ..Value::of(Vec::new())
        };
    }
    if let Some(Setting::Numbers(numbers)) = node.setting("value_floats") {
        return Value {
            whole: false,
            ..Value::list(numbers.clone())
        };
    }
    Value::default()
}

pub(super) fn filled(node: &Node, inputs: &Inputs<'_>) -> Option<Value> {
    let sizes = inputs
        .wholes(0)?
        .into_iter()
        .map(size)
        .collect::<Option<Vec<_>>>()?;
    let mut value = Value::of(sizes);
    let (with, whole) = match node.setting("value") {
        Some(Setting::Tensor(tensor)) => (
            tensor.numbers.as_ref().and_then(|all| all.first().copied()),
            matches!(tensor.element, 6 | 7 | 9),
        ),
        _ => (Some(0.0), false),
    };
    let count = value.elements();
    if let Some(with) = with.filter(|_| count <= float(SMALL as u64)) {
        let count = usize::try_from(super::whole(count)).unwrap_or(0);
        value.numbers = Some(vec![with; count]);
    }
    value.whole = whole;
    Some(value)
}

pub(super) fn range(inputs: &Inputs<'_>) -> Option<Value> {
    let number = |at: usize| inputs.at(at)?.numbers.as_ref()?.first().copied();
    let (start, end, step) = (number(0)?, number(1)?, number(2)?);
    let count = ((end - start) / step).ceil().max(0.0);
    let count = size(super::whole(count)).filter(|_| step != 0.0)?;
    if count > SMALL as u64 {
        return Some(Value {
            whole: true,
            ..Value::of(vec![count])
        });
    }
    Some(Value::list(
        (0..count).map(|at| start + step * float(at)).collect(),
    ))
}

pub(super) fn one_hot(node: &Node, inputs: &Inputs<'_>) -> Option<Vec<u64>> {
    let mut dims = inputs.dims(0)?.to_vec();
    let classes = size(*inputs.wholes(1)?.first()?)?;
    let at = axis(node.whole("axis").unwrap_or(-1), dims.len() + 1)?;
    dims.insert(at, classes);
    Some(dims)
}
