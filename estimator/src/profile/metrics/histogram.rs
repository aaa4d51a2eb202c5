//! A Prometheus histogram: cumulative counts by upper bound, and their quantiles as
//! `histogram_quantile` has them (linear within a bucket).

use super::super::fact::Group;

/// Bounds kept of one histogram; engines have some thirty.
const BOUNDS: usize = 1000;

/// Several engines' histograms of one quantity, added up.
#[derive(Debug, Default)]
pub(in crate::profile) struct Histogram {
    count: f64,
    sum: f64,
    buckets: Vec<(f64, f64)>,
}

impl Histogram {
    /// Takes a sample `NAME_count`, `NAME_sum` or `NAME_bucket` with its bound.
    pub(in crate::profile) fn take(&mut self, part: &str, bound: Option<f64>, value: f64) {
        if !value.is_finite() {
            return;
        }
        match (part, bound) {
            ("count", _) => self.count += value,
            ("sum", _) => self.sum += value,
            ("bucket", Some(bound)) if !bound.is_nan() => {
                let place = self
                    .buckets
                    .iter()
                    .position(|(known, _)| known.total_cmp(&bound).is_eq());
                if let Some((_, count)) = place.and_then(|place| self.buckets.get_mut(place)) {
                    *count += value;
                } else if self.buckets.len() < BOUNDS {
                    self.buckets.push((bound, value));
                }
            }
            _ => {}
        }
    }

    /// Observations.
    pub(in crate::profile) fn count(&self) -> f64 {
        self.count
    }

    /// Their mean; `None` of nothing.
    pub(in crate::profile) fn mean(&self) -> Option<f64> {
        (self.count > 0.0).then(|| self.sum / self.count)
    }

    /// The value that a share of the observations does not exceed.
    fn quantile(sorted: &[(f64, f64)], share: f64) -> Option<f64> {
        let all = sorted.last()?.1;
        let rank = share * all;
        let place = sorted.iter().position(|(_, count)| *count >= rank)?;
        let (upper, count) = *sorted.get(place)?;
        let before = place.checked_sub(1).and_then(|place| sorted.get(place));
        let (lower, below) = before.copied().unwrap_or((upper.min(0.0), 0.0));
        if upper.is_infinite() {
            return before.map(|_| lower);
        }
        let inside = if count > below {
            (rank - below) / (count - below)
        } else {
            0.0
        };
        Some(lower + (upper - lower) * inside)
    }

    /// Its count, mean and quantiles; nothing of nothing.
    pub(in crate::profile) fn facts(&self) -> Group {
        let mut group = Group::default();
        if self.count <= 0.0 {
            return group;
        }
        let mut sorted = self.buckets.clone();
        sorted.sort_by(|a, b| a.0.total_cmp(&b.0));
        group.number("count", Some(self.count));
        group.number("mean", self.mean());
        for (name, share) in [("p50", 0.5), ("p90", 0.9), ("p95", 0.95), ("p99", 0.99)] {
            group.number(name, Self::quantile(&sorted, share));
        }
        group
    }
}

#[cfg(test)]
mod tests {
    use super::Histogram;

    /// 10 up to 1, 30 up to 3, 40 in all. The median is observation 20 of 40: half of the way
    /// through the second bucket's 20, so 1 + 2 * 10 / 20 = 2. The 90th percentile is beyond the
    /// last bound, which is then all that is known.
    #[test]
    fn quantiles_by_hand() {
        let mut histogram = Histogram::default();
        for (bound, count) in [(f64::INFINITY, 40.0), (1.0, 10.0), (3.0, 30.0)] {
            histogram.take("bucket", Some(bound), count / 2.0);
            histogram.take("bucket", Some(bound), count / 2.0);
        }
        histogram.take("count", None, 40.0);
        histogram.take("sum", None, 100.0);
        let facts = histogram.facts();
        assert_eq!(facts.at("mean"), Some(2.5));
        assert_eq!(facts.at("p50"), Some(2.0));
        assert_eq!(facts.at("p90"), Some(3.0));
    }

    /// Without observations nothing is said; without buckets only count and mean are.
    #[test]
    fn nothing_is_absent() {
        let mut histogram = Histogram::default();
        histogram.take("bucket", Some(1.0), 0.0);
        assert_eq!(histogram.facts().at("p50"), None);
        histogram.take("count", None, 2.0);
        histogram.take("sum", None, 3.0);
        assert_eq!(histogram.facts().at("mean"), Some(1.5));
    }
}
