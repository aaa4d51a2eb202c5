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
//! Where GPUs are claimed, each that several share has a claim of its own, and a Deployment for each
//! workload on it. Autoscalers follow a workload's own day; machines of Karpenter's and quotas of
//! Kueue's are those of the packing.
//!
//! GPUs that a vGPU or swapping shares have no manifest: the one is the hypervisor's, the other
//! the server's that loads models. They are said, by workload.

mod documents;
mod layout;
mod meeting;
mod pools;
mod quota;
mod seat;

use super::Set;
use super::answer::{Choices, NoManifest};
use super::deploy::{Autoscaler, Deploy, Devices, Form, Machines, Queue, Site, Work};
use super::name::label;
use super::set::{self, Finding};
use super::{check, claim, figure};
use crate::fleet::Mode;
use crate::fleet::asked::{Asked, Board, Member, Report};
use crate::kubernetes::problem::FieldError;
use crate::serving::plan::DayPlan;
use layout::Layout;
use seat::{Seat, Sized};
use std::cmp::Ordering;

/// What a reader chooses, as typed.
#[derive(Debug, Clone, PartialEq)]
pub struct FleetChoices {
    /// The namespace of all workloads.
    pub namespace: String,
    /// How accelerators are asked for.
    pub devices: Devices,
    /// Who sets the number of replicas.
    pub autoscaler: Autoscaler,
    /// The cohort of the workloads' queues, where Kueue is installed.
    pub cohort: Option<String>,
    /// Whether Karpenter brings the machines.
    pub karpenter: bool,
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

/// Why the replicas of a workload stand all day, though others follow theirs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fixed {
    /// It has parts of GPUs, which are none the freer for one replica less.
    Shares,
    /// Its replicas stand on several kinds of places, which one measure does not tell apart.
    Several,
    /// Its day needs as many replicas at every hour.
    Even,
    /// Its engine exports no count of requests.
    Uncounted,
}

/// The documents of a fleet.
#[derive(Debug, Clone, PartialEq)]
pub struct FleetSet {
    /// They.
    pub set: Set,
    /// Workloads that are left out, by their places, and why.
    pub left: Vec<(Left, Vec<usize>)>,
    /// Workloads that no autoscaler follows, by their places, and why; empty where none was asked
    /// for.
    pub fixed: Vec<(Fixed, Vec<usize>)>,
}

/// Replicas of a workload on places alike, and the question of their documents.
struct Stand {
    workload: usize,
    seat: Seat,
    deploy: Deploy,
    /// The part of a GPU that one fills, 0 to 1.
    fill: f64,
}

/// Writes every document of a fleet.
///
/// # Errors
/// What is wrong with the choices, each with its field; nothing is written then.
pub fn write_fleet(packed: &Packed, choices: &FleetChoices) -> Result<FleetSet, Vec<FieldError>> {
    let layouts = layout::layouts(packed);
    let names = names(packed);
    let (mut left, mut fixed) = (Vec::new(), Vec::new());
    let mut all: Vec<Stand> = Vec::new();
    for (place, name) in names.iter().enumerate() {
        let (seats, refused) = seat::seats(packed, &layouts, place, choices.devices);
        left.extend(refused.into_iter().map(|why| (why, place)));
        // Seats of one accelerator are sized alike.
        let mut known: Option<(usize, bool, Sized)> = None;
        let mut good: Vec<Stand> = Vec::new();
        let alone = seats.len() == 1;
        for seat in seats {
            let kind = (seat.choice, seat.shared_node());
            if known.as_ref().is_none_or(|one| (one.0, one.1) != kind) {
                known = seat
                    .sized(packed, place)
                    .map(|sized| (kind.0, kind.1, sized));
            }
            let made = known.as_ref().ok_or(NoManifest::Nothing);
            let made = made.and_then(|(.., sized)| {
                let day = match follows(packed, choices, place, (alone, &seat), sized) {
                    Some(Ok(day)) => Some(day),
                    Some(Err(why)) => {
                        fixed.push((why, place));
                        None
                    }
                    None => None,
                };
                let deploy = deploy(packed, choices, (place, name), &seat, sized, day.as_ref())?;
                Ok((deploy, sized.fill()))
            });
            match made {
                Ok((deploy, fill)) => good.push(Stand {
                    workload: place,
                    seat,
                    deploy,
                    fill,
                }),
                Err(_) => left.push((Left::Unwritten, place)),
            }
        }
        if good.len() > 1 {
            for (one, number) in good.iter_mut().zip(1..) {
                one.deploy.seat = Some(number);
            }
        }
        all.extend(good);
    }
    let mut problems: Vec<FieldError> = Vec::new();
    for problem in all.iter().flat_map(problems_of) {
        if problems.iter().all(|known| known.field != problem.field) {
            problems.push(problem);
        }
    }
    if !problems.is_empty() {
        return Err(problems);
    }
    let documents = documents::documents(packed, choices, &layouts, &all);
    Ok(FleetSet {
        set: Set {
            files: set::numbered(documents.into_iter()),
            findings: findings(choices, &layouts, &all),
        },
        left: by_reason(left),
        fixed: by_reason(fixed),
    })
}

/// The day that the replicas of a seat follow, or why they do not; nothing where nobody asked.
fn follows(
    packed: &Packed,
    choices: &FleetChoices,
    workload: usize,
    (alone, seat): (bool, &Seat),
    sized: &Sized,
) -> Option<Result<DayPlan, Fixed>> {
    if choices.autoscaler == Autoscaler::None {
        return None;
    }
    let served = packed.asked.wish.served.get(workload)?;
    Some(if seat.is_part() {
        Err(Fixed::Shares)
    } else if !alone {
        Err(Fixed::Several)
    } else if !sized.is_counted() {
        Err(Fixed::Uncounted)
    } else {
        let day = sized.day(served.day);
        let over = super::answer::replicas(seat.replicas, Some(&day));
        if over.least < over.peak {
            Ok(day)
        } else {
            Err(Fixed::Even)
        }
    })
}

/// A list in order, equal ones as they came: one after another put in its place, which is a
/// fraction of a sort's code, and the lists are short.
fn ordered<T>(all: Vec<T>, order: impl Fn(&T, &T) -> Ordering) -> Vec<T> {
    let mut sorted: Vec<T> = Vec::with_capacity(all.len());
    for one in all {
        let place = sorted.partition_point(|other| order(other, &one) != Ordering::Greater);
        sorted.insert(place, one);
    }
    sorted
}

/// Workloads by reason.
fn by_reason<T: Ord + Copy>(left: Vec<(T, usize)>) -> Vec<(T, Vec<usize>)> {
    let mut all: Vec<(T, Vec<usize>)> = Vec::new();
    let mut sorted = ordered(left, Ord::cmp);
    sorted.dedup();
    for (why, place) in sorted {
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

/// All that is wrong with a stand.
fn problems_of(stand: &Stand) -> Vec<FieldError> {
    let serving = figure::serving(&stand.deploy);
    serving.map_or_else(Vec::new, |serving| {
        check::of_serving(&stand.deploy, serving)
    })
}

/// The question of a seat.
fn deploy(
    packed: &Packed,
    choices: &FleetChoices,
    (place, name): (usize, &String),
    seat: &Seat,
    sized: &Sized,
    day: Option<&DayPlan>,
) -> Result<Deploy, NoManifest> {
    let checkpoint = packed.checkpoints.get(place).cloned().unwrap_or_default();
    let model = checkpoint.model.clone();
    let autoscaler = day.map(|_| choices.autoscaler);
    let chosen = Choices {
        model: model.unwrap_or_else(|| format!("/models/{name}")),
        name: name.clone(),
        namespace: choices.namespace.clone(),
        image: None,
        form: seat.shared_node().then_some(Form::Deployment),
        devices: choices.devices,
        autoscaler: autoscaler.unwrap_or(Autoscaler::None),
        least: None,
        target: None,
        scaling: None,
        to_zero: false,
        queue: None,
        karpenter: false,
        monitored: choices.monitored,
        site: choices.site.clone(),
    };
    let product = packed.products.get(seat.choice).cloned().flatten();
    let mut made = seat.deploy(sized, &checkpoint, product.as_deref(), day, chosen)?;
    let Work::Serving(serving) = &mut made.work else {
        return Err(NoManifest::Nothing);
    };
    // Two workloads of one model are told apart by requests and series.
    serving.served.clone_from(name);
    let gpus = serving.replicas.peak.saturating_mul(figure::ranks(serving));
    made.queue = choices.cohort.as_ref().map(|cohort| Queue {
        cohort: Some(cohort.clone()),
        ..Queue::of(name.clone(), gpus)
    });
    let offer = packed.asked.wish.choices.get(seat.choice);
    made.machines = offer
        .filter(|_| choices.karpenter)
        .map(|choice| Machines::of(&choice.offer.accelerator));
    Ok(made)
}

fn findings(choices: &FleetChoices, layouts: &[Layout], all: &[Stand]) -> Vec<Finding> {
    let plugin = choices.devices == Devices::Plugin;
    let servings = || all.iter().filter_map(|one| figure::serving(&one.deploy));
    let scaled = servings().any(|serving| serving.autoscaler != Autoscaler::None);
    let met = servings().any(|serving| claim::met(serving).is_some());
    let pools = pools::layouts(choices, layouts, all);
    let standing = pools.iter().any(|layout| pools::stands(choices, layout));
    let labelled = layouts
        .iter()
        .any(|layout| layout.is_labelled(choices.devices));
    let of_layouts = |is: fn(&Layout) -> bool| plugin && layouts.iter().any(is);
    set::those(&[
        // Machines of Karpenter's come with their labels.
        (labelled && pools.len() < layouts.len(), Finding::LabelNodes),
        (of_layouts(Layout::shares_several), Finding::AnyOfNode),
        (of_layouts(Layout::is_mixed), Finding::MixedNode),
        (met, Finding::NeedsGate),
        (scaled && !choices.monitored, Finding::ScrapedElsewhere),
        (met && choices.cohort.is_some(), Finding::UncountedClaims),
        (standing, Finding::StandingMachines),
        (
            choices.karpenter && layouts.iter().any(|layout| !layout.rented),
            Finding::OwnMachines,
        ),
    ])
}

/// Whether processes of a mode share one GPU side by side or in turns.
const fn is_shared(mode: Mode) -> bool {
    matches!(mode, Mode::Mps | Mode::TimeSlicing)
}

/// Whether MPS cannot give its processes what they hold: by the device plugin each gets an equal
/// part of the memory.
fn is_unequal(board: &Board) -> bool {
    // As the packing compares, less the rounding between its unit and bytes.
    let equal = board.memory.get() / board.members.len().max(1) as f64 * (1.0 + 1e-9);
    let more = |member: &Member| member.memory.get() > equal;
    board.mode == Mode::Mps && board.members.iter().any(more)
}
