//! Money: `usd per million tokens = 1e6 * price / (3600 * tokens per second)`.
//!
//! Input and output tokens are charged against the same machines: the price per million input
//! tokens is the cost of the fleet over the prompts it reads, the one per million output tokens
//! its cost over the answers it writes, so each is the whole cost, not a share.

use crate::quantity::{TokensPerSecond, UsdPerHour};
use crate::rental::{Rented, per_month};
use crate::serving::report::Cost;

/// The money of a fleet on a bill of whole instances, `price` the place of its price among
/// the offer's ([`crate::offer::Offer::prices`]), carrying `output` and `input` tokens a
/// second now and `full_output` when as full as the demands allow.
#[must_use]
pub fn cost(
    bill: Rented,
    price: usize,
    output: TokensPerSecond,
    input: TokensPerSecond,
    full_output: TokensPerSecond,
) -> Cost {
    let per_hour = bill.per_hour;
    Cost {
        per_hour,
        per_month: per_month(per_hour),
        per_million_output: per_hour.per_million(output),
        per_million_input: per_hour.per_million(input),
        tokens_per_dollar: tokens_per_dollar(full_output, per_hour),
        bill,
        price,
    }
}

/// Tokens that a dollar buys at `output` tokens a second for `per_hour`.
#[must_use]
pub fn tokens_per_dollar(output: TokensPerSecond, per_hour: UsdPerHour) -> f64 {
    output.get() * 3600.0 / per_hour.get()
}
