//! The kinds of places that a workload's replicas have: on which accelerator, of which layout, how
//! much of it.

use super::layout::Layout;
use super::{Checkpoint, Left, Packed, is_unequal};
use crate::fleet::Mode;
use crate::fleet::asked::{Board, Member};
use crate::fleet::question::HOURS;
use crate::fleet::served::{Character, alone};
use crate::kubernetes::manifest::answer::{Choices, NoManifest, deploy, replicas};
use crate::kubernetes::manifest::claim::SHOWN;
use crate::kubernetes::manifest::deploy::{Deploy, Devices, Given, Replicas, Sharing, Work};
use crate::kubernetes::manifest::measure::is_counted;
use crate::offer::Offer;
use crate::quantity::{Bytes, whole};
use crate::serving::command::{Asked, Settings};
use crate::serving::memory::Component;
use crate::serving::plan::{self, DayPlan};
use crate::serving::report::Sizing;
use crate::serving::scenario::Scenario;
use crate::serving::search::search;

/// Replicas on places alike.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Seat {
    /// The accelerator's place among those to choose from.
    pub(super) choice: usize,
    /// How many replicas.
    pub(super) replicas: u32,
    /// How it shares its GPU; none of one that has several GPUs a replica.
    place: Option<Place>,
    /// The layouts whose nodes it stands on, by their places.
    pub(super) on: Vec<usize>,
}

/// A place on a GPU.
#[derive(Debug, Clone, PartialEq)]
struct Place {
    sharing: Sharing,
    /// The label of its nodes.
    pinned: Option<(&'static str, String)>,
    /// The memory of the GPU, or of the slice.
    of: Bytes,
    /// The memory of it that the replica may take: what the packing counts, and of a shared GPU
    /// its part of what nobody has.
    holds: Bytes,
    /// The claim of the GPU that it shares with others, by name.
    claim: Option<String>,
}

/// The name of the claim of a GPU that several share, by its place.
pub(super) fn claim_name(board: usize) -> String {
    format!("fleet-gpu-{}", board + 1)
}

/// The seats of a workload, and why some of its replicas have none.
pub(super) fn seats(
    packed: &Packed,
    layouts: &[Layout],
    workload: usize,
    devices: Devices,
) -> (Vec<Seat>, Vec<Left>) {
    let (mut all, mut left): (Vec<Seat>, Vec<Left>) = (Vec::new(), Vec::new());
    for (at, board) in packed.report.boards.iter().enumerate() {
        let on = layouts
            .iter()
            .position(|layout| layout.boards.contains(&at));
        let layout = on.and_then(|on| layouts.get(on));
        for member in &board.members {
            if member.workload != workload {
                continue;
            }
            let place = match devices {
                Devices::Plugin => place(packed, board, layout, member),
                Devices::Claim => claimed(packed, (at, board), layout, member),
            };
            match place {
                Ok(place) => add(&mut all, board.choice, place, on),
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
                on: Vec::new(),
            });
        }
    }
    (all, left)
}

fn add(all: &mut Vec<Seat>, choice: usize, place: Place, on: Option<usize>) {
    let place = Some(place);
    let alike = |seat: &&mut Seat| seat.choice == choice && seat.place == place;
    match all.iter_mut().find(alike) {
        Some(seat) => {
            seat.replicas += 1;
            seat.on.extend(on.filter(|on| !seat.on.contains(on)));
        }
        None => all.push(Seat {
            choice,
            replicas: 1,
            place,
            on: on.into_iter().collect(),
        }),
    }
}

/// A member's place where GPUs are claimed: one that several share has a claim of its own, which
/// each of them names, and which need not give them equal parts.
fn claimed(
    packed: &Packed,
    (at, board): (usize, &Board),
    layout: Option<&Layout>,
    member: &Member,
) -> Result<Place, Left> {
    let many = u32::try_from(board.members.len()).unwrap_or(u32::MAX);
    let sharing = match board.mode {
        Mode::Mps if many > 1 => Sharing::Mps(many),
        Mode::TimeSlicing if many > 1 => Sharing::TimeSlicing(many),
        _ => return place(packed, board, layout, member),
    };
    Ok(Place {
        sharing,
        pinned: None,
        of: board.memory,
        holds: member.memory + spare([board].into_iter()),
        claim: Some(claim_name(at)),
    })
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
        claim: None,
    };
    let shared = |sharing, most: Bytes| Place {
        holds: (member.memory + left_over(packed, board, layout)).min(most.max(member.memory)),
        ..on(sharing, label(false), board.memory)
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
        Mode::Mps if many > 1 => shared(Sharing::Mps(many), board.memory * (1.0 / f64::from(many))),
        Mode::TimeSlicing if many > 1 => shared(Sharing::TimeSlicing(many), board.memory),
        Mode::Exclusive | Mode::Mps | Mode::TimeSlicing | Mode::Swap => {
            on(Sharing::None, None, board.memory)
        }
    })
}

/// The part of a shared GPU that each on it has beside its own: the device plugin may put a pod on any
/// GPU of its layout that is shared alike.
fn left_over(packed: &Packed, board: &Board, layout: Option<&Layout>) -> Bytes {
    let Some(layout) = layout else {
        return spare([board].into_iter());
    };
    let there = layout.boards.iter();
    let there = there.filter_map(|at| packed.report.boards.get(*at));
    spare(there.filter(|other| other.mode == board.mode && other.members.len() > 1))
}

/// What nobody has of a GPU, in equal parts; of several, the least.
fn spare<'a>(boards: impl Iterator<Item = &'a Board>) -> Bytes {
    let parts = boards.map(|board| {
        let held: Bytes = board.members.iter().map(|member| member.memory).sum();
        (board.memory * SHOWN - held) * (1.0 / board.members.len().max(1) as f64)
    });
    let least = parts.reduce(Bytes::min);
    least.unwrap_or(Bytes::ZERO).max(Bytes::ZERO)
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

    /// Whether its replicas have a part of a GPU, which is none the freer for one replica less.
    pub(super) fn is_part(&self) -> bool {
        let place = self.place.as_ref();
        place.is_some_and(|place| place.sharing != Sharing::None)
    }

    /// The memory that a replica may take of its GPU.
    pub(super) fn holds(&self) -> Option<Bytes> {
        self.place.as_ref().map(|place| place.holds)
    }

    /// The claim of the GPU that it shares with others, by name.
    pub(super) fn claim(&self) -> Option<&str> {
        self.place.as_ref()?.claim.as_deref()
    }

    /// The workload as Size sizes it there.
    pub(super) fn sized(&self, packed: &Packed, workload: usize) -> Option<Sized> {
        let wish = &packed.asked.wish;
        let (served, choice) = wish
            .served
            .get(workload)
            .zip(wish.choices.get(self.choice))?;
        let sized = if self.place.is_some() {
            alone(served, choice)
        } else {
            let scenario = served.scenario()?;
            let report = search(scenario, std::slice::from_ref(&choice.offer));
            let best = report
                .candidates
                .into_iter()
                .next()
                .and_then(|best| best.best);
            best.map(|sizing| (scenario.clone(), sizing))
        };
        let (scenario, sizing) = sized?;
        Some(Sized {
            scenario,
            sizing,
            offer: choice.offer.clone(),
        })
    }

    /// The question of its manifests; over `day` where its replicas follow one.
    pub(super) fn deploy(
        &self,
        sized: &Sized,
        checkpoint: &Checkpoint,
        product: Option<&str>,
        day: Option<&DayPlan>,
        choices: Choices,
    ) -> Result<Deploy, NoManifest> {
        let asked = sized.asked(checkpoint);
        let mut made = deploy(&asked, &sized.offer, product, day, choices)?;
        let Work::Serving(serving) = &mut made.work else {
            return Err(NoManifest::Nothing);
        };
        serving.replicas = match day {
            Some(_) => replicas(self.replicas, day),
            None => Replicas {
                least: self.replicas,
                mean: self.replicas,
                peak: self.replicas,
            },
        };
        let whole = made.board.memory;
        serving.given = Some(Given {
            memory: self.place.as_ref().map_or(whole, |place| place.of),
            holds: self.holds(),
            claim: self.claim().map(str::to_owned),
        });
        if let Some(place) = &self.place {
            serving.sharing = place.sharing.clone();
            made.board.pinned.clone_from(&place.pinned);
            if place.sharing != Sharing::None {
                let (scenario, sizing) = (&sized.scenario, &sized.sizing);
                fit(&mut serving.settings, place, scenario, sizing);
            }
        }
        Ok(made)
    }
}

/// A workload as Size sizes it on an accelerator.
pub(super) struct Sized {
    scenario: Scenario,
    sizing: Sizing,
    offer: Offer,
}

impl Sized {
    fn asked<'a>(&'a self, checkpoint: &'a Checkpoint) -> Asked<'a> {
        Asked {
            scenario: &self.scenario,
            chip: &self.offer.accelerator,
            sizing: &self.sizing,
            node: self.sizing.node(&self.scenario, &self.offer),
            model: checkpoint.model.as_deref(),
            quantized: checkpoint.quantized,
            head: None,
            host: None,
        }
    }

    /// The replicas of a day.
    pub(super) fn day(&self, shares: [f64; HOURS]) -> DayPlan {
        let kind = plan::Replicas::of(&self.scenario, &self.offer, &self.sizing);
        // Replicas alone: what they cost is the packing's.
        plan::day(&kind, shares, 1)
    }

    /// Whether an autoscaler can count its engine's requests.
    pub(super) const fn is_counted(&self) -> bool {
        is_counted(self.scenario.engine.engine)
    }

    /// The part of the GPU that one replica fills, 0 to 1.
    pub(super) fn fill(&self) -> f64 {
        let speed = self.sizing.estimate.performance.as_ref();
        speed.map_or(1.0, |speed| {
            Character::of(&self.scenario, &self.offer.accelerator, speed).fill
        })
    }
}

/// What an engine is told of a part of a GPU: its share of the memory, and the longest sequence of
/// its command on a whole one, as far as the cache holds it there.
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
