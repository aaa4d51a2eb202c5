//! A line about a vision network.

use super::Facts;
use super::kept::{Batched, Named, batched, whole_batch};
use super::read::{self, needed, promise, recompute, software, states, word, wrong};
use super::write::{Assumed, Parts, Usual, around, bottleneck, fits, map, money, promised, whole};
use crate::batch::BatchError;
use crate::batch::fields::{fields, parse};
use crate::vision::network::{Answer, Method, Question, Training};
use crate::vision::queue::{self, Promise};
use crate::vision::sizing::evidence::{BYTES, NETWORK_ENGINES, NETWORKS};
use crate::vision::{Field, Mode, Software};
use serde_json::{Value, json};

/// Images at once that a batch is sought among, where a line promises a latency.
const MOST_BATCH: u32 = 256;

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
        resolution: Option<u32>,
        channels_last: Option<bool>,
        method: Option<String>,
        optimizer: Option<String>,
        recompute: Option<String>,
        global_batch: Option<u32>,
        explain: Option<bool>,
    }
}

pub(super) fn answer(value: &Value, facts: &dyn Facts) -> Result<Value, BatchError> {
    let line: Line = parse(value)?;
    let (question, promise) = question(&line, facts)?;
    let (question, kept) = match promise {
        Some(promise) => kept(&line, question, &promise)?,
        None => (question, None),
    };
    question.check()?;
    let answer = question.answer();
    let mut performance = map(speed(&answer));
    promised(&mut performance, kept.as_ref());
    let band = if question.software.mode() == Mode::Engine {
        NETWORK_ENGINES
    } else {
        NETWORKS
    };
    let peak = answer
        .training
        .map_or(answer.memory.peak, |training| training.peak);
    let count = f64::from(question.accelerators);
    let money = money(line.usd_per_accelerator_hour, &question.board, count, facts)?;
    let done = answer
        .training
        .map_or(answer.images_per_second, |training| {
            training.images_per_second
        });
    let mut assumed = Assumed::from(Usual {
        software: (line.engine.is_none(), question.software),
        precision: (line.precision.is_none(), question.precision),
        batch: (line.batch.is_none(), question.batch),
        accelerators: (line.accelerators.is_none(), question.accelerators),
    });
    let side = question.network.resolution;
    assumed.take(line.resolution.is_none(), "resolution", side);
    let together = if answer.training.is_some() {
        question.accelerators
    } else {
        1
    };
    let explain = line.explain == Some(true);
    Ok(whole(Parts {
        fits: fits(&question.board, peak, together),
        memory: memory(&question, &answer),
        band: json!({
            "latency": around(answer.parts.latency.get(), band),
            "throughput": around(done, band),
            "memory": around(peak.get(), BYTES),
        }),
        performance,
        cost: money.map(|money| money.cost(&[("usd_per_thousand_images", done / 1e3)])),
        intermediate: explain.then(|| intermediate(&question, &answer)),
        assumed,
    }))
}

fn question(line: &Line, facts: &dyn Facts) -> Result<(Question, Option<Promise>), BatchError> {
    let id = read::model(&line.model, |id| {
        facts.is_network(id).then(|| id.to_owned())
    })?;
    let board = read::board(line.accelerator.as_ref(), facts)?;
    if let Some(side) = line.resolution
        && !(8..=16_384).contains(&side)
    {
        return Err(wrong(Field::Resolution, "it must be from 8 to 16384"));
    }
    let network = needed(Field::Resolution, facts.network(&id, line.resolution))?;
    let method = line
        .method
        .as_ref()
        .map(|method| word("method", Some(method), Method::Full, Method::from_id));
    let training = match method.transpose()? {
        None => None,
        Some(method) => Some(Training {
            method,
            state_bytes: states(line.optimizer.as_ref())?,
            recompute: recompute(line.recompute.as_ref())?,
        }),
    };
    let accelerators = line.accelerators.unwrap_or(1);
    let batch = match (line.batch, line.global_batch, training) {
        (Some(batch), ..) => batch,
        (None, Some(global), Some(_)) => {
            if accelerators == 0 || global % accelerators != 0 || global == 0 {
                return Err(wrong(Field::GlobalBatch, "accelerators do not divide it"));
            }
            global / accelerators
        }
        _ => 1,
    };
    let precision = read::precision(line.precision.as_ref(), &board)?;
    let question = Question {
        network,
        accelerators,
        software: software(line.engine.as_ref(), Software::Eager)?,
        precision,
        batch,
        channels_last: line.channels_last == Some(true),
        training,
        board,
    };
    question.check()?;
    let promise = promise(line.request_rate, line.latency_limit_s, line.percentile)?;
    Ok((question, promise))
}

/// The question as a promise is kept: with the batch of the line, or the largest that keeps
/// it. Between two whole batches the latency is a line.
fn kept(
    line: &Line,
    mut question: Question,
    promise: &Promise,
) -> Result<(Question, Option<queue::Kept>), BatchError> {
    let named = Named {
        batch: line.batch,
        accelerators: line.accelerators,
    };
    let most = line.batch.unwrap_or(MOST_BATCH).max(1);
    let seconds = |batch: u32| {
        let mut asked = question.clone();
        asked.batch = batch;
        asked.parts().latency.get()
    };
    let Batched {
        kept,
        batch,
        accelerators,
    } = batched(promise, &named, MOST_BATCH, |batch| {
        let low = whole_batch(batch, most);
        let [floor, next] = [seconds(low), seconds(low.saturating_add(1).min(most))];
        floor + (next - floor) * (batch - f64::from(low)).clamp(0.0, 1.0)
    })?;
    (question.batch, question.accelerators) = (batch, accelerators);
    Ok((question, Some(kept)))
}

fn memory(question: &Question, answer: &Answer) -> Value {
    let memory = answer.memory;
    let mut written = json!({
        "capacity_bytes": question.board.accelerator.memory.get(),
        "weights_bytes": memory.weights.get(),
        "activation_bytes": memory.activations.get(),
        "peak_bytes": memory.peak.get(),
    });
    if let (Some(training), Some(object)) = (answer.training, written.as_object_mut()) {
        for (name, bytes) in [
            ("gradient_bytes", training.gradients),
            ("optimizer_bytes", training.optimizer),
            ("train_activation_bytes", training.kept),
            ("train_peak_bytes", training.peak),
        ] {
            object.insert(name.to_owned(), bytes.get().into());
        }
    }
    written
}

fn speed(answer: &Answer) -> Value {
    let parts = &answer.parts;
    let mut written = json!({
        "latency_s": parts.latency.get(),
        "images_per_s": answer.images_per_second,
        "bottleneck": bottleneck(&[
            ("compute", (parts.products + parts.grouped).get()),
            ("attention", parts.attention.get()),
            ("memory-bandwidth", (parts.elementwise + parts.depthwise).get()),
            ("host", parts.host.get()),
        ]),
    });
    if let (Some(training), Some(object)) = (answer.training, written.as_object_mut()) {
        let step = training.step.get();
        object.insert("step_s".to_owned(), step.into());
        let images = training.images_per_second;
        object.insert("train_images_per_s".to_owned(), images.into());
    }
    written
}

fn intermediate(question: &Question, answer: &Answer) -> Value {
    let parts = &answer.parts;
    json!({
        "product_rate": parts.product_rate.get(),
        "convolution_rate": parts.convolution_rate.get(),
        "t_products": parts.products.get(),
        "t_attention": parts.attention.get(),
        "t_grouped": parts.grouped.get(),
        "t_depthwise": parts.depthwise.get(),
        "t_elementwise": parts.elementwise.get(),
        "t_host": parts.host.get(),
        "kernels": question.network.kernels,
    })
}
