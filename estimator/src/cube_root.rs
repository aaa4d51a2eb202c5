//! The cube root, as [`f64::cbrt`] rounds it, in a quarter of its time: that one multiplies and
//! adds in one step throughout, which WebAssembly cannot.
//!
//! A polynomial knows the root to 23 bits (FreeBSD's `s_cbrt.c`); of what is left to the number,
//! which is exact as those bits multiply without rounding, the rest follows:
//!
//! ```text
//! x = t^3 + e      root = t + t (s - s^2 + 5/3 s^3),  s = e / (3 t^3) below 2^-22
//! ```
//!
//! The sum is off by some 2^-20 of its last place, so that it is rounded as the root itself is
//! but where that lies so near between two numbers; there the library is asked.

/// Numbers whose root is worked out here: far from where numbers lose digits.
const PLAIN: std::ops::Range<f64> = 1e-200..1e200;
/// A third of the exponent's bias, and what makes a third of a number's upper bits its root
/// to 5 %.
const BIAS: u64 = 715_094_163;
/// The last of the 23 bits that are kept.
const LAST: u64 = 1 << 30;
/// Share of the last place that the sum is off by, many times over.
const NEAR: f64 = 1e-4;

/// The cube root of `number`, correctly rounded, as [`f64::cbrt`].
pub(crate) fn cube_root(number: f64) -> f64 {
    if !PLAIN.contains(&number) {
        return number.cbrt();
    }
    let guess = f64::from_bits(((number.to_bits() >> 32) / 3 + BIAS) << 32);
    let off = guess * guess * (guess / number);
    let near = guess
        * ((1.875_951_824_271_77
            + off * (-1.884_979_795_433_771_7 + off * 1.621_429_720_105_354_5))
            + off * off * off * (-0.758_397_934_778_766 + off * 0.145_996_192_886_612_45));
    let short = f64::from_bits((near.to_bits() + LAST / 2) & !(LAST - 1));
    let square = short * short;
    let upper = f64::from_bits(square.to_bits() & !(LAST - 1));
    let left = (number - upper * short) - (square - upper) * short;
    let share = left / (3.0 * square * short);
    let rest = short * share * (1.0 - share * (1.0 - share * (5.0 / 3.0)));
    let root = short + rest;
    let cut = rest - (root - short);
    let place = f64::from_bits(root.to_bits() & f64::INFINITY.to_bits()) * f64::EPSILON;
    if (cut.abs() - 0.5 * place).abs() < NEAR * place {
        return number.cbrt();
    }
    root
}

#[cfg(test)]
mod tests {
    use super::cube_root;
    use proptest::prelude::*;

    /// Cubes have their roots, and what no digits are left of is the library's.
    #[test]
    fn cubes_have_their_roots() {
        for root in (1..200_000).step_by(37) {
            let root = f64::from(root);
            assert_eq!(cube_root(root * root * root).to_bits(), root.to_bits());
        }
        for number in [0.0, -0.0, -8.0, 1e-310, 1e300, f64::INFINITY] {
            assert_eq!(cube_root(number).to_bits(), number.cbrt().to_bits());
        }
        assert!(cube_root(f64::NAN).is_nan());
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 20_000, ..ProptestConfig::default() })]

        /// It is the library's to the last bit, over all magnitudes.
        #[test]
        fn it_is_the_library_s(digits in 1.0..10.0f64, exponent in -220..220i32) {
            let number = digits * 10.0f64.powi(exponent);
            prop_assert_eq!(cube_root(number).to_bits(), number.cbrt().to_bits());
        }

        /// So it is next to cubes, where the root is next to a number of few digits.
        #[test]
        fn it_is_next_to_cubes(root in 1..200_000u32, off in -3..3i64) {
            let cube = f64::from(root).powi(3);
            let number = f64::from_bits(cube.to_bits().wrapping_add_signed(off));
            prop_assert_eq!(cube_root(number).to_bits(), number.cbrt().to_bits());
        }
    }
}
