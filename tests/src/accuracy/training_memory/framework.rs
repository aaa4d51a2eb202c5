//! Peaks that frameworks publish: `data/measured/training_memory.csv`. The first eleven columns
//! are the published tables'; `model` and the columns after it describe each row in the
//! estimator's words, as its source documents it.

use super::super::cells::Cells;
use super::super::names;
use super::Run;
use estimator::import::config_json;
use estimator::model::Model;
use estimator::training::method::{
    Adapter, Base, Loss, Method, Offload, Optimizer, Precision, Recompute, Sharding, Stack,
};
use estimator::training::target::Targets;
use estimator::training::{Job, Layout};
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// Groups that rows are counted with.
pub(super) const GROUPS: [&str; 6] = [
    "LitGPT tables",
    "LitGPT config hub",
    "torchtune",
    "torchtitan",
    "torchao",
    "PEFT",
];

/// Models that the catalogue has not, as their `config.json` says.
static CONFIGS: LazyLock<BTreeMap<String, Value>> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../../../data/measured/training_models.json"))
        .unwrap_or_default()
});

fn model(id: &str) -> Option<Model> {
    if let Some(model) = catalog::model(id) {
        return Some(model);
    }
    let config = CONFIGS.get(id)?.as_object()?;
    let imported = config_json::trainable_from_object(config).ok()?;
    Some(imported.model)
}

/// Reads one run.
pub(super) fn run(cells: &Cells) -> Result<Run, String> {
    let why = cells.text("left_out");
    if !why.is_empty() {
        return Err(why.to_owned());
    }
    let group = cells.known("group", |name| {
        GROUPS.into_iter().find(|group| *group == name)
    })?;
    let accelerators = cells.degree("accelerators")?;
    let micro_batch = cells.degree("batch")?;
    Ok(Run {
        name: format!("{} {} {}", group, cells.text("model"), cells.text("method")),
        group,
        job: Job {
            model: cells.known("estimated_model", model)?,
            method: method(cells)?,
            precision: cells.known("recipe", Precision::from_id)?,
            optimizer: cells.known("optimizer", Optimizer::from_id)?,
            stack: cells.known("stack", Stack::from_id)?,
            sequence: cells.degree("tokens")?,
            global_batch: micro_batch
                .saturating_mul(accelerators)
                .saturating_mul(cells.degree("micro_batches")?),
            tokens: 1e9,
            loss: cells.known("loss", Loss::from_id)?,
            flash: true,
            dropout: false,
            reference: false,
            scratch: false,
            packed: 1.0,
        },
        layout: Layout {
            accelerators,
            micro_batch,
            context: cells.degree_or_one("context")?,
            sharding: cells.known("sharding", Sharding::from_id)?,
            recompute: cells.known("recompute", Recompute::from_id)?,
            offload: Offload::None,
            ..Layout::SINGLE
        },
        chip: cells.known("accelerator", names::accelerator)?,
        last_stage: false,
        allocated: None,
        peak: cells.number("bytes")?,
        reserved: cells.text("counter") == "reserved",
    })
}

/// All parameters where no rank is named.
fn method(cells: &Cells) -> Result<Method, String> {
    if cells.text("rank").is_empty() {
        return Ok(Method::Full);
    }
    Ok(Method::Adapter(Adapter {
        rank: cells.degree("rank")?,
        targets: cells.known("targets", Targets::from_id)?,
        magnitude: cells.text("magnitude") == "1",
        base: cells.known("base", Base::from_id)?,
        half: cells.text("half") == "1",
    }))
}
