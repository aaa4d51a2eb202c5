//! Round values for axes.

/// Most ticks an axis is ever given, whatever the data.
const MOST: usize = 20;

/// The smallest of 1, 2, 2.5 and 5 times a power of ten that cuts `span` into
/// at most `count` parts.
pub(crate) fn step(span: f64, count: usize) -> f64 {
    let rough = span / count.max(1) as f64;
    if !rough.is_finite() || rough <= 0.0 {
        return 1.0;
    }
    let power = 10_f64.powf(rough.log10().floor());
    [1.0, 2.0, 2.5, 5.0]
        .into_iter()
        .map(|mantissa| mantissa * power)
        .find(|step| *step >= rough * (1.0 - 1e-9))
        .unwrap_or(10.0 * power)
}

/// Round values within `low..=high`, at most about `count`.
pub(crate) fn linear(low: f64, high: f64, count: usize) -> Vec<f64> {
    let step = step(high - low, count);
    let first = (low / step - 1e-9).ceil();
    let last = (high / step + 1e-9).floor();
    std::iter::successors(Some(first), |index| Some(index + 1.0))
        .take_while(|index| *index <= last)
        .take(MOST)
        // Without the sign that rounding up leaves on zero.
        .map(|index| index * step + 0.0)
        .collect()
}

/// Round values of a log scale within `low..=high`, at most about `count`:
/// every power of ten, or every second, third and so on, with 2 and 5 between
/// where there is room; linear ticks where even those are too few.
pub(crate) fn log(low: f64, high: f64, count: usize) -> Vec<f64> {
    let count = count.max(2);
    for mantissas in [&[1.0, 2.0, 5.0][..], &[1.0, 3.0][..], &[1.0][..]] {
        let found = decades(low, high, mantissas, 1.0);
        if found.len() <= count {
            return if found.len() < 3 {
                linear(low, high, count)
            } else {
                found
            };
        }
    }
    // 600 decades are all there are.
    (2..600)
        .map(|stride| decades(low, high, &[1.0], f64::from(stride)))
        .find(|found| found.len() <= count)
        .unwrap_or_default()
}

/// `mantissas` times every `stride`th power of ten within `low..=high`.
fn decades(low: f64, high: f64, mantissas: &[f64], stride: f64) -> Vec<f64> {
    let first = (low.log10() / stride).floor();
    let last = (high.log10() / stride).ceil();
    std::iter::successors(Some(first), |power| Some(power + 1.0))
        .take_while(|power| *power <= last)
        .take(400)
        .flat_map(|power| {
            mantissas
                .iter()
                .map(move |mantissa| mantissa * 10_f64.powf(power * stride))
        })
        .filter(|tick| *tick >= low * (1.0 - 1e-9) && *tick <= high * (1.0 + 1e-9))
        .collect()
}

/// Powers of two within `low..=high`, every second or fourth where they would
/// be more than `count`: how people count concurrent requests.
pub(crate) fn doublings(low: f64, high: f64, count: usize) -> Vec<f64> {
    let all: Vec<f64> = (0..31_u32)
        .map(|power| f64::from(1_u32 << power))
        .filter(|tick| *tick >= low * (1.0 - 1e-9) && *tick <= high * (1.0 + 1e-9))
        .collect();
    let stride = all.len().div_ceil(count.max(2)).max(1);
    all.into_iter().step_by(stride).collect()
}

/// `base` doubled and halved, within `low..=high`; every second where they would be more than
/// eight, and round values where there would be fewer than two, which tell no scale.
pub(crate) fn doublings_of(base: f64, low: f64, high: f64) -> Vec<f64> {
    let all: Vec<f64> = (-40..=40_i32)
        .map(|power| base * 2_f64.powi(power))
        .filter(|tick| (low..=high).contains(tick))
        .collect();
    if all.len() < 2 {
        return linear(low, high, 4);
    }
    let stride = all.len().div_ceil(8).max(1);
    all.into_iter().step_by(stride).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn same(found: &[f64], wanted: &[f64]) {
        assert_eq!(found.len(), wanted.len(), "{found:?} for {wanted:?}");
        for (a, b) in found.iter().zip(wanted) {
            assert!((a - b).abs() <= 1e-9 * b.abs(), "{found:?} for {wanted:?}");
        }
    }

    #[test]
    fn steps_are_round() {
        for (span, count, wanted) in [
            (100.0, 5, 20.0),
            (100.0, 4, 25.0),
            (6000.0, 4, 2000.0),
            (0.07, 7, 0.01),
            (1.0, 1, 1.0),
            (11.0, 1, 20.0),
        ] {
            same(&[step(span, count)], &[wanted]);
        }
    }

    #[test]
    fn linear_ticks_stay_inside() {
        same(&linear(12.0, 68.0, 6), &[20.0, 30.0, 40.0, 50.0, 60.0]);
        same(&linear(0.0, 1.0, 4), &[0.0, 0.25, 0.5, 0.75, 1.0]);
    }

    #[test]
    fn log_ticks_fill_the_room() {
        same(&log(1.0, 10_000.0, 6), &[1.0, 10.0, 100.0, 1e3, 1e4]);
        same(
            &log(1.0, 100.0, 8),
            &[1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0],
        );
        same(&log(1.0, 1e8, 5), &[1.0, 100.0, 1e4, 1e6, 1e8]);
    }

    #[test]
    fn short_log_axes_fall_back_to_linear_ticks() {
        same(&log(11.0, 19.0, 4), &[12.0, 14.0, 16.0, 18.0]);
    }

    #[test]
    fn doublings_thin_out() {
        same(&doublings(1.0, 256.0, 5), &[1.0, 4.0, 16.0, 64.0, 256.0]);
        same(&doublings(1.0, 8.0, 5), &[1.0, 2.0, 4.0, 8.0]);
    }

    #[test]
    fn doublings_go_through_their_base() {
        same(&doublings_of(25.0, 10.0, 130.0), &[12.5, 25.0, 50.0, 100.0]);
        same(&doublings_of(10.0, 3.0, 21.0), &[5.0, 10.0, 20.0]);
        assert!(doublings_of(10.0, 1e-9, 1e9).len() <= 8);
        // 16,000 alone would be no scale.
        same(
            &doublings_of(1000.0, 11_400.0, 21_800.0),
            &[15_000.0, 20_000.0],
        );
    }

    #[test]
    fn odd_input_gives_few_ticks() {
        assert!(doublings_of(f64::NAN, 1.0, 9.0).len() <= 20);
        assert!(linear(0.0, f64::NAN, 5).is_empty());
        assert!(linear(0.0, 0.0, 5).len() <= 1);
        assert!(log(1e-300, 1e300, 6).len() <= 6);
    }
}
