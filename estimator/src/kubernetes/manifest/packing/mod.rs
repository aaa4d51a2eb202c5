//! Manifests of a fleet: the layouts of its nodes, and a Deployment for each workload on each kind of
//! place that the packing gave it.
//!
//! ```text
//! node     = as many GPUs of a type and price as its machine has, in the packing's order
//! layout   = nodes whose GPUs are cut and shared alike; its name is the label of the nodes
//! replicas = those that stand on such a place
//! memory   = of a shared GPU: what the packing gives a replica, over the GPU's
//! ```
//!
//! GPUs that a vGPU or swapping shares have no manifest: the one is the hypervisor's, the other
//! the server's that loads models. They are said, by workload.

mod layout;
mod seat;

use super::Set;
use super::answer::{Choices, NoManifest};
use super::deploy::{Autoscaler, Deploy, Devices, Form, Site, Work};
use super::figure;
use super::name::{derived, label};
use super::node::Fields;
use super::set::{self, About, Finding};
use super::{check, pod, workload};
use crate::fleet::Mode;
use crate::fleet::asked::{Asked, Board, Member, Report};
use crate::kubernetes::problem::FieldError;
use layout::Layout;
use seat::Seat;

/// What a reader chooses, as typed.
#[derive(Debug, Clone, PartialEq)]
pub struct FleetChoices {
    /// The namespace of all workloads.
    pub namespace: String,
    /// Whether the Prometheus operator is installed.
    pub monitored: bool,
    /// What else no answer knows.
    pub site: Site,
}

/// A workload's checkpoint.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Checkpoint {
    /// Its name on the hub, where one is known of the format, or `quantized`.
    pub model: Option<String>,
    /// Whether it is at 16 bits, of which the engine makes fp8.
    pub quantized: bool,
}

/// A fleet as it was packed.
#[derive(Debug, Clone, PartialEq)]
pub struct Packed {
    /// The complete question.
    pub asked: Asked,
    /// Its report.
    pub report: Report,
    /// The checkpoints, in the order of the workloads.
    pub checkpoints: Vec<Checkpoint>,
    /// The labels of the accelerators to choose from, where they are known.
    pub products: Vec<Option<String>>,
}

/// Why a workload, or a part of its replicas, is not in the documents.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Left {
    /// Its vGPU is made by the hypervisor.
    Vgpu,
    /// Its model is swapped in and out, which its server has to do.
    Swapped,
    /// It, or one beside it, needs more than an equal part of the memory, which is what MPS gives
    /// a process by the device plugin.
    UnequalParts,
    /// The engine has no option for a setting of it, or its maker's accelerators are not written.
    Unwritten,
}

/// The documents of a fleet.
#[derive(Debug, Clone, PartialEq)]
pub struct FleetSet {
    /// They.
    pub set: Set,
    /// Workloads that are left out, by their places, and why.
    pub left: Vec<(Left, Vec<usize>)>,
}

/// Writes every document of a fleet.
///
/// # Errors
/// What is wrong with the choices, each with its field; nothing is written then.
pub fn write_fleet(packed: &Packed, choices: &FleetChoices) -> Result<FleetSet, Vec<FieldError>> {
    let layouts = layout::layouts(packed);
    let names = names(packed);
    let (mut left, mut all): (Vec<(Left, usize)>, Vec<Deploy>) = (Vec::new(), Vec::new());
    for place in 0..packed.asked.wish.served.len() {
        let (seats, refused) = seat::seats(packed, &layouts, place);
        left.extend(refused.into_iter().map(|why| (why, place)));
        let made = seats
            .iter()
            .map(|seat| deploy(packed, choices, place, &names, seat));
        let (good, bad): (Vec<_>, Vec<_>) = made.partition(Result::is_ok);
        if !bad.is_empty() {
            left.push((Left::Unwritten, place));
        }
        let mut good: Vec<Deploy> = good.into_iter().flatten().collect();
        if good.len() > 1 {
            for (one, number) in good.iter_mut().zip(1..) {
                one.seat = Some(number);
            }
        }
        all.extend(good);
    }
    let mut problems: Vec<FieldError> = Vec::new();
    for problem in all.iter().flat_map(check::problems) {
        if problems.iter().all(|known| known.field != problem.field) {
            problems.push(problem);
        }
    }
    if !problems.is_empty() {
        return Err(problems);
    }
    Ok(FleetSet {
        set: Set {
            files: set::numbered(documents(&layouts, &all).into_iter()),
            findings: findings(&layouts),
        },
        left: by_reason(left),
    })
}

/// The places of those left out, by reason.
fn by_reason(mut left: Vec<(Left, usize)>) -> Vec<(Left, Vec<usize>)> {
    left.sort_unstable();
    left.dedup();
    let mut all: Vec<(Left, Vec<usize>)> = Vec::new();
    for (why, place) in left {
        match all.last_mut() {
            Some((last, places)) if *last == why => places.push(place),
            _ => all.push((why, vec![place])),
        }
    }
    all
}

/// A name for each workload, of its own.
fn names(packed: &Packed) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for (served, number) in packed.asked.wish.served.iter().zip(1..) {
        let name = label(&served.id);
        let taken = all.contains(&name);
        all.push(if taken {
            label(&format!("{name}-{number}"))
        } else {
            name
        });
    }
    all
}

/// The question of a seat.
fn deploy(
    packed: &Packed,
    choices: &FleetChoices,
    place: usize,
    names: &[String],
    seat: &Seat,
) -> Result<Deploy, NoManifest> {
    let name = names.get(place).cloned().unwrap_or_default();
    let checkpoint = packed.checkpoints.get(place).cloned().unwrap_or_default();
    let model = checkpoint.model.clone();
    let chosen = Choices {
        model: model.unwrap_or_else(|| format!("/models/{name}")),
        name: name.clone(),
        namespace: choices.namespace.clone(),
        image: None,
        form: seat.shared_node().then_some(Form::Deployment),
        devices: Devices::Plugin,
        autoscaler: Autoscaler::None,
        scaling: None,
        to_zero: false,
        queue: None,
        karpenter: false,
        monitored: choices.monitored,
        site: choices.site.clone(),
    };
    let product = packed.products.get(seat.choice).cloned().flatten();
    let mut made = seat.deploy(packed, place, &checkpoint, product.as_deref(), chosen)?;
    if let Work::Serving(serving) = &mut made.work {
        // Two workloads of one model are told apart by requests and series.
        serving.served = name;
    }
    Ok(made)
}

/// All documents, what others name first, those of a workload together.
fn documents(layouts: &[Layout], all: &[Deploy]) -> Vec<(About, String, Fields)> {
    let mut found = Vec::new();
    let Some(first) = all.first() else {
        return found;
    };
    let of_all = |about, fields| (about, String::new(), fields);
    let namespace = workload::namespace(first, true);
    found.extend(namespace.map(|fields| of_all(About::Namespace, fields)));
    let slices = layout::slices(first, layouts);
    found.extend(slices.map(|fields| of_all(About::Slices, fields)));
    let plugin = layout::plugin(first, layouts);
    found.extend(plugin.map(|fields| of_all(About::Plugin, fields)));
    for (at, deploy) in all.iter().enumerate() {
        let Some(serving) = figure::serving(deploy) else {
            continue;
        };
        let mut own = Vec::new();
        set::own(deploy, serving, set::form(deploy, serving), &mut own);
        let is_first = deploy.seat.is_none_or(|seat| seat == 1);
        // Those at one address have one of everything but the workload itself.
        let several = all
            .iter()
            .skip(at + 1)
            .any(|other| other.name == deploy.name);
        if !is_first {
            own.retain(|(about, _)| *about == About::Workload);
        } else if several && serving.replicas.peak == 1 {
            let budget = workload::spread_budget(deploy);
            let place = own.iter().position(|(about, _)| *about == About::Service);
            own.insert(
                place.map_or(own.len(), |place| place + 1),
                (About::Budget, budget),
            );
        }
        let behind = match deploy.seat {
            Some(seat) if seat > 1 => format!("-{}", derived(&deploy.name, &seat.to_string())),
            _ => format!("-{}", deploy.name),
        };
        found.extend(
            own.into_iter()
                .map(|(about, fields)| (about, behind.clone(), fields)),
        );
    }
    found
}

fn findings(layouts: &[Layout]) -> Vec<Finding> {
    let mut all = Vec::new();
    let mut find = |found: bool, finding: Finding| {
        if found {
            all.push(finding);
        }
    };
    find(layouts.iter().any(Layout::is_labelled), Finding::LabelNodes);
    find(
        layouts.iter().any(Layout::shares_several),
        Finding::AnyOfNode,
    );
    find(layouts.iter().any(Layout::is_mixed), Finding::MixedNode);
    all
}

/// Whether processes of a mode share one GPU side by side or in turns.
const fn is_shared(mode: Mode) -> bool {
    matches!(mode, Mode::Mps | Mode::TimeSlicing)
}

/// Whether MPS cannot give its processes what they hold: by the device plugin each gets an equal
/// part of the memory.
fn is_unequal(board: &Board) -> bool {
    let equal = board.memory.get() / board.members.len().max(1) as f64;
    let more = |member: &Member| member.memory.get() > equal;
    board.mode == Mode::Mps && board.members.iter().any(more)
}

/// The label of an object that is the whole fleet's.
fn of_fleet(deploy: &Deploy) -> Deploy {
    Deploy {
        name: "fleet".to_owned(),
        ..deploy.clone()
    }
}

/// The labels of such an object.
fn fleet_labels(deploy: &Deploy) -> Fields {
    pod::labels(&of_fleet(deploy))
}
