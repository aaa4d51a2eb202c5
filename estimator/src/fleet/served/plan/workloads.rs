//! A packing's question: every replica as a workload, with its demand on each type.

use super::super::types::{Type, types};
use super::super::{Fit, Served};
use super::{Item, Planner};
use crate::fleet::question::{Demand, HOURS, Question, Workload};

impl Planner {
    /// The packing's question for such numbers, with `all` there is of every type or with what the
    /// questions beside it leave.
    pub(super) fn question(&mut self, way: &[u32], all: bool) -> (Vec<Item>, Question) {
        let choices = if all { &self.wish.choices } else { &self.left };
        let (types, gpus) = types(choices);
        let (items, workloads) = self.workloads(way, &types);
        let question = Question {
            name: self.wish.name.clone(),
            rules: self.wish.rules.clone(),
            gpus,
            workloads,
            seconds: None,
        };
        (items, question)
    }

    /// Such numbers of replicas, with their demands on types.
    pub(super) fn workloads(&mut self, way: &[u32], types: &[Type]) -> (Vec<Item>, Vec<Workload>) {
        let mut items = Vec::new();
        let mut workloads = Vec::new();
        for (place, (served, fits)) in self.wish.served.iter().zip(&self.fits).enumerate() {
            let replicas = way.get(place).copied().unwrap_or(0);
            let beside = self.whole.get(place).is_some_and(Option::is_some);
            if replicas == 0 || beside {
                continue;
            }
            let demands: Vec<Option<Demand>> = fits
                .iter()
                .zip(&self.wish.choices)
                .map(|(fit, choice)| {
                    let fit = fit.as_ref()?;
                    let slowest = self.known.slowdown_max(served, choice, replicas);
                    Some(demand(served, fit, replicas, slowest))
                })
                .collect();
            let on: Vec<(String, Option<Demand>)> = types
                .iter()
                .map(|one| {
                    let demand = demands.get(one.choice).copied().flatten();
                    (one.name.clone(), demand)
                })
                .collect();
            let (Some(first), Some(fit)) = (
                demands.iter().flatten().next(),
                fits.iter().flatten().next(),
            ) else {
                continue;
            };
            let spares = fits
                .iter()
                .flatten()
                .map(|fit| fit.spares)
                .max()
                .unwrap_or(0);
            let all = replicas.saturating_add(spares);
            for replica in 1..=all {
                let id = if all == 1 {
                    served.id.clone()
                } else {
                    format!("{} {replica}/{all}", served.id)
                };
                workloads.push(workload(&id, served, fit, first, &on));
                items.push(Item {
                    id,
                    served: place,
                    replicas,
                });
            }
        }
        (items, workloads)
    }
}

fn demand(served: &Served, fit: &Fit, replicas: u32, slowest: f64) -> Demand {
    let mut load = [0.0; HOURS];
    for (load, share) in load.iter_mut().zip(served.day) {
        // Bisection's grain is no load beyond a whole GPU.
        let busy = share * fit.needed / f64::from(replicas.max(1));
        *load = if busy > 1.0 && busy < 1.001 {
            1.0
        } else {
            busy
        };
    }
    Demand {
        memory_mib: fit.memory_mib,
        load,
        alpha: fit.character.alpha,
        engine: fit.character.engine,
        fill: fit.character.fill,
        slowdown_max: Some(slowest),
    }
}

fn workload(
    id: &str,
    served: &Served,
    fit: &Fit,
    first: &Demand,
    on: &[(String, Option<Demand>)],
) -> Workload {
    Workload {
        id: id.to_owned(),
        memory_mib: first.memory_mib,
        load: first.load,
        isolation: served.isolation,
        alpha: first.alpha,
        engine: first.engine,
        fill: first.fill,
        slowdown_max: first.slowdown_max,
        wait_max_s: served.wait_max_s,
        weights_mib: fit.weights_mib,
        visits_per_hour: visits(served),
        apart: served.apart.then(|| served.id.clone()),
        on: on.to_vec(),
    }
}

/// How often a model is woken in its busiest hour: at most once for every request, and once in
/// a residence of ten seconds.
fn visits(served: &Served) -> f64 {
    const MOST_PER_HOUR: f64 = 360.0;
    let load = served.scenario().map(|scenario| scenario.workload.load);
    let rate = match load {
        Some(crate::workload::Load::Poisson(rate)) => rate * 3600.0,
        _ => MOST_PER_HOUR,
    };
    rate.min(MOST_PER_HOUR)
}
