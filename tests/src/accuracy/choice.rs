//! Whether the estimates choose as measurements do: among the measured placements
//! of one model under one load, by output tokens a second of one accelerator.

use super::residual::Estimated;
use super::row::Row;
use estimator::serving::summary::quantile;
use std::collections::BTreeMap;

/// Fewer placements than this say nothing about an order.
const LEAST: usize = 4;
/// As good as the best: within a tenth.
const NEARLY: f64 = 0.9;

/// Measured and estimated throughput of one placement.
type Pair = (f64, f64);

fn throughput(row: &Row, tpot: f64, ttft: f64) -> f64 {
    let output = row.scenario.workload.output_tokens;
    let answers = row.users / (ttft + output * tpot);
    answers * output / f64::from(row.placement.accelerators())
}

/// The placements of each load, without doubtful rows.
fn loads(rows: &[Row], estimates: &[Option<Estimated>]) -> Vec<Vec<Pair>> {
    let mut found: BTreeMap<String, Vec<Pair>> = BTreeMap::new();
    for (row, estimate) in rows.iter().zip(estimates) {
        let (Some(tpot), Some(ttft), Some(ours), None) = (row.tpot, row.ttft, estimate, row.doubt)
        else {
            continue;
        };
        let work = &row.scenario.workload;
        let key = format!(
            "{} {} {} {} {}",
            row.model, work.input_tokens, work.output_tokens, row.users, row.load
        );
        let measured = throughput(row, tpot, ttft);
        let estimated = throughput(row, ours.tpot, ours.ttft);
        found.entry(key).or_default().push((measured, estimated));
    }
    found
        .into_values()
        .filter(|pairs| pairs.len() >= LEAST)
        .collect()
}

/// Ranks of values, from 0; equal values share their mean.
fn ranks(values: &[f64]) -> Vec<f64> {
    let below = |value: f64| values.iter().filter(|other| **other < value).count() as f64;
    let equal = |value: f64| {
        values
            .iter()
            .filter(|other| other.total_cmp(&value).is_eq())
            .count() as f64
    };
    values
        .iter()
        .map(|value| below(*value) + (equal(*value) - 1.0) / 2.0)
        .collect()
}

/// Spearman's rank correlation; `None` where one side does not vary.
fn rank_correlation(pairs: &[Pair]) -> Option<f64> {
    let (one, other): (Vec<f64>, Vec<f64>) = pairs.iter().copied().unzip();
    let (one, other) = (ranks(&one), ranks(&other));
    let mean = (pairs.len() as f64 - 1.0) / 2.0;
    let product = |a: &[f64], b: &[f64]| -> f64 {
        a.iter().zip(b).map(|(a, b)| (a - mean) * (b - mean)).sum()
    };
    let scale = (product(&one, &one) * product(&other, &other)).sqrt();
    (scale > 0.0).then(|| product(&one, &other) / scale)
}

/// Whether the estimated best is, measured, nearly the best.
fn is_well_chosen(pairs: &[Pair]) -> bool {
    let best = pairs.iter().map(|pair| pair.0).fold(0.0, f64::max);
    let chosen = pairs.iter().max_by(|one, other| one.1.total_cmp(&other.1));
    chosen.is_some_and(|chosen| chosen.0 >= NEARLY * best)
}

/// The worth of the estimates for a choice.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Worth {
    /// Loads with enough measured placements.
    pub loads: usize,
    /// Median over them of the rank correlation of estimated and measured throughput.
    pub correlation: f64,
    /// Its tenth percentile.
    pub least_correlation: f64,
    /// Share of them in which the estimated best is nearly the measured best.
    pub well_chosen: f64,
}

/// Judges row `i` by `estimates[i]`.
#[must_use]
pub fn worth(rows: &[Row], estimates: &[Option<Estimated>]) -> Worth {
    let loads = loads(rows, estimates);
    let mut correlations: Vec<f64> = loads
        .iter()
        .filter_map(|pairs| rank_correlation(pairs))
        .collect();
    correlations.sort_by(f64::total_cmp);
    let well = loads.iter().filter(|pairs| is_well_chosen(pairs)).count();
    let figure = |share| quantile(&correlations, share).unwrap_or_default();
    Worth {
        loads: loads.len(),
        correlation: figure(0.5),
        least_correlation: figure(0.1),
        well_chosen: well as f64 / loads.len().max(1) as f64,
    }
}

/// The same as lines of a list.
#[must_use]
pub fn report(rows: &[Row], estimates: &[Option<Estimated>]) -> String {
    let worth = worth(rows, estimates);
    format!(
        "- loads with at least {LEAST} measured placements of one model, without doubtful \
         rows: {}\n\
         - rank correlation of estimated and measured throughput of an accelerator: median \
         {:.2}, one in ten below {:.2}\n\
         - the estimated best is within a tenth of the measured best in {:.0} % of them\n",
        worth.loads,
        worth.correlation,
        worth.least_correlation,
        worth.well_chosen * 100.0,
    )
}

#[cfg(test)]
mod tests {
    use super::{is_well_chosen, rank_correlation};

    #[test]
    fn the_same_order_correlates_fully_and_the_reverse_not_at_all() {
        let up = [(1.0, 10.0), (2.0, 20.0), (3.0, 25.0)];
        let down = [(1.0, 3.0), (2.0, 2.0), (3.0, 1.0)];
        assert_eq!(rank_correlation(&up), Some(1.0));
        assert_eq!(rank_correlation(&down), Some(-1.0));
        assert_eq!(rank_correlation(&[(1.0, 5.0), (2.0, 5.0)]), None);
    }

    #[test]
    fn a_choice_is_judged_by_what_was_measured() {
        assert!(is_well_chosen(&[(95.0, 2.0), (100.0, 1.0)]));
        assert!(!is_well_chosen(&[(80.0, 2.0), (100.0, 1.0)]));
    }
}
