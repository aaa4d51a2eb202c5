//! Rows of a training run.

use super::rows::Rows;
use crate::money::run::{RunCost, RunReport};
use crate::quantity::{KilogramsCo2e, KilowattHours, Usd};

/// Where they stand.
const SECTION: &str = "run";

impl Rows {
    pub(super) fn run(&mut self, run: &RunReport) {
        let count = f64::from(run.count);
        self.put(SECTION, run.accelerator.as_str(), count, "accelerators");
        self.put(SECTION, "duration", run.hours, "hours");
        for rented in &run.rented {
            self.rent(SECTION, rented.basis, &rented.price);
            let item = format!("rented-{}", rented.basis.id());
            self.cost(&item, rented.cost);
            let from = format!("{item}-owning-from");
            self.maybe(SECTION, &from, rented.owning_from, "runs_per_year");
        }
        if let Some(owned) = &run.owned {
            let mut put = |item: &str, value: f64, unit| self.put(SECTION, item, value, unit);
            put("nodes", f64::from(owned.hardware.nodes), "nodes");
            put(
                "bought",
                f64::from(owned.hardware.accelerators),
                "accelerators",
            );
            put("purchase", owned.purchase.get(), "usd");
            put("utilization", owned.utilization, "share");
            put("owned", owned.per_hour.get(), "usd_per_accelerator_hour");
            self.cost("owned", owned.cost);
        }
        let energy = run.energy.map(KilowattHours::get);
        self.maybe(SECTION, "energy", energy, "kwh_per_run");
        let carbon = run.carbon.map(KilogramsCo2e::get);
        self.maybe(SECTION, "carbon", carbon, "kg_co2e_per_run");
    }

    fn cost(&mut self, item: &str, cost: RunCost) {
        self.put(SECTION, item, cost.per_run.get(), "usd_per_run");
        let per_billion = cost.per_billion.map(Usd::get);
        self.maybe(SECTION, item, per_billion, "usd_per_billion_tokens");
    }
}
