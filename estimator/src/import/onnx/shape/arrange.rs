//! Operators that arrange elements anew, and those that ask for a shape.

use super::super::graph::{Node, SMALL, Setting};
use super::{Inputs, Value, axis, broadcast, float, signed, size};

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
        "Shape" => vec![shape(node, inputs).unwrap_or_default()],
        "Size" => {
            let count = first.and_then(|value| value.dims.as_ref().map(|_| value.elements()));
            vec![count.map_or_else(Value::default, |count| Value {
                numbers: Some(vec![count]),
                whole: true,
                ..Value::of(Vec::new())
            })]
        }
        "Constant" => vec![constant(node)],
        "ConstantOfShape" => vec![filled(node, inputs).unwrap_or_default()],
        "Range" => vec![range(inputs).unwrap_or_default()],
        "Reshape" => kept(reshape(node, inputs)),
        "Flatten" => kept(flatten(node, inputs)),
        "Squeeze" => kept(squeeze(node, inputs)),
        "Unsqueeze" => kept(unsqueeze(node, inputs)),
        "Transpose" => vec![transpose(node, inputs).unwrap_or_default()],
        "Concat" => vec![concat(node, inputs).unwrap_or_default()],
        "Split" => split(node, inputs),
        "Slice" => vec![slice(node, inputs).unwrap_or_default()],
        "Gather" => vec![gather(node, inputs).unwrap_or_default()],
        "GatherElements" => one(inputs.dims(1).map(<[u64]>::to_vec)),
        "GatherND" => one(gather_rows(node, inputs)),
        "Expand" => one(expand(inputs)),
        "Tile" => one(tile(inputs)),
        "Pad" => one(pad(node, inputs)),
        "OneHot" => one(one_hot(node, inputs)),
        "TopK" => top(node, inputs),
        "ArgMax" | "ArgMin" => {
            let axis = node.whole("axis").unwrap_or(0);
            one(reduced(node, inputs, Some(&[axis])))
        }
        op if op.starts_with("Reduce") => vec![reduce(node, inputs)],
        _ => return None,
    })
}

fn shape(node: &Node, inputs: &Inputs<'_>) -> Option<Value> {
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

fn constant(node: &Node) -> Value {
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

fn filled(node: &Node, inputs: &Inputs<'_>) -> Option<Value> {
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

fn range(inputs: &Inputs<'_>) -> Option<Value> {
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

fn elements(dims: &[u64]) -> Option<u64> {
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
        picked(all, &places, &apart)
    });
    Some(Value {
        numbers,
        whole: value.whole,
        ..Value::of(sizes)
    })
}

/// Numbers at every combination of `places`, the last dimension fastest; `apart` says how far
/// neighbours along each are. `None` where they are many.
fn picked(all: &[f64], places: &[Vec<u64>], apart: &[u64]) -> Option<Vec<f64>> {
    let mut at = vec![0_u64];
    for (places, apart) in places.iter().zip(apart) {
        if places.len().checked_mul(at.len())? > SMALL {
            return None;
        }
        let next = at.iter().flat_map(|from| {
            let steps = places.iter();
            steps.map(move |place| place.checked_mul(*apart)?.checked_add(*from))
        });
        at = next.collect::<Option<_>>()?;
    }
    let one = |at: u64| all.get(usize::try_from(at).ok()?).copied();
    at.into_iter().map(one).collect()
}

fn concat(node: &Node, inputs: &Inputs<'_>) -> Option<Value> {
    let mut dims = inputs.dims(0)?.to_vec();
    let at = axis(node.whole("axis").unwrap_or(0), dims.len())?;
    let mut along = 0_u64;
    let mut numbers = Some(Vec::new());
    let mut whole = true;
    for place in 0..inputs.0.len() {
        let value = inputs.at(place)?;
        along = along.checked_add(value.dim(at)?)?;
        whole &= value.whole;
        numbers = numbers.zip(value.numbers.as_ref()).map(|(mut all, more)| {
            all.extend(more);
            all
        });
        numbers = numbers.filter(|all| all.len() <= SMALL);
    }
    *dims.get_mut(at)? = along;
    let line = dims.len() == 1;
    Some(Value {
        numbers: numbers.filter(|_| line),
        whole,
        ..Value::of(dims)
    })
}

fn split(node: &Node, inputs: &Inputs<'_>) -> Vec<Value> {
    let count = node.outputs.len();
    let parts = || {
        let dims = inputs.dims(0)?;
        let at = axis(node.whole("axis").unwrap_or(0), dims.len())?;
        let sizes = inputs.setting(node, "split", 1);
        let all = *dims.get(at)?;
        let equal = all.div_ceil((count as u64).max(1));
        let part = |place: usize| {
            let size = match &sizes {
                Some(sizes) => size(*sizes.get(place)?)?,
                None => equal.min(all.saturating_sub(equal * place as u64)),
            };
            let mut dims = dims.to_vec();
            *dims.get_mut(at)? = size;
            Some(Value::of(dims))
        };
        (0..count).map(part).collect::<Option<Vec<_>>>()
    };
    parts().unwrap_or_else(|| vec![Value::default(); count])
}

fn slice(node: &Node, inputs: &Inputs<'_>) -> Option<Value> {
    let value = inputs.at(0)?;
    let mut dims = value.dims.clone()?;
    let starts = inputs.setting(node, "starts", 1)?;
    let ends = inputs.setting(node, "ends", 2)?;
    let axes = inputs.setting(node, "axes", 3);
    let steps = inputs.wholes(4);
    let few = value.numbers.as_ref().filter(|all| all.len() <= SMALL);
    let apart: Option<Vec<u64>> = (0..dims.len())
        .map(|at| elements(dims.get(at + 1..)?))
        .collect();
    // The places that are taken along each dimension, of values whose numbers are known.
    let mut places: Vec<Vec<u64>> = match few {
        Some(_) => dims.iter().map(|size| (0..*size).collect()).collect(),
        None => Vec::new(),
    };
    for (place, (start, end)) in starts.iter().zip(&ends).enumerate() {
        let at = match &axes {
            Some(axes) => axis(*axes.get(place)?, dims.len())?,
            None => place,
        };
        let step = match &steps {
            Some(steps) => *steps.get(place)?,
            None => 1,
        };
        let length = signed(*dims.get(at)?);
        let least = if step < 0 { -1 } else { 0 };
        let most = if step < 0 { length - 1 } else { length };
        let from = |one: i64| {
            if one < 0 {
                one.saturating_add(length)
            } else {
                one
            }
        };
        let (start, end) = (
            from(*start).clamp(0, most.max(0)),
            from(*end).clamp(least, length),
        );
        let span = if step < 0 { start - end } else { end - start };
        let count = span
            .max(0)
            .unsigned_abs()
            .div_ceil(step.unsigned_abs().max(1));
        *dims.get_mut(at)? = count;
        if let Some(along) = places.get_mut(at) {
            let place = |one: u64| {
                let at = start.checked_add(signed(one).checked_mul(step)?)?;
                u64::try_from(at).ok()
            };
            *along = (0..count).map(place).collect::<Option<_>>()?;
        }
    }
    let numbers = few
        .zip(apart)
        .and_then(|(all, apart)| picked(all, &places, &apart));
    Some(Value {
        numbers,
        whole: value.whole,
        ..Value::of(dims)
    })
}

fn gather(node: &Node, inputs: &Inputs<'_>) -> Option<Value> {
    let (value, index) = (inputs.at(0)?, inputs.at(1)?);
    let dims = value.dims.as_ref()?;
    let at = axis(node.whole("axis").unwrap_or(0), dims.len())?;
    let (before, after) = (dims.get(..at)?, dims.get(at + 1..)?);
    let gathered = [before, index.dims.as_ref()?, after].concat();
    let pick = |one: &i64| {
        let all = value.numbers.as_ref()?;
        all.get(axis(*one, all.len())?).copied()
    };
    let indices = index.wholes().filter(|_| dims.len() == 1);
    let numbers = indices.and_then(|all| all.iter().map(pick).collect());
    Some(Value {
        numbers,
        whole: value.whole,
        ..Value::of(gathered)
    })
}

fn gather_rows(node: &Node, inputs: &Inputs<'_>) -> Option<Vec<u64>> {
    let (dims, index) = (inputs.dims(0)?, inputs.dims(1)?);
    let batches = usize::try_from(node.whole("batch_dims").unwrap_or(0)).ok()?;
    let (deep, rows) = index.split_last()?;
    let after = dims.get(batches.checked_add(usize::try_from(*deep).ok()?)?..)?;
    Some([rows, after].concat())
}

fn expand(inputs: &Inputs<'_>) -> Option<Vec<u64>> {
    let sizes = inputs
        .wholes(1)?
        .into_iter()
        .map(size)
        .collect::<Option<Vec<_>>>()?;
    broadcast(inputs.dims(0)?, &sizes)
}

fn tile(inputs: &Inputs<'_>) -> Option<Vec<u64>> {
    let repeats = inputs.wholes(1)?;
    let dims = inputs.dims(0)?.iter().zip(repeats);
    dims.map(|(length, times)| length.checked_mul(size(times)?))
        .collect()
}

fn pad(node: &Node, inputs: &Inputs<'_>) -> Option<Vec<u64>> {
    let dims = inputs.dims(0)?;
    let pads = inputs.setting(node, "pads", 1)?;
    let axes: Vec<usize> = match inputs.wholes(3) {
        Some(axes) => axes
            .iter()
            .map(|one| axis(*one, dims.len()))
            .collect::<Option<_>>()?,
        None => (0..dims.len()).collect(),
    };
    let mut padded = dims.to_vec();
    for (place, at) in axes.iter().enumerate() {
        let both = pads
            .get(place)?
            .checked_add(*pads.get(place + axes.len())?)?;
        let length = padded.get_mut(*at)?;
        *length = size(signed(*length).checked_add(both)?)?;
    }
    Some(padded)
}

fn one_hot(node: &Node, inputs: &Inputs<'_>) -> Option<Vec<u64>> {
    let mut dims = inputs.dims(0)?.to_vec();
    let classes = size(*inputs.wholes(1)?.first()?)?;
    let at = axis(node.whole("axis").unwrap_or(-1), dims.len() + 1)?;
    dims.insert(at, classes);
    Some(dims)
}

fn top(node: &Node, inputs: &Inputs<'_>) -> Vec<Value> {
    let dims = || {
        let mut dims = inputs.dims(0)?.to_vec();
        let at = axis(node.whole("axis").unwrap_or(-1), dims.len())?;
        let count = inputs.setting(node, "k", 1)?;
        *dims.get_mut(at)? = size(*count.first()?)?;
        Some(Value::of(dims))
    };
    let value = dims().unwrap_or_default();
    vec![value.clone(), value]
}

fn reduce(node: &Node, inputs: &Inputs<'_>) -> Value {
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

fn reduced(node: &Node, inputs: &Inputs<'_>, axes: Option<&[i64]>) -> Option<Vec<u64>> {
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
