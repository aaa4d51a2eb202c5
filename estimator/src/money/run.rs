//! A training run in money: its cost rented, on every basis, and on accelerators that are owned.
//!
//! ```text
//! owned, a run  = cost of a year / accelerator-hours used in it * accelerator-hours of the run
//! runs a year from which owning costs no more = cost of an idle year / (rent - energy) of a run
//! ```
//!
//! since of owning only the energy depends on how much is trained. Rented are whole instances,
//! those whose bill is the least, owned whole nodes where accelerators are joined in them. A
//! seller bills in units of its own ([`crate::offer::Billing`]). A committed price counts as if
//! its whole term were used.

use super::input::{Input, Values};
use super::ownership::{HOURS_PER_YEAR, Hardware, Ownership};
use super::power::Power;
use super::terms::Origin;
use crate::choice::PriceBasis;
use crate::hardware::Accelerator;
use crate::offer::Price;
use crate::quantity::{
    KilogramsCo2e, KilogramsPerKilowattHour, KilowattHours, Seconds, Usd, UsdPerHour,
};
use crate::rental::{cheapest_for, node_as_sold};
use crate::serving::plan::term;
use serde::Serialize;

/// Seconds of an hour.
const HOUR: f64 = 3600.0;

/// The terms of a run's money.
#[derive(Debug, Clone, PartialEq)]
pub struct RunTerms {
    /// The accelerator.
    pub accelerator: Accelerator,
    /// The lots it is rented in, the basis asked first.
    pub sold: Vec<Sold>,
    /// Accelerators of a node that it was timed on: instances hold as many together.
    pub node: u32,
    /// Every input that has a value, of this accelerator.
    pub values: Values,
    /// Where those come from that nobody typed.
    pub origins: Vec<Origin>,
    /// How many.
    pub count: u32,
    /// For how many hours.
    pub hours: f64,
}

/// The lots an accelerator is sold in on a basis.
#[derive(Debug, Clone, PartialEq)]
pub struct Sold {
    /// The basis.
    pub basis: PriceBasis,
    /// Its instances; one price, where it is of the accelerator alone.
    pub prices: Vec<Price>,
}

/// The cost of one way.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct RunCost {
    /// A run.
    pub per_run: Usd,
    /// A billion of its tokens, where they are known.
    pub per_billion: Option<Usd>,
}

/// A run that is rented.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct RentedRun {
    /// On which basis.
    pub basis: PriceBasis,
    /// At which price: that of the instances whose whole bill is the least.
    pub price: Price,
    /// The cost.
    pub cost: RunCost,
    /// Runs a year from which owning costs no more; `None` where that is more than a year
    /// holds, where a run's energy alone costs more than renting it, and where nothing is
    /// known of owning.
    pub owning_from: Option<f64>,
}

/// A run on accelerators that are owned.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct OwnedRun {
    /// The purchase.
    pub hardware: Hardware,
    /// For how much.
    pub purchase: Usd,
    /// Share of the time that it works, whatever on.
    pub utilization: f64,
    /// An accelerator-hour of that.
    pub per_hour: UsdPerHour,
    /// The cost of the run.
    pub cost: RunCost,
}

/// A training run in money.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct RunReport {
    /// Name of the accelerator.
    pub accelerator: String,
    /// How many.
    pub count: u32,
    /// For how many hours.
    pub hours: f64,
    /// Rented.
    pub rented: Vec<RentedRun>,
    /// Owned; `None` where no price or power is known.
    pub owned: Option<OwnedRun>,
    /// Energy of a run at the site's meter.
    pub energy: Option<KilowattHours>,
    /// Its emissions, where the grid is known.
    pub carbon: Option<KilogramsCo2e>,
}

/// The cost of the run of `terms`.
#[must_use]
pub fn run(terms: &RunTerms) -> RunReport {
    let RunTerms {
        accelerator,
        values,
        count,
        hours,
        ..
    } = terms;
    let node = accelerator.node_size.max(1);
    let owner = Ownership::of(values, node, accelerator.power);
    let hardware = hardware(accelerator, *count);
    let tokens = values.get(Input::RunTokens);
    let cost = |per_run: Usd| RunCost {
        per_run,
        per_billion: tokens.map(|billions| per_run / billions),
    };
    let yearly = |owner: &Ownership, busy: f64| owner.expense(hardware, busy).per_year().get();
    // Runs a year at which an idle year is paid by the saving of each.
    let owning_from = |per_run: Usd| {
        let owner = owner.as_ref()?;
        let idle = yearly(owner, 0.0);
        let energy = (yearly(owner, 1.0) - idle) * hours / HOURS_PER_YEAR;
        let gained = per_run.get() - energy;
        let runs = idle / gained;
        (gained > 0.0 && runs * hours <= HOURS_PER_YEAR).then_some(runs)
    };
    let rented = terms.sold.iter().filter_map(|sold| {
        let node = node_as_sold(&sold.prices, terms.node);
        let time = Seconds::new(hours * HOUR);
        let (place, rented) = cheapest_for(&|_| time, (1, *count), &sold.prices, node)?;
        let price = sold.prices.get(place)?;
        let billed = price.billing.billed(time).get() / HOUR;
        let per_run = Usd::new(rented.per_hour.get() * billed);
        Some(RentedRun {
            basis: sold.basis,
            price: price.clone(),
            cost: cost(per_run),
            // A commitment paid whether used or not has no number of runs.
            owning_from: owning_from(per_run).filter(|_| term(sold.basis) == 1),
        })
    });
    let utilization = values.get(Input::Utilization).unwrap_or(1.0);
    let owned = owner.as_ref().map(|owner| {
        let per_hour = owner.expense(hardware, utilization).per_hour();
        let all = f64::from(hardware.accelerators) * hours;
        OwnedRun {
            hardware,
            purchase: owner.purchase(hardware),
            utilization,
            per_hour,
            cost: cost(Usd::new(per_hour.get() * all)),
        }
    });
    let energy = Power::of(values, node, accelerator.power)
        .map(|power| power.of_fleet(hardware, 1.0).over_hours(*hours));
    let grid = values
        .get(Input::Carbon)
        .map(KilogramsPerKilowattHour::grams);
    RunReport {
        accelerator: accelerator.name.clone(),
        count: *count,
        hours: *hours,
        rented: rented.collect(),
        owned,
        energy,
        carbon: energy.zip(grid).map(|(energy, grid)| grid * energy),
    }
}

/// The hardware of so many accelerators where they are owned.
fn hardware(accelerator: &Accelerator, count: u32) -> Hardware {
    let node = accelerator.node_size.max(1);
    let nodes = count.div_ceil(node);
    let whole = accelerator.link.kind.joins();
    Hardware {
        nodes,
        accelerators: if whole {
            nodes.saturating_mul(node)
        } else {
            count
        },
        used: count,
    }
}
