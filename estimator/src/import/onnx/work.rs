//! The work and the traffic of one operator: a multiply-add is two operations, bytes are those of
//! 16-bit tensors.

use super::fused::Role;
use super::graph::Node;
use super::shape::{BINARY, NORMS, UNARY, Value, float, letters, weights_at};
use crate::vision::network::Traffic;

/// Bytes of an element.
pub(super) const WIDTH: f64 = 2.0;
/// Bytes of a place that pooling by the largest notes beside it.
const PLACE: f64 = 8.0;

/// Operators of which nothing is left when a graph runs: views of values, and the steps between
/// formats that engines take inside their kernels.
const VIEWS: &[&str] = &[
    "Reshape",
    "Flatten",
    "Squeeze",
    "Unsqueeze",
    "Identity",
    "Cast",
    "CastLike",
    "Dropout",
    "Split",
    "Slice",
    "Expand",
    "Shape",
    "Size",
    "Constant",
    "ConstantOfShape",
    "Range",
    "QuantizeLinear",
    "DequantizeLinear",
    "DynamicQuantizeLinear",
];
/// Operators that read and write elements as they are.
const COPIES: &[&str] = &[
    "Concat",
    "Pad",
    "Tile",
    "DepthToSpace",
    "SpaceToDepth",
    "GatherElements",
    "GatherND",
    "OneHot",
];
const POOLS: &[&str] = &[
    "MaxPool",
    "AveragePool",
    "LpPool",
    "GlobalAveragePool",
    "GlobalMaxPool",
    "GlobalLpPool",
    "QLinearGlobalAveragePool",
];
/// Operators with traffic of their inputs and outputs, and no name of their own in the counts.
const OTHERS: &[&str] = &[
    "Resize",
    "Upsample",
    "GridSample",
    "RoiAlign",
    "MaxRoiPool",
    "TopK",
    "ArgMax",
    "ArgMin",
];

/// What an operator takes.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct Work {
    pub(super) products: f64,
    pub(super) convolutions: f64,
    pub(super) grouped: f64,
    pub(super) depthwise: f64,
    pub(super) attention: f64,
    pub(super) traffic: Traffic,
    /// Kernels that it launches.
    pub(super) kernels: u32,
    /// Whether its result is a view of its first input.
    pub(super) view: bool,
    /// Whether nobody here knows it: taken as elementwise.
    pub(super) unknown: bool,
}

/// The work of a view: none.
const VIEW: Work = Work {
    products: 0.0,
    convolutions: 0.0,
    grouped: 0.0,
    depthwise: 0.0,
    attention: 0.0,
    traffic: Traffic {
        products: 0.0,
        depthwise: 0.0,
        grouped: 0.0,
        norm: 0.0,
        softmax: 0.0,
        batch_norm: 0.0,
        pool: 0.0,
        copy: 0.0,
        pointwise: 0.0,
    },
    kernels: 0,
    view: true,
    unknown: false,
};

/// One kernel that does nothing but move bytes.
fn launched(traffic: Traffic) -> Work {
    Work {
        traffic,
        kernels: 1,
        ..Work::default()
    }
}

/// What stands around an operator.
pub(super) struct Around<'a> {
    pub(super) node: &'a Node,
    pub(super) inputs: Vec<Option<&'a Value>>,
    pub(super) outputs: Vec<&'a Value>,
    pub(super) role: Role,
    /// What a role's first value holds; of attention the first product's inputs.
    pub(super) first: Vec<&'a Value>,
    /// Whether its result is laid out anew at once.
    pub(super) rearranged: bool,
}

impl Around<'_> {
    fn input(&self, at: usize) -> Option<&Value> {
        self.inputs.get(at).copied().flatten()
    }

    fn output(&self) -> f64 {
        self.outputs.first().map_or(0.0, |value| value.elements())
    }

    fn outputs(&self) -> f64 {
        self.outputs.iter().map(|value| value.elements()).sum()
    }

    /// Elements of inputs that are no weights.
    fn data(&self) -> f64 {
        let inputs = self.inputs.iter().flatten().filter(|value| !value.constant);
        inputs.map(|value| value.elements()).sum()
    }

    /// Elements of all inputs.
    fn read(&self) -> f64 {
        self.inputs
            .iter()
            .flatten()
            .map(|value| value.elements())
            .sum()
    }

    /// The work.
    pub(super) fn work(&self) -> Work {
        let held: f64 = self.first.iter().map(|value| value.elements()).sum();
        let bytes = WIDTH * (held + self.output());
        match self.role {
            Role::Hidden => Work::default(),
            Role::Norm(_) => launched(Traffic {
                norm: bytes,
                ..Traffic::default()
            }),
            Role::Activation(_) => launched(Traffic {
                pointwise: bytes,
                ..Traffic::default()
            }),
            Role::Attention(_) => self.attended(),
            Role::Bias => VIEW,
            Role::Alone => self.moving().unwrap_or_else(|| self.computed()),
        }
    }

    /// The work of an operator that moves elements, or views them.
    fn moving(&self) -> Option<Work> {
        let op = self.node.op.as_str();
        if VIEWS.contains(&op) || op == "Transpose" && !self.rearranged {
            return Some(VIEW);
        }
        let both = WIDTH * (self.data() + self.outputs());
        let mut traffic = Traffic::default();
        if NORMS.contains(&op) {
            traffic.norm = WIDTH * (self.read() + self.output());
        } else if op == "BatchNormalization" {
            traffic.batch_norm = WIDTH * (self.read() + self.output());
        } else if matches!(op, "Softmax" | "LogSoftmax") {
            traffic.softmax = both;
        } else if POOLS.contains(&op) {
            let places = if op == "MaxPool" {
                PLACE * self.output()
            } else {
                0.0
            };
            traffic.pool = WIDTH * (self.data() + self.output()) + places;
        } else if op == "Gather" {
            // Rows of a table are looked up; of values they are picked out.
            traffic.copy = 2.0 * WIDTH * self.output();
        } else if COPIES.contains(&op) || op == "Transpose" {
            traffic.copy = both;
        } else if UNARY.contains(&op)
            || BINARY.contains(&op)
            || OTHERS.contains(&op)
            || op.starts_with("Reduce")
        {
            traffic.pointwise = both;
        } else {
            return None;
        }
        Some(launched(traffic))
    }

    /// The work of an operator that multiplies; one that nobody knows is taken as elementwise.
    fn computed(&self) -> Work {
        let op = self.node.op.as_str();
        match op {
            "Conv" | "ConvInteger" | "FusedConv" | "QLinearConv" | "ConvTranspose" => {
                self.convolved()
            }
            "MatMul" | "MatMulInteger" | "FusedMatMul" | "QLinearMatMul" => {
                self.multiplied(2.0 * self.output() * inner(&self.inputs))
            }
            "Gemm" | "FusedGemm" => {
                let turned = self.node.whole("transA").is_some_and(|on| on != 0);
                let inner = self
                    .input(0)
                    .and_then(|value| value.dim(usize::from(!turned)));
                self.multiplied(2.0 * self.output() * inner.map_or(0.0, float))
            }
            "Einsum" => self.multiplied(2.0 * self.lettered()),
            "LSTM" | "GRU" | "RNN" => self.recurrent(),
            "Attention" | "MultiHeadAttention" => self.attended_alone(),
            _ => {
                let mut work = launched(Traffic {
                    pointwise: WIDTH * (self.data() + self.outputs()),
                    ..Traffic::default()
                });
                work.unknown = true;
                work
            }
        }
    }

    fn multiplied(&self, work: f64) -> Work {
        Work {
            products: work,
            traffic: Traffic {
                products: WIDTH * (self.data() + self.output()),
                ..Traffic::default()
            },
            kernels: 1,
            ..Work::default()
        }
    }

    fn convolved(&self) -> Work {
        let turned = self.node.op == "ConvTranspose";
        let weights = self.input(weights_at(&self.node.op));
        let dims = weights
            .and_then(|value| value.dims.as_deref())
            .unwrap_or_default();
        let [out, within, kernel @ ..] = dims else {
            return Work::default();
        };
        let window: f64 = kernel.iter().map(|size| float(*size)).product();
        // Every input of a transposed convolution is spread over a window, every output of a plain
        // one gathered from it.
        let places = if turned { self.data() } else { self.output() };
        let work = 2.0 * places * float(*within) * window;
        let bytes = WIDTH * (self.data() + self.output());
        let groups = self.node.whole("group").unwrap_or(1);
        let mut all = Work {
            kernels: 1,
            ..Work::default()
        };
        if groups <= 1 {
            all.traffic.products = bytes;
            if window > 1.0 {
                all.convolutions = work;
            } else {
                all.products = work;
            }
        } else if *within == 1 && !turned || *out == u64::try_from(groups).unwrap_or(0) {
            all.depthwise = work;
            all.traffic.depthwise = bytes;
        } else {
            all.grouped = work;
            all.traffic.grouped = bytes;
        }
        all
    }

    /// Attention written out in its parts, this being the second product.
    fn attended(&self) -> Work {
        let keys: f64 = self.first.iter().map(|value| value.elements()).sum();
        let weights = self.input(0).map_or(0.0, Value::elements);
        let queries = self.first.first().and_then(|value| value.dims.as_ref());
        let width = queries
            .and_then(|dims| dims.last())
            .map_or(0.0, |size| float(*size));
        let second = 2.0 * self.output() * inner(&self.inputs);
        let values = self.input(1).map_or(0.0, Value::elements);
        Work {
            attention: 2.0 * weights * width + second,
            traffic: Traffic {
                products: WIDTH * (keys + values + self.output()),
                ..Traffic::default()
            },
            kernels: 1,
            ..Work::default()
        }
    }

    /// Attention as one operator.
    fn attended_alone(&self) -> Work {
        let output = self.output();
        let tokens = |value: Option<&Value>| {
            let dims = value
                .and_then(|value| value.dims.as_deref())
                .unwrap_or_default();
            let at = dims.len().checked_sub(2);
            at.and_then(|at| dims.get(at))
                .map_or(0.0, |size| float(*size))
        };
        let packed =
            self.node.op == "Attention" && self.input(1).is_some_and(|value| value.constant);
        let keys = if packed {
            self.input(0)
        } else {
            self.input(1).or(self.input(0))
        };
        // From one input by one weight: its product is inside.
        let made = if packed {
            3.0 * 2.0 * output * inner(&self.inputs)
        } else {
            0.0
        };
        let mut work = self.multiplied(made);
        work.attention = 4.0 * output * tokens(keys);
        work
    }

    fn recurrent(&self) -> Work {
        let gates = |at: usize| self.input(at).map_or(0.0, Value::elements);
        let steps = self
            .input(0)
            .and_then(|value| Some(float(value.dim(0)?) * float(value.dim(1)?)));
        let mut work = self.multiplied(2.0 * steps.unwrap_or(0.0) * (gates(1) + gates(2)));
        // One launch a step.
        let length = self.input(0).and_then(|value| value.dim(0)).unwrap_or(1);
        work.kernels = u32::try_from(length).unwrap_or(u32::MAX).clamp(1, 4096);
        work
    }

    /// Products of all sizes of an equation.
    fn lettered(&self) -> f64 {
        let inputs = super::shape::Inputs(self.inputs.clone());
        let all = letters(self.node, &inputs);
        all.map_or(0.0, |(sizes, _)| {
            sizes.iter().map(|(_, size)| float(*size)).product()
        })
    }
}

/// The last size of the first of these: what a product sums over.
fn inner(values: &[Option<&Value>]) -> f64 {
    let left = values.first().copied().flatten();
    let dims = left.and_then(|value| value.dims.as_ref());
    dims.and_then(|dims| dims.last())
        .map_or(0.0, |size| float(*size))
}
