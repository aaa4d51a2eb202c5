//! Times as they are written in whole picoseconds, exactly: epoch microseconds with decimals do
//! not fit a double.

use super::Time;

/// Decimal digits of a unit down to picoseconds.
pub(in crate::profile) fn digits(unit: &str) -> Option<usize> {
    match unit {
        "ns" => Some(3),
        "us" | "\u{b5}s" | "\u{3bc}s" => Some(6),
        "ms" => Some(9),
        "s" => Some(12),
        _ => None,
    }
}

/// A time beyond ten days is cut: differences of any two still fit.
pub(in crate::profile) fn shorten(time: i128) -> Time {
    const LONGEST: i128 = 10 * 86_400 * 1_000_000_000_000;
    Time::try_from(time.clamp(-LONGEST, LONGEST)).unwrap_or(0)
}

/// The picoseconds of a number written in a unit of so many digits.
pub(in crate::profile) fn exact(written: &str, digits: usize) -> Option<i128> {
    let written = written.trim();
    let number: f64 = written.parse().ok()?;
    if !number.is_finite() {
        return None;
    }
    let scale = 10_i128.checked_pow(u32::try_from(digits).ok()?)?;
    let (whole, decimals) = written.split_once('.').unwrap_or((written, ""));
    let plain = decimals.bytes().all(|byte| byte.is_ascii_digit());
    if let (true, Ok(whole_number)) = (plain, whole.parse::<i64>()) {
        let zeros = std::iter::repeat_n('0', digits);
        let kept: String = decimals.chars().chain(zeros).take(digits).collect();
        let fraction: i128 = if kept.is_empty() {
            0
        } else {
            kept.parse().ok()?
        };
        let sign = if whole.starts_with('-') { -1 } else { 1 };
        return Some(i128::from(whole_number) * scale + sign * fraction);
    }
    format!("{:.0}", number.clamp(-1e18, 1e18) * scale as f64)
        .parse()
        .ok()
}

#[cfg(test)]
mod tests {
    use super::exact;

    /// Digits beyond picoseconds are cut; exponents are taken; words are not.
    #[test]
    fn by_hand() {
        assert_eq!(
            exact("1700000000000000.1259999", 6),
            Some(1_700_000_000_000_000_125_999)
        );
        assert_eq!(exact("-0.5", 6), Some(-500_000));
        assert_eq!(exact("1e3", 3), Some(1_000_000));
        assert_eq!(exact("7", 0), Some(7));
        assert_eq!(exact("inf", 6), None);
        assert_eq!(exact("1.2.3", 6), None);
    }
}
