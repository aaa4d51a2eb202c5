//! Problems of a question about money, and where. Language-free: the page puts each problem into
//! words beside the field it names.

use super::input::Input;
use crate::error::Problem;
use serde::{Deserialize, Serialize};

/// A part of the question that a user can fill in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Field {
    /// An input that is typed.
    Input(Input),
    /// The grid.
    Grid,
    /// The example of an API.
    Api,
    /// Demand over the day, which the calculator asks.
    Day,
    /// The accelerator of a training run.
    Run,
}

/// One field and its problem.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FieldError {
    /// Where.
    pub field: Field,
    /// The problem.
    pub problem: Problem,
}
