//! Prices by shares of limits: the part of a GPU's memory, hours, units or guests that a workload
//! takes.

use crate::fleet::fitting::{Fleet, load, most_parts, wake_s};
use crate::fleet::patterns::COST;
use crate::fleet::question::HOURS;
use crate::fleet::{Mode, slices};

/// Prices by shares of limits: for each hour and for their mean, with the memory's share mixed in.
pub(super) fn by_shares(fleet: &Fleet) -> Vec<Vec<f64>> {
    let mut duals = Vec::new();
    for hour in (0..HOURS).map(Some).chain([None]) {
        for mix in [0.0, 0.5, 1.0] {
            let price = |kind: usize| price_of(fleet, kind, hour, mix);
            duals.push((0..fleet.kinds.len()).map(price).collect());
        }
    }
    duals
}

fn price_of(fleet: &Fleet, kind: usize, hour: Option<usize>, mix: f64) -> f64 {
    let rules = &fleet.question.rules;
    let mixed = |memory: f64, load: f64| mix * memory + (1.0 - mix) * load;
    let mut least = f64::INFINITY;
    for (index, gpu) in fleet.question.gpus.iter().enumerate() {
        let Some(one) = fleet.on(index, kind) else {
            continue;
        };
        let busy = hour.map_or_else(
            || one.load.iter().sum::<f64>() / HOURS as f64,
            |hour| load(one, hour),
        );
        let modes = fleet.modes(gpu, one);
        for mode in Mode::ALL.into_iter().filter(|mode| modes.has(*mode)) {
            let memory = one.memory_mib / gpu.memory_mib;
            let share = match mode {
                Mode::Exclusive => (memory <= 1.0 + 1e-6).then_some(1.0),
                Mode::Mig => {
                    let fitting = fleet.instances.get(index).and_then(|kinds| kinds.get(kind));
                    let shares = gpu.mig.as_ref().zip(fitting);
                    let shares = shares.and_then(|(mig, fitting)| slices::shares(mig, fitting));
                    shares.map(|(units, slices)| mixed(units, slices))
                }
                Mode::Mps => Some(mixed(memory, busy * one.fill / rules.theta)),
                Mode::TimeSlicing => Some(mixed(
                    memory,
                    (1.0 + rules.eps) * busy * one.engine / rules.theta,
                )),
                Mode::Vgpu => most_parts(one.memory_mib, gpu.memory_mib).map(|parts| {
                    let guests = 1.0 / f64::from(parts);
                    mixed(guests, (1.0 + rules.eps) * busy * one.engine / rules.theta)
                }),
                Mode::Swap => one.wait_max_s.map(|_| {
                    let switches = one.visits_per_hour * wake_s(rules, one) / 3600.0;
                    mixed(
                        one.weights_mib / gpu.host_mib.max(1.0),
                        (busy + switches) / rules.theta,
                    )
                }),
            };
            let licence = if mode == Mode::Vgpu {
                gpu.vgpu_licence_milli_usd
            } else {
                0
            };
            let cost = ((gpu.price_milli_usd + licence) * COST + 1) as f64;
            if let Some(share) = share {
                // A rule forgives a hair on every comparison: so does its share.
                least = least.min(cost * (share - 1e-6).clamp(0.0, 1.0));
            }
        }
    }
    if least.is_finite() { least } else { 0.0 }
}
