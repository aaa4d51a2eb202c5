//! Why a GPU cannot hold a set of workloads in a mode: the first rule that it breaks.

use super::fitting::{Fleet, holds};
use super::question::Question;
use super::{Mode, at_most};
use serde::Serialize;

/// The rule that is broken. Members are counted in the order of the set.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case", tag = "why")]
pub enum Refusal {
    /// The type is not shared so.
    NotOffered,
    /// A workload cannot run on the type, or is not known.
    NotThere,
    /// A workload asks for more isolation.
    Isolation {
        /// Which.
        member: usize,
    },
    /// Two of one label.
    Apart,
    /// One alone.
    TooFew,
    /// More than share so.
    TooMany {
        /// At most so many.
        most: usize,
    },
    /// More memory than there is.
    Memory {
        /// MiB that are needed: of one, or of all in a common pool.
        needs_mib: f64,
        /// MiB that there are for it.
        holds_mib: f64,
    },
    /// No instance is fast enough for it.
    NoInstance {
        /// For which.
        member: usize,
    },
    /// There are instances for each, and no places for all.
    NoPlace,
    /// An hour is too full.
    Busy {
        /// Which hour.
        hour: usize,
        /// How busy it would be.
        load: f64,
        /// How busy it may be.
        most: f64,
    },
    /// One would be slowed too much.
    Slow {
        /// Which.
        member: usize,
        /// In which hour.
        hour: usize,
        /// How many times as long its steps would take.
        slowdown: f64,
        /// How many times they may.
        most: f64,
    },
    /// One would wait too long for its turn.
    Wait {
        /// Which.
        member: usize,
        /// In which hour.
        hour: usize,
        /// For how long, in seconds.
        wait_s: f64,
        /// For how long it may.
        most_s: f64,
    },
    /// One may never wait.
    NeverSwapped {
        /// Which.
        member: usize,
    },
    /// More weights than the host's memory takes.
    HostMemory {
        /// MiB of weights.
        needs_mib: f64,
        /// MiB of the host.
        holds_mib: f64,
    },
}

/// Whether a type of the question, by its place, holds these workloads, by theirs, in a mode.
///
/// # Errors
/// The first rule that is broken.
pub fn check(
    question: &Question,
    gpu: usize,
    mode: Mode,
    workloads: &[usize],
) -> Result<(), Refusal> {
    let only = |index: &usize| question.workloads.get(*index).cloned();
    let chosen: Option<Vec<_>> = workloads.iter().map(only).collect();
    let fleet = Fleet::new(Question {
        workloads: chosen.ok_or(Refusal::NotThere)?,
        gpus: question.gpus.get(gpu).cloned().into_iter().collect(),
        rules: question.rules.clone(),
        ..Question::default()
    });
    // Of a fleet with one type, all of it.
    let mut set: Vec<usize> = vec![0; fleet.question.workloads.len()];
    for (kind, members) in fleet.kinds.iter().enumerate() {
        for member in members {
            if let Some(place) = set.get_mut(*member) {
                *place = kind;
            }
        }
    }
    refused(&fleet, 0, mode, &set)
}

/// The same within a fleet, of kinds.
fn refused(fleet: &Fleet, gpu: usize, mode: Mode, set: &[usize]) -> Result<(), Refusal> {
    let offer = fleet.gpu(gpu).ok_or(Refusal::NotThere)?;
    if !offer.modes.has(mode) {
        return Err(Refusal::NotOffered);
    }
    for (member, kind) in set.iter().enumerate() {
        let one = fleet.on(gpu, *kind).ok_or(Refusal::NotThere)?;
        if !fleet.modes(offer, one).has(mode) {
            return Err(Refusal::Isolation { member });
        }
    }
    let (_, members) = fleet.together(gpu, set).ok_or(Refusal::Apart)?;
    let Some(mig) = offer.mig.as_ref().filter(|_| mode == Mode::Mig) else {
        return holds(&fleet.question.rules, offer, mode, &members);
    };
    for (member, (kind, one)) in set.iter().zip(&members).enumerate() {
        let known = fleet.instances.get(gpu).and_then(|kinds| kinds.get(*kind));
        if known.is_some_and(|fitting| !fitting.is_empty()) {
            continue;
        }
        let largest = mig.profiles.iter().map(|profile| profile.mib);
        let holds_mib = largest.fold(0.0, f64::max);
        return Err(if at_most(one.memory_mib, holds_mib) {
            Refusal::NoInstance { member }
        } else {
            Refusal::Memory {
                needs_mib: one.memory_mib,
                holds_mib,
            }
        });
    }
    match fleet.places(gpu, set) {
        Some(_) => Ok(()),
        None => Err(Refusal::NoPlace),
    }
}
