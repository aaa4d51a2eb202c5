//! Memory as engines log it: `data/measured/serving_memory.csv`, one figure a line,
//! the lines of one launch together.
//!
//! Left out, with the reason: lines with a `flag`, quantities that are no component of ours (the
//! compute buffers of llama.cpp, memory of diffusion models), and whatever the catalogue has no
//! name for.

use super::cells::{Cells, lines};
use super::names;
use catalog::measured::scenario;
use estimator::engine::{Engine, EngineSettings};
use estimator::hardware::Accelerator;
use estimator::placement::Placement;
use estimator::quantity::Bytes;
use estimator::serving::memory::Component;
use estimator::serving::report::Estimate;
use estimator::serving::scenario::Scenario;
use estimator::workload::Load;
use std::collections::BTreeMap;

/// A quantity that a launch logs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Quantity {
    /// Weights on one accelerator; of llama.cpp the whole file.
    Weights,
    /// Cached bytes of one token on one rank.
    CachePerToken,
    /// Tokens that the cache holds.
    CacheTokens,
    /// Working memory, buffers and graphs; compared in GiB, not as a share.
    Working,
}

impl Quantity {
    /// All of them.
    pub const ALL: [Self; 4] = [
        Self::Weights,
        Self::CachePerToken,
        Self::CacheTokens,
        Self::Working,
    ];

    /// As tables call it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Weights => "weights",
            Self::CachePerToken => "cache per token",
            Self::CacheTokens => "tokens in the cache",
            Self::Working => "activations and runtime",
        }
    }
}

/// One launch of an engine.
#[derive(Debug, Clone)]
pub struct Launch {
    /// Its name in the file.
    pub run: String,
    /// The scenario launched.
    pub scenario: Scenario,
    /// The accelerator; `None` where the log does not say.
    pub chip: Option<Accelerator>,
    /// Spread how.
    pub placement: Placement,
    /// Whether its share of memory and its longest sequence are printed.
    pub settings_known: bool,
    /// Logged figures by their name: GiB, MiB or tokens.
    figures: BTreeMap<String, f64>,
    /// Why it is no measure of the estimate, if it is none.
    pub doubt: Option<&'static str>,
}

impl Launch {
    fn figure(&self, name: &str) -> Option<f64> {
        self.figures.get(name).copied()
    }

    /// Tokens that the cache was logged to hold.
    fn tokens(&self) -> Option<f64> {
        let blocks = self.figure("kv_blocks_16tok").map(|blocks| blocks * 16.0);
        self.figure("kv_tokens").or(blocks)
    }

    /// The logged value: bytes, or tokens.
    #[must_use]
    pub fn measured(&self, quantity: Quantity) -> Option<f64> {
        let gib = |name| Some(Bytes::gib(self.figure(name)?).get());
        match quantity {
            Quantity::Weights if self.scenario.engine.engine == Engine::LlamaCpp => {
                gib("gguf_total_gib")
            }
            Quantity::Weights => gib("weights_gib_per_gpu"),
            Quantity::CachePerToken => {
                let whole = self.figure("kv_self_mib").map(|mib| Bytes::mib(mib).get());
                let context = self.scenario.engine.max_model_len.map(f64::from);
                match (whole, context) {
                    (Some(whole), Some(context)) => Some(whole / context),
                    _ => Some(gib("kv_gib_per_gpu")? / self.tokens()?),
                }
            }
            Quantity::CacheTokens => self
                .tokens()
                .filter(|_| self.settings_known && self.chip.is_some()),
            Quantity::Working => {
                let peak = gib("activation_peak_gib")?;
                let outside = gib("non_torch_gib")?;
                // Below zero is noise of the log.
                let graphs = gib("cuda_graph_gib").unwrap_or(0.0).max(0.0);
                let known = self.settings_known && self.chip.is_some();
                known.then_some(peak + outside + graphs)
            }
        }
    }

    /// The same as estimated.
    #[must_use]
    pub fn estimated(&self, quantity: Quantity) -> Option<f64> {
        // Weights and cache do not depend on the board.
        let board = catalog::accelerator("nvidia-h100-sxm-80gb").map(|one| &one.accelerator);
        let chip = self.chip.as_ref().or(board)?;
        let Estimate { memory, .. } =
            estimator::serving::estimate::estimate(&self.scenario, chip, self.placement)?;
        let value = match quantity {
            Quantity::Weights => memory.part(Component::Weights).get(),
            Quantity::CachePerToken => memory.kv_per_token.get(),
            Quantity::CacheTokens => memory.kv_tokens,
            Quantity::Working => {
                (memory.part(Component::Activations) + memory.part(Component::Runtime)).get()
            }
        };
        (value > 0.0).then_some(value)
    }
}

/// All launches, and a sentence for every line that is left out.
#[must_use]
pub fn read() -> (Vec<Launch>, Vec<String>) {
    let mut launches: Vec<Launch> = Vec::new();
    let mut left_out = Vec::new();
    for (line, cells) in lines(include_str!("../../data/measured/serving_memory.csv")) {
        match cells.and_then(|cells| figure(&cells, &mut launches)) {
            Ok(()) => {}
            Err(problem) => left_out.push(format!("line {line}: {problem}")),
        }
    }
    (launches, left_out)
}

/// Quantities of the file that are compared.
const COMPARED: [&str; 9] = [
    "weights_gib_per_gpu",
    "gguf_total_gib",
    "kv_self_mib",
    "kv_gib_per_gpu",
    "kv_tokens",
    "kv_blocks_16tok",
    "activation_peak_gib",
    "non_torch_gib",
    "cuda_graph_gib",
];

fn figure(cells: &Cells, launches: &mut Vec<Launch>) -> Result<(), String> {
    let flag = cells.text("flag");
    if !flag.is_empty() {
        return Err(format!("flagged `{flag}`"));
    }
    let quantity = cells.text("quantity");
    if !COMPARED.contains(&quantity) {
        return Err(format!("`{quantity}` is not compared"));
    }
    let value = cells.number("value")?;
    let run = cells.text("run");
    let known = launches.iter().position(|launch| launch.run == run);
    let index = if let Some(index) = known {
        index
    } else {
        launches.push(launch(cells)?);
        launches.len() - 1
    };
    if let Some(launch) = launches.get_mut(index) {
        launch.figures.insert(quantity.to_owned(), value);
    }
    Ok(())
}

/// A setting of the notes, written `name=value`.
fn noted(notes: &str, name: &str) -> Option<u32> {
    let (_, rest) = notes.split_once(&format!("{name}="))?;
    let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
    digits.parse().ok()
}

fn launch(cells: &Cells) -> Result<Launch, String> {
    let engine = cells.known("engine", names::engine)?;
    let model = cells.known("model", names::model)?;
    let formats = (
        cells.known("weight_format", |printed| {
            names::weights(printed, &model, engine)
        })?,
        cells.known("kv_dtype", names::cache)?,
    );
    let printed_share = cells.text("gpu_mem_util");
    let share = printed_share.rsplit('=').next().unwrap_or(printed_share);
    let notes = cells.text("notes");
    let settings = EngineSettings {
        memory_utilization: share.parse().ok(),
        max_model_len: cells.text("max_model_len").parse().ok(),
        max_num_seqs: noted(notes, "max_num_seqs"),
        max_num_batched_tokens: noted(notes, "max_num_batched_tokens"),
        ..EngineSettings::new(engine)
    };
    // A file of llama.cpp is compared as a whole.
    let whole = engine == Engine::LlamaCpp;
    let degree = |name| {
        if whole {
            Ok(1)
        } else {
            cells.degree_or_one(name)
        }
    };
    Ok(Launch {
        run: cells.text("run").to_owned(),
        scenario: scenario(model, formats, (1024.0, 256.0), Load::Steady(1.0), settings),
        chip: names::accelerator(cells.text("gpu")),
        placement: Placement {
            tensor: degree("tp")?,
            pipeline: degree("pp")?,
            expert: 1,
            data: 1,
        },
        settings_known: settings.memory_utilization.is_some() && settings.max_model_len.is_some(),
        figures: BTreeMap::new(),
        doubt: names::doubt_of_run(cells.text("run")),
    })
}
