//! The kinds of places that a workload's replicas have: on which accelerator, of which layout, how
//! much of it.

use super::layout::Layout;
use super::{Checkpoint, Left, Packed, is_unequal};
use crate::fleet::Mode;
use crate::fleet::asked::{Board, Member};
use crate::fleet::served::alone;
use crate::kubernetes::manifest::answer::{Choices, NoManifest, deploy};
use crate::kubernetes::manifest::deploy::{Deploy, Replicas, Sharing, Work};
use crate::quantity::{Bytes, whole};
use crate::serving::command::{Asked, Settings};
use crate::serving::memory::Component;
use crate::serving::report::Sizing;
use crate::serving::scenario::Scenario;
use crate::serving::search::search;

/// Replicas on places alike.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Seat {
    /// The accelerator's place among those to choose from.
    pub(super) choice: usize,
    /// How many replicas.
    replicas: u32,
    /// How it shares its GPU; none of one that has several GPUs a replica.
    place: Option<Place>,
}

/// A place on a GPU.
#[derive(Debug, Clone, PartialEq)]
struct Place {
    sharing: Sharing,
    /// The label of its nodes.
    pinned: Option<(&'static str, String)>,
    /// The memory of the GPU, or of the slice.
    of: Bytes,
    /// The memory of it that the replica holds.
    holds: Bytes,
}

/// The seats of a workload, and why some of its replicas have none.
pub(super) fn seats(
    packed: &Packed,
    layouts: &[Layout],
    workload: usize,
) -> (Vec<Seat>, Vec<Left>) {
    let (mut all, mut left): (Vec<Seat>, Vec<Left>) = (Vec::new(), Vec::new());
    for (at, board) in packed.report.boards.iter().enumerate() {
        let layout = layouts.iter().find(|layout| layout.boards.contains(&at));
        for member in &board.members {
            if member.workload != workload {
                continue;
            }
            match place(packed, board, layout, member) {
                Ok(place) => add(&mut all, board.choice, Some(place)),
                Err(why) => left.push(why),
            }
        }
    }
    let spanning = packed.report.spanning.iter();
    for one in spanning.filter(|one| one.workload == workload) {
        let named =
            |choice: &crate::fleet::served::Choice| choice.offer.accelerator.name == one.name;
        if let Some(choice) = packed.asked.wish.choices.iter().position(named) {
            all.push(Seat {
                choice,
                replicas: one.replicas,
                place: None,
            });
        }
    }
    (all, left)
}

fn add(all: &mut Vec<Seat>, choice: usize, place: Option<Place>) {
    let alike = |seat: &&mut Seat| seat.choice == choice && seat.place == place;
    match all.iter_mut().find(alike) {
        Some(seat) => seat.replicas += 1,
        None => all.push(Seat {
            choice,
            replicas: 1,
            place,
        }),
    }
}

/// A member's place.
fn place(
    packed: &Packed,
    board: &Board,
    layout: Option<&Layout>,
    member: &Member,
) -> Result<Place, Left> {
    let many = u32::try_from(board.members.len()).unwrap_or(u32::MAX);
    let label = |cut| layout.and_then(|layout| layout.label(cut));
    let on = |sharing, pinned, of| Place {
        sharing,
        pinned,
        of,
        holds: member.memory,
    };
    Ok(match board.mode {
        Mode::Vgpu => return Err(Left::Vgpu),
        Mode::Swap if many > 1 => return Err(Left::Swapped),
        Mode::Mps if many > 1 && is_unequal(board) => return Err(Left::UnequalParts),
        Mode::Mig => {
            let slice = slice(packed, board.choice, &member.profile);
            let sharing = Sharing::Mig(member.profile.clone());
            on(sharing, label(true), slice.unwrap_or(board.memory))
        }
        Mode::Mps if many > 1 => on(Sharing::Mps(many), label(false), board.memory),
        Mode::TimeSlicing if many > 1 => on(Sharing::TimeSlicing(many), label(false), board.memory),
        Mode::Exclusive | Mode::Mps | Mode::TimeSlicing | Mode::Swap => {
            on(Sharing::None, None, board.memory)
        }
    })
}

/// Bytes of a slice of a profile.
fn slice(packed: &Packed, choice: usize, profile: &str) -> Option<Bytes> {
    let choice = packed.asked.wish.choices.get(choice)?;
    let cut = choice.board?.cut(choice.offer.accelerator.memory);
    let found = cut.profiles.into_iter().find(|one| one.name == profile)?;
    Some(Bytes::new(found.mib * 1_048_576.0))
}

impl Seat {
    /// Whether its replicas have one GPU each, or a part of one.
    pub(super) const fn shared_node(&self) -> bool {
        self.place.is_some()
    }

    /// The question of its manifests.
    pub(super) fn deploy(
        &self,
        packed: &Packed,
        place: usize,
        checkpoint: &Checkpoint,
        product: Option<&str>,
        choices: Choices,
    ) -> Result<Deploy, NoManifest> {
        let wish = &packed.asked.wish;
        let asked = wish.served.get(place).zip(wish.choices.get(self.choice));
        let (served, choice) = asked.ok_or(NoManifest::Nothing)?;
        let offer = &choice.offer;
        let sized = if self.place.is_some() {
            alone(served, choice)
        } else {
            let report = search(&served.scenario, std::slice::from_ref(offer));
            let best = report
                .candidates
                .into_iter()
                .next()
                .and_then(|best| best.best);
            best.map(|sizing| (served.scenario.clone(), sizing))
        };
        let (scenario, sizing) = sized.ok_or(NoManifest::Nothing)?;
        let asked = Asked {
            scenario: &scenario,
            chip: &offer.accelerator,
            sizing: &sizing,
            node: sizing.node(&scenario, offer),
            model: checkpoint.model.as_deref(),
            quantized: checkpoint.quantized,
            head: None,
        };
        let mut made = deploy(&asked, offer, product, None, choices)?;
        let Work::Serving(serving) = &mut made.work else {
            return Err(NoManifest::Nothing);
        };
        serving.replicas = Replicas {
            least: self.replicas,
            mean: self.replicas,
            peak: self.replicas,
        };
        if let Some(place) = &self.place {
            serving.sharing = place.sharing.clone();
            made.board.pinned.clone_from(&place.pinned);
            if place.sharing != Sharing::None {
                fit(&mut serving.settings, place, &scenario, &sizing);
            }
        }
        Ok(made)
    }
}

/// What an engine is told of a part of a GPU: its share of the memory, and the longest sequence
/// that the cache holds there.
fn fit(settings: &mut Settings, place: &Place, scenario: &Scenario, sizing: &Sizing) {
    let needed = up(place.holds / place.of);
    // The engine's usual share of a slice, or more where it holds more; of a GPU that others share,
    // no more than is its own.
    let usual = settings
        .memory
        .filter(|_| matches!(place.sharing, Sharing::Mig(_)));
    let share = usual.map_or(needed, |usual| usual.max(needed).min(MOST));
    settings.memory = settings.memory.map(|_| share);
    let memory = &sizing.estimate.memory;
    let beside = memory.used() - memory.part(Component::KvCache);
    let pool = (place.of * share - beside).max(Bytes::ZERO);
    let part = if memory.kv_pool > Bytes::ZERO {
        (pool / memory.kv_pool).min(1.0)
    } else {
        1.0
    };
    let workload = &scenario.workload;
    let request = (workload.input_tokens + workload.output_tokens).ceil();
    if let (Some(context), Some(longest)) = (settings.context, memory.longest) {
        let held = whole((longest * part).floor().max(request));
        settings.context = Some(context.min(u32::try_from(held).unwrap_or(context)));
    }
}

/// The most of a part's memory that an engine is told to take.
const MOST: f64 = 0.99;

/// A share, rounded up to a thousandth.
fn up(share: f64) -> f64 {
    ((share * 1000.0).ceil() / 1000.0).clamp(0.01, MOST)
}
