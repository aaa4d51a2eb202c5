//! Whether a set of workloads fits a GPU, and how: the rule of each mode in `docs/sharing.md`.
//! Workloads that differ only by name are one kind.

mod rule;

pub(super) use rule::{holds, load, most_parts, slower, switches, visits, waits, wake_s, weight};

use super::Mode;
use super::question::{Gpu, Modes, Question, Workload};
use super::slices::{self, Place};

/// The question with equal workloads merged and each one's instances found.
#[derive(Debug, Clone)]
pub(super) struct Fleet {
    pub(super) question: Question,
    /// The workloads of each kind.
    pub(super) kinds: Vec<Vec<usize>>,
    /// The kind's label, as a number.
    labels: Vec<Option<usize>>,
    /// The workload of a kind on a type, by type and kind; `None` where it cannot run there.
    variants: Vec<Vec<Option<Workload>>>,
    /// The pool of each type, by the first type of it.
    pools: Vec<usize>,
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
            variants: Vec::new(),
            pools: Vec::new(),
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
        let gpus = &fleet.question.gpus;
        let variants: Vec<Vec<Option<Workload>>> = gpus
            .iter()
            .map(|gpu| all.iter().map(|one| one.on_type(&gpu.name)).collect())
            .collect();
        let instances = gpus
            .iter()
            .zip(&variants)
            .map(|(gpu, kinds)| {
                let fitting = |one: &Option<Workload>| match (&gpu.mig, one) {
                    (Some(mig), Some(one)) => slices::fitting(mig, one),
                    _ => Vec::new(),
                };
                kinds.iter().map(fitting).collect()
            })
            .collect();
        let first = |(index, gpu): (usize, &Gpu)| {
            let pooled = |one: &Gpu| one.pool.is_some() && one.pool == gpu.pool;
            gpus.iter().position(pooled).unwrap_or(index)
        };
        fleet.pools = gpus.iter().enumerate().map(first).collect();
        fleet.labels = labels;
        fleet.variants = variants;
        fleet.instances = instances;
        fleet
    }

    /// A workload of the kind.
    pub(super) fn workload(&self, kind: usize) -> Option<&Workload> {
        let first = self.kinds.get(kind)?.first()?;
        self.question.workloads.get(*first)
    }

    /// A workload of the kind on the type; `None` where it cannot run there.
    pub(super) fn on(&self, gpu: usize, kind: usize) -> Option<&Workload> {
        self.variants.get(gpu)?.get(kind)?.as_ref()
    }

    pub(super) fn gpu(&self, gpu: usize) -> Option<&Gpu> {
        self.question.gpus.get(gpu)
    }

    /// The pool of a type: the place of its first type.
    pub(super) fn pool(&self, gpu: usize) -> usize {
        self.pools.get(gpu).copied().unwrap_or(gpu)
    }

    /// How many there are of a type and all of its pool.
    pub(super) fn count(&self, gpu: usize) -> Option<u64> {
        self.gpu(self.pool(gpu))?.count
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
        let (modes, members) = self.together(gpu, set)?;
        let licensed = offer.price_milli_usd + offer.vgpu_licence_milli_usd;
        let fits = |mode: Mode| {
            modes.has(mode)
                && match mode {
                    Mode::Mig => self.places(gpu, set).is_some(),
                    _ => holds(&self.question.rules, offer, mode, &members).is_ok(),
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

    /// The members of a set on the type, and the modes that it and all of them allow; `None`
    /// where one cannot run there, or two are to be apart.
    pub(super) fn together(&self, gpu: usize, set: &[usize]) -> Option<(Modes, Vec<&Workload>)> {
        let offer = self.gpu(gpu)?;
        let mut modes = offer.modes;
        let mut members = Vec::with_capacity(set.len());
        for (index, &kind) in set.iter().enumerate() {
            let label = self.label(kind);
            let before = set.get(..index).unwrap_or_default();
            if label.is_some() && before.iter().any(|other| self.label(*other) == label) {
                return None;
            }
            let workload = self.on(gpu, kind)?;
            modes = modes.and(self.modes(offer, workload));
            members.push(workload);
        }
        Some((modes, members))
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
