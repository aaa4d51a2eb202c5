//! Money: `usd per million tokens = 1e6 * price / (3600 * tokens per second)`.
//!
//! Input and output tokens are charged against the same machines: the price
//! per million input tokens is what the fleet costs over the prompts it reads,
//! the one per million output tokens what it costs over the answers it writes,
//! so each is the whole cost, not a share.

use crate::quantity::{TokensPerSecond, Usd, UsdPerHour};
use crate::report::Cost;

/// Hours of a month, by the industry's habit: 8,760 / 12.
pub const HOURS_PER_MONTH: f64 = 730.0;

/// What `accelerators` cost at `price` each, carrying `output` and `input`
/// tokens a second now and `full_output` when as full as the demands allow.
#[must_use]
pub fn cost(
    price: UsdPerHour,
    accelerators: f64,
    output: TokensPerSecond,
    input: TokensPerSecond,
    full_output: TokensPerSecond,
) -> Cost {
    let per_hour = price * accelerators;
    Cost {
        per_hour,
        per_month: Usd::new(per_hour.get() * HOURS_PER_MONTH),
        per_million_output: per_hour.per_million(output),
        per_million_input: per_hour.per_million(input),
        tokens_per_dollar: full_output.get() * 3600.0 / per_hour.get(),
    }
}
