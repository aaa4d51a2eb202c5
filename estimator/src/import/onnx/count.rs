//! All operators together: work, traffic, kernels, parameters, and the most bytes alive.

use super::fused::{Role, roles};
use super::graph::{Dim, Graph, Id, Node, Setting};
use super::inputs::Given;
use super::shape::{Inputs, Value, outputs};
use super::work::{Around, WIDTH, Work};
use crate::import::network::Note;
use crate::vision::network::Traffic;
use std::collections::{BTreeMap, BTreeSet};

/// The most kinds of operators that are named.
const NAMED: usize = 8;

/// The sums of a graph, over everything that goes in at once.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct Sums {
    pub(super) parameters: f64,
    /// Of which are tables that are looked up.
    pub(super) embeddings: f64,
    pub(super) work: Work,
    pub(super) kernels: u32,
    /// Bytes.
    pub(super) alive: f64,
}

/// Counts a graph.
pub(super) fn count(graph: &Graph, given: &Given, notes: &mut Vec<Note>) -> Sums {
    let (values, unknown) = shaped(graph, given);
    let roles = roles(graph, &values);
    let mut sums = Sums::default();
    let mut strange: BTreeMap<&str, u32> = BTreeMap::new();
    let mut unshaped = 0_u32;
    let mut works = Vec::with_capacity(graph.nodes.len());
    let rearranged = rearranged(graph);
    for (at, node) in graph.nodes.iter().enumerate() {
        let around = around(graph, &values, &roles, (at, node), &rearranged);
        let settled = node
            .outputs
            .iter()
            .flatten()
            .all(|id| value(&values, *id).constant);
        let mut work = if settled {
            Work {
                view: true,
                ..Work::default()
            }
        } else {
            around.work()
        };
        if unknown.contains(&at) {
            work.unknown = true;
            *strange.entry(&node.op).or_default() += 1;
        }
        let blind = |id: &Id| value(&values, *id).dims.is_none();
        if !settled
            && work.kernels > 0
            && node
                .outputs
                .first()
                .copied()
                .flatten()
                .is_some_and(|id| blind(&id))
        {
            unshaped = unshaped.saturating_add(1);
        }
        add(&mut sums, &work);
        works.push(work);
    }
    sums.alive = alive(graph, &values, &works, &roles);
    (sums.parameters, sums.embeddings) = parameters(graph);
    for (op, count) in strange.into_iter().take(NAMED) {
        notes.push(Note::Unknown {
            op: op.to_owned(),
            count,
            of: u32::try_from(graph.nodes.len()).unwrap_or(u32::MAX),
        });
    }
    if unshaped > 0 {
        notes.push(Note::Unshaped(unshaped));
    }
    if graph.tensors.iter().any(|(_, tensor)| tensor.external) {
        notes.push(Note::External);
    }
    sums
}

fn value(values: &[Value], id: Id) -> &Value {
    const NONE: &Value = &Value {
        dims: None,
        numbers: None,
        whole: false,
        constant: false,
    };
    values.get(id as usize).unwrap_or(NONE)
}

/// Every value, and the operators that nobody knows.
fn shaped(graph: &Graph, given: &Given) -> (Vec<Value>, BTreeSet<usize>) {
    let mut values = vec![Value::default(); graph.names()];
    let put = |values: &mut Vec<Value>, id: Id, value: Value| {
        if let Some(place) = values.get_mut(id as usize) {
            *place = value;
        }
    };
    for (id, sizes) in &given.sizes {
        put(&mut values, *id, Value::of(sizes.clone()));
    }
    for (id, tensor) in &graph.tensors {
        let mut value = Value::of(tensor.dims.clone());
        value.numbers.clone_from(&tensor.numbers);
        value.whole = matches!(tensor.element, 6 | 7 | 9);
        value.constant = true;
        put(&mut values, *id, value);
    }
    let declared: BTreeMap<Id, Vec<u64>> = graph
        .values
        .iter()
        .filter_map(|value| {
            let dims = value.dims.as_ref()?.iter().map(|dim| match dim {
                Dim::Known(size) => Some(*size),
                Dim::Open(name) => given.named.get(name).copied(),
            });
            Some((value.id, dims.collect::<Option<_>>()?))
        })
        .collect();
    let mut unknown = BTreeSet::new();
    for (at, node) in graph.nodes.iter().enumerate() {
        let inputs = Inputs(
            node.inputs
                .iter()
                .map(|id| id.and_then(|id| values.get(id as usize)))
                .collect(),
        );
        let constant = inputs.constant() && (node.op == "Constant" || !node.inputs.is_empty());
        let found = outputs(node, &inputs);
        let first = inputs
            .0
            .first()
            .copied()
            .flatten()
            .and_then(|value| value.dims.clone());
        if found.is_none() {
            unknown.insert(at);
        }
        let known = found.is_some();
        let found = found.unwrap_or_default();
        for (place, id) in node.outputs.iter().enumerate() {
            let Some(id) = *id else { continue };
            let mut value = found.get(place).cloned().unwrap_or_default();
            if value.dims.is_none() {
                value.dims = declared.get(&id).cloned();
            }
            // One that nobody knows is taken as one that changes elements.
            if value.dims.is_none() && !known && place == 0 {
                value.dims.clone_from(&first);
            }
            // What is known to the last number does not depend on what goes in.
            value.constant = constant || value.numbers.is_some();
            put(&mut values, id, value);
        }
    }
    (values, unknown)
}

/// The values that a reshape reads: a transpose before it moves elements.
fn rearranged(graph: &Graph) -> BTreeSet<Id> {
    let reshapes = graph
        .nodes
        .iter()
        .filter(|node| matches!(node.op.as_str(), "Reshape" | "Flatten"));
    reshapes.filter_map(|node| node.input(0)).collect()
}

fn around<'a>(
    graph: &'a Graph,
    values: &'a [Value],
    roles: &[Role],
    (at, node): (usize, &'a Node),
    rearranged: &BTreeSet<Id>,
) -> Around<'a> {
    let role = roles.get(at).copied().unwrap_or(Role::Alone);
    let all = |ids: &[Option<Id>]| -> Vec<Option<&'a Value>> {
        ids.iter()
            .map(|id| id.map(|id| value(values, id)))
            .collect()
    };
    let first = match role {
        Role::Norm(id) | Role::Activation(id) => vec![value(values, id)],
        Role::Attention(first) => {
            let inputs = graph.nodes.get(first).map(|node| all(&node.inputs));
            inputs.unwrap_or_default().into_iter().flatten().collect()
        }
        Role::Alone | Role::Hidden | Role::Bias => Vec::new(),
    };
    let result = node.outputs.first().copied().flatten();
    Around {
        node,
        inputs: all(&node.inputs),
        outputs: all(&node.outputs).into_iter().flatten().collect(),
        role,
        first,
        rearranged: result.is_some_and(|id| rearranged.contains(&id)),
    }
}

fn add(sums: &mut Sums, more: &Work) {
    let all = &mut sums.work;
    all.products += more.products;
    all.convolutions += more.convolutions;
    all.grouped += more.grouped;
    all.depthwise += more.depthwise;
    all.attention += more.attention;
    let mut moved = all.traffic.bytes();
    for (one, other) in moved.iter_mut().zip(more.traffic.bytes()) {
        *one += other;
    }
    all.traffic = Traffic::of(moved);
    sums.kernels = sums.kernels.saturating_add(more.kernels);
}

/// Parameters that operators read, and those that are looked up.
fn parameters(graph: &Graph) -> (f64, f64) {
    let read: BTreeSet<Id> = graph
        .nodes
        .iter()
        .flat_map(|node| node.inputs.iter().flatten().copied())
        .collect();
    let tables = graph.nodes.iter().filter(|node| node.op == "Gather");
    let tables: BTreeSet<Id> = tables.filter_map(|node| node.input(0)).collect();
    let (mut all, mut looked) = (0.0, 0.0);
    let mut seen = BTreeSet::new();
    // Some exporters write every weight as an operator that makes it.
    let made = graph.nodes.iter().filter(|node| node.op == "Constant");
    let made = made.filter_map(|node| match node.setting("value") {
        Some(Setting::Tensor(tensor)) => Some((node.outputs.first().copied().flatten()?, tensor)),
        _ => None,
    });
    let named = graph.tensors.iter().map(|(id, tensor)| (*id, tensor));
    for (id, tensor) in named.chain(made) {
        // Shapes, marks and indices of 64 bits are no parameters.
        if matches!(tensor.element, 7 | 9) || !read.contains(&id) || !seen.insert(id) {
            continue;
        }
        let count = Value::of(tensor.dims.clone()).elements();
        all += count;
        if tables.contains(&id) && tensor.dims.len() == 2 {
            looked += count;
        }
    }
    (all, looked)
}

/// The values that an operator reads; the last part of several, what they stand for, too.
fn reads(graph: &Graph, roles: &[Role], (at, node): (usize, &Node)) -> Vec<Id> {
    let mut all: Vec<Id> = node.inputs.iter().flatten().copied().collect();
    match roles.get(at) {
        Some(Role::Norm(id) | Role::Activation(id)) => all.push(*id),
        Some(Role::Attention(first)) => {
            let first = graph.nodes.get(*first);
            all.extend(first.iter().flat_map(|node| node.inputs.iter().flatten()));
        }
        _ => {}
    }
    all
}

/// The most bytes alive, operator by operator in the file's order; views are their inputs.
fn alive(graph: &Graph, values: &[Value], works: &[Work], roles: &[Role]) -> f64 {
    let mut roots: Vec<Id> = (0..values.len())
        .map(|id| u32::try_from(id).unwrap_or(u32::MAX))
        .collect();
    let root = |roots: &[Id], id: Id| roots.get(id as usize).copied().unwrap_or(id);
    for (node, work) in graph.nodes.iter().zip(works) {
        if !work.view {
            continue;
        }
        let mut data = node.inputs.iter().flatten().copied();
        if let Some(from) = data.find(|id| !value(values, *id).constant) {
            let from = root(&roots, from);
            for id in node.outputs.iter().flatten() {
                if let Some(place) = roots.get_mut(*id as usize) {
                    *place = from;
                }
            }
        }
    }
    let mut last = vec![0_usize; values.len()];
    for (at, node) in graph.nodes.iter().enumerate() {
        for id in &reads(graph, roles, (at, node)) {
            if let Some(place) = last.get_mut(root(&roots, *id) as usize) {
                *place = at;
            }
        }
    }
    for id in &graph.outputs {
        if let Some(place) = last.get_mut(root(&roots, *id) as usize) {
            *place = usize::MAX;
        }
    }
    let mut held: BTreeMap<Id, f64> = BTreeMap::new();
    let weights: BTreeSet<Id> = graph.tensors.iter().map(|(id, _)| *id).collect();
    let mut now = 0.0;
    for input in graph
        .inputs
        .iter()
        .filter(|input| !weights.contains(&input.id))
    {
        let bytes = WIDTH * value(values, input.id).elements();
        if held.insert(input.id, bytes).is_none() {
            now += bytes;
        }
    }
    let mut most: f64 = now;
    for (at, (node, work)) in graph.nodes.iter().zip(works).enumerate() {
        let ends = |id: Id| last.get(id as usize) == Some(&at);
        let hidden = roles.get(at) == Some(&Role::Hidden);
        let mut made = 0.0;
        if !work.view && !hidden {
            for id in node
                .outputs
                .iter()
                .flatten()
                .filter(|id| !value(values, **id).constant)
            {
                let bytes = WIDTH * value(values, *id).elements();
                if held.insert(*id, bytes).is_none() {
                    made += bytes;
                }
            }
        }
        now += made;
        most = most.max(now);
        let gone: BTreeSet<Id> = reads(graph, roles, (at, node))
            .iter()
            .map(|id| root(&roots, *id))
            .collect();
        for id in gone.into_iter().filter(|id| ends(*id)) {
            now -= held.remove(&id).unwrap_or(0.0);
        }
    }
    most
}
