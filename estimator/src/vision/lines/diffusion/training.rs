//! A line about training a denoiser: memory alone.

use super::Line;
use crate::batch::BatchError;
use crate::vision::Field;
use crate::vision::denoise::{Adapted, Question, TrainingQuestion};
use crate::vision::lines::Facts;
use crate::vision::lines::read::{recompute, states, wrong};
use crate::vision::lines::write::{Assumed, Parts, around, fits, money, whole};
use crate::vision::sizing::evidence::BYTES;
use serde_json::{Map, Value, json};

/// Rank of adapters by default.
const USUAL_RANK: u32 = 64;

pub(super) fn answer(
    line: &Line,
    generation: Question,
    facts: &dyn Facts,
) -> Result<Value, BatchError> {
    let rank = line.lora_rank.unwrap_or(USUAL_RANK);
    let adapted = match line.method.as_deref() {
        Some("full") => Adapted::Full,
        Some("lora") => Adapted::Lora(rank),
        other => {
            let message = format!("unknown method `{}`", other.unwrap_or_default());
            return Err(wrong(Field::Method, message));
        }
    };
    let question = TrainingQuestion {
        adapted,
        state_bytes: states(line.optimizer.as_ref())?,
        recompute: recompute(line.recompute.as_ref())?,
        on_host: line.offload.as_deref() == Some("cpu"),
        generation,
    };
    question.check()?;
    let memory = question.memory();
    let generation = &question.generation;
    let (board, count) = (&generation.board, generation.accelerators);
    let money = money(
        line.usd_per_accelerator_hour,
        board,
        f64::from(count),
        facts,
    )?;
    let mut assumed = Assumed::default();
    assumed.take(line.batch.is_none(), "batch", generation.batch);
    assumed.take(line.optimizer.is_none(), "optimizer", "adamw");
    assumed.take(line.recompute.is_none(), "recompute", "none");
    assumed.take(
        line.lora_rank.is_none() && adapted != Adapted::Full,
        "lora_rank",
        rank,
    );
    let denoiser = &generation.model.denoiser;
    let explain = line.explain == Some(true);
    Ok(whole(Parts {
        fits: fits(board, memory.peak, count),
        memory: json!({
            "capacity_bytes": board.accelerator.memory.get(),
            "load_bytes": memory.load.get(),
            "weights_bytes": memory.weights.get(),
            "optimizer_bytes": memory.optimizer.get(),
            "gradient_bytes": memory.gradients.get(),
            "activation_bytes": memory.activations.get(),
            "peak_bytes": memory.peak.get(),
        }),
        performance: Map::new(),
        cost: money.map(|money| money.cost(&[])),
        band: json!({"memory": around(memory.peak.get(), BYTES)}),
        intermediate: explain.then(|| {
            json!({
                "tokens": memory.tokens,
                "width": denoiser.width(),
                "blocks": denoiser.blocks(),
                "trainable": memory.trained,
            })
        }),
        assumed,
    }))
}
