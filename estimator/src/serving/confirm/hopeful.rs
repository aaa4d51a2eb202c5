//! The sizings there is any hope for, by the least bill each may come to, worked out as far as
//! that may matter.
//!
//! Whatever a replica of some accelerators does, one costs what so many are sold at. Only where
//! that is less than what was found is it looked at how such a replica is split, and how many
//! of it there is hope for.

use crate::band::Evidence;
use crate::offer::Offer;
use crate::order::ascending;
use crate::parameters::Parameters;
use crate::placement::Placement;
use crate::serving::replica::Replica;
use crate::serving::scenario::Scenario;
use crate::serving::search::{counts_sold, left_out, ways};
use crate::serving::sizing::{Draft, draft, relaxed};
use crate::serving::soundness::least_weighed;
use crate::workload::Sla;
use std::cmp::{Ordering, Reverse};

/// By how much the closed form may overrate a latency: nine in ten of its 95th percentiles
/// lie within 26 % of the simulation's (`docs/load.md`), and half of them within 6 %.
pub(super) const SLACK: f64 = 1.1;

/// A question: what it asks, its model's parameters, all that is on offer.
pub(super) type Asked<'a> = (&'a Scenario, &'a Parameters, &'a [Offer]);

/// A sizing that may be simulated.
#[derive(Debug)]
pub(super) struct Way {
    pub(super) offer: usize,
    pub(super) replica: Box<Replica>,
    /// The least replicas that the closed form leaves hope for.
    pub(super) hoped: Draft,
    /// The least that a simulation may yet find: those at even chances, since the certainty that it
    /// finds may be greater than the closed form's.
    pub(super) least: u32,
    /// No simulation can make its weighed bill less than this.
    bound: f64,
    /// Its place among the ways of its size.
    place: usize,
}

impl Way {
    /// No simulation can make its weighed bill less than `least`, either.
    pub(super) const fn raise(&mut self, least: f64) {
        self.bound = self.bound.max(least);
    }

    /// No simulation can make its weighed bill less than this.
    pub(super) const fn bound(&self) -> f64 {
        self.bound
    }

    /// What is simulated first: of the least bounds the fewest pipeline stages, then the
    /// smallest replica, of which one that fails takes the least along.
    pub(super) fn before(&self, other: &Self) -> Ordering {
        let rest = |way: &Self| {
            let placement = way.replica.placement;
            let (stages, each) = (placement.pipeline, placement.accelerators());
            (stages, each, Reverse((way.offer, way.place)))
        };
        let bounds = self.bound.total_cmp(&other.bound);
        bounds.then_with(|| rest(self).cmp(&rest(other)))
    }
}

/// Replicas of so many accelerators of an offer.
#[derive(Debug, Clone, Copy)]
struct Size {
    offer: usize,
    count: u32,
    /// None of them has a weighed bill below this.
    floor: f64,
}

/// Whether an offer is one that is looked at: it `alone`, or all.
pub(super) fn is_asked(alone: Option<usize>, offer: usize) -> bool {
    alone.is_none_or(|alone| alone == offer)
}

/// What may still be simulated.
#[derive(Debug, Default)]
pub(super) struct Hopeful {
    /// Whose ways are not worked out yet, the least floor last.
    sizes: Vec<Size>,
    ways: Vec<Way>,
}

impl Hopeful {
    pub(super) fn of(scenario: &Scenario, counted: &Parameters, offers: &[Offer]) -> Self {
        let mut sizes = Vec::new();
        let fewest = scenario.limits.spare_replicas.saturating_add(1);
        for (index, offer) in offers.iter().enumerate() {
            if left_out(scenario, offer).is_some() {
                continue;
            }
            let counts = counts_sold(scenario, counted, offer);
            sizes.extend(counts.into_iter().map(|count| Size {
                offer: index,
                count,
                floor: least_weighed(scenario, offer, (fewest, count), Evidence::Measured),
            }));
        }
        Self {
            sizes: ascending(sizes, |size| -size.floor),
            ways: Vec::new(),
        }
    }

    /// The first whose bill may be less than `least`: of the offer `alone`, or of all.
    pub(super) fn below(
        &mut self,
        least: f64,
        alone: Option<usize>,
        asked: Asked<'_>,
    ) -> Option<Way> {
        loop {
            let first = self.first(alone);
            let bound = first.map_or(f64::INFINITY, |(_, bound)| bound);
            let size = self
                .sizes
                .iter()
                .rposition(|size| is_asked(alone, size.offer));
            let floor = size.and_then(|index| self.sizes.get(index));
            let floor = floor.map_or(f64::INFINITY, |size| size.floor);
            // Of equal bounds others may be before it.
            if let Some(size) = size.filter(|_| floor < least && floor <= bound) {
                self.work_out(size, asked);
            } else {
                let (index, _) = first.filter(|_| bound < least)?;
                return Some(self.ways.swap_remove(index));
            }
        }
    }

    /// The one of an offer that splits a replica so, if there is hope for it.
    pub(super) fn take(&mut self, one: (usize, Placement), asked: Asked<'_>) -> Option<Way> {
        let (offer, placement) = one;
        let count = placement.accelerators();
        let mut sizes = self.sizes.iter();
        if let Some(size) = sizes.position(|size| size.offer == offer && size.count == count) {
            self.work_out(size, asked);
        }
        let is_it = |way: &Way| way.offer == offer && way.replica.placement == placement;
        let index = self.ways.iter().position(is_it)?;
        Some(self.ways.swap_remove(index))
    }

    /// Where the first of the known ones is, and its bound: of the offer `alone`, or of all.
    fn first(&self, alone: Option<usize>) -> Option<(usize, f64)> {
        let ways = self.ways.iter().enumerate();
        let ways = ways.filter(|(_, way)| is_asked(alone, way.offer));
        let first = ways.min_by(|(_, one), (_, other)| one.before(other))?;
        Some((first.0, first.1.bound))
    }

    /// Works out the ways of a size.
    fn work_out(&mut self, size: usize, (scenario, counted, offers): Asked<'_>) {
        let size = self.sizes.remove(size);
        let Some(offer) = offers.get(size.offer) else {
            return;
        };
        let sla = relaxed(&scenario.sla, SLACK);
        for (place, tried) in ways(scenario, counted, offer, size.count).enumerate() {
            let hoping = |sla: &Sla| draft(&tried.replica, scenario.workload.load, sla);
            let even = hoping(&sla.evenly());
            if even.excess > 1.0 {
                continue;
            }
            let asked = (sla != sla.evenly()).then(|| hoping(&sla));
            let asked = asked.filter(|asked| asked.excess <= 1.0);
            let each = tried.replica.placement.accelerators();
            let replicas = even.replicas.saturating_add(scenario.limits.spare_replicas);
            let evidence = tried.replica.evidence();
            self.ways.push(Way {
                offer: size.offer,
                bound: least_weighed(scenario, offer, (replicas, each), evidence),
                replica: tried.replica,
                hoped: asked.unwrap_or(even),
                least: even.replicas,
                place,
            });
        }
    }
}

#[cfg(test)]
mod tests;
