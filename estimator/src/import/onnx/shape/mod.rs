//! Shapes of values, operator by operator, and the numbers of small ones: exporters compute shapes
//! inside the graph.
//!
//! What cannot be told is unknown, and so is what follows from it; nothing is guessed here.

mod arrange;
mod fold;
mod made;
mod multiplied;
mod names;
mod reduced;
mod taken;
mod window;

use super::graph::{Node, SMALL};

/// The most dimensions of a value.
const RANK: usize = 16;
/// The largest size of a dimension.
const SIZE: u64 = 1 << 40;

/// What is known of a value.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Value {
    /// Its sizes.
    pub(super) dims: Option<Vec<u64>>,
    /// Its numbers, row by row, where they are few and follow from the file alone.
    pub(super) numbers: Option<Vec<f64>>,
    /// Whether they are whole.
    pub(super) whole: bool,
    /// Whether it is the same whatever the input is: a weight, or made of weights alone.
    pub(super) constant: bool,
}

impl Value {
    pub(super) fn of(dims: Vec<u64>) -> Self {
        let believed = dims.len() <= RANK && dims.iter().all(|size| *size <= SIZE);
        Self {
            dims: believed.then_some(dims),
            ..Self::default()
        }
    }

    fn list(numbers: Vec<f64>) -> Self {
        let mut value = Self::of(vec![numbers.len() as u64]);
        if numbers.len() <= SMALL {
            value.numbers = Some(numbers);
        }
        value.whole = true;
        value
    }

    /// How many elements it has; 0 where nobody knows.
    pub(super) fn elements(&self) -> f64 {
        let dims = self.dims.as_ref();
        dims.map_or(0.0, |dims| dims.iter().map(|size| float(*size)).product())
    }

    pub(super) fn dim(&self, at: usize) -> Option<u64> {
        self.dims.as_ref()?.get(at).copied()
    }

    pub(super) fn rank(&self) -> usize {
        self.dims.as_ref().map_or(0, Vec::len)
    }

    /// Its numbers as whole ones.
    fn wholes(&self) -> Option<Vec<i64>> {
        let numbers = self.numbers.as_ref()?;
        Some(numbers.iter().map(|number| whole(*number)).collect())
    }
}

#[expect(clippy::cast_precision_loss, reason = "sizes are below 2^40")]
pub(super) fn float(size: u64) -> f64 {
    size as f64
}

#[expect(clippy::cast_possible_truncation, reason = "the cast saturates")]
fn whole(number: f64) -> i64 {
    number as i64
}

/// An axis of `rank`, counted from the end where it is negative.
fn axis(axis: i64, rank: usize) -> Option<usize> {
    let rank = i64::try_from(rank).ok()?;
    let axis = if axis < 0 { axis + rank } else { axis };
    usize::try_from(axis).ok().filter(|_| axis < rank)
}

/// A size that was computed: none below zero or beyond belief.
fn size(number: i64) -> Option<u64> {
    u64::try_from(number).ok().filter(|size| *size <= SIZE)
}

fn signed(size: u64) -> i64 {
    i64::try_from(size).unwrap_or(i64::MAX)
}

/// The inputs of an operator.
pub(super) struct Inputs<'a>(pub(super) Vec<Option<&'a Value>>);

impl<'a> Inputs<'a> {
    fn at(&self, at: usize) -> Option<&'a Value> {
        self.0.get(at).copied().flatten()
    }

    fn dims(&self, at: usize) -> Option<&'a [u64]> {
        self.at(at)?.dims.as_deref()
    }

    fn wholes(&self, at: usize) -> Option<Vec<i64>> {
        self.at(at)?.wholes()
    }

    /// Settings that later versions take as an input.
    fn setting(&self, node: &Node, name: &str, at: usize) -> Option<Vec<i64>> {
        let own = node.wholes(name).map(<[i64]>::to_vec);
        own.or_else(|| node.whole(name).map(|one| vec![one]))
            .or_else(|| self.wholes(at))
    }

    pub(super) fn constant(&self) -> bool {
        self.0.iter().flatten().all(|value| value.constant)
    }
}

pub(super) use multiplied::letters;
pub(super) use names::{BINARY, NORMS, UNARY};
pub(super) use window::weights_at;

/// The outputs of an operator; `None` where it is not known.
pub(super) fn outputs(node: &Node, inputs: &Inputs<'_>) -> Option<Vec<Value>> {
    let op = node.op.as_str();
    let same = || Some(inputs.dims(0)?.to_vec());
    let one = |dims: Option<Vec<u64>>| vec![dims.map_or_else(Value::default, Value::of)];
    if UNARY.contains(&op) {
        let folded = fold::unary(op, inputs.at(0));
        return Some(vec![
            folded.or_else(|| same().map(Value::of)).unwrap_or_default(),
        ]);
    }
    if NORMS.contains(&op) {
        return Some(one(same()));
    }
    if BINARY.contains(&op) {
        let folded = fold::binary(op, inputs);
        let dims = || {
            // Of a quantised pair, scales and zeros stand between the two.
            let all = if op.starts_with("QLinear") {
                vec![0, 3]
            } else {
                (0..inputs.0.len()).collect()
            };
            all.into_iter()
                .try_fold(Vec::new(), |dims, at| broadcast(&dims, inputs.dims(at)?))
        };
        return Some(vec![
            folded.or_else(|| dims().map(Value::of)).unwrap_or_default(),
        ]);
    }
    Some(match op {
        "Softmax" | "LogSoftmax" | "BatchNormalization" | "Dropout" | "QuantizeLinear" => {
            one(same())
        }
        "DequantizeLinear" => one(same()),
        "Identity" | "Cast" | "CastLike" => vec![fold::cast(node, inputs.at(0))],
        "DynamicQuantizeLinear" => {
            vec![
                Value::of(same().unwrap_or_default()),
                Value::of(Vec::new()),
                Value::of(Vec::new()),
            ]
        }
        "Conv" | "ConvInteger" | "FusedConv" | "QLinearConv" => {
            one(window::convolution(node, inputs))
        }
        "ConvTranspose" => one(window::transposed(node, inputs)),
        "MaxPool" | "AveragePool" | "LpPool" => {
            let dims = window::pool(node, inputs);
            let dims = dims.map_or_else(Value::default, Value::of);
            vec![dims.clone(), dims]
        }
        "GlobalAveragePool" | "GlobalMaxPool" | "GlobalLpPool" | "QLinearGlobalAveragePool" => {
            one(window::global(inputs))
        }
        "Resize" | "Upsample" => one(window::resize(node, inputs)),
        "GridSample" => one(window::sampled(inputs)),
        "RoiAlign" | "MaxRoiPool" => one(window::regions(node, inputs)),
        "DepthToSpace" => one(window::depth(node, inputs, true)),
        "SpaceToDepth" => one(window::depth(node, inputs, false)),
        "MatMul" | "MatMulInteger" | "FusedMatMul" => {
            one(multiplied::product(inputs.dims(0), inputs.dims(1)))
        }
        "QLinearMatMul" => one(multiplied::product(inputs.dims(0), inputs.dims(3))),
        "Gemm" | "FusedGemm" => one(multiplied::gemm(node, inputs)),
        "Einsum" => one(multiplied::einsum(node, inputs)),
        "LSTM" | "GRU" | "RNN" => multiplied::recurrent(node, inputs),
        "Attention" | "MultiHeadAttention" => vec![multiplied::attention(node, inputs)],
        _ => return arrange::outputs(node, inputs),
    })
}

/// Sizes of a result of both, the usual rule of stretching ones.
fn broadcast(one: &[u64], other: &[u64]) -> Option<Vec<u64>> {
    let rank = one.len().max(other.len());
    let at = |dims: &[u64], place: usize| -> u64 {
        let missing = rank - dims.len();
        let place = place.checked_sub(missing);
        place
            .and_then(|place| dims.get(place).copied())
            .unwrap_or(1)
    };
    let pair = |place| match (at(one, place), at(other, place)) {
        (size, 1) | (1, size) => Some(size),
        (size, same) if size == same => Some(size),
        _ => None,
    };
    (0..rank).map(pair).collect()
}
