//! Scales: how values become positions, and where their ticks stand.

use super::ticks;

/// How distances on the page follow differences of the values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Spacing {
    /// Equal differences are equally far apart.
    Linear,
    /// Equal ratios are equally far apart; every value is above zero.
    Log,
}

/// A scale from `low..high` in the data to `from..to` on the page.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Scale {
    spacing: Spacing,
    low: f64,
    high: f64,
    from: f64,
    to: f64,
}

impl Scale {
    /// A linear scale that starts at zero and ends at a round value.
    pub(crate) fn from_zero(high: f64, ticks: usize) -> Self {
        let high = if high.is_finite() && high > 0.0 {
            high
        } else {
            1.0
        };
        let step = ticks::step(high, ticks);
        Self::new(Spacing::Linear, 0.0, (high / step - 1e-9).ceil() * step)
    }

    /// A linear scale from `low` to `high` as they are.
    pub(crate) fn exactly(low: f64, high: f64) -> Self {
        Self::new(
            Spacing::Linear,
            low,
            if high > low { high } else { low + 1.0 },
        )
    }

    /// A log scale over `low..high`, widened a little on both sides where it
    /// would be empty.
    pub(crate) fn log(low: f64, high: f64) -> Self {
        let valid = |value: f64| value.is_finite() && value > 0.0;
        let (low, high) = match (valid(low), valid(high)) {
            (true, true) => (low.min(high), low.max(high)),
            (true, false) => (low, low),
            (false, true) => (high, high),
            (false, false) => (1.0, 1.0),
        };
        if high / low < 1.01 {
            Self::new(Spacing::Log, low / 1.5, high * 1.5)
        } else {
            Self::new(Spacing::Log, low, high)
        }
    }

    /// A scale around `values` with `margin` of its length free on both sides:
    /// logarithmic where the largest is over `ratio` times the smallest.
    pub(crate) fn around(values: impl Iterator<Item = f64>, ratio: f64, margin: f64) -> Self {
        let (low, high) = values
            .filter(|value| value.is_finite() && *value > 0.0)
            .fold((f64::INFINITY, 0.0_f64), |(low, high), value| {
                (low.min(value), high.max(value))
            });
        if low > high {
            return Self::new(Spacing::Linear, 0.0, 1.0);
        }
        if high / low > ratio {
            let grow = (high / low).powf(margin);
            return Self::log(low / grow, high * grow);
        }
        let free = (high - low).max(high * 0.2) * margin;
        Self::new(Spacing::Linear, (low - free).max(0.0), high + free)
    }

    fn new(spacing: Spacing, low: f64, high: f64) -> Self {
        Self {
            spacing,
            low,
            high,
            from: 0.0,
            to: 1.0,
        }
    }

    /// The same scale, drawn from `from` to `to`. An axis that runs upwards
    /// has the larger position first.
    pub(crate) fn over(self, from: f64, to: f64) -> Self {
        Self { from, to, ..self }
    }

    /// Where `value` stands. Values outside stand at the nearer end, so that
    /// no mark leaves its chart.
    pub(crate) fn at(&self, value: f64) -> f64 {
        let share = match self.spacing {
            Spacing::Linear => (value - self.low) / (self.high - self.low),
            Spacing::Log => (value / self.low).ln() / (self.high / self.low).ln(),
        };
        let share = if share.is_nan() { 0.0 } else { share };
        self.from + share.clamp(0.0, 1.0) * (self.to - self.from)
    }

    /// Whether `value` lies on the scale.
    pub(crate) fn holds(&self, value: f64) -> bool {
        (self.low..=self.high).contains(&value)
    }

    /// First and last value.
    pub(crate) fn ends(&self) -> (f64, f64) {
        (self.low, self.high)
    }

    /// At most about `count` round values.
    pub(crate) fn ticks(&self, count: usize) -> Vec<f64> {
        match self.spacing {
            Spacing::Linear => ticks::linear(self.low, self.high, count),
            Spacing::Log => ticks::log(self.low, self.high, count),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(a: f64, b: f64) -> bool {
        (a - b).abs() < 1e-9 * b.abs().max(1.0)
    }

    #[test]
    fn zero_based_scales_end_round() {
        let scale = Scale::from_zero(1420.0, 5).over(0.0, 300.0);
        assert_eq!(scale.ends(), (0.0, 1500.0));
        assert!(close(scale.at(750.0), 150.0));
    }

    #[test]
    fn a_round_maximum_stays() {
        assert_eq!(Scale::from_zero(60.0, 6).ends(), (0.0, 60.0));
    }

    #[test]
    fn log_scales_space_ratios_evenly() {
        let scale = Scale::log(1.0, 10_000.0).over(400.0, 0.0);
        assert!(close(scale.at(1.0), 400.0));
        assert!(close(scale.at(100.0), 200.0));
        assert!(close(scale.at(10_000.0), 0.0));
    }

    #[test]
    fn nothing_leaves_the_chart() {
        let scale = Scale::log(1.0, 100.0).over(0.0, 10.0);
        assert!(close(scale.at(0.001), 0.0));
        assert!(close(scale.at(1e9), 10.0));
        assert!(close(scale.at(f64::NAN), 0.0));
        assert!(close(scale.at(-3.0), 0.0));
    }

    #[test]
    fn a_single_value_stands_in_the_middle() {
        let scale = Scale::log(8.0, 8.0).over(0.0, 2.0);
        assert!(close(scale.at(8.0), 1.0));
    }

    #[test]
    fn wide_data_turns_logarithmic() {
        let narrow = Scale::around([10.0, 40.0].into_iter(), 20.0, 0.1);
        let wide = Scale::around([1.0, 400.0].into_iter(), 20.0, 0.1);
        assert_eq!(narrow.spacing, Spacing::Linear);
        assert_eq!(wide.spacing, Spacing::Log);
        assert!(wide.holds(1.0) && wide.holds(400.0));
    }

    #[test]
    fn nonsense_still_makes_a_scale() {
        for scale in [
            Scale::around(std::iter::empty(), 20.0, 0.1),
            Scale::from_zero(f64::NAN, 5),
            Scale::log(f64::NAN, 0.0),
            Scale::log(-1.0, f64::INFINITY),
        ] {
            assert!(scale.at(1.0).is_finite());
            assert!(scale.ticks(5).len() < 20);
        }
    }
}
