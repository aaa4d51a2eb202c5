//! The question by names, so that it fits a link. The catalogue turns it into
//! [`Asked`](super::Asked).

use crate::choice::{Fleet, ModelChoice};
use crate::error::{self, Problem};
use crate::fleet::Mode;
use crate::fleet::figures::Figures;
use crate::fleet::question::{Isolation, Modes};
use crate::precision::{KvFormat, WeightFormat, formats};
use crate::quantity::Seconds;
use crate::serving::question::{self as serving, Day, Growth, Traffic};
use crate::workload::{Certainty, Percentile, Sla};
use serde::{Deserialize, Serialize};

/// Workloads of a question at most: as many as are served together.
pub const MOST_WORKLOADS: usize = crate::fleet::served::MOST_SERVED;

formats!(
    /// Which workloads a limit is given to first.
    #[derive(Default)]
    Priority {
        /// Before all others.
        High = "high",
        /// In between.
        #[default]
        Normal = "normal",
        /// With what is left.
        Low = "low",
    }
);

/// A workload.
#[derive(Debug, Clone, PartialEq)]
pub struct Workload {
    /// Its name.
    pub name: String,
    /// As the calculator asks it; its load is that of the busiest hour, its growth's day is its
    /// day. Its fleet is not read: [`Question::fleet`] is everybody's.
    pub serving: serving::Question,
    /// What it does instead, by its figures; of the calculator's question its day alone is read then.
    pub figures: Option<Figures>,
    /// Its demand on its neighbours.
    pub isolation: Isolation,
    /// How long a request may wait for its model; `None`: the model is never swapped out.
    pub wait_max: Option<Seconds>,
    /// Its place under a limit.
    pub priority: Priority,
}

/// Which GPUs there are.
#[derive(Debug, Clone, PartialEq)]
pub enum Hardware {
    /// Those on offer, at their prices.
    Rented,
    /// These alone, by the id of the accelerator, so many each; they cost nothing more.
    Owned(Vec<(String, u32)>),
}

/// What can be had of an accelerator, and its ways to share.
#[derive(Debug, Clone, PartialEq)]
pub struct Restriction {
    /// The accelerator's id.
    pub accelerator: String,
    /// How many can be rented; `None` is without limit.
    pub most: Option<u32>,
    /// Its ways to share, of those that all may use; `None` is all of them.
    pub modes: Option<Modes>,
}

/// The limit of a fleet.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Within {
    /// None.
    Everything,
    /// US dollars a month.
    Money(f64),
    /// Kilowatts of the GPUs under load.
    Power(f64),
    /// GPUs that are paid for.
    Gpus(u32),
}

/// All that is asked.
#[derive(Debug, Clone, PartialEq)]
pub struct Question {
    /// The workloads, at most [`MOST_WORKLOADS`].
    pub workloads: Vec<Workload>,
    /// The accelerators on offer and their prices.
    pub fleet: Fleet,
    /// Rented, or there already.
    pub hardware: Hardware,
    /// How GPUs may be shared; whole ones always may be used.
    pub modes: Modes,
    /// Whether processes under MPS get equal parts of the memory, as the device plugin of
    /// Kubernetes gives them.
    pub equal_parts: bool,
    /// Accelerators with fewer of them or of ways to share than the others.
    pub restrictions: Vec<Restriction>,
    /// The price of a vGPU licence of a card, in US dollars a month.
    pub licence: f64,
    /// The limit.
    pub within: Within,
    /// Growth of all loads in a year, a share: 1 doubles them.
    pub growth: f64,
}

/// A part of a workload that can be wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Part {
    /// Its name.
    Name,
    /// A part of its serving question.
    Serving(error::Field),
    /// Its longest wait.
    Wait,
}

/// A part of the question that can be wrong.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Field {
    /// The list of workloads: none, or too many.
    Workloads,
    /// A part of a workload, by its place.
    Workload(usize, Part),
    /// Accelerators and prices.
    Fleet(error::Field),
    /// How many one has of an accelerator, or can rent, by id.
    Count(String),
    /// The licence's price.
    Licence,
    /// The limit.
    Within,
    /// The growth.
    Growth,
}

/// A problem, and where.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FieldError {
    /// Where.
    pub field: Field,
    /// The problem.
    pub problem: Problem,
}

impl Question {
    /// What is said of an accelerator.
    #[must_use]
    pub fn restriction(&self, accelerator: &str) -> Option<&Restriction> {
        let mut all = self.restrictions.iter();
        all.find(|one| one.accelerator == accelerator)
    }

    /// A question about nothing, as a link means it where it says nothing. Never changed.
    #[must_use]
    pub fn nothing() -> Self {
        Self {
            workloads: Vec::new(),
            fleet: Fleet::default(),
            hardware: Hardware::Rented,
            modes: [Mode::Mig, Mode::Mps, Mode::TimeSlicing, Mode::Swap]
                .into_iter()
                .fold(Modes::of(&[Mode::Exclusive]), Modes::with),
            equal_parts: false,
            restrictions: Vec::new(),
            licence: 0.0,
            within: Within::Everything,
            growth: 0.0,
        }
    }
}

impl Workload {
    /// A workload of a model of the catalogue, that keeps usual promises all day.
    #[must_use]
    pub fn of(name: &str, model: &str) -> Self {
        Self {
            name: name.to_owned(),
            serving: serving::Question {
                model: ModelChoice::Catalog(model.to_owned()),
                weights: WeightFormat::Bf16,
                kv_cache: KvFormat::Bf16,
                traffic: Traffic::Rate(1.0),
                input_tokens: 1000.0,
                output_tokens: 200.0,
                ..serving::Question::default()
            },
            figures: None,
            isolation: Isolation::None,
            wait_max: None,
            priority: Priority::Normal,
        }
    }

    /// A workload of anything else by its figures, as busy all day.
    #[must_use]
    pub fn by(name: &str, figures: Figures) -> Self {
        Self {
            figures: Some(figures),
            // What is not read is not written either.
            serving: serving::Question::default(),
            ..Self::of(name, "")
        }
    }

    /// The same that is asked this often in its busiest hour, with such prompts and answers.
    #[must_use]
    pub fn asked(self, rate: f64, input_tokens: f64, output_tokens: f64) -> Self {
        Self {
            serving: serving::Question {
                traffic: Traffic::Rate(rate),
                input_tokens,
                output_tokens,
                ..self.serving
            },
            ..self
        }
    }

    /// The same with its weights in another format.
    #[must_use]
    pub fn stored(mut self, weights: WeightFormat) -> Self {
        self.serving.weights = weights;
        self
    }

    /// The same with other promises: the first token and each further one, in milliseconds.
    #[must_use]
    pub fn promised(mut self, ttft: f64, tpot: f64) -> Self {
        self.serving.sla = Sla {
            ttft: Some(Seconds::millis(ttft)),
            tpot: Some(Seconds::millis(tpot)),
            percentile: Percentile::P95,
            certainty: Certainty::Even,
            goodput: None,
        };
        self
    }

    /// The same with a day of the catalogue, by id.
    #[must_use]
    pub fn over(mut self, day: &str) -> Self {
        self.serving.growth = Growth {
            day: Day::Like(day.to_owned()),
            ..Growth::default()
        };
        self
    }

    /// The same with another demand on its neighbours.
    #[must_use]
    pub fn isolated(self, isolation: Isolation) -> Self {
        Self { isolation, ..self }
    }

    /// The same that may wait so long for its model, in seconds.
    #[must_use]
    pub fn waiting(self, seconds: f64) -> Self {
        Self {
            wait_max: Some(Seconds::new(seconds)),
            ..self
        }
    }
}

impl Default for Question {
    /// A fresh page: nine workloads of a company, of which few need a GPU of their own all day.
    fn default() -> Self {
        let chat = Workload::of("Chat", "Qwen/Qwen3-32B")
            .stored(WeightFormat::Fp8)
            .asked(2.0, 1200.0, 250.0)
            .promised(2000.0, 60.0)
            .over("office");
        let summaries = Workload::of("Contract summaries", "Qwen/Qwen3-32B")
            .stored(WeightFormat::Fp8)
            .asked(0.1, 6000.0, 400.0)
            .promised(20_000.0, 100.0)
            .over("night")
            .waiting(60.0);
        let mails = Workload::of("Mail triage", "Qwen/Qwen3-14B")
            .stored(WeightFormat::Fp8)
            .asked(0.5, 800.0, 60.0)
            .promised(10_000.0, 100.0)
            .over("night")
            .waiting(60.0);
        let code = Workload::of("Code assistant", "Qwen/Qwen3-8B")
            .asked(1.0, 1500.0, 60.0)
            .promised(1000.0, 50.0)
            .over("office")
            .isolated(Isolation::Memory);
        let search = Workload::of("Document search", "Qwen/Qwen3-4B")
            .asked(0.3, 1500.0, 150.0)
            .promised(3000.0, 100.0)
            .over("office")
            .isolated(Isolation::Hardware);
        let translation = Workload::of("Translation", "google/gemma-3-4b-it")
            .asked(0.2, 600.0, 400.0)
            .promised(3000.0, 100.0)
            .over("two-regions")
            .isolated(Isolation::Hardware);
        let guard = Workload::of("Guard", "meta-llama/Llama-3.2-1B")
            .asked(4.0, 400.0, 10.0)
            .promised(300.0, 50.0)
            .over("office")
            .isolated(Isolation::Hardware);
        let tags = Workload::of("Tagging", "Qwen/Qwen3-0.6B")
            .asked(2.0, 500.0, 20.0)
            .promised(1000.0, 50.0)
            .over("office")
            .isolated(Isolation::Hardware);
        let evaluation = Workload::of("Evaluation", "meta-llama/Llama-3.1-8B")
            .asked(0.2, 1000.0, 200.0)
            .promised(20_000.0, 100.0)
            .over("night")
            .waiting(120.0);
        let named = |ids: &[&str]| ids.iter().map(|id| (*id).to_owned()).collect();
        Self {
            workloads: vec![
                chat,
                code,
                search,
                translation,
                guard,
                tags,
                summaries,
                mails,
                evaluation,
            ],
            fleet: Fleet {
                accelerators: named(&[
                    "nvidia-l4",
                    "nvidia-l40s",
                    "nvidia-a100-sxm-80gb",
                    "nvidia-h100-sxm-80gb",
                ]),
                ..Fleet::default()
            },
            growth: 0.5,
            ..Self::nothing()
        }
    }
}
