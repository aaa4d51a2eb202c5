//! Where a value crosses zero, and where it is least, between two places.

/// Steps in which a crossing is found, at the most.
const STEPS: u32 = 200;
/// Share of a place to which it is known, at the finest.
const GRAIN: f64 = 1e-12;
/// Steps after which where the crossing lies must be halved.
const PATIENCE: u32 = 3;

/// A place and the value there.
pub(crate) type At = (f64, f64);

/// Where `value` is no farther than `near` from zero, between `one` and `other`, whose
/// values differ in sign: by the secant through the last two places, and by halves where
/// that leads nowhere (Dekker 1969) or an end is without bound.
pub(crate) fn crossing(one: At, other: At, near: f64, value: impl Fn(f64) -> f64) -> f64 {
    let (mut low, mut high) = if one.0 < other.0 {
        (one, other)
    } else {
        (other, one)
    };
    let (mut last, mut now) = (low, high);
    let (mut width, mut patience) = (high.0 - low.0, PATIENCE);
    for _ in 0..STEPS {
        if high.0 - low.0 <= GRAIN * high.0 {
            break;
        }
        let secant = now.0 - now.1 * (now.0 - last.0) / (now.1 - last.1);
        let inside = low.0 < secant && secant < high.0;
        let place = if inside && patience > 0 {
            secant
        } else {
            f64::midpoint(low.0, high.0)
        };
        (last, now) = (now, (place, value(place)));
        if now.1.abs() <= near {
            return place;
        }
        if now.1.is_sign_positive() == low.1.is_sign_positive() {
            low = now;
        } else {
            high = now;
        }
        if high.0 - low.0 <= width / 2.0 {
            (width, patience) = (high.0 - low.0, PATIENCE);
        } else {
            patience = patience.saturating_sub(1);
        }
    }
    high.0
}

/// The share of an interval that a step to the least value leaves of it.
const GOLDEN: f64 = 0.618_033_988_749_895;

/// Where `value` is least between `low` and `high`, and how much, after so many `steps`, each
/// of which leaves 62 % of where it is (golden section; Kiefer 1953).
pub(crate) fn least(low: f64, high: f64, steps: u32, value: impl Fn(f64) -> f64) -> At {
    let (mut low, mut high) = (low, high);
    let at = |place| (place, value(place));
    let mut one = at(high - GOLDEN * (high - low));
    let mut other = at(low + GOLDEN * (high - low));
    for _ in 0..steps {
        if one.1 < other.1 {
            (high, other) = (other.0, one);
            one = at(high - GOLDEN * (high - low));
        } else {
            (low, one) = (one.0, other);
            other = at(low + GOLDEN * (high - low));
        }
    }
    if one.1 < other.1 { one } else { other }
}

#[cfg(test)]
mod tests {
    use super::{crossing, least};
    use std::cell::Cell;

    /// The cube root of 2, from ends that are far apart, in few steps; and from an end
    /// without bound.
    #[test]
    fn crossings_are_found_in_few_steps() {
        let asked = Cell::new(0);
        let cube = |x: f64| {
            asked.set(asked.get() + 1);
            x * x * x - 2.0
        };
        let root = crossing((0.0, -2.0), (10.0, 998.0), 1e-11, cube);
        assert!((root - 2.0f64.cbrt()).abs() < 1e-11, "{root}");
        assert!(asked.get() < 20, "{} steps", asked.get());
        let falling = |x: f64| 1.0 / x - 0.5;
        let root = crossing((0.0, f64::INFINITY), (8.0, falling(8.0)), 1e-12, falling);
        assert!((root - 2.0).abs() < 1e-11, "{root}");
    }

    /// A parabola is least at its vertex, to the root of the precision.
    #[test]
    fn the_least_is_found() {
        let (place, value) = least(0.0, 10.0, 20, |x| (x - 3.0) * (x - 3.0) + 1.0);
        assert!((place - 3.0).abs() < 1e-3 && (value - 1.0).abs() < 1e-6);
    }
}
