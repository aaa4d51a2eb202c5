//! Hits by the size of the cache, as a sheet.

use crate::export::cell::Cell;
use crate::export::csv::sheet;
use crate::session::sweep::Sized;

/// The columns.
const COLUMNS: [&str; 4] = ["cache_tokens", "cache_gb", "hit_share", "survival_s"];

/// The sheet of a curve of one pool, of tokens of so many bytes.
#[must_use]
pub fn curve(points: &[Sized], token_bytes: f64) -> String {
    let rows = points.iter().map(|point| {
        [
            Cell::Figure(point.tokens),
            Cell::Figure(point.tokens * token_bytes / 1e9),
            Cell::Figure(point.hits),
            // Empty where nothing pushes a context out.
            Cell::Figure(point.survival),
        ]
        .into_iter()
    });
    sheet(COLUMNS.into_iter(), rows, None)
}
