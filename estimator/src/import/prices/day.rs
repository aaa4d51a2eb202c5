//! Days as lists write them: `2026-07-30`, `30.07.2026`, `7/30/2026`, `2026年7月30日`.
//!
//! With slashes, day and month stand either way round: a number above twelve tells them
//! apart, in this day or in another one of the list; where nothing does, the day is not
//! taken.

use crate::date::Date;

/// The first three runs of digits, and the mark behind the first.
fn runs(text: &str) -> Option<([&str; 3], char)> {
    let mut runs = text
        .split(|letter: char| !letter.is_ascii_digit())
        .filter(|run| !run.is_empty());
    let first = runs.next()?;
    let mark = text.get(first.len()..)?.chars().next().unwrap_or(' ');
    let next = (runs.next().unwrap_or(""), runs.next().unwrap_or(""));
    (text.starts_with(first) && first.len() <= 4).then_some(([first, next.0, next.1], mark))
}

/// Whether the month stands first in a day with slashes, where the day shows it.
pub(super) fn shows_order(text: &str) -> Option<bool> {
    let ([one, two, year], mark) = runs(text)?;
    if mark != '/' || year.len() != 4 {
        return None;
    }
    let (one, two): (u32, u32) = (one.parse().ok()?, two.parse().ok()?);
    match (one > 12, two > 12) {
        (true, false) => Some(false),
        (false, true) => Some(true),
        _ => None,
    }
}

/// The day as `2026-07-30`, or `2026-07` or `2026` where no more is said.
pub(super) fn read(text: &str, month_first: Option<bool>) -> Option<String> {
    let (parts, mark) = runs(text)?;
    let (year, month, day) = match parts {
        [year, month, day] if year.len() == 4 => (year, month, day),
        [one, two, year] if year.len() == 4 => {
            let month_first = match mark {
                '/' if one == two => true,
                '/' => shows_order(text).or(month_first)?,
                _ => false,
            };
            if month_first {
                (year, one, two)
            } else {
                (year, two, one)
            }
        }
        _ => return None,
    };
    let number = |part: &str| part.parse::<u32>().ok();
    let whole = i32::try_from(number(year)?).ok()?;
    if month.is_empty() {
        return Date::of(whole, 1, 1).map(|_| year.to_owned());
    }
    let month = number(month)?;
    if day.is_empty() {
        return Date::of(whole, month, 1).map(|_| format!("{year}-{month:02}"));
    }
    let day = number(day)?;
    Date::of(whole, month, day).map(|_| format!("{year}-{month:02}-{day:02}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_as_lists_write_them() {
        for (text, day) in [
            ("2026-07-30", Some("2026-07-30")),
            ("2026/7/3", Some("2026-07-03")),
            ("2026-07-20T13:44:30Z", Some("2026-07-20")),
            ("30.07.2026", Some("2026-07-30")),
            ("3.7.2026", Some("2026-07-03")),
            ("7/30/2026", Some("2026-07-30")),
            ("30/7/2026", Some("2026-07-30")),
            ("7/7/2026", Some("2026-07-07")),
            ("2026年7月30日", Some("2026-07-30")),
            ("2026-07", Some("2026-07")),
            ("2026", Some("2026")),
            ("7/8/2026", None),
            ("31.02.2026", None),
            ("30.07.26", None),
            ("July 2026", None),
            ("yesterday", None),
            ("20260730", None),
        ] {
            assert_eq!(read(text, None).as_deref(), day, "{text}");
        }
        assert_eq!(read("7/8/2026", Some(true)).as_deref(), Some("2026-07-08"));
        assert_eq!(read("7/8/2026", Some(false)).as_deref(), Some("2026-08-07"));
    }
}
