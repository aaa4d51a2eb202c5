//! The fastest layout of one count of accelerators that fits.
//!
//! Memory first: a cut of the model whose smallest micro-batch does not fit with everything
//! computed again is dropped at once. Then, for each mode of recompute, the largest micro-batch
//! that fits, since memory grows with it and, without stages, time only falls; with stages every
//! smaller one is tried too, for its shorter bubble. A layout that cannot beat the best so far by
//! its [`Floor`] is not estimated.
//!
//! A pipeline is for crossing slow links, as in serving: inside the domain of a fast one
//! it is tried only where nothing else fits, and elsewhere it must win clearly, since
//! stages are never quite even and hand tensors on, which the estimate does not count.

use crate::hardware::LinkKind;
use crate::quantity::{Bytes, Seconds};
use crate::training::layout::Layout;
use crate::training::memory::Cut;
use crate::training::method::Recompute;
use crate::training::parameters;
use crate::training::question::Fixed;
use crate::training::report::{Estimate, Memory, Speed};
use crate::training::run::Terms;
use crate::training::search::floor::Floor;
use crate::training::search::ways::micro_batches;
use crate::training::shape::Shape;
use crate::training::time::OnChip;

/// A layout must be faster by so much to be preferred to a simpler one.
const WORTH_IT: f64 = 0.999;
/// And so much where it has more stages.
const WORTH_STAGES: f64 = 0.95;

/// Memory of a machine of which nothing is known, an accelerator that a run takes of it: of the
/// 91 machines of the catalogue whose memory is known, three in four have 61 GiB or more each.
const USUAL_HOST: Bytes = Bytes::gib(61.0);

/// The outcome of one count.
#[derive(Debug, Default)]
pub(super) struct Outcome {
    /// The fastest that fits.
    pub best: Option<Estimate>,
    /// The shortfall of the nearest, where none fits.
    pub short: Option<Short>,
}

/// The shortfall of a layout. One that lacks the host's memory alone is nearer than one that the
/// accelerator does not hold.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd)]
pub(super) enum Short {
    /// Memory of the host, a node.
    Host(Bytes),
    /// Memory of each accelerator.
    Accelerator(Bytes),
}

impl Short {
    /// The nearer of two; this one of equals.
    pub(super) fn nearer(self, other: Self) -> Self {
        if other < self { other } else { self }
    }
}

/// A layout that fits, with its speed.
struct Found {
    layout: Layout,
    memory: Memory,
    speed: Speed,
    pace: Seconds,
}

impl Found {
    /// The time that another layout must beat to be preferred.
    fn to_beat(&self, other: &Layout) -> Seconds {
        let stages = other.pipeline > self.layout.pipeline;
        self.pace * if stages { WORTH_STAGES } else { WORTH_IT }
    }
}

/// One accelerator, while it is searched.
pub(super) struct Attempt<'a> {
    pub terms: &'a Terms<'a>,
    pub fixed: &'a Fixed,
    pub floor: &'a Floor,
    /// Its times.
    pub on: &'a OnChip<'a>,
    /// The shape of the job's model.
    pub shape: &'a Shape,
    /// Modes of recompute, the fastest first.
    pub modes: &'a [Recompute],
}

impl Attempt<'_> {
    /// The fastest of `ways`, simplest first, that fits.
    pub(super) fn fastest(&self, ways: &[Layout]) -> Outcome {
        let mut best: Option<Found> = None;
        let mut short: Option<Short> = None;
        for way in ways {
            if way.pipeline > 1 && best.is_some() && self.is_joined(way.accelerators) {
                break;
            }
            if let Some(lack) = self.try_way(way, &mut best) {
                short = Some(short.map_or(lack, |least| least.nearer(lack)));
            }
        }
        Outcome {
            best: best.map(|found| Estimate {
                layout: found.layout,
                trainable: parameters::trainable(self.terms.job),
                fits: true,
                memory: found.memory,
                speed: Some(found.speed),
            }),
            short,
        }
    }

    /// Tries every micro-batch and mode of `way`; its shortfall where none fits.
    fn try_way(&self, way: &Layout, best: &mut Option<Found>) -> Option<Short> {
        let sizes = micro_batches(self.terms.job, self.fixed, way)?;
        let thriftiest = *self.modes.last()?;
        let with = |micro_batch, recompute| Layout {
            micro_batch,
            recompute,
            ..*way
        };
        let promising = |mode, best: &Option<Found>| {
            let layout = with(sizes.least, mode);
            self.can_beat(&layout, best.as_ref())
        };
        if !self.modes.iter().any(|mode| promising(*mode, best)) {
            return None;
        }
        let chip = &self.terms.offer.accelerator;
        let cut = Cut::new(self.terms.job, chip, self.shape, way);
        let least = cut.memory(&with(sizes.least, thriftiest));
        // A run takes so many accelerators of each machine.
        let used = way.accelerators.min(chip.node_size).max(1);
        if let Some(short) = self.lacks(&least, used) {
            return Some(short);
        }
        // Sizes that fit a faster mode are slower in this one.
        let mut from = 0;
        for &mode in self.modes {
            if !promising(mode, best) {
                continue;
            }
            let fits = |size: &u32| self.lacks(&cut.memory(&with(*size, mode)), used).is_none();
            let fitting = sizes.at(from..sizes.count).take_while(fits);
            let end = fitting.fold(from, |end, _| end + 1);
            let tried = if way.pipeline > 1 {
                from..end
            } else {
                end.saturating_sub(1).max(from)..end
            };
            for size in sizes.at(tried).rev() {
                self.consider(with(size, mode), &cut, best);
            }
            from = end;
        }
        None
    }

    /// Whether a fast link joins so many accelerators.
    fn is_joined(&self, count: u32) -> bool {
        let link = self.terms.offer.accelerator.link;
        let fast = matches!(
            link.kind,
            LinkKind::NvLink | LinkKind::Fabric | LinkKind::ScaleUp
        );
        fast && count <= link.domain
    }

    fn can_beat(&self, layout: &Layout, best: Option<&Found>) -> bool {
        best.is_none_or(|best| {
            let count = layout.micro_batches(self.terms.job);
            self.floor.step(layout, count) < best.to_beat(layout)
        })
    }

    fn consider(&self, layout: Layout, cut: &Cut<'_>, best: &mut Option<Found>) {
        let job = self.terms.job;
        let legal = layout.virtual_stages == 1 || layout.check(job, self.terms.node).is_ok();
        if !legal || !self.can_beat(&layout, best.as_ref()) {
            return;
        }
        let Some(speed) = self.on.speed(&layout) else {
            return;
        };
        let pace = self.terms.pace(&layout, speed.step.total);
        if best
            .as_ref()
            .is_none_or(|best| pace < best.to_beat(&layout))
        {
            *best = Some(Found {
                layout,
                memory: cut.memory(&layout),
                speed,
                pace,
            });
        }
    }

    /// The shortfall of the accelerator, or that of every machine it comes in for the states
    /// offloaded by the `used` accelerators of one; `None` where both hold it.
    fn lacks(&self, memory: &Memory, used: u32) -> Option<Short> {
        if !memory.fits() {
            return Some(Short::Accelerator(memory.short()));
        }
        if memory.host <= Bytes::ZERO {
            return None;
        }
        let usual = USUAL_HOST * f64::from(used);
        let hosts = self.terms.offer.hosts.iter();
        let memories = hosts.map(|host| host.memory.unwrap_or(usual));
        let largest = memories.reduce(Bytes::max).unwrap_or(usual);
        (largest < memory.host).then(|| Short::Host(memory.host - largest))
    }
}
