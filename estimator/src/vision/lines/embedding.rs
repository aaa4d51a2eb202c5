//! A line about an encoder of text: embedding, reranking, classifying.

use super::Facts;
use super::kept::{Batched, Named, batched, whole_batch};
use super::read::{self, promise, software, wrong};
use super::write::{Assumed, Parts, Usual, around, bottleneck, fits, map, money, promised, whole};
use crate::batch::BatchError;
use crate::batch::fields::{fields, parse};
use crate::vision::sizing::evidence::{BYTES, ENCODERS, OLD_ENCODERS};
use crate::vision::text::{Answer, Question};
use crate::vision::{Field, Software};
use serde_json::{Value, json};

/// Sequences at once that a batch is sought among, where a line promises a latency.
const MOST_BATCH: u32 = 256;
const USUAL_TOKENS: f64 = 512.0;
const MOST_DOCUMENTS: u32 = 100_000;

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
        input_tokens: Option<f64>,
        padded_to: Option<f64>,
        documents_per_request: Option<u32>,
        explain: Option<bool>,
    }
}

pub(super) fn answer(value: &Value, facts: &dyn Facts) -> Result<Value, BatchError> {
    let line: Line = parse(value)?;
    let documents = line.documents_per_request.unwrap_or(1);
    if !(1..=MOST_DOCUMENTS).contains(&documents) {
        return Err(wrong(
            Field::DocumentsPerRequest,
            "it must be from 1 to 100000",
        ));
    }
    let mut question = question(&line, facts)?;
    let promise = promise(line.request_rate, line.latency_limit_s, line.percentile)?;
    let kept = match promise {
        None => None,
        Some(mut promise) => {
            // A request's pairs arrive and leave together: as if each came alone.
            promise.rate *= f64::from(documents);
            let named = Named {
                batch: line.batch,
                accelerators: line.accelerators,
            };
            let Batched {
                mut kept,
                batch,
                accelerators,
            } = batched(&promise, &named, MOST_BATCH, |batch| {
                let mut asked = question.clone();
                asked.batch = whole_batch(batch.ceil(), u32::MAX);
                asked.parts().latency.get()
            })?;
            kept.each /= f64::from(documents);
            (question.batch, question.accelerators) = (batch, accelerators);
            Some(kept)
        }
    };
    question.check()?;
    let answer = question.answer();
    let count = f64::from(question.accelerators);
    let money = money(line.usd_per_accelerator_hour, &question.board, count, facts)?;
    let mut performance = map(json!({
        "latency_s": answer.parts.latency.get(),
        "sequences_per_s": answer.sequences_per_second,
        "input_tokens_per_s": answer.tokens_per_second,
        "requests_per_s": answer.sequences_per_second / f64::from(documents),
        "bottleneck": bottleneck(&[
            ("compute", answer.parts.products.get()),
            ("attention", answer.parts.attention.get()),
            ("memory-bandwidth", answer.parts.elementwise.get()),
            ("host", answer.parts.host.get()),
        ]),
    }));
    promised(&mut performance, kept.as_ref());
    let old = !question.board.accelerator.architecture.generation().bf16;
    let band = if old { OLD_ENCODERS } else { ENCODERS };
    let mut assumed = Assumed::from(Usual {
        software: (line.engine.is_none(), question.software),
        precision: (line.precision.is_none(), question.precision),
        batch: (line.batch.is_none(), question.batch),
        accelerators: (line.accelerators.is_none(), question.accelerators),
    });
    assumed.take(line.input_tokens.is_none(), "input_tokens", question.tokens);
    let explain = line.explain == Some(true);
    Ok(whole(Parts {
        fits: fits(&question.board, answer.memory.peak, 1),
        memory: json!({
            "capacity_bytes": question.board.accelerator.memory.get(),
            "weights_bytes": answer.memory.weights.get(),
            "activation_bytes": answer.memory.activations.get(),
            "peak_bytes": answer.memory.peak.get(),
        }),
        band: json!({
            "latency": around(answer.parts.latency.get(), band),
            "throughput": around(answer.sequences_per_second, band),
            "memory": around(answer.memory.peak.get(), BYTES),
        }),
        performance,
        cost: money.map(|money| {
            let millions = answer.tokens_per_second / 1e6;
            money.cost(&[("usd_per_million_input_tokens", millions)])
        }),
        intermediate: explain.then(|| intermediate(&answer)),
        assumed,
    }))
}

fn question(line: &Line, facts: &dyn Facts) -> Result<Question, BatchError> {
    let (encoder, longest) = read::model(&line.model, |id| facts.encoder(id))?;
    let board = read::board(line.accelerator.as_ref(), facts)?;
    let longest = longest.map(f64::from);
    let tokens = line
        .input_tokens
        .unwrap_or_else(|| longest.map_or(USUAL_TOKENS, |longest| longest.min(USUAL_TOKENS)));
    if let Some(longest) = longest
        && tokens > longest
    {
        let message = format!("the model reads at most {longest} tokens");
        return Err(wrong(Field::InputTokens, message));
    }
    let question = Question {
        encoder,
        accelerators: line.accelerators.unwrap_or(1),
        software: software(line.engine.as_ref(), Software::Tei)?,
        precision: read::precision(line.precision.as_ref(), &board)?,
        batch: line.batch.unwrap_or(1),
        tokens,
        padded: line.padded_to,
        board,
    };
    question.check()?;
    Ok(question)
}

fn intermediate(answer: &Answer) -> Value {
    let parts = &answer.parts;
    json!({
        "product_rate": parts.product_rate.get(),
        "fill": parts.fill,
        "t_products": parts.products.get(),
        "t_attention": parts.attention.get(),
        "t_elementwise": parts.elementwise.get(),
        "t_host": parts.host.get(),
    })
}
