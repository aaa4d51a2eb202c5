//! A line about images or video out, or about training a model that draws them.

mod question;
mod training;

use super::Facts;
use super::read::{self, wrong};
use super::write::{Assumed, Parts, around, bottleneck, fits, map, money, promised, whole};
use crate::batch::BatchError;
use crate::batch::fields::{fields, parse};
use crate::vision::Field;
use crate::vision::denoise::{Answer, Offload, Question};
use crate::vision::queue;
use crate::vision::sizing::evidence::{BYTES, GENERATIONS, WIDENED};
use crate::vision::sizing::unit::FRAMES_A_SECOND;
use serde_json::{Map, Value, json};

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
        resolution: Option<String>,
        frames: Option<u32>,
        steps: Option<u32>,
        guidance: Option<f64>,
        weights: Option<String>,
        text_encoder_weights: Option<String>,
        weights_store: Option<String>,
        vae_precision: Option<String>,
        text_tokens: Option<u32>,
        parallel: Option<Value>,
        sharded: Option<bool>,
        offload: Option<String>,
        text_encoders: Option<String>,
        vae_tiling: Option<bool>,
        vae_compiled: Option<bool>,
        attention: Option<String>,
        implementation: Option<String>,
        method: Option<String>,
        lora_rank: Option<u32>,
        optimizer: Option<String>,
        recompute: Option<String>,
        explain: Option<bool>,
    }
}

pub(super) fn answer(value: &Value, facts: &dyn Facts) -> Result<Value, BatchError> {
    let line: Line = parse(value)?;
    let question = question::read(&line, facts)?;
    question.check()?;
    if line.method.is_some() {
        return training::answer(&line, question, facts);
    }
    generated(&line, question, facts)
}

fn generated(line: &Line, mut question: Question, facts: &dyn Facts) -> Result<Value, BatchError> {
    let answer = question.answer();
    let ranks = question.parallel.ranks().max(1);
    let promise = read::promise(line.request_rate, line.latency_limit_s, line.percentile)?;
    let kept = match promise {
        None => None,
        Some(promise) => {
            let fixed = line.accelerators.map(|count| count / ranks);
            let kept = queue::single(&promise, fixed, answer.parts.request.get())
                .ok_or_else(|| wrong(Field::LatencyLimit, "no number of accelerators keeps it"))?;
            if line.accelerators.is_none() {
                question.accelerators = kept.replicas.saturating_mul(ranks);
            }
            Some(kept)
        }
    };
    let answer = question.answer();
    let count = f64::from(question.accelerators);
    let money = money(line.usd_per_accelerator_hour, &question.board, count, facts)?;
    let mut performance = speed(&question, &answer);
    promised(&mut performance, kept.as_ref());
    let mut units = vec![("usd_per_thousand_images", answer.items_per_second / 1e3)];
    if question.model.video {
        let minutes = f64::from(question.frames) / FRAMES_A_SECOND / 60.0;
        units.push(("usd_per_video_minute", answer.items_per_second * minutes));
    }
    let band = if question.weights.unpacks() {
        WIDENED
    } else {
        GENERATIONS
    };
    let explain = line.explain == Some(true);
    Ok(whole(Parts {
        fits: fits(&question.board, answer.memory.peak, ranks),
        memory: memory(&question, &answer),
        band: json!({
            "latency": around(answer.parts.request.get(), band),
            "throughput": around(answer.items_per_second, band),
            "memory": around(answer.memory.peak.get(), BYTES),
        }),
        performance,
        cost: money.map(|money| money.cost(&units)),
        intermediate: explain.then(|| intermediate(&question, &answer)),
        assumed: assumed(line, &question),
    }))
}

fn assumed(line: &Line, question: &Question) -> Assumed {
    let mut assumed = Assumed::default();
    let [height, width] = question.resolution;
    assumed.take(line.engine.is_none(), "engine", question.software.id());
    assumed.take(line.weights.is_none(), "weights", question.weights.id());
    assumed.take(line.batch.is_none(), "batch", question.batch);
    assumed.take(
        line.accelerators.is_none(),
        "accelerators",
        question.accelerators,
    );
    assumed.take(line.steps.is_none(), "steps", question.steps);
    assumed.take(line.frames.is_none(), "frames", question.frames);
    assumed.take(
        line.text_tokens.is_none(),
        "text_tokens",
        question.text_tokens,
    );
    assumed.take(
        line.resolution.is_none(),
        "resolution",
        format!("{height}x{width}"),
    );
    assumed
}

fn memory(question: &Question, answer: &Answer) -> Value {
    let memory = &answer.memory;
    let [text, denoise, decode] = memory.phases.map(crate::quantity::Bytes::get);
    json!({
        "capacity_bytes": question.board.accelerator.memory.get(),
        "weights_bytes": memory.weights().get(),
        "denoiser_bytes": memory.denoiser.get(),
        "text_encoder_bytes": memory.encoders.get(),
        "vae_bytes": memory.decoder.get(),
        "denoise_activation_bytes": memory.denoising.get(),
        "decode_activation_bytes": memory.decoding.get(),
        "phase_bytes": {"text": text, "denoise": denoise, "decode": decode},
        "peak_bytes": memory.peak.get(),
    })
}

fn speed(question: &Question, answer: &Answer) -> Map<String, Value> {
    let parts = &answer.parts;
    let steps = f64::from(question.steps);
    // Of a part that the host hides, the time that shows is the host's.
    let device = parts.products + parts.attention + parts.elementwise;
    let host = if parts.launch > device {
        parts.launch
    } else {
        parts.around
    };
    let copied = if question.offload == Offload::Group && parts.step > device {
        parts.step * steps
    } else {
        parts.offload
    };
    let mut performance = map(json!({
        "request_s": parts.request.get(),
        "step_s": parts.step.get(),
        "text_encode_s": parts.text.get(),
        "denoise_s": parts.denoise.get(),
        "decode_s": parts.decode.get(),
        "offload_s": parts.offload.get(),
        "images_per_s": answer.items_per_second,
        "bottleneck": bottleneck(&[
            ("compute", parts.products.get() * steps),
            ("attention", parts.attention.get() * steps),
            ("memory-bandwidth", parts.elementwise.get() * steps),
            ("interconnect", parts.exchange.get() * steps),
            ("host", if parts.launch > device { host.get() * steps } else { host.get() }),
            ("transfer", copied.get()),
        ]),
    }));
    if question.model.video {
        let frames = answer.items_per_second * f64::from(question.frames);
        performance.insert("frames_per_s".to_owned(), frames.into());
    }
    performance
}

fn intermediate(question: &Question, answer: &Answer) -> Value {
    let (work, parts) = (&answer.work, &answer.parts);
    json!({
        "latent_tokens": work.tokens,
        "text_tokens": work.text_tokens,
        "guidance_passes": work.passes,
        "linear_flops": work.linear.get(),
        "attention_flops": work.attention.get(),
        "elementwise_bytes": work.traffic.get(),
        "kernels": question.model.denoiser.launches(),
        "product_rate": parts.product_rate.get(),
        "attention_rate": parts.attention_rate.get(),
        "t_products": parts.products.get(),
        "t_attention": parts.attention.get(),
        "t_elementwise": parts.elementwise.get(),
        "t_launch": parts.launch.get(),
        "t_communication": parts.exchange.get(),
        "width": question.model.denoiser.width(),
        "decode_flops": work.decoding.get(),
    })
}
