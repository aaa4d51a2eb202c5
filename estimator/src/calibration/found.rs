//! Measured loads as a benchmark's result tells them: what it does not say is absent, what cannot
//! be fitted says why.

use crate::engine::Engine;
use crate::precision::WeightFormat;
use crate::profile::Group;

/// Requests that fail, as a share of all, beyond which nothing else is believed.
const MOST_FAILED: f64 = 0.02;
/// Requests a user below which the start is most of what was measured.
const FEWEST_EACH: f64 = 3.0;
/// Answers below which there is no mean.
const FEWEST: f64 = 10.0;
/// The slowest first token of a hundred over the middle one: beyond, an engine that still
/// compiles or loads is in it.
const COLD: f64 = 20.0;
/// Loads that are taken of one file.
const MOST_LOADS: usize = 200;

/// How requests came.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Arrivals {
    /// So many users, each waiting for an answer, who all started at once.
    Closed,
    /// The same, long after the start: a server in use.
    Steady,
    /// Whatever others wait.
    Open,
    /// All at once.
    Burst,
}

/// A measured load, as far as its file tells; seconds and tokens.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Found {
    /// How requests came.
    pub arrivals: Arrivals,
    /// Requests at once over all accelerators.
    pub users: Option<f64>,
    /// Requests a second that came, where they came whatever others waited.
    pub rate: Option<f64>,
    /// Prompt, mean.
    pub input: Option<f64>,
    /// Answer, mean.
    pub output: Option<f64>,
    /// Time per output token, mean.
    pub tpot: Option<f64>,
    /// Time to the first token, mean.
    pub ttft: Option<f64>,
    /// Why it is left out.
    pub left_out: Option<LeftOut>,
}

/// Why a measured load is left out of a fit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LeftOut {
    /// Over 2 % of the requests failed.
    Failures,
    /// Fewer than three requests a user.
    FewEach,
    /// Fewer than ten answers.
    Short,
    /// The slowest first tokens are over twenty times the middle one: a cold start.
    ColdStart,
    /// The memory of the accelerators does not hold it, or they do not keep up.
    NoRoom,
    /// The accelerator's record lacks a rate that the format needs.
    NoRate,
}

/// What a file tells of measured loads.
#[derive(Debug, Clone, PartialEq)]
pub struct Told {
    /// The engine, where the kind of file says it.
    pub engine: Option<Engine>,
    /// The model as it is named there.
    pub model: Option<String>,
    /// Its parameters, where the file counts them.
    pub parameters: Option<f64>,
    /// The format of its weights, where the file says it.
    pub weights: Option<WeightFormat>,
    /// Name of a device, and bytes of its memory.
    pub device: Option<(String, Option<f64>)>,
    /// Its loads.
    pub loads: Vec<Found>,
}

/// The measured loads of a profile's facts; `None` where it holds none.
#[must_use]
pub fn told(facts: &Group) -> Option<Told> {
    let format = facts.words("format")?;
    let engine = match format {
        "vllm-bench" | "vllm-metrics" => Some(Engine::Vllm),
        "sglang-bench" => Some(Engine::Sglang),
        "llama-bench" => Some(Engine::LlamaCpp),
        _ => None,
    };
    let runs = facts.groups("runs").take(MOST_LOADS);
    let loads: Vec<Found> = match format {
        "llama-bench" => runs.filter_map(test).collect(),
        "vllm-metrics" => server(facts).into_iter().collect(),
        "vllm-bench" | "sglang-bench" | "aiperf-json" | "aiperf-jsonl" | "genai-perf-json"
        | "guidellm-json" | "inference-perf" => {
            let mut loads: Vec<Found> = runs.filter_map(client).collect();
            if loads.is_empty() {
                loads.extend(client(facts));
            }
            loads
        }
        _ => return None,
    };
    let device = facts.groups("devices").find_map(|device| {
        let name = device.words("name")?;
        Some((name.to_owned(), device.at("memory_bytes")))
    });
    (!loads.is_empty()).then(|| Told {
        engine,
        model: facts.words("model").map(str::to_owned),
        parameters: positive(facts, "parameters"),
        weights: facts
            .words("model")
            .filter(|_| format == "llama-bench")
            .and_then(|kind| Some(gguf(kind)?.1)),
        device,
        loads,
    })
}

/// A model as `llama.cpp` writes it, `qwen3 8B Q4_K - Medium`: its name with its size, and the format
/// of its file; a mix that has no bits of its own here counts as the type it is named by.
///
/// ```
/// use estimator::calibration::gguf;
/// use estimator::precision::WeightFormat;
///
/// let (name, format) = gguf("qwen3 8B Q4_K - Medium").expect("a format");
/// assert_eq!((name.as_str(), format), ("qwen3 8B", WeightFormat::Q4KM));
/// ```
#[must_use]
pub fn gguf(kind: &str) -> Option<(String, WeightFormat)> {
    let words: Vec<&str> = kind.split_whitespace().collect();
    words.iter().enumerate().find_map(|(place, word)| {
        let plain = word.to_ascii_lowercase();
        let behind = |at: usize| words.get(place + at).map(|word| word.to_ascii_lowercase());
        // `- Medium` is the first letter of the mix's name, as `MoE` is all of it.
        let mix = match behind(1).as_deref() {
            Some("-") => behind(2)
                .and_then(|mix| mix.chars().next())
                .map(String::from),
            next => next.filter(|next| *next == "moe").map(str::to_owned),
        };
        let mixed = mix.and_then(|mix| WeightFormat::from_id(&format!("{plain}_{mix}")));
        let own = match plain.as_str() {
            "f32" => Some(WeightFormat::Fp32),
            "f16" => Some(WeightFormat::Fp16),
            "bf16" => Some(WeightFormat::Bf16),
            other => WeightFormat::from_id(other).filter(|format| format.is_gguf()),
        };
        let name = words.get(..place).unwrap_or_default().join(" ");
        Some((name, mixed.or(own)?))
    })
}

/// A number that is there and more than nothing.
fn positive(facts: &Group, path: &str) -> Option<f64> {
    facts.at(path).filter(|number| *number > 0.0)
}

/// A mean, or the middle where only that is known.
fn typical(facts: &Group, latency: &str) -> Option<f64> {
    positive(facts, &format!("latency.{latency}.mean"))
        .or_else(|| positive(facts, &format!("latency.{latency}.p50")))
}

/// A client's measurement.
fn client(facts: &Group) -> Option<Found> {
    let (tpot, ttft) = (typical(facts, "tpot_s"), typical(facts, "ttft_s"));
    if tpot.is_none() && ttft.is_none() {
        return None;
    }
    let requests = positive(facts, "load.requests");
    let most = positive(facts, "load.max_concurrency");
    let rate = positive(facts, "load.request_rate");
    let mean = positive(facts, "load.concurrency");
    let (arrivals, users) = match (most, rate, mean) {
        // Who may wait for others, and comes at a rate: as many as there were.
        (Some(most), Some(_), mean) => (Arrivals::Closed, Some(mean.unwrap_or(most).min(most))),
        (Some(most), None, _) => (Arrivals::Closed, Some(most)),
        (None, Some(_), _) => (Arrivals::Open, None),
        (None, None, mean) if facts.words("format") == Some("vllm-bench") && mean.is_none() => {
            (Arrivals::Burst, requests)
        }
        (None, None, mean) => (Arrivals::Closed, mean),
    };
    let failed = facts.at("load.failed").unwrap_or(0.0);
    let p50 = positive(facts, "latency.ttft_s.p50");
    let p99 = positive(facts, "latency.ttft_s.p99");
    let cold = p50.zip(p99).is_some_and(|(p50, p99)| p99 > COLD * p50);
    let each = requests
        .zip(users)
        .filter(|_| arrivals == Arrivals::Closed)
        .map(|(requests, users)| requests / users);
    let left_out = if requests.is_some_and(|good| failed > MOST_FAILED * (failed + good)) {
        Some(LeftOut::Failures)
    } else if requests.is_some_and(|requests| requests < FEWEST) {
        Some(LeftOut::Short)
    } else if each.is_some_and(|each| each < FEWEST_EACH) {
        Some(LeftOut::FewEach)
    } else if cold {
        Some(LeftOut::ColdStart)
    } else {
        None
    };
    Some(Found {
        arrivals,
        users,
        rate: rate.filter(|_| arrivals == Arrivals::Open),
        input: positive(facts, "load.input_tokens"),
        output: positive(facts, "load.output_tokens"),
        tpot,
        ttft,
        left_out,
    })
}

/// A server's own measurement since it began. How many were at once on average it does not say.
fn server(facts: &Group) -> Option<Found> {
    let (tpot, ttft) = (typical(facts, "tpot_s"), typical(facts, "ttft_s"));
    if tpot.is_none() && ttft.is_none() {
        return None;
    }
    let answered = facts.at("latency.ttft_s.count").unwrap_or(0.0);
    Some(Found {
        arrivals: Arrivals::Steady,
        users: None,
        rate: None,
        input: positive(facts, "latency.input_tokens.mean"),
        output: positive(facts, "latency.output_tokens.mean"),
        tpot,
        ttft,
        left_out: (answered < FEWEST).then_some(LeftOut::Short),
    })
}

/// A test of `llama-bench`: one user, a prompt or an answer behind so many tokens.
fn test(run: &Group) -> Option<Found> {
    let speed = positive(run, "tokens_per_s")?;
    let depth = run.at("depth").unwrap_or(0.0).max(0.0);
    let found = |input: f64, output: f64, (tpot, ttft)| Found {
        arrivals: Arrivals::Steady,
        users: Some(1.0),
        rate: None,
        input: Some(input.max(1.0)),
        output: Some(output.max(1.0)),
        tpot,
        ttft,
        left_out: None,
    };
    match run.words("test")? {
        "tg" => {
            let generated = positive(run, "generated")?;
            Some(found(depth, generated, (Some(speed.recip()), None)))
        }
        // Prompts behind a filled cache are none that a first token waits for.
        "pp" if depth <= 0.0 => {
            let prompt = positive(run, "prompt")?;
            Some(found(prompt, 1.0, (None, Some(prompt / speed))))
        }
        _ => None,
    }
}
