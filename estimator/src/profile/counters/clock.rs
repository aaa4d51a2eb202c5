//! Times as samplers write them, in seconds since 1970: `2026/04/25 16:06:06.780`,
//! `2025-09-24T03:48:33Z`, `20260425 16:06:06`. A zone is left out: differences are wanted.

/// The time; `None` if it is written in another way.
pub(in crate::profile) fn seconds(text: &str) -> Option<f64> {
    let text = text.trim();
    let split = text.find(['T', ' ']);
    let (date, time) = text.split_at_checked(split?)?;
    let time = time.trim_start_matches(['T', ' ']);
    let end = time.find(|letter: char| !letter.is_ascii_digit() && letter != ':' && letter != '.');
    let time = time.get(..end.unwrap_or(time.len()))?;
    Some(days(date)? * 86_400.0 + of_day(time)?)
}

/// Seconds since midnight.
pub(in crate::profile) fn of_day(time: &str) -> Option<f64> {
    let mut parts = time.trim().split(':').map(str::parse::<f64>);
    let (hours, minutes) = (parts.next()?.ok()?, parts.next()?.ok()?);
    let seconds = parts.next().unwrap_or(Ok(0.0)).ok()?;
    let sum = hours * 3600.0 + minutes * 60.0 + seconds;
    (0.0..=90_000.0).contains(&sum).then_some(sum)
}

/// Days since 1970 in the Gregorian calendar (the count that begins years in March).
fn days(date: &str) -> Option<f64> {
    let plain: String = date.chars().filter(char::is_ascii_digit).collect();
    if plain.len() != 8 || date.len() > 10 {
        return None;
    }
    let part = |from: usize, to: usize| plain.get(from..to)?.parse::<i64>().ok();
    let (year, month, day) = (part(0, 4)?, part(4, 6)?, part(6, 8)?);
    if !(1..=12).contains(&month) || !(1..=31).contains(&day) {
        return None;
    }
    let year = if month <= 2 { year - 1 } else { year };
    let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    let sum = 365 * year + year / 4 - year / 100 + year / 400 + of_year - 719_468;
    Some(sum as f64)
}

#[cfg(test)]
mod tests {
    use super::seconds;

    /// 2026-01-01 is day 20454; a minute and a half apart over a leap day.
    #[test]
    fn by_hand() {
        assert_eq!(seconds("2026/01/01 00:00:00"), Some(20_454.0 * 86_400.0));
        assert_eq!(seconds("1970-01-01T00:00:01.5Z"), Some(1.5));
        let before = seconds("2024-02-29T23:59:30+08:00").expect("a time");
        assert_eq!(
            seconds("20240301 00:01:00").map(|after| after - before),
            Some(90.0)
        );
        for wrong in [
            "",
            "27",
            "2026/13/01 00:00:00",
            "2026/01/01",
            "a b",
            "T",
            "00.00 MiB",
        ] {
            assert_eq!(seconds(wrong), None, "{wrong}");
        }
    }
}
