//! Maxima and minima without a corner: parts that overlap do so in part.
//!
//! `larger(a, b, p) = (a^p + b^p)^(1/p)`, `smaller` its reciprocal.

/// The exponent where nothing else is said: two equal parts take 19 % longer than one.
pub(super) const USUAL: i32 = 4;

/// The time of two parts that overlap but for their ends; by the larger, so that nothing
/// overflows. 0 where neither is positive.
pub(super) fn larger(a: f64, b: f64, exponent: i32) -> f64 {
    let (large, small) = (a.max(b), a.min(b));
    if large > 0.0 && large.is_finite() {
        large * (1.0 + (small / large).powi(exponent)).powf(1.0 / f64::from(exponent))
    } else {
        large.max(0.0)
    }
}

/// The rate that two limits leave, both near enough to be felt; 0 where either is.
pub(super) fn smaller(a: f64, b: f64) -> f64 {
    if a > 0.0 && b > 0.0 {
        1.0 / larger(1.0 / a, 1.0 / b, USUAL)
    } else {
        0.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Never below the larger part or above both, and both limits hold.
    #[test]
    fn they_stay_between_one_and_both() {
        for (a, b) in [(1.0, 1.0), (3.0, 4.0), (1e-300, 1e300), (0.0, 2.0)] {
            for exponent in [3, 4] {
                let both = larger(a, b, exponent);
                assert!(both >= a.max(b) && both <= a + b, "{a} {b}: {both}");
            }
            assert!(smaller(a, b) <= a.min(b));
        }
        // (1 + 1)^(1/4) = 1.1892
        assert!((larger(1.0, 1.0, USUAL) - 1.189_207).abs() < 1e-6);
        assert!(larger(0.0, 0.0, USUAL).abs() < 1e-300);
    }
}
