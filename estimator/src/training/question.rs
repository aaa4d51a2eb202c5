//! The training question as a user puts it: names instead of records, so that it fits
//! a link. The catalogue turns it into a [`Job`](crate::training::Job), a
//! [`Site`], [`Limits`] and [`Offer`](crate::offer::Offer)s.

use crate::choice::{Fleet, ModelChoice};
use crate::precision::formats;
use crate::quantity::{BytesPerSecond, Seconds, Usd};
use crate::training::layout::Layout;
use crate::training::method::{
    Kernel, Loss, Method, Offload, Optimizer, Precision, Recompute, Sharding, Stack,
};
use crate::training::site::Site;
use serde::{Deserialize, Serialize};

formats!(
    /// The purpose of the run.
    Purpose {
        /// A model from nothing.
        Pretraining = "pretraining",
        /// A published model made better at a task.
        FineTuning = "fine-tuning",
        /// A model taught which of two answers is preferred, beside a frozen copy.
        Preference = "preference",
    }
);

/// Everything the training page asks. [`Question::default`] is the one it shows first.
#[derive(Debug, Clone, PartialEq)]
pub struct Question {
    /// The model.
    pub model: ModelChoice,
    /// The purpose.
    pub purpose: Purpose,
    /// Which parameters learn.
    pub method: Method,
    /// Number formats.
    pub precision: Precision,
    /// Optimizer.
    pub optimizer: Optimizer,
    /// Software.
    pub stack: Stack,
    /// How the loss is taken.
    pub loss: Loss,
    /// How attention is computed.
    pub attention: Kernel,
    /// Tokens of a sequence.
    pub sequence: u32,
    /// Sequences of one optimizer step; `None` takes the usual number for the run.
    pub global_batch: Option<u32>,
    /// Tokens of the data set.
    pub tokens: f64,
    /// Times the run goes over it.
    pub epochs: f64,
    /// Share of computed tokens that carry text.
    pub packed: f64,
    /// When it must be done.
    pub deadline: Deadline,
    /// The budget; `None` for whatever it takes.
    pub budget: Option<Usd>,
    /// The fleet on offer.
    pub fleet: Fleet,
    /// The fixed part of the layout; everything else is searched.
    pub fixed: Fixed,
    /// Limits of a search.
    pub limits: Limits,
    /// The links of the machines.
    pub site: Site,
}

/// When a run must be done.
#[derive(Debug, Clone, PartialEq)]
pub enum Deadline {
    /// Whenever.
    None,
    /// Within so long.
    Within(Seconds),
    /// At the end of a day, `2026-12-04`: the page, which has a clock, makes a duration
    /// of it.
    By(String),
}

/// Parts of a layout that the user fixes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Fixed {
    /// Accelerators in all.
    pub accelerators: Option<u32>,
    /// Ranks of tensor parallelism, `tp`.
    pub tensor: Option<u32>,
    /// Stages of the pipeline, `pp`.
    pub pipeline: Option<u32>,
    /// Ranks of context parallelism, `cp`.
    pub context: Option<u32>,
    /// Ranks of expert parallelism, `ep`.
    pub expert: Option<u32>,
    /// Chunks of layers a stage, `v`.
    pub virtual_stages: Option<u32>,
    /// Sequences of one forward pass.
    pub micro_batch: Option<u32>,
    /// The states cut over data parallelism.
    pub sharding: Option<Sharding>,
    /// Recomputation.
    pub recompute: Option<Recompute>,
    /// Where states go.
    pub offload: Option<Offload>,
}

/// Limits of a search.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Limits {
    /// The most accelerators of a run.
    pub max_accelerators: u32,
    /// The most accelerators one node may hold; `None` leaves it to the hardware.
    pub max_per_node: Option<u32>,
    /// When it must be done, counted from the start; `None` for whenever.
    pub deadline: Option<Seconds>,
    /// The budget; `None` for whatever it takes.
    #[serde(default)]
    pub budget: Option<Usd>,
}

impl Fixed {
    /// Whether `layout` is as fixed.
    #[must_use]
    pub fn allows(&self, layout: &Layout) -> bool {
        fn is<T: Copy + PartialEq>(fixed: Option<T>, value: T) -> bool {
            fixed.is_none_or(|fixed| fixed == value)
        }
        is(self.accelerators, layout.accelerators)
            && is(self.tensor, layout.tensor)
            && is(self.pipeline, layout.pipeline)
            && is(self.context, layout.context)
            && is(self.expert, layout.expert)
            && is(self.virtual_stages, layout.virtual_stages)
            && is(self.micro_batch, layout.micro_batch)
            && is(self.sharding, layout.sharding)
            && is(self.recompute, layout.recompute)
            && is(self.offload, layout.offload)
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            max_accelerators: 1024,
            max_per_node: None,
            deadline: None,
            budget: None,
        }
    }
}

impl Default for Site {
    /// A cloud's cluster of today. Storage: 2 GB/s a node, the rate a shared parallel file system
    /// is sold with. Failures: 419 interruptions of 16,384 accelerators in 54 days (Llama 3, arXiv
    /// 2407.21783, section 3.3.4), 50,700 hours each. Restart: ten minutes, between the minutes of
    /// a warm spare and the hour of a cold one.
    fn default() -> Self {
        Self {
            network: None,
            storage: BytesPerSecond::gb(2.0),
            loading: None,
            between_failures: Seconds::new(50_700.0 * 3600.0),
            restart: Seconds::new(600.0),
        }
    }
}

impl Default for Question {
    /// A full fine-tune of an 8B model on 200 million tokens, within three days.
    fn default() -> Self {
        Self {
            model: ModelChoice::Catalog("meta-llama/Llama-3.1-8B".to_owned()),
            purpose: Purpose::FineTuning,
            method: Method::Full,
            precision: Precision::Bf16Mixed,
            optimizer: Optimizer::AdamW,
            stack: Stack::Torchtitan,
            loss: Loss::Plain,
            attention: Kernel::Flash,
            sequence: 4096,
            global_batch: None,
            tokens: 200e6,
            epochs: 1.0,
            packed: 1.0,
            deadline: Deadline::Within(Seconds::new(3.0 * 86_400.0)),
            budget: None,
            fleet: Fleet::default(),
            fixed: Fixed::default(),
            limits: Limits::default(),
            site: Site::default(),
        }
    }
}
