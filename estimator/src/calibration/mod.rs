//! Calibration: the estimate by what a person has measured of their own configuration.
//!
//! Rows are measured loads beside their estimates ([`Row`]). [`calibrate`] fits them in two layers:
//! three constants, which go on beyond what was measured ([`Constants`]), and neighbours, which go
//! between it; and holds both against rows that are left out. What it finds is carried as a
//! [`Record`] in a link, and makes latencies of candidates of the same engine, accelerator and model
//! nearer, their bands narrower. Without a record nothing changes, to the bit.
//!
//! Deviations belong to a model's kernels on an accelerator: they do not travel to another model,
//! engine or accelerator. To another weight format constants do, and half of what neighbours say.
//! `docs/calibration.md` says how near it comes.

mod constants;
mod correction;
mod fit;
mod found;
mod judge;
mod near;
mod place;
mod prior;
mod record;
mod row;
mod setup;
mod solve;
mod standing;
mod submitted;
#[cfg(test)]
mod tests;
mod thin;

pub use constants::{Cap, Constants};
pub(crate) use correction::Correction;
pub use correction::{is_beyond, matches};
pub use found::{Arrivals, Found, LeftOut, Told, gguf, told};
pub use judge::{Errors, Fitted, Judged, MOST_ROWS, PROVEN, Refusal, Seen, calibrate};
pub use place::Place;
pub use record::{Key, MOST_NEAR, Record, VERSION};
pub use row::{Base, Quantity, Row};
pub use setup::Setup;
pub use standing::{Standing, standing};
pub use submitted::{Beside, Compared, Sending, Submitted, accelerators_of, submitted};
pub use thin::Near;
