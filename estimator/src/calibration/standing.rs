//! Where a measured run stands among published ones: by how fast each was for what it ran on.
//!
//! ```text
//! efficiency = estimate / measurement        of the same configuration and load
//! percentile = share of the others that are less efficient, equals half
//! ```
//!
//! The estimate takes out what loads, lengths and placements differ in, so that runs under other
//! loads can be compared.

use super::row::{Quantity, Row};

/// Fewer others make no percentile.
const FEWEST: usize = 10;

/// A place among others.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Standing {
    /// Share of the others that are less efficient, 0 to 1.
    pub percentile: f64,
    /// How many others there are.
    pub of: usize,
    /// The run's own efficiency: 1 is as fast as the estimate.
    pub efficiency: f64,
}

/// How efficient a row is in a quantity; `None` where that was not measured.
fn efficiency(row: &Row, quantity: Quantity) -> Option<f64> {
    let estimate = match quantity {
        Quantity::Tpot => row.base.tpot,
        Quantity::Ttft => row.base.ttft,
    };
    let ratio = estimate / row.measured(quantity)?;
    (ratio.is_finite() && ratio > 0.0).then_some(ratio)
}

/// Where rows, by the median of them, stand among others; `None` where none of them measured the
/// quantity, or fewer than ten others did.
#[must_use]
pub fn standing(ours: &[Row], others: &[Row], quantity: Quantity) -> Option<Standing> {
    let all = |rows: &[Row]| -> Vec<f64> {
        let mut all: Vec<f64> = rows
            .iter()
            .filter_map(|row| efficiency(row, quantity))
            .collect();
        all.sort_by(f64::total_cmp);
        all
    };
    let (ours, others) = (all(ours), all(others));
    if others.len() < FEWEST {
        return None;
    }
    let upper = ours.get(ours.len() / 2)?;
    let lower = ours.get(ours.len().saturating_sub(1) / 2)?;
    let own = (upper * lower).sqrt();
    let below = others.partition_point(|other| *other < own);
    let equal = others.partition_point(|other| *other <= own) - below;
    Some(Standing {
        percentile: (below as f64 + 0.5 * equal as f64) / others.len() as f64,
        of: others.len(),
        efficiency: own,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::calibration::{Base, Place};
    use crate::placement::Placement;
    use crate::precision::WeightFormat;

    fn row(tpot: Option<f64>) -> Row {
        Row {
            place: Place::new(
                WeightFormat::Bf16,
                Placement {
                    tensor: 1,
                    pipeline: 1,
                    expert: 1,
                    data: 1,
                },
                1.0,
                (100.0, 100.0),
            ),
            base: Base {
                step: 0.02,
                tokens: 1.0,
                tpot: 0.02,
                ttft: 0.1,
            },
            tpot,
            ttft: None,
        }
    }

    /// Ten others from 10 to 19 ms against an estimate of 20: 14.5 ms is slower than five of them.
    #[test]
    fn a_place_by_hand() {
        let others: Vec<Row> = (10..20).map(|ms| row(Some(f64::from(ms) / 1e3))).collect();
        let of = |ms: f64| standing(&[row(Some(ms / 1e3))], &others, Quantity::Tpot);
        let found = of(14.5).expect("a place");
        assert!((found.percentile - 0.5).abs() < 1e-12);
        assert_eq!(found.of, 10);
        assert!((found.efficiency - 20.0 / 14.5).abs() < 1e-12);
        let ends = [of(5.0), of(50.0)].map(|found| found.expect("a place").percentile);
        assert!(ends[0] > 1.0 - 1e-12 && ends[1] < 1e-12, "{ends:?}");
        // An equal one is half below.
        let equal = of(14.0).expect("a place").percentile;
        assert!((equal - 0.55).abs() < 1e-12, "{equal}");
        assert_eq!(standing(&[row(None)], &others, Quantity::Tpot), None);
        assert_eq!(
            standing(&[row(Some(0.01))], &others[..9], Quantity::Tpot),
            None
        );
    }
}
