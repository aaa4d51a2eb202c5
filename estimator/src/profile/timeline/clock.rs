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

/// The same of a plain number, as nearly all are; `None` of any other.
fn plainly(written: &str, digits: usize) -> Option<i128> {
    let (sign, size) = match written.strip_prefix('-') {
        Some(size) => (-1, size),
        None => (1, written),
    };
    let (whole, decimals) = size.split_once('.').unwrap_or((size, ""));
    let number = |text: &str| {
        text.bytes().try_fold(0_u64, |sum, byte| {
            let digit = byte.is_ascii_digit().then(|| u64::from(byte - b'0'))?;
            sum.checked_mul(10)?.checked_add(digit)
        })
    };
    if whole.is_empty() || !decimals.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let kept = decimals.get(..digits.min(decimals.len()))?;
    let missing = u32::try_from(digits - kept.len()).ok()?;
    let fraction = number(kept)?.checked_mul(10_u64.checked_pow(missing)?)?;
    let scale = 10_i128.checked_pow(u32::try_from(digits).ok()?)?;
    let whole = i64::try_from(number(whole)?).ok()?;
    Some(sign * (i128::from(whole) * scale + i128::from(fraction)))
}

/// The picoseconds of a number written in a unit of so many digits.
pub(in crate::profile) fn exact(written: &str, digits: usize) -> Option<i128> {
    let written = written.trim();
    if let Some(plain) = plainly(written, digits) {
        return Some(plain);
    }
    let number: f64 = written.parse().ok()?;
    if !number.is_finite() {
        return None;
    }
    let scale = 10_i128.checked_pow(u32::try_from(digits).ok()?)?;
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
        assert_eq!(exact("7.9", 0), Some(7));
        assert_eq!(exact("-12.000004", 6), Some(-12_000_004));
        assert_eq!(exact("5.", 3), Some(5_000));
        assert_eq!(exact(" 1.5 ", 3), Some(1_500));
        assert_eq!(exact("", 3), None);
        assert_eq!(exact("inf", 6), None);
        assert_eq!(exact("1.2.3", 6), None);
    }
}
