//! The nodes of a replica: which of them a process is on, and where it finds the first.

use super::argument::{Arguments, Figure, Value};
use super::problem::Problem;
use super::settings::Settings;
use crate::engine::Engine;
use crate::machines::Machines;

/// The port over which `SGLang`'s nodes meet.
const MEETING: &str = ":20000";

/// A node among those of a replica. Values are the shell's, or those of a cluster.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Group {
    pub(crate) nodes: Value,
    pub(crate) rank: Value,
    /// Address of the first node.
    pub(crate) head: Value,
    /// Whether it is the first, which answers.
    pub(crate) leads: bool,
    /// Accelerators of each node, and the node's place, where they are known.
    pub(crate) placed: Option<(u32, u32)>,
}

impl Group {
    /// As a shell has it.
    pub(super) fn of_shell(machines: Machines, node: u32) -> Self {
        Self {
            nodes: machines.nodes.into(),
            rank: node.into(),
            head: Value::yours("FIRST_NODE"),
            leads: node == 0,
            placed: Some((machines.each, node)),
        }
    }
}

/// The options of a node.
pub(crate) fn group(settings: &Settings<'_>, group: &Group, out: &mut Arguments) {
    match settings.engine {
        Engine::Vllm => vllm(settings, group, out),
        Engine::Sglang => {
            out.set(Figure::Nodes, "--nnodes", group.nodes.clone());
            out.set(Figure::Nodes, "--node-rank", group.rank.clone());
            let head = behind(&group.head, MEETING);
            out.set(Figure::Nodes, "--dist-init-addr", head);
        }
        Engine::TensorRtLlm => {
            let each = group.placed.map(|(each, _)| each);
            out.count(Figure::Nodes, "--gpus_per_node", each);
        }
        Engine::LlamaCpp => out.problem(Problem::Nodes),
    }
}

/// Copies of the attention have engines of their own, which stand whole on a node
/// (`docs/serving/data_parallel_deployment.md`); one engine over several nodes is told all of them
/// (`docs/serving/parallelism_scaling.md`).
fn vllm(settings: &Settings<'_>, group: &Group, out: &mut Arguments) {
    let placed = settings.placement;
    if let Some((each, node)) = group.placed.filter(|_| placed.data > 1) {
        let ranks = placed.tensor.saturating_mul(placed.pipeline).max(1);
        if !each.is_multiple_of(ranks) {
            return out.problem(Problem::Nodes);
        }
        let local = each / ranks;
        out.set(Figure::Nodes, "--data-parallel-size-local", local);
        let start = local.saturating_mul(node);
        out.set(Figure::Nodes, "--data-parallel-start-rank", start);
        let address = "--data-parallel-address";
        out.set(Figure::Nodes, address, group.head.clone());
    } else {
        out.set(Figure::Nodes, "--nnodes", group.nodes.clone());
        out.set(Figure::Nodes, "--node-rank", group.rank.clone());
        out.set(Figure::Nodes, "--master-addr", group.head.clone());
    }
    out.switch(Figure::Nodes, "--headless", !group.leads);
}

/// A value with something behind it.
fn behind(value: &Value, more: &str) -> Value {
    match value {
        Value::Text(text) => format!("{text}{more}").into(),
        Value::Yours { name, after } => Value::Yours {
            name,
            after: format!("{after}{more}"),
        },
    }
}
