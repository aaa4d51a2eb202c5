//! Operators that take parts of values, and put them together.

use super::super::graph::{Node, SMALL};
use super::arrange::elements;
use super::{Inputs, Value, axis, broadcast, signed, size};

/// Numbers at every combination of `places`, the last dimension fastest; `apart` says how far
/// neighbours along each are. `None` where they are many.
pub(super) fn picked(all: &[f64], places: &[Vec<u64>], apart: &[u64]) -> Option<Vec<f64>> {
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

pub(super) fn concat(node: &Node, inputs: &Inputs<'_>) -> Option<Value> {
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

pub(super) fn split(node: &Node, inputs: &Inputs<'_>) -> Vec<Value> {
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

pub(super) fn slice(node: &Node, inputs: &Inputs<'_>) -> Option<Value> {
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

pub(super) fn gather(node: &Node, inputs: &Inputs<'_>) -> Option<Value> {
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

pub(super) fn gather_rows(node: &Node, inputs: &Inputs<'_>) -> Option<Vec<u64>> {
    let (dims, index) = (inputs.dims(0)?, inputs.dims(1)?);
    let batches = usize::try_from(node.whole("batch_dims").unwrap_or(0)).ok()?;
    let (deep, rows) = index.split_last()?;
    let after = dims.get(batches.checked_add(usize::try_from(*deep).ok()?)?..)?;
    Some([rows, after].concat())
}

pub(super) fn expand(inputs: &Inputs<'_>) -> Option<Vec<u64>> {
    let sizes = inputs
        .wholes(1)?
        .into_iter()
        .map(size)
        .collect::<Option<Vec<_>>>()?;
    broadcast(inputs.dims(0)?, &sizes)
}

pub(super) fn tile(inputs: &Inputs<'_>) -> Option<Vec<u64>> {
    let repeats = inputs.wholes(1)?;
    let dims = inputs.dims(0)?.iter().zip(repeats);
    dims.map(|(length, times)| length.checked_mul(size(times)?))
        .collect()
}

pub(super) fn pad(node: &Node, inputs: &Inputs<'_>) -> Option<Vec<u64>> {
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

pub(super) fn top(node: &Node, inputs: &Inputs<'_>) -> Vec<Value> {
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
