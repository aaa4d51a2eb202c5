//! A line about speech.

use super::Facts;
use super::kept::{Batched, Named, batched, whole_batch};
use super::read::{self, promise, software};
use super::write::{Assumed, Parts, Usual, around, bottleneck, fits, map, money, promised, whole};
use crate::batch::BatchError;
use crate::batch::fields::{fields, parse};
use crate::vision::Software;
use crate::vision::sizing::evidence::{BYTES, SPEECH};
use crate::vision::speech::Question;
use serde_json::{Value, json};

/// Windows at once that a batch is sought among, where a line promises a latency.
const MOST_BATCH: u32 = 64;
const HOUR: f64 = 3600.0;

fields! {
    #[derive(Default)]
    struct Line {
        id: Value,
        task: Option<String>,
        model: Value,
        accelerator: Option<String>,
        accelerators: Option<u32>,
        engine: Option<String>,
        precision: Option<String>,
        batch: Option<u32>,
        request_rate: Option<f64>,
        latency_limit_s: Option<f64>,
        percentile: Option<f64>,
        usd_per_accelerator_hour: Option<f64>,
        audio_per_window_s: Option<f64>,
        long_form: Option<bool>,
        beam: Option<u32>,
        explain: Option<bool>,
    }
}

pub(super) fn answer(value: &Value, facts: &dyn Facts) -> Result<Value, BatchError> {
    let line: Line = parse(value)?;
    let listener = read::model(&line.model, |id| facts.listener(id))?;
    let board = read::board(line.accelerator.as_ref(), facts)?;
    let mut question = Question {
        listener,
        accelerators: line.accelerators.unwrap_or(1),
        software: software(line.engine.as_ref(), Software::Vllm)?,
        precision: read::precision(line.precision.as_ref(), &board)?,
        batch: line.batch.unwrap_or(1),
        sound: line.audio_per_window_s.unwrap_or(listener.encoder.seconds),
        long_form: line.long_form == Some(true),
        beam: line.beam.unwrap_or(1),
        board,
    };
    question.check()?;
    let promise = promise(line.request_rate, line.latency_limit_s, line.percentile)?;
    let kept = match promise {
        None => None,
        Some(promise) => {
            let named = Named {
                batch: line.batch,
                accelerators: line.accelerators,
            };
            let Batched {
                kept,
                batch,
                accelerators,
            } = batched(&promise, &named, MOST_BATCH, |batch| {
                let mut asked = question.clone();
                asked.batch = whole_batch(batch.ceil(), u32::MAX);
                asked.answer().window.get()
            })?;
            (question.batch, question.accelerators) = (batch, accelerators);
            Some(kept)
        }
    };
    question.check()?;
    let answer = question.answer();
    let count = f64::from(question.accelerators);
    let money = money(line.usd_per_accelerator_hour, &question.board, count, facts)?;
    let decoding = answer.step.get() * answer.steps;
    let mut performance = map(json!({
        "window_s": answer.window.get(),
        "rtfx": answer.rtfx,
        "rtf": answer.rtf,
        "output_tokens_per_s": answer.tokens_per_second,
        "encoder_s": answer.encoder.get(),
        "decoder_step_s": answer.step.get(),
        "bottleneck": bottleneck(&[
            ("compute", answer.encoder.get()),
            ("memory-bandwidth", decoding),
            ("host", answer.host.get()),
        ]),
    }));
    promised(&mut performance, kept.as_ref());
    let mut assumed = Assumed::from(Usual {
        software: (line.engine.is_none(), question.software),
        precision: (line.precision.is_none(), question.precision),
        batch: (line.batch.is_none(), question.batch),
        accelerators: (line.accelerators.is_none(), question.accelerators),
    });
    assumed.take(
        line.audio_per_window_s.is_none(),
        "audio_per_window_s",
        question.sound,
    );
    let explain = line.explain == Some(true);
    Ok(whole(Parts {
        fits: fits(&question.board, answer.memory.needed, 1),
        memory: json!({
            "capacity_bytes": question.board.accelerator.memory.get(),
            "weights_bytes": answer.memory.weights.get(),
            "activation_bytes": answer.memory.activations.get(),
            "cross_attention_bytes": answer.memory.keys.get(),
            "peak_bytes": answer.memory.peak.get(),
        }),
        band: json!({
            "latency": around(answer.window.get(), SPEECH),
            "throughput": around(answer.rtfx, SPEECH),
            "memory": around(answer.memory.needed.get(), BYTES),
        }),
        performance,
        cost: money.map(|money| money.cost(&[("usd_per_audio_hour", answer.rtfx / HOUR)])),
        intermediate: explain
            .then(|| json!({"tokens": answer.steps, "product_rate": answer.product_rate.get()})),
        assumed,
    }))
}
