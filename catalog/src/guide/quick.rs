//! The quick choice of the field guide, row by row, beside the product's choice for a scenario
//! like it.

use super::fill::{Filled, serving, training};
use super::tables::{Family, Pace};
use crate::traffic::kind;
use estimator::serving::question::{Question, Traffic};

/// A row of the field guide.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Quick {
    /// Its id.
    pub id: &'static str,
    /// Accelerators that the guide names, by id.
    pub named: &'static [&'static str],
    /// The model of the scenario.
    pub model: &'static str,
    /// How it is worked with.
    pub family: Family,
    /// People who wait at the same time, or tokens to learn from.
    pub amount: f64,
    /// Days that a run may take; `None` for serving.
    pub days: Option<f64>,
    /// The product's recommendation for the scenario. A test holds it against the search, so that
    /// new prices change it here.
    pub found: Choice,
}

/// A number of accelerators.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Choice {
    /// How many.
    pub count: u32,
    /// Which, by id.
    pub accelerator: &'static str,
}

const L4: &str = "nvidia-l4";
const L40S: &str = "nvidia-l40s";
const A100_40: &str = "nvidia-a100-sxm-40gb";
const A100_80: &str = "nvidia-a100-sxm-80gb";
const H100: &str = "nvidia-h100-sxm-80gb";
const H200: &str = "nvidia-h200-sxm-141gb";
const RTX_4090: &str = "nvidia-rtx-4090";
const H100_PCIE: &str = "nvidia-h100-pcie-80gb";
const MI300X: &str = "amd-mi300x";
const MI325X: &str = "amd-mi325x";

const fn found(count: u32, accelerator: &'static str) -> Choice {
    Choice { count, accelerator }
}

/// The rows, in the guide's order.
pub const QUICK: [Quick; 7] = [
    Quick {
        id: "small",
        named: &[L4, L40S],
        model: "meta-llama/Llama-3.1-8B",
        family: Family::Serving,
        amount: 10.0,
        days: None,
        found: found(1, RTX_4090),
    },
    Quick {
        id: "medium",
        named: &[A100_40, A100_80],
        model: "Qwen/Qwen3-32B",
        family: Family::Serving,
        amount: 10.0,
        days: None,
        found: found(1, H100_PCIE),
    },
    Quick {
        id: "large",
        named: &[A100_80, H100],
        model: "meta-llama/Llama-3.3-70B-Instruct",
        family: Family::Serving,
        amount: 100.0,
        days: None,
        found: found(8, MI300X),
    },
    Quick {
        id: "tune-small",
        named: &[L4, L40S],
        model: "Qwen/Qwen3-4B",
        family: Family::Tuning,
        amount: 1e7,
        days: Some(1.0),
        found: found(1, RTX_4090),
    },
    Quick {
        id: "tune-large",
        named: &[A100_80, H100],
        model: "meta-llama/Llama-3.1-70B",
        family: Family::Tuning,
        amount: 1e7,
        days: Some(1.0),
        found: found(8, MI325X),
    },
    Quick {
        id: "research",
        named: &[A100_80],
        model: "meta-llama/Llama-3.2-1B",
        family: Family::Training,
        amount: 1e11,
        days: Some(30.0),
        found: found(8, MI300X),
    },
    Quick {
        id: "production",
        named: &[H100, H200],
        model: "meta-llama/Llama-3.1-70B",
        family: Family::Training,
        amount: 1e12,
        days: Some(90.0),
        found: found(128, MI325X),
    },
];

impl Quick {
    /// The scenario: chat with a fresh calculator's limits, or a run; `None` where the
    /// catalogue has no trace of chat.
    #[must_use]
    pub fn scenario(&self) -> Option<Filled> {
        Some(if self.family == Family::Serving {
            let load = Traffic::Users(self.amount);
            let sla = Question::default().sla;
            Filled::Serving(Box::new(serving(self.model, kind("chat")?, load, sla)))
        } else {
            let run = training(self.model, self.family, self.amount, Pace::Days(self.days));
            Filled::Training(Box::new(run))
        })
    }
}
