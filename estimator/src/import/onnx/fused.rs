//! Operators that were one before the export and are one kernel again in every engine: attention,
//! layer norms, activations written out in their parts.

use super::graph::{Graph, Id, Node};
use super::shape::Value;

/// The most parts that are followed.
const STEPS: usize = 8;

/// What an operator is a part of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    /// Of nothing else.
    Alone,
    /// Of the one whose last part stands for all.
    Hidden,
    /// The last part of a norm of what this value holds.
    Norm(Id),
    /// The last part of an activation of what this value holds.
    Activation(Id),
    /// The bias of a product, added by its kernel.
    Bias,
    /// The second product of an attention, whose first is this operator.
    Attention(usize),
}

/// Who makes a value, and who reads it.
struct Wiring<'a> {
    graph: &'a Graph,
    values: &'a [Value],
    makers: Vec<Option<usize>>,
    /// The reader of each value, where there is one.
    readers: Vec<(u32, usize)>,
}

impl<'a> Wiring<'a> {
    fn of(graph: &'a Graph, values: &'a [Value]) -> Self {
        let mut makers = vec![None; graph.names()];
        let mut readers = vec![(0_u32, 0); graph.names()];
        for (at, node) in graph.nodes.iter().enumerate() {
            for id in node.outputs.iter().flatten() {
                if let Some(maker) = makers.get_mut(*id as usize) {
                    *maker = Some(at);
                }
            }
            let mut seen = Vec::new();
            for id in node.inputs.iter().flatten().filter(|id| {
                !values
                    .get(**id as usize)
                    .is_some_and(|value| value.constant)
            }) {
                if let Some(reader) = readers.get_mut(*id as usize).filter(|_| !seen.contains(id)) {
                    *reader = (reader.0.saturating_add(1), at);
                    seen.push(*id);
                }
            }
        }
        // An output is read by whoever runs the model.
        for id in &graph.outputs {
            if let Some(reader) = readers.get_mut(*id as usize) {
                reader.0 = reader.0.saturating_add(2);
            }
        }
        Self {
            graph,
            values,
            makers,
            readers,
        }
    }

    fn node(&self, at: usize) -> Option<&'a Node> {
        self.graph.nodes.get(at)
    }

    fn maker(&self, id: Id) -> Option<usize> {
        self.makers.get(id as usize).copied().flatten()
    }

    /// The only reader of an operator's result.
    fn reader(&self, at: usize) -> Option<usize> {
        let result = self.result(at)?;
        let (count, reader) = self.readers.get(result as usize)?;
        (*count == 1).then_some(*reader)
    }

    fn result(&self, at: usize) -> Option<Id> {
        self.node(at)?.outputs.first().copied().flatten()
    }

    fn is_constant(&self, id: Id) -> bool {
        self.values
            .get(id as usize)
            .is_some_and(|value| value.constant)
    }

    /// The inputs of an operator that depend on what goes in.
    fn data(&self, at: usize) -> Vec<Id> {
        let inputs = self
            .node(at)
            .map(|node| node.inputs.iter().flatten().copied());
        let inputs = inputs.into_iter().flatten();
        inputs.filter(|id| !self.is_constant(*id)).collect()
    }

    fn is(&self, at: usize, ops: &[&str]) -> bool {
        self.node(at)
            .is_some_and(|node| ops.contains(&node.op.as_str()))
    }

    /// The operator that makes `id` of one value and constants, for one reader alone.
    fn step(&self, id: Id, ops: &[&str]) -> Option<(usize, Id)> {
        let maker = self.maker(id).filter(|at| self.is(*at, ops))?;
        let [data] = self.data(maker)[..] else {
            return None;
        };
        self.reader(maker).map(|_| (maker, data))
    }
}

/// The role of every operator.
pub(super) fn roles(graph: &Graph, values: &[Value]) -> Vec<Role> {
    let wiring = Wiring::of(graph, values);
    let mut roles = vec![Role::Alone; graph.nodes.len()];
    for (at, node) in graph.nodes.iter().enumerate() {
        let found = match node.op.as_str() {
            "Softmax" => attention(&wiring, at),
            "ReduceMean" | "Pow" => norm(&wiring, at),
            "MatMul" | "FusedMatMul" => bias(&wiring, at),
            "Erf" | "Sigmoid" | "HardSigmoid" | "Clip" | "Tanh" => activation(&wiring, at),
            _ => None,
        };
        let Some((parts, last, role)) = found else {
            continue;
        };
        let free = |at: &usize| roles.get(*at) == Some(&Role::Alone);
        if !parts.iter().all(free) || !free(&last) {
            continue;
        }
        for part in parts {
            if let Some(place) = roles.get_mut(part) {
                *place = Role::Hidden;
            }
        }
        if let Some(place) = roles.get_mut(last) {
            *place = role;
        }
    }
    roles
}

type Found = Option<(Vec<usize>, usize, Role)>;

/// A row that is added to a product's result, and nothing else reads that.
fn bias(wiring: &Wiring<'_>, product: usize) -> Found {
    if wiring.data(product).len() != 1 {
        return None;
    }
    let sum = wiring.reader(product)?;
    let row = |id: &Id| {
        wiring
            .values
            .get(*id as usize)
            .is_some_and(|value| value.constant && value.rank() == 1)
    };
    let inputs = &wiring.node(sum)?.inputs;
    let plain = wiring.is(sum, &["Add"]) && inputs.iter().flatten().any(row);
    plain.then(|| (Vec::new(), sum, Role::Bias))
}

/// Product, scale and mask, softmax, product.
fn attention(wiring: &Wiring<'_>, softmax: usize) -> Found {
    let mut parts = vec![softmax];
    let mut id = *wiring.data(softmax).first()?;
    let mut first = None;
    for _ in 0..STEPS {
        let maker = wiring.maker(id)?;
        wiring.reader(maker)?;
        parts.push(maker);
        let data = wiring.data(maker);
        if wiring.is(maker, &["MatMul", "FusedMatMul"]) {
            first = (data.len() == 2).then_some(maker);
            // Queries and keys that were scaled for it.
            let scaled = data
                .iter()
                .filter_map(|id| wiring.step(*id, &["Mul", "Div"]));
            parts.extend(scaled.map(|(at, _)| at));
            break;
        }
        if !wiring.is(
            maker,
            &[
                "Mul", "Div", "Add", "Sub", "Where", "Cast", "Reshape", "Identity",
            ],
        ) {
            return None;
        }
        // A mask is the smaller of the two.
        let size = |id: &Id| wiring.values.get(*id as usize).map_or(0.0, Value::elements);
        id = data
            .into_iter()
            .max_by(|one, other| size(one).total_cmp(&size(other)))?;
    }
    let first = first?;
    let mut last = softmax;
    for _ in 0..STEPS {
        let reader = wiring.reader(last)?;
        if wiring.is(reader, &["MatMul", "FusedMatMul"]) && wiring.data(reader).len() == 2 {
            return Some((parts, reader, Role::Attention(first)));
        }
        if !wiring.is(reader, &["Cast", "Dropout", "Reshape", "Identity", "Where"]) {
            return None;
        }
        parts.push(reader);
        last = reader;
    }
    None
}

/// Mean and deviation, the root of their squares, then scale and shift.
fn norm(wiring: &Wiring<'_>, start: usize) -> Found {
    let mut parts = vec![start];
    let input = *wiring.data(start).first()?;
    let (mut at, base) = if wiring.is(start, &["ReduceMean"]) {
        let less = wiring.reader(start).filter(|at| wiring.is(*at, &["Sub"]))?;
        parts.push(less);
        let base = wiring.result(less)?;
        // Of its readers, the square comes first.
        let square = wiring
            .graph
            .nodes
            .iter()
            .enumerate()
            .skip(less)
            .take(4 * STEPS);
        let mut square = square.filter(|(_, node)| ["Pow", "Mul"].contains(&node.op.as_str()));
        let (square, _) = square.find(|(at, _)| wiring.data(*at).iter().all(|id| *id == base))?;
        parts.push(square);
        (square, base)
    } else {
        (start, input)
    };
    for _ in 0..STEPS {
        at = wiring.reader(at)?;
        let uses = wiring.data(at).contains(&base);
        if uses && wiring.is(at, &["Div", "Mul"]) {
            let mut last = at;
            for op in ["Mul", "Add"] {
                let next = wiring
                    .reader(last)
                    .filter(|next| wiring.is(*next, &[op]) && wiring.data(*next).len() == 1);
                if let Some(next) = next {
                    parts.push(last);
                    last = next;
                }
            }
            return Some((parts, last, Role::Norm(input)));
        }
        if !wiring.is(
            at,
            &[
                "ReduceMean",
                "Add",
                "Sqrt",
                "Reciprocal",
                "Div",
                "Cast",
                "Pow",
            ],
        ) {
            return None;
        }
        parts.push(at);
    }
    None
}

/// A curve with the value itself as its gate: GELU, `SiLU`, hard swish, Mish.
fn activation(wiring: &Wiring<'_>, centre: usize) -> Found {
    let own = *wiring.data(centre).first()?;
    let mut parts = vec![centre];
    let before = wiring.step(own, &["Add", "Mul", "Div", "Softplus"]);
    let gated = |id: Id| wiring.data_of_gate(id);
    // The value is what the curve reads, or what was scaled for it.
    let inputs: Vec<Id> = before.map_or(vec![own], |(_, data)| vec![own, data]);
    let (mut last, mut gate) = (centre, None);
    for _ in 0..3 {
        let Some(reader) = wiring
            .reader(last)
            .filter(|at| wiring.is(*at, &["Add", "Mul", "Div"]))
        else {
            break;
        };
        let result = wiring.result(last)?;
        let others: Vec<Id> = wiring
            .data(reader)
            .into_iter()
            .filter(|id| *id != result)
            .collect();
        match others[..] {
            [] => {}
            [other] if gate.is_none() && inputs.contains(&other) => gate = Some(other),
            [other] if gate.is_none() => {
                let (side, data) = gated(other)?;
                if !inputs.contains(&data) {
                    return None;
                }
                parts.push(side);
                gate = Some(data);
            }
            _ => break,
        }
        if last != centre {
            parts.push(last);
        }
        last = reader;
    }
    let gate = gate?;
    if gate != own {
        parts.push(before?.0);
    }
    Some((parts, last, Role::Activation(gate)))
}

impl Wiring<'_> {
    /// The scaling in a gate, and what it scales.
    fn data_of_gate(&self, id: Id) -> Option<(usize, Id)> {
        self.step(id, &["Mul", "Div"])
    }
}
