//! The question about money as a user puts it, beside one of the calculator: what was
//! typed, and names of the catalogue. What is left out is the catalogue's.

use super::input::Values;
use super::terms::Outcome;

/// Everything that is asked about money. [`Question::default`] is what a fresh page shows.
#[derive(Debug, Clone, PartialEq)]
pub struct Question {
    /// The inputs that were typed; they win over the names below and the defaults.
    pub typed: Values,
    /// The grid, by id; `None` for that of the area asked for.
    pub grid: Option<String>,
    /// An example of an API's prices, by id, or [`NO_API`]; `None` for the same model's.
    pub api: Option<String>,
    /// What the sensitivity is taken of.
    pub outcome: Outcome,
    /// The accelerator of a training run, by id.
    pub run: Option<String>,
}

/// The grid where nobody names one, nor an area.
pub const WORLD: &str = "world";

/// What stands for an API where none is compared.
pub const NO_API: &str = "none";

impl Default for Question {
    fn default() -> Self {
        Self {
            typed: Values::default(),
            grid: None,
            api: None,
            outcome: Outcome::OwnedHour,
            run: None,
        }
    }
}
