//! Reserved prices that no list has, estimated from the seller's prices elsewhere.
//!
//! ```text
//! reserved = on demand * median(reserved / on demand)
//! ```
//!
//! over the rows of the same seller that list both: those of the same accelerator, or else
//! all of them. A seller that lists no reserved price has none estimated. Sellers set the
//! ratio by the term more than by the region: over the listed pairs of one seller and
//! accelerator it differs by less than a hundredth of itself.

/// A row that lists both prices.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Pair {
    /// Id of the accelerator.
    pub(crate) accelerator: String,
    /// Its reserved price over its price on demand.
    pub(crate) ratio: f64,
}

/// The median of the seller's ratios for `accelerator`, or else of all its ratios; `None`
/// where it has none.
pub(crate) fn ratio(pairs: &[Pair], accelerator: &str) -> Option<f64> {
    let of = |wanted: &dyn Fn(&Pair) -> bool| -> Vec<f64> {
        let wanted = pairs.iter().filter(|pair| wanted(pair));
        wanted.map(|pair| pair.ratio).collect()
    };
    median(of(&|pair| pair.accelerator == accelerator)).or_else(|| median(of(&|_| true)))
}

/// The middle one, or the mean of the two in the middle.
fn median(mut values: Vec<f64>) -> Option<f64> {
    values.sort_by(f64::total_cmp);
    let middle = values.len() / 2;
    let upper = *values.get(middle)?;
    if values.len() % 2 == 1 {
        return Some(upper);
    }
    let lower = *values.get(middle.checked_sub(1)?)?;
    Some(f64::midpoint(lower, upper))
}
