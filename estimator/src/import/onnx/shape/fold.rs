//! Numbers of small values: sums of sizes, comparisons, casts.

use super::super::graph::{Node, SMALL};
use super::{Inputs, Value, broadcast};

/// One number from another; `None` of operators that shapes are not made of.
pub(super) fn unary(op: &str, input: Option<&Value>) -> Option<Value> {
    let input = input?;
    let change: fn(f64) -> f64 = match op {
        "Neg" => |number| -number,
        "Floor" => f64::floor,
        "Ceil" => f64::ceil,
        "Round" => f64::round_ties_even,
        "Sqrt" => f64::sqrt,
        "Abs" => f64::abs,
        "Not" => |number| if number == 0.0 { 1.0 } else { 0.0 },
        _ => return None,
    };
    let numbers = input.numbers.as_ref()?;
    Some(Value {
        numbers: Some(numbers.iter().map(|number| change(*number)).collect()),
        ..input.clone()
    })
}

/// A value as another type. Of a cast the type is told, of others it stays.
pub(super) fn cast(node: &Node, input: Option<&Value>) -> Value {
    let Some(mut value) = input.cloned() else {
        return Value::default();
    };
    // The file's numbers of types: 32 and 64 bits, whole.
    match node.whole("to") {
        Some(6 | 7) => {
            value.whole = true;
            if let Some(numbers) = &mut value.numbers {
                for number in numbers {
                    *number = number.trunc();
                }
            }
        }
        Some(_) => value.whole = false,
        None => {}
    }
    value
}

/// One number from two, or of three by the first.
pub(super) fn binary(op: &str, inputs: &Inputs<'_>) -> Option<Value> {
    let values: Vec<&Value> = inputs.0.iter().copied().collect::<Option<_>>()?;
    let whole = values.iter().all(|value| value.whole);
    let mut dims = Vec::new();
    for value in &values {
        dims = broadcast(&dims, value.dims.as_ref()?)?;
    }
    let count = dims.iter().try_fold(1_usize, |all, size| {
        all.checked_mul(usize::try_from(*size).ok()?)
            .filter(|all| *all <= SMALL)
    })?;
    let at = |value: &Value, place: usize| -> Option<f64> {
        let numbers = value.numbers.as_ref()?;
        match numbers.len() {
            1 => numbers.first().copied(),
            length if length == count => numbers.get(place).copied(),
            _ => None,
        }
    };
    let one = |place: usize| -> Option<f64> {
        let first = at(values.first()?, place)?;
        let mut rest = values.iter().skip(1);
        if op == "Where" {
            let (yes, no) = (rest.next()?, rest.next()?);
            return at(if first == 0.0 { no } else { yes }, place);
        }
        rest.try_fold(first, |one, other| pair(op, one, at(other, place)?, whole))
    };
    let numbers = (0..count).map(one).collect::<Option<Vec<f64>>>()?;
    Some(Value {
        numbers: Some(numbers),
        whole,
        ..Value::of(dims)
    })
}

#[expect(clippy::float_cmp, reason = "sizes are whole")]
fn pair(op: &str, one: f64, other: f64, whole: bool) -> Option<f64> {
    let flag = |on: bool| if on { 1.0 } else { 0.0 };
    Some(match op {
        "Add" | "Sum" => one + other,
        "Sub" => one - other,
        "Mul" => one * other,
        "Div" if whole && other == 0.0 => return None,
        "Div" if whole => (one / other).trunc(),
        "Div" => one / other,
        "Mod" if other == 0.0 => return None,
        "Mod" => one - (one / other).floor() * other,
        "Min" => one.min(other),
        "Max" => one.max(other),
        "Pow" => one.powf(other),
        "Equal" => flag(one == other),
        "Greater" => flag(one > other),
        "Less" => flag(one < other),
        "GreaterOrEqual" => flag(one >= other),
        "LessOrEqual" => flag(one <= other),
        "And" => flag(one != 0.0 && other != 0.0),
        "Or" => flag(one != 0.0 || other != 0.0),
        _ => return None,
    })
}
