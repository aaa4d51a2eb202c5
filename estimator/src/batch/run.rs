//! From a line to its estimate.

use crate::batch::degrees::Degrees;
use crate::batch::input::{BatchError, Line};
use crate::batch::scenario::{load, model, scenario, wrong};
use crate::batch::{Estimate, Facts, output, ownership, sessions};
use crate::hardware::Accelerator;
use crate::import::config_json;
use crate::offer::{Billing, Price};
use crate::placement::Placement;
use crate::quantity::{RequestsPerSecond, UsdPerHour};
use crate::rental::{Rented, cheapest_rented};
use crate::serving::estimate::{Estimated, estimated};
use crate::serving::report;
use crate::serving::scenario::Scenario;
use crate::workload::Load;
use serde_json::Value;

/// A configuration that was chosen, with its estimate.
pub(crate) struct Chosen {
    pub chip: Accelerator,
    /// The bill of its replicas, and its price.
    pub bill: Option<(Rented, Price)>,
    pub estimate: report::Estimate,
    /// The most that one replica answers, where requests come more often.
    pub overrun: Option<RequestsPerSecond>,
    pub replicas: u32,
    /// Replicas that have anything to do: fewer where there are fewer users.
    pub working: f64,
    /// The finds of caches, of sessions.
    pub found: Option<sessions::Found>,
}

impl Chosen {
    /// Accelerators of all replicas.
    pub(crate) fn accelerators(&self) -> f64 {
        f64::from(self.replicas) * f64::from(self.estimate.placement.accelerators())
    }
}

/// Answers a line.
pub(crate) fn run(line: &Line, facts: &mut dyn Facts) -> Result<Estimate, BatchError> {
    let scenario = asked(line, facts)?;
    placed(line, scenario, facts)
}

/// The question of a line, its model known.
pub(super) fn asked(line: &Line, facts: &mut dyn Facts) -> Result<Scenario, BatchError> {
    let model = model(&line.model, line.params, facts, config_json::from_object)?;
    if model.block.bidirectional {
        let message = format!("`{}` is an encoder, which generates nothing", model.id);
        return Err(BatchError::new("model", message));
    }
    let month = match &line.model {
        // Nobody else asks for it.
        Value::String(id) if line.says_release() => facts.released(id),
        _ => None,
    };
    let asked = sessions::asked(line)?;
    let mut scenario = scenario(line, model, facts.today(), asked.as_ref())?;
    scenario.engine.release.model = month;
    Ok(scenario)
}

/// Answers a line about `scenario` by how the line is spread.
pub(super) fn placed(
    line: &Line,
    mut scenario: Scenario,
    facts: &mut dyn Facts,
) -> Result<Estimate, BatchError> {
    let placements = Degrees::read(line)?;
    let asked = sessions::asked(line)?;
    let given = ownership::read(line.ownership.as_ref())?;
    let release = scenario.engine.release;
    let ids = match &line.accelerator {
        Some(id) => vec![id.clone()],
        None => facts.accelerators(),
    };
    let mut best: Option<Chosen> = None;
    let mut problem = None;
    for id in ids {
        let Some(chip) = facts.accelerator(&id) else {
            return Err(BatchError::new(
                "accelerator",
                format!("unknown accelerator `{id}`"),
            ));
        };
        match release.of_model(release.model, chip.architecture) {
            Ok(release) => scenario.engine.release = release,
            Err(error) => {
                problem = Some(wrong(&error));
                continue;
            }
        }
        let prices = prices(line.usd_per_accelerator_hour, &id, facts);
        match placements.each(&scenario, &chip) {
            Err(error) => problem = Some(error),
            Ok(all) => {
                for (placement, replicas) in all {
                    let chosen = choose(
                        &mut scenario,
                        (line, asked.as_ref()),
                        &chip,
                        &prices,
                        (placement, replicas),
                    );
                    if let Some(chosen) = chosen
                        && best.as_ref().is_none_or(|other| better(&chosen, other))
                    {
                        best = Some(chosen);
                    }
                }
            }
        }
    }
    match (best, problem) {
        (Some(chosen), _) => {
            let owning = ownership::owning(&given, &chosen.chip, facts);
            Ok(output::write(
                (line, asked.as_ref()),
                &scenario,
                &chosen,
                owning,
            ))
        }
        (None, Some(error)) => Err(error),
        (None, None) => Err(BatchError::new(
            "accelerator",
            "its record lacks a rate that this format needs",
        )),
    }
}

fn choose(
    scenario: &mut Scenario,
    (line, sessions): (&Line, Option<&sessions::Asked>),
    chip: &Accelerator,
    prices: &[Price],
    (placement, replicas): (Placement, u32),
) -> Option<Chosen> {
    let all = f64::from(replicas.max(1));
    scenario.workload.load = load(line, all).ok()?;
    let working = match (scenario.workload.load, line.concurrency) {
        (Load::Poisson(_) | Load::Saturated, _) | (_, None) => all,
        (_, Some(users)) => users.min(all),
    };
    let (estimated, found) = match sessions {
        Some(asked) => asked.estimated(scenario, chip, placement, all)?,
        None => (estimated(scenario, chip, placement)?, None),
    };
    let Estimated { estimate, overrun } = estimated;
    let node = scenario.limits.node(chip);
    let sold = cheapest_rented(replicas, placement.accelerators(), prices, node);
    Some(Chosen {
        chip: chip.clone(),
        bill: sold.and_then(|(place, bill)| Some((bill, prices.get(place)?.clone()))),
        estimate,
        overrun,
        replicas,
        working,
        found,
    })
}

/// Where placements are searched: the one that keeps up, else the one that fits; then the
/// most output for the money, or for the accelerator where there is no price.
fn better(one: &Chosen, other: &Chosen) -> bool {
    let value = |chosen: &Chosen| {
        let bill = chosen.bill.as_ref();
        let paid = bill.map_or(chosen.accelerators(), |(bill, _)| bill.per_hour.get());
        let (kept, done) = match (&chosen.estimate.performance, chosen.overrun) {
            (Some(speed), _) => (2, speed.output.get()),
            // Tokens of an answer are the same for all.
            (None, Some(most)) => (1, most.get()),
            (None, None) => (0, 0.0),
        };
        (kept, done * chosen.working / paid)
    };
    value(one) > value(other)
}

/// The price that a line gives itself, or else those the accelerator is sold at.
pub(super) fn prices(usd: Option<f64>, accelerator: &str, facts: &mut dyn Facts) -> Vec<Price> {
    let given = usd.map(|usd| Price {
        per_accelerator: UsdPerHour::new(usd),
        instance_accelerators: 1,
        label: "given".to_owned(),
        seller: String::new(),
        read_from: String::new(),
        as_of: String::new(),
        verified: true,
        discount: 0.0,
        outdated: false,
        expired: false,
        unplaced: false,
        estimated: false,
        purchase: None,
        billing: Billing::default(),
        machine: None,
        by_accelerator: true,
    });
    given.map_or_else(|| facts.prices(accelerator), |price| vec![price])
}
