//! Mean, order statistics and spread of measured values.

use super::fact::Group;

/// The share at `point` of sorted values, linear between order statistics; `None` of none.
pub(super) fn percentile(sorted: &[f64], point: f64) -> Option<f64> {
    let last = sorted.len().checked_sub(1)?;
    let place = point * last as f64;
    let below = usize::try_from(super::json::whole(place.floor())?).ok()?;
    let low = *sorted.get(below)?;
    let high = *sorted.get((below + 1).min(last))?;
    Some(low + (high - low) * place.fract())
}

/// The mean; `None` of none.
pub(super) fn mean(values: &[f64]) -> Option<f64> {
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}

/// The middle value; `None` of none.
pub(super) fn median(mut values: Vec<f64>) -> Option<f64> {
    values.sort_by(f64::total_cmp);
    percentile(&values, 0.5)
}

/// `mean`, `p95` and `max`, of a counter over time.
pub(super) fn over_time(mut values: Vec<f64>) -> Group {
    values.sort_by(f64::total_cmp);
    let mut group = Group::default();
    group.number("mean", mean(&values));
    group.number("p95", percentile(&values, 0.95));
    group.number("max", values.last().copied());
    group
}

/// The statistics of a latency: mean, percentiles, extremes, standard deviation of all.
pub(super) fn spread(mut values: Vec<f64>) -> Group {
    values.sort_by(f64::total_cmp);
    let mut group = Group::default();
    let centre = mean(&values);
    group.number("mean", centre);
    for (name, point) in [
        ("p50", 0.5),
        ("p75", 0.75),
        ("p90", 0.9),
        ("p95", 0.95),
        ("p99", 0.99),
    ] {
        group.number(name, percentile(&values, point));
    }
    group.number("min", values.first().copied());
    group.number("max", values.last().copied());
    let squares = centre.map(|centre| {
        let squares = values.iter().map(|value| (value - centre).powi(2));
        squares.sum::<f64>() / values.len() as f64
    });
    group.number("std", squares.map(f64::sqrt));
    group
}

#[cfg(test)]
mod tests {
    use super::{over_time, spread};

    /// 1, 2, 3, 6: mean 3, median 2.5, p95 at place 2.85, so 3 + 3 * .85 = 5.55; squares 4 + 1 +
    /// 0 + 9 = 14, of four 3.5.
    #[test]
    fn by_hand() {
        let facts = spread(vec![6.0, 1.0, 3.0, 2.0]);
        assert_eq!(facts.at("mean"), Some(3.0));
        assert_eq!(facts.at("p50"), Some(2.5));
        assert!((facts.at("p95").unwrap_or(0.0) - 5.55).abs() < 1e-12);
        assert_eq!(facts.at("std"), Some(3.5_f64.sqrt()));
        assert_eq!(over_time(Vec::new()).at("mean"), None);
    }
}
