//! Lines of `"task": "training"`: a job, how it is spread, and the answer.
//!
//! Memory is of the most loaded rank, as the framework counts it: `peak_bytes` is that of
//! `torch.cuda.max_memory_allocated`, `reserved_bytes` that of `max_memory_reserved`; the driver's
//! context is apart, in `runtime_bytes`. `tokens_per_s_per_gpu` counts tokens that carry text,
//! `mfu` is against the dense peak of the format that is multiplied.
//!
//! A line that names `accelerators` or a degree is that configuration, the rest of it at
//! its default; one that names neither is searched for the smallest bill.

mod input;
mod job;
mod layout;
mod output;
mod room;
mod words;

use crate::batch::fields::parse;
use crate::batch::input::BatchError;
use crate::batch::scenario::model;
use crate::batch::{Estimate, Facts, offers, ownership};
use crate::import::config_json::trainable_from_object;
use crate::offer::Offer;
use crate::quantity::BytesPerSecond;
use crate::training::question::Limits;
use crate::training::report;
use crate::training::search::search;
use crate::training::support::barrier;
use crate::training::{Job, Layout, Site, time};
pub(super) use input::Line;
use room::Room;
use serde_json::Value;

/// A configuration that was chosen, with its estimate.
struct Chosen {
    job: Job,
    site: Site,
    offer: Offer,
    estimate: report::Estimate,
}

/// Answers a line.
pub(super) fn answer(value: &Value, facts: &mut dyn Facts) -> Result<Estimate, BatchError> {
    let line: Line = parse(value)?;
    let model = model(&line.model, line.params, facts, trainable_from_object)?;
    let job = job::job(&line, model)?;
    let given = ownership::read(line.ownership.as_ref())?;
    let price = line.usd_per_accelerator_hour;
    let offers = offers(line.accelerator.as_deref(), price, facts)?;
    let chosen = if line.is_fixed() {
        fixed(&line, &job, offers)?
    } else {
        searched(&line, job, &offers)?
    };
    let owning = ownership::owning(&given, &chosen.offer.accelerator, facts);
    Ok(output::write(&line, &chosen, owning))
}

/// The site: the network the line gives a node, shared by its accelerators.
fn site(line: &Line, offer: &Offer) -> Site {
    let node = f64::from(offer.accelerator.node_size.max(1));
    Site {
        network: line
            .network_gbps_per_node
            .map(|gbps| BytesPerSecond::gb(gbps / 8.0 / node)),
        ..Site::default()
    }
}

/// The configuration of the line, on its accelerator or the best of all.
fn fixed(line: &Line, job: &Job, offers: Vec<Offer>) -> Result<Chosen, BatchError> {
    let mut best: Option<Chosen> = None;
    let mut problem = BatchError::new(
        "accelerator",
        "it does not run this format or framework, or its record lacks a rate",
    );
    for offer in offers {
        let chip = &offer.accelerator;
        if barrier(job, chip).is_some() {
            continue;
        }
        let (layout, job) = match layout::layout(line, job, chip) {
            Ok(found) => found,
            Err(error) => {
                problem = error;
                continue;
            }
        };
        let site = site(line, &offer);
        let (job, mut estimate) = room::settled(job, &site, chip, &layout, line.loss.is_none());
        estimate.speed = time::speed(&job, &site, chip, &layout::dealt(&job, &layout));
        let chosen = Chosen {
            job,
            site,
            offer,
            estimate,
        };
        if best
            .as_ref()
            .is_none_or(|other| chosen.value() > other.value())
        {
            best = Some(chosen);
        }
    }
    best.ok_or(problem)
}

/// The cheapest run of all, over counts and layouts.
fn searched(line: &Line, job: Job, offers: &[Offer]) -> Result<Chosen, BatchError> {
    let unused = [
        (
            "expert_tensor_parallel",
            line.expert_tensor_parallel.is_some(),
        ),
        ("sequence_parallel", line.sequence_parallel.is_some()),
        (
            "network_gbps_per_node",
            line.network_gbps_per_node.is_some() && line.accelerator.is_none(),
        ),
    ];
    if let Some((field, _)) = unused.iter().find(|(_, given)| *given) {
        return Err(BatchError::new(
            field,
            "needs a configuration: name `accelerator` and `accelerators` beside it",
        ));
    }
    let fixed = layout::fixed(line)?;
    let site = match offers.first() {
        Some(only) if line.accelerator.is_some() => site(line, only),
        _ => Site::default(),
    };
    let report = search(&job, &site, &Limits::default(), &fixed, offers);
    let found = report.recommended().and_then(|candidate| {
        let run = candidate.best.clone()?;
        Some((offers.get(candidate.offer)?.clone(), run.estimate))
    });
    let (offer, estimate) = found.ok_or_else(|| {
        BatchError::new("accelerators", "nothing fits on up to 1024 accelerators")
    })?;
    Ok(Chosen {
        job,
        site,
        offer,
        estimate,
    })
}

impl Chosen {
    /// Tokens for the money, or for the accelerator where there is no price; a layout that does
    /// not fit is worth nothing, less the farther it is from fitting.
    fn value(&self) -> f64 {
        let price = self.offer.price.as_ref();
        let price = price.map_or(1.0, |price| price.per_accelerator.get());
        match &self.estimate.speed {
            Some(speed) if self.room() != Room::None => speed.tokens.get() / price,
            _ => -self.estimate.memory.short().get(),
        }
    }

    /// Whether it has room.
    fn room(&self) -> Room {
        let chip = &self.offer.accelerator;
        Room::of(&self.job, chip, self.layout(), &self.estimate.memory)
    }

    const fn layout(&self) -> &Layout {
        &self.estimate.layout
    }
}
