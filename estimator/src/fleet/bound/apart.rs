//! Prices by workloads no two of which ever share a GPU.

use crate::fleet::fitting::Fleet;
use crate::fleet::patterns::COST;
use crate::fleet::question::{Gpu, Workload};

/// Kinds among which pairs that never meet are looked for at most.
const MOST_PAIRED: usize = 256;

/// Prices by workloads no two of which ever share a GPU: each pays for a whole one.
pub(super) fn never_together(fleet: &Fleet, demand: &[u32]) -> Vec<f64> {
    let kinds = fleet.kinds.len();
    let gpus = 0..fleet.question.gpus.len();
    let meet = |a: usize, b: usize| gpus.clone().any(|gpu| fleet.price(gpu, &[a, b]).is_some());
    let whole = |kind: usize| {
        let offers = fleet.question.gpus.iter().enumerate();
        let holds = |(index, gpu): &(usize, &Gpu)| {
            fleet.on(*index, kind).is_some_and(|one| {
                one.memory_mib <= gpu.memory_mib + 1e-6
                    || gpu.mig.as_ref().is_some_and(|mig| {
                        mig.profiles
                            .iter()
                            .any(|profile| one.memory_mib <= profile.mib + 1e-6)
                    })
            })
        };
        offers
            .filter(holds)
            .map(|(_, gpu)| gpu.price_milli_usd * COST + 1)
            .min()
            .unwrap_or(0) as f64
    };
    let mut costs: Vec<(f64, usize)> = (0..kinds).map(|kind| (whole(kind), kind)).collect();
    costs.sort_by(|a, b| {
        b.0.total_cmp(&a.0)
            .then(peak(fleet, b.1).total_cmp(&peak(fleet, a.1)))
    });
    let mut prices = vec![0.0; kinds];
    let mut apart: Vec<usize> = Vec::new();
    for &(cost, kind) in costs.iter().take(MOST_PAIRED) {
        let several = demand.get(kind).is_some_and(|many| *many > 1);
        if (several && meet(kind, kind)) || apart.iter().any(|other| meet(kind, *other)) {
            continue;
        }
        apart.push(kind);
        if let Some(price) = prices.get_mut(kind) {
            *price = cost;
        }
    }
    prices
}

fn peak(fleet: &Fleet, kind: usize) -> f64 {
    fleet.workload(kind).map_or(0.0, Workload::peak)
}
