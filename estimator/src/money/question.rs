//! The question about money as a user puts it, beside one of the calculator: typed values, and
//! names of the catalogue. Values left out are the catalogue's.

use super::input::Values;
use super::terms::Outcome;

/// Everything that is asked about money. [`Question::default`] is that of a fresh page.
#[derive(Debug, Clone, PartialEq)]
pub struct Question {
    /// The inputs that were typed; they win over the names below and the defaults.
    pub typed: Values,
    /// The grid, by id; `None` for that of the area asked for.
    pub grid: Option<String>,
    /// An example of an API's prices, by id, or [`NO_API`]; `None` for the same model's.
    pub api: Option<String>,
    /// The outcome that the sensitivity is taken of.
    pub outcome: Outcome,
    /// The accelerator of a training run, by id.
    pub run: Option<String>,
}

/// The grid where nobody names one, nor an area.
pub const WORLD: &str = "world";

/// In place of an API's id where none is compared.
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
