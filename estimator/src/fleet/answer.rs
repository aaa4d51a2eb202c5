//! The report of a packing: GPUs with the workloads on each, its price, a bound below it.

use super::Mode;
use super::fitting::Fleet;
use super::repack::Load;
use serde::Serialize;

/// A GPU and the workloads it holds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Bin {
    /// The type's name.
    pub gpu: String,
    /// How it is shared.
    pub mode: Mode,
    /// The workloads' names, in the question's order.
    pub workloads: Vec<String>,
    /// Of MIG, each workload's profile and first memory unit; else empty.
    pub detail: Vec<(String, u32)>,
    /// Its price, a licence included, in thousandths of a dollar an hour.
    pub price_milli_usd: u64,
}

/// The best packing found.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct Packing {
    /// The question's name.
    pub name: String,
    /// Its price, in thousandths of a dollar an hour; `None` where nothing was found.
    pub price_milli_usd: Option<u64>,
    /// How many GPUs it takes.
    pub gpus: Option<usize>,
    /// No packing costs less than this.
    pub bound_milli_usd: Option<u64>,
    /// Whether none is cheaper, and none of its price takes fewer GPUs.
    pub optimal: bool,
    /// How long the search took, in seconds: the caller keeps the clock, and fills it in.
    pub seconds: f64,
    /// The GPUs; each workload stands on one.
    pub bins: Vec<Bin>,
    /// Why there is none, with the names of the workloads.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

impl Packing {
    /// How far the price may lie above the cheapest, as a share of the bound; `None` without a
    /// packing, or with a bound of zero under a price that is not.
    #[must_use]
    pub fn gap(&self) -> Option<f64> {
        let (price, bound) = (self.price_milli_usd?, self.bound_milli_usd?);
        if price <= bound {
            return Some(0.0);
        }
        (bound > 0).then(|| (price - bound) as f64 / bound as f64)
    }
}

impl Packing {
    /// The cost packings are compared by: price, then GPUs.
    #[must_use]
    pub fn cost(&self) -> Option<(u64, usize)> {
        self.price_milli_usd.zip(self.gpus)
    }
}

/// The GPUs of a packing by names, with the mode and the places of each set worked out anew.
pub(super) fn bins(fleet: &Fleet, loads: &[Load]) -> Vec<Bin> {
    let mut members: Vec<std::slice::Iter<'_, usize>> =
        fleet.kinds.iter().map(|kind| kind.iter()).collect();
    let mut bins: Vec<(usize, Vec<usize>, Bin)> = Vec::new();
    for (gpu, set) in loads {
        let mut held: Vec<(usize, usize)> = set
            .iter()
            .filter_map(|kind| Some((*members.get_mut(*kind)?.next()?, *kind)))
            .collect();
        held.sort_unstable();
        let kinds: Vec<usize> = held.iter().map(|(_, kind)| *kind).collect();
        let (Some(offer), Some((price, mode))) = (fleet.gpu(*gpu), fleet.price(*gpu, &kinds))
        else {
            continue;
        };
        let places = if mode == Mode::Mig {
            fleet.places(*gpu, &kinds)
        } else {
            None
        };
        let profiles = offer.mig.as_ref().map_or(&[][..], |mig| &mig.profiles);
        let named = |(profile, place): (usize, u32)| {
            profiles
                .get(profile)
                .map(|profile| (profile.name.clone(), place))
        };
        let ids = held
            .iter()
            .filter_map(|(index, _)| fleet.question.workloads.get(*index));
        let bin = Bin {
            gpu: offer.name.clone(),
            mode,
            workloads: ids.map(|one| one.id.clone()).collect(),
            detail: places
                .unwrap_or_default()
                .into_iter()
                .filter_map(named)
                .collect(),
            price_milli_usd: price,
        };
        bins.push((
            *gpu,
            held.into_iter().map(|(index, _)| index).collect(),
            bin,
        ));
    }
    bins.sort_by(|a, b| (a.0, &a.1).cmp(&(b.0, &b.1)));
    bins.into_iter().map(|(_, _, bin)| bin).collect()
}

/// The workloads that no type holds, alone or beside another.
pub(super) fn homeless(fleet: &Fleet) -> Vec<String> {
    let gpus = 0..fleet.question.gpus.len();
    let usable = |gpu: &usize| fleet.gpu(*gpu).is_some_and(|gpu| gpu.count != Some(0));
    let held = |kind: usize| {
        gpus.clone().filter(usable).any(|gpu| {
            fleet.price(gpu, &[kind]).is_some()
                || (0..fleet.kinds.len()).any(|other| {
                    let alone =
                        other == kind && fleet.kinds.get(kind).is_none_or(|all| all.len() < 2);
                    !alone
                        && fleet
                            .price(gpu, &[kind.min(other), kind.max(other)])
                            .is_some()
                })
        })
    };
    let mut found: Vec<usize> = (0..fleet.kinds.len())
        .filter(|kind| !held(*kind))
        .flat_map(|kind| fleet.kinds.get(kind).cloned().unwrap_or_default())
        .collect();
    found.sort_unstable();
    let name = |index: usize| {
        fleet
            .question
            .workloads
            .get(index)
            .map(|one| one.id.clone())
    };
    found.into_iter().filter_map(name).collect()
}
