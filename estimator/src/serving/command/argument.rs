//! Options with their values, and the figure that each comes from.

use super::problem::Problem;
use crate::decimal;
use crate::precision::formats;
use serde::{Deserialize, Serialize};

/// One option of a command line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Argument {
    /// The option, dashes included.
    pub option: &'static str,
    /// Its value; `None` for a switch.
    pub value: Option<Value>,
    /// What it says.
    pub figure: Figure,
}

/// One line of a file of settings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setting {
    /// Its path, with dots.
    pub path: &'static str,
    /// Its value.
    pub value: Value,
    /// What it says.
    pub figure: Figure,
}

/// A value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value {
    /// As it is.
    Text(String),
    /// The reader's: a shell variable, and what stands behind it.
    Yours {
        /// Name of the variable.
        name: &'static str,
        /// What stands behind it.
        after: String,
    },
}

impl Value {
    /// A variable that the reader sets.
    #[must_use]
    pub fn yours(name: &'static str) -> Self {
        Self::Yours {
            name,
            after: String::new(),
        }
    }

    /// The variable, where it is the reader's.
    pub(super) const fn variable(&self) -> Option<&'static str> {
        match self {
            Self::Text(_) => None,
            Self::Yours { name, .. } => Some(*name),
        }
    }

    /// What a program gets; a variable as the shell writes one that must be set.
    #[must_use]
    pub fn shown(&self) -> String {
        match self {
            Self::Text(text) => text.clone(),
            Self::Yours { name, after } => format!("${{{name}:?}}{after}"),
        }
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<u32> for Value {
    fn from(count: u32) -> Self {
        Self::Text(count.to_string())
    }
}

formats!(
    /// What an option says: a figure of the estimate, or what is the engine's own.
    Figure {
        /// The model: where its weights are, and the name that requests ask for.
        Model = "model",
        /// Ranks that share every layer.
        Tensor = "tensor",
        /// Stages that the depth is cut into.
        Pipeline = "pipeline",
        /// Copies of the attention.
        Copies = "copies",
        /// Ranks that the experts are spread over.
        Experts = "experts",
        /// How weights are stored.
        Weights = "weights",
        /// How cached keys and values are stored.
        Cache = "cache",
        /// The longest sequence.
        Context = "context",
        /// The most sequences in a step.
        Sequences = "sequences",
        /// The most tokens in a step.
        Batched = "batched",
        /// The share of memory that the engine may take.
        MemoryShare = "memory-share",
        /// Whether prompts find what is cached.
        PrefixHits = "prefix-hits",
        /// The head that drafts, and how many tokens.
        Draft = "draft",
        /// Adapters kept, and their rank.
        Adapters = "adapters",
        /// Cache kept in main memory.
        HostCache = "host-cache",
        /// Prefill and decode on replicas of their own.
        Pools = "pools",
        /// The nodes of a replica.
        Nodes = "nodes",
        /// Where it listens, and what it counts.
        Address = "address",
    }
);

/// A command line under construction.
#[derive(Debug, Clone, Default)]
pub(crate) struct Arguments {
    pub(crate) all: Vec<Argument>,
    pub(crate) config: Vec<Setting>,
    pub(crate) problems: Vec<Problem>,
}

impl Arguments {
    pub(super) fn set(&mut self, figure: Figure, option: &'static str, value: impl Into<Value>) {
        let value = Some(value.into());
        self.all.push(Argument {
            option,
            value,
            figure,
        });
    }

    /// A switch, where it is wanted.
    pub(super) fn switch(&mut self, figure: Figure, option: &'static str, wanted: bool) {
        if wanted {
            self.all.push(Argument {
                option,
                value: None,
                figure,
            });
        }
    }

    /// A count, where there is one.
    pub(super) fn count(&mut self, figure: Figure, option: &'static str, count: Option<u32>) {
        if let Some(count) = count {
            self.set(figure, option, count);
        }
    }

    /// A degree that is one where nothing is said.
    pub(super) fn above_one(&mut self, figure: Figure, option: &'static str, count: u32) {
        self.count(figure, option, Some(count).filter(|count| *count > 1));
    }

    /// A share of memory, in four decimals.
    pub(super) fn share(&mut self, option: &'static str, share: Option<f64>) {
        if let Some(share) = share {
            let share = decimal::show(decimal::round(share, SHARE_PLACES));
            self.set(Figure::MemoryShare, option, share);
        }
    }

    /// A line of the file of settings.
    pub(super) fn config(&mut self, figure: Figure, path: &'static str, value: impl Into<Value>) {
        let value = value.into();
        self.config.push(Setting {
            path,
            value,
            figure,
        });
    }

    pub(super) fn problem(&mut self, problem: Problem) {
        self.problems.push(problem);
    }
}

/// Decimal places of a share of memory: 8 MiB of 80 GiB.
pub(super) const SHARE_PLACES: u32 = 4;
