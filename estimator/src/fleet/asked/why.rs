//! Why a mechanism is of no use to a fleet: who asks for more isolation, who may never wait, or
//! the first rule that the best pair breaks.

use crate::fleet::Mode;
use crate::fleet::question::Question;
use crate::fleet::refusal::{Refusal, check};
use crate::fleet::served::Answer;
use serde::Serialize;

/// Workloads of which pairs are tried.
const MOST_TRIED: usize = 12;

/// Why a way is of no use. Workloads are places in the question's list.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case", tag = "why")]
pub enum WhyNot {
    /// These ask for more isolation than it gives, and fewer than share it are left.
    Isolation {
        /// Who.
        workloads: Vec<usize>,
    },
    /// These may never wait for their turn, and fewer than share it are left.
    NeverWaits {
        /// Who.
        workloads: Vec<usize>,
    },
    /// No accelerator is shared so.
    NotOffered,
    /// It may be used, and saves nothing.
    NoGain,
    /// These, which come nearest, break a rule of it.
    Refused {
        /// Who.
        workloads: Vec<usize>,
        /// On which accelerator, as the packing names it.
        gpu: String,
        /// The rule.
        refusal: Refusal,
    },
    /// These are held nowhere.
    NotHeld {
        /// Who.
        workloads: Vec<usize>,
    },
}

/// Why nothing is shared so.
pub(super) fn why(answer: &Answer, mode: Mode) -> WhyNot {
    let question = &answer.question;
    let offered = |gpu: &&crate::fleet::question::Gpu| gpu.modes.has(mode);
    if question.gpus.iter().filter(offered).count() == 0 {
        return WhyNot::NotOffered;
    }
    let least = if mode == Mode::Mig { 1 } else { 2 };
    let allows = |place: &usize| {
        let one = question.workloads.get(*place);
        one.is_some_and(|one| allowed(question, one).has(mode))
    };
    let all: Vec<usize> = (0..question.workloads.len()).collect();
    let (mut may, strict): (Vec<usize>, Vec<usize>) = all.iter().partition(|place| allows(place));
    if may.len() < least {
        let workloads = served(answer, &strict);
        return WhyNot::Isolation { workloads };
    }
    if mode == Mode::Swap {
        let never: Vec<usize> = may
            .iter()
            .copied()
            .filter(|place| {
                let one = question.workloads.get(*place);
                one.is_some_and(|one| one.wait_max_s.is_none())
            })
            .collect();
        may.retain(|place| !never.contains(place));
        if may.len() < least {
            let workloads = served(answer, &never);
            return WhyNot::NeverWaits { workloads };
        }
    }
    refused(answer, mode, least, may)
}

/// The refusal of the smallest set.
fn refused(answer: &Answer, mode: Mode, least: usize, mut may: Vec<usize>) -> WhyNot {
    let question = &answer.question;
    let memory = |place: &usize| {
        let one = question.workloads.get(*place);
        one.map_or(f64::INFINITY, |one| one.memory_mib)
    };
    may.sort_by(|one, other| memory(one).total_cmp(&memory(other)));
    may.truncate(MOST_TRIED);
    let mut nearest = None;
    for (at, first) in may.iter().enumerate() {
        let pairs: Vec<Vec<usize>> = if least == 1 {
            vec![vec![*first]]
        } else {
            let others = may.iter().skip(at + 1);
            others.map(|other| vec![*first, *other]).collect()
        };
        for set in pairs {
            for (gpu, offer) in question.gpus.iter().enumerate() {
                match check(question, gpu, mode, &set) {
                    Ok(()) => return WhyNot::NoGain,
                    Err(Refusal::NotThere | Refusal::NotOffered | Refusal::Apart) => {}
                    Err(refusal) => {
                        nearest.get_or_insert_with(|| WhyNot::Refused {
                            workloads: set
                                .iter()
                                .filter_map(|place| served_of(answer, *place))
                                .collect(),
                            gpu: offer.name.clone(),
                            refusal,
                        });
                    }
                }
            }
        }
    }
    nearest.unwrap_or(WhyNot::NoGain)
}

fn allowed(
    question: &Question,
    one: &crate::fleet::question::Workload,
) -> crate::fleet::question::Modes {
    use crate::fleet::question::Isolation;
    let place = Isolation::ALL
        .iter()
        .position(|(isolation, _)| *isolation == one.isolation);
    let modes = place.and_then(|place| question.rules.modes.get(place));
    modes.copied().unwrap_or_default()
}

fn served_of(answer: &Answer, place: usize) -> Option<usize> {
    let one = answer.question.workloads.get(place)?;
    answer.item(&one.id).map(|item| item.served)
}

/// The questions of some replicas, each once.
pub(super) fn served(answer: &Answer, places: &[usize]) -> Vec<usize> {
    let all = places.iter().filter_map(|place| served_of(answer, *place));
    let mut all: Vec<usize> = all.collect();
    all.dedup();
    all
}

/// The questions of replicas by name, each once.
pub(super) fn named(answer: &Answer, ids: &[String]) -> Vec<usize> {
    let all = ids.iter().filter_map(|id| Some(answer.item(id)?.served));
    let mut all: Vec<usize> = all.collect();
    all.sort_unstable();
    all.dedup();
    all
}
