//! Whether a set of workloads fits a GPU, and how: the rule of each mode in `docs/sharing.md`.
//! Workloads that differ only by name are one kind.

use super::question::{Gpu, HOURS, Modes, Question, Rules, Workload};
use super::slices::{self, Place};
use super::{Mode, at_most};

/// Bytes of a MiB over those of a GB.
const GB_OF_MIB: f64 = 1_048_576.0 / 1e9;
/// Seconds of an hour.
const HOUR_S: f64 = 3600.0;
/// The equal parts that a vGPU card is cut into.
const PARTS: [u32; 4] = [2, 4, 8, 16];

/// The question with equal workloads merged and each one's instances found.
#[derive(Debug, Clone)]
pub(super) struct Fleet {
    pub(super) question: Question,
    /// The workloads of each kind.
    pub(super) kinds: Vec<Vec<usize>>,
    /// The kind's label, as a number.
    labels: Vec<Option<usize>>,
    /// Profiles that hold a kind, by type and kind.
    pub(super) instances: Vec<Vec<Vec<usize>>>,
}

impl Fleet {
    pub(super) fn new(question: Question) -> Self {
        let mut kinds: Vec<Vec<usize>> = Vec::new();
        for (index, workload) in question.workloads.iter().enumerate() {
            let same = kinds.iter_mut().find(|kind| {
                let first = kind
                    .first()
                    .and_then(|first| question.workloads.get(*first));
                first.is_some_and(|first| first.equals(workload))
            });
            match same {
                Some(kind) => kind.push(index),
                None => kinds.push(vec![index]),
            }
        }
        let mut fleet = Self {
            question,
            kinds,
            labels: Vec::new(),
            instances: Vec::new(),
        };
        let all: Vec<&Workload> = (0..fleet.kinds.len())
            .filter_map(|kind| fleet.workload(kind))
            .collect();
        let mut names: Vec<&str> = all.iter().filter_map(|one| one.apart.as_deref()).collect();
        names.sort_unstable();
        names.dedup();
        let labels = all
            .iter()
            .map(|one| {
                one.apart
                    .as_deref()
                    .and_then(|label| names.binary_search(&label).ok())
            })
            .collect();
        let instances = fleet
            .question
            .gpus
            .iter()
            .map(|gpu| {
                let fitting = |one: &&Workload| {
                    gpu.mig
                        .as_ref()
                        .map_or_else(Vec::new, |mig| slices::fitting(mig, one))
                };
                all.iter().map(fitting).collect()
            })
            .collect();
        fleet.labels = labels;
        fleet.instances = instances;
        fleet
    }

    /// A workload of the kind.
    pub(super) fn workload(&self, kind: usize) -> Option<&Workload> {
        let first = self.kinds.get(kind)?.first()?;
        self.question.workloads.get(*first)
    }

    pub(super) fn gpu(&self, gpu: usize) -> Option<&Gpu> {
        self.question.gpus.get(gpu)
    }

    /// The label of a kind.
    pub(super) fn label(&self, kind: usize) -> Option<usize> {
        self.labels.get(kind).copied().flatten()
    }

    /// The modes that the type and the kind allow.
    pub(super) fn modes(&self, gpu: &Gpu, workload: &Workload) -> Modes {
        let at = workload.isolation as usize;
        gpu.modes.and(
            self.question
                .rules
                .modes
                .get(at)
                .copied()
                .unwrap_or_default(),
        )
    }

    /// The cheapest price at which the type holds the set, a licence included, and the first
    /// mode of that price; `None` where it does not.
    pub(super) fn price(&self, gpu: usize, set: &[usize]) -> Option<(u64, Mode)> {
        let offer = self.gpu(gpu)?;
        let mut modes = offer.modes;
        let mut members = Vec::with_capacity(set.len());
        for (index, &kind) in set.iter().enumerate() {
            let label = self.label(kind);
            let before = set.get(..index).unwrap_or_default();
            if label.is_some() && before.iter().any(|other| self.label(*other) == label) {
                return None;
            }
            let workload = self.workload(kind)?;
            modes = modes.and(self.modes(offer, workload));
            members.push(workload);
        }
        let licensed = offer.price_milli_usd + offer.vgpu_licence_milli_usd;
        let fits = |mode: Mode| {
            modes.has(mode)
                && match mode {
                    Mode::Mig => self.places(gpu, set).is_some(),
                    _ => holds(&self.question.rules, offer, mode, &members),
                }
        };
        // All but the licensed mode cost the same: it wins only where no other fits, or where
        // its licence is free and it stands before the one that does.
        let found = Mode::ALL
            .into_iter()
            .filter(|mode| *mode != Mode::Vgpu || licensed == offer.price_milli_usd)
            .find(|mode| fits(*mode));
        match found {
            Some(mode) => Some((offer.price_milli_usd, mode)),
            None => fits(Mode::Vgpu).then_some((licensed, Mode::Vgpu)),
        }
    }

    /// An instance for each of the set, in its order.
    pub(super) fn places(&self, gpu: usize, set: &[usize]) -> Option<Vec<Place>> {
        let mig = self.gpu(gpu)?.mig.as_ref()?;
        let units = usize::try_from(mig.units).unwrap_or(usize::MAX);
        if set.len() > units {
            return None;
        }
        let known = self.instances.get(gpu)?;
        let fitting: Option<Vec<&[usize]>> = set
            .iter()
            .map(|kind| known.get(*kind).map(Vec::as_slice))
            .collect();
        slices::place(mig, &fitting?)
    }
}

/// The least of the vGPU parts that is enough for so many guests.
pub(super) fn parts(guests: usize) -> Option<u32> {
    PARTS
        .into_iter()
        .find(|parts| usize::try_from(*parts).is_ok_and(|parts| parts >= guests))
}

/// The most parts of which each still holds so much.
pub(super) fn most_parts(memory_mib: f64, total_mib: f64) -> Option<u32> {
    PARTS
        .into_iter()
        .rev()
        .find(|parts| at_most(memory_mib, total_mib / f64::from(*parts)))
}

/// The rule of every mode but MIG.
fn holds(rules: &Rules, gpu: &Gpu, mode: Mode, set: &[&Workload]) -> bool {
    let total = gpu.memory_mib;
    let together = || at_most(set.iter().map(|one| one.memory_mib).sum(), total);
    let many = set.len() >= 2 && set.len() <= rules.max_processes;
    match mode {
        Mode::Exclusive => {
            matches!(set, [one] if at_most(one.memory_mib, total) && at_most(one.peak(), 1.0))
        }
        Mode::Mig => false,
        Mode::Mps => many && together() && hours(rules, 1.0, set, |one| one.fill),
        Mode::TimeSlicing => {
            many && together() && hours(rules, 1.0 + rules.eps, set, |one| one.engine)
        }
        Mode::Vgpu => parts(set.len()).is_some_and(|parts| {
            let part = total / f64::from(parts);
            set.iter().all(|one| at_most(one.memory_mib, part))
                && hours(rules, 1.0 + rules.eps, set, |one| one.engine)
        }),
        Mode::Swap => set.len() >= 2 && swaps(rules, gpu, set),
    }
}

/// Each hour: factor x the sum of load x weight is at most theta, and whoever runs is slowed by
/// factor x (1 + the others' sum) at most as far as it may.
fn hours(rules: &Rules, factor: f64, set: &[&Workload], weight: fn(&Workload) -> f64) -> bool {
    (0..HOURS).all(|hour| {
        let own = |one: &Workload| load(one, hour) * weight(one);
        let sum: f64 = set.iter().map(|one| own(one)).sum();
        at_most(factor * sum, rules.theta)
            && set.iter().all(|one| {
                let slower = factor * (1.0 + (sum - own(one)));
                load(one, hour) <= 0.0 || one.slowdown_max.is_none_or(|most| at_most(slower, most))
            })
    })
}

/// Seconds to bring a workload's weights in; the least of a switch.
pub(super) fn wake_s(rules: &Rules, one: &Workload) -> f64 {
    rules.swap_fixed_s + one.weights_mib * GB_OF_MIB / rules.swap_in_gb_s
}

/// Whole models in turn: a switch is the model's wake and the longest sleep of the others; the
/// busy share holds every visit's switch, and whoever runs waits for its own switch and for a
/// residence and a switch of each other that runs in the hour.
fn swaps(rules: &Rules, gpu: &Gpu, set: &[&Workload]) -> bool {
    if !at_most(set.iter().map(|one| one.weights_mib).sum(), gpu.host_mib) {
        return false;
    }
    // The two heaviest: whose sleep is the longest, and what is left for that one itself.
    let (mut first, mut second) = (0.0_f64, 0.0_f64);
    for one in set {
        if !at_most(one.memory_mib, gpu.memory_mib) || one.wait_max_s.is_none() {
            return false;
        }
        if one.weights_mib > first {
            (first, second) = (one.weights_mib, first);
        } else {
            second = second.max(one.weights_mib);
        }
    }
    let switch = |one: &Workload| {
        let others = if one.weights_mib >= first {
            second
        } else {
            first
        };
        wake_s(rules, one) + others * GB_OF_MIB / rules.swap_out_gb_s
    };
    let visits: f64 = set
        .iter()
        .map(|one| one.visits_per_hour * switch(one) / HOUR_S)
        .sum();
    (0..HOURS).all(|hour| {
        let runs = |one: &Workload| load(one, hour) > 0.0;
        let busy: f64 = set.iter().map(|one| load(one, hour)).sum();
        let turn = |one: &Workload| rules.residence_s + switch(one);
        let round: f64 = set
            .iter()
            .filter(|one| runs(one))
            .map(|one| turn(one))
            .sum();
        at_most(busy + visits, rules.theta)
            && set.iter().filter(|one| runs(one)).all(|one| {
                let wait = switch(one) + (round - turn(one));
                one.wait_max_s.is_some_and(|most| at_most(wait, most))
            })
    })
}

/// The load of an hour.
pub(super) fn load(one: &Workload, hour: usize) -> f64 {
    one.load.get(hour).copied().unwrap_or_default()
}
