//! The placements of one offer that are worth a try, count by count.

use super::COUNTS;
use crate::offer::Offer;
use crate::parameters::Parameters;
use crate::placement::{Illegal, Placement};
use crate::quantity::Bytes;
use crate::serving::options::Parallelism;
use crate::serving::replica::Replica;
use crate::serving::report::Verdict;
use crate::serving::scenario::Scenario;
use crate::serving::sizing::{Draft, better, full, holds};
use crate::support;

/// Most accelerators of a replica without experts: nobody cuts one finer.
const MOST_WITHOUT_EXPERTS: u32 = 32;

/// A placement that was tried, with its size.
pub(crate) struct Tried {
    /// In a box, since a find is handed on more than once.
    pub(crate) replica: Box<Replica>,
    pub(crate) draft: Draft,
}

/// The outcome of every count on one offer.
pub(super) struct Attempts {
    /// Of each count that holds the model, the best placement of every way to split it.
    pub(super) fitting: Vec<Vec<Tried>>,
    /// The smallest lack of memory, and the accelerators it was with.
    short: Option<(Bytes, u32)>,
    /// A count had legal placements, but the chip lacks a rate.
    unknown: bool,
}

/// Numbers of accelerators of one replica that are tried on an offer. Without experts a
/// replica leaves its node only where no node holds the model: further stages behind a
/// network gain no latency, fail together, and nobody publishes how they do.
fn counts<'a>(
    scenario: &'a Scenario,
    counted: &Parameters,
    offer: &'a Offer,
) -> impl Iterator<Item = u32> + 'a {
    let chip = &offer.accelerator;
    let node = scenario.limits.node(chip);
    let finest = if scenario.model.is_mixture() {
        u32::MAX
    } else if a_node_holds(scenario, counted, offer) {
        node
    } else {
        MOST_WITHOUT_EXPERTS
    };
    let most = scenario.limits.max_per_replica.min(finest);
    COUNTS.into_iter().filter(move |count| {
        // Clusters are built of boards with HBM; others end at the machine. Whole nodes are
        // joined.
        let joined = *count <= node || (chip.hbm && count.is_multiple_of(node));
        *count <= most && joined
    })
}

/// Whether some placement within one node holds the model, whichever ways to split are
/// allowed: so that a choice of ways never adds sizes.
fn a_node_holds(scenario: &Scenario, counted: &Parameters, offer: &Offer) -> bool {
    let node = scenario.limits.node(&offer.accelerator);
    let within = COUNTS.into_iter().rev().filter(|count| *count <= node);
    within
        .flat_map(|count| support::placements(scenario.engine.engine, &scenario.model, node, count))
        .filter_map(|placement| Replica::new(scenario, counted, &offer.accelerator, placement))
        .any(|replica| holds(&replica))
}

/// The placements of `count` accelerators that the engine runs and the ways to split allow.
fn placements(scenario: &Scenario, node: u32, count: u32) -> Vec<Placement> {
    let mut all = support::placements(scenario.engine.engine, &scenario.model, node, count);
    let allowed = scenario.serving.parallelism;
    all.retain(|placement| allowed.allows(placement));
    all
}

/// Numbers of accelerators of one replica of which a simulation chooses on an offer.
pub(crate) fn counts_sold(scenario: &Scenario, counted: &Parameters, offer: &Offer) -> Vec<u32> {
    let all = counts(scenario, counted, offer);
    all.filter(|count| is_sold(scenario, offer, *count))
        .collect()
}

/// The best placement of `count` accelerators of every way to split a replica: what a
/// simulation chooses among. No way is left out for another, so that a choice of ways only
/// ever adds to them.
pub(crate) fn ways(
    scenario: &Scenario,
    counted: &Parameters,
    offer: &Offer,
    count: u32,
) -> impl Iterator<Item = Tried> {
    let node = scenario.limits.node(&offer.accelerator);
    let mut best = Best::default();
    for placement in placements(scenario, node, count) {
        if let Some(replica) = Replica::new(scenario, counted, &offer.accelerator, placement)
            && holds(&replica)
        {
            best.offer(scenario, replica);
        }
    }
    best.kept()
}

/// Whether anybody sells a replica of `count` accelerators; where nobody sells any, the
/// hardware alone decides.
fn is_sold(scenario: &Scenario, offer: &Offer, count: u32) -> bool {
    let node = scenario.limits.node(&offer.accelerator);
    let prices = offer.prices();
    prices.is_empty() || prices.iter().any(|price| price.holds(count, node))
}

/// The way that a replica is split, by number.
fn way(placement: &Placement) -> usize {
    let ways = [
        Parallelism::Tensor,
        Parallelism::Pipeline,
        Parallelism::AttentionData,
    ];
    let way = ways.iter().position(|way| way.allows(placement));
    way.unwrap_or(ways.len())
}

/// The best placement of one count, way by way.
#[derive(Default)]
struct Best([Option<Tried>; 4]);

impl Best {
    /// Keeps `replica` where it is better than the one its way has.
    fn offer(&mut self, scenario: &Scenario, replica: Replica) {
        let Some(best) = self.0.get_mut(way(&replica.placement)) else {
            return;
        };
        let rival = best.as_ref().map(|tried| &tried.draft);
        let load = scenario.workload.load;
        if let Some(draft) = better(&replica, load, &scenario.sla, rival) {
            let replica = Box::new(replica);
            *best = Some(Tried { replica, draft });
        }
    }

    fn kept(self) -> impl Iterator<Item = Tried> {
        self.0.into_iter().flatten()
    }
}

impl Attempts {
    pub(super) fn all(scenario: &Scenario, counted: &Parameters, offer: &Offer) -> Self {
        let mut found = Self {
            fitting: Vec::new(),
            short: None,
            unknown: false,
        };
        let chip = &offer.accelerator;
        let node = scenario.limits.node(chip);
        for count in counts(scenario, counted, offer) {
            let mut best = Best::default();
            for placement in placements(scenario, node, count) {
                let Some(replica) = Replica::new(scenario, counted, chip, placement) else {
                    found.unknown = true;
                    continue;
                };
                if !holds(&replica) {
                    let short = replica.space.short();
                    if found.short.is_none_or(|(least, _)| short < least) {
                        found.short = Some((short, count));
                    }
                    continue;
                }
                best.offer(scenario, replica);
            }
            let filled = |best: Tried| Tried {
                draft: full(
                    &best.replica,
                    scenario.workload.load,
                    &scenario.sla,
                    best.draft,
                ),
                ..best
            };
            let of_count: Vec<Tried> = best.kept().map(filled).collect();
            if !of_count.is_empty() {
                found.fitting.push(of_count);
            }
        }
        found
    }

    pub(super) fn why_none(&self, scenario: &Scenario, offer: &Offer) -> Verdict {
        let node = scenario.limits.node(&offer.accelerator);
        if let Some((short, accelerators)) = self.short {
            let roomier = offer.accelerator.node_size;
            if scenario.limits.max_per_node.is_some() && node < roomier {
                return Verdict::NodeLimit { needed: roomier };
            }
            return Verdict::TooLittleMemory {
                short,
                accelerators,
            };
        }
        if self.unknown {
            return Verdict::Unknown;
        }
        let reason = Placement {
            tensor: node,
            ..Placement::SINGLE
        }
        .check(&scenario.model, node)
        .err()
        .unwrap_or(Illegal::Zero);
        Verdict::NoPlacement { reason }
    }
}
