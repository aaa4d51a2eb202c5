//! Times of a table: a number of seconds, or a date and time with any number of decimals, in
//! UTC where no zone is said.

use crate::date::Date;

/// A time as whole seconds, and the rest of one. Kept apart, so that the tenth of a microsecond
/// that tables write survives the seconds since 1970.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Stamp {
    seconds: f64,
    rest: f64,
}

impl Stamp {
    /// Reads a number of seconds or a date and time; `None` for anything else.
    pub(super) fn read(text: &str) -> Option<Self> {
        let text = text.trim();
        if let Ok(number) = text.parse::<f64>() {
            return number.is_finite().then_some(Self {
                seconds: number.floor(),
                rest: number - number.floor(),
            });
        }
        Self::date(text)
    }

    /// Seconds from a whole second on.
    pub(super) fn since(self, base: f64) -> f64 {
        (self.seconds - base) + self.rest
    }

    /// Its whole seconds.
    pub(super) const fn whole(self) -> f64 {
        self.seconds
    }

    /// `2023-11-16 18:17:03.9799600`, with `T` for the blank, `/` for `-`, and a zone `Z`,
    /// `+01:00` or `+0100` behind it.
    fn date(text: &str) -> Option<Self> {
        let day = text.get(..10)?.replace('/', "-");
        let day = Date::since_1970(0).days_to(Date::parse(&day)?);
        let clock = text.get(10..)?;
        let clock = clock
            .strip_prefix('T')
            .or_else(|| clock.strip_prefix('t'))
            .unwrap_or(clock)
            .trim();
        let midnight = f64::from(day) * 86_400.0;
        if clock.is_empty() {
            return Some(Self {
                seconds: midnight,
                rest: 0.0,
            });
        }
        let (clock, zone) = apart(clock)?;
        let mut parts = clock.split(':');
        let hour = digits(parts.next()?, 23)?;
        let minute = digits(parts.next()?, 59)?;
        let (second, rest) = match parts.next() {
            None => (0, 0.0),
            Some(text) => {
                let (second, decimals) = text.split_once(['.', ',']).unwrap_or((text, "0"));
                // 60 is a leap second.
                (digits(second, 60)?, fraction(decimals)?)
            }
        };
        if parts.next().is_some() {
            return None;
        }
        let seconds = i64::from(hour * 3600 + minute * 60 + second) - zone;
        Some(Self {
            seconds: midnight + seconds as f64,
            rest,
        })
    }
}

/// A clock and the seconds that its zone is ahead of UTC.
fn apart(clock: &str) -> Option<(&str, i64)> {
    if let Some(utc) = clock.strip_suffix(['Z', 'z']) {
        return Some((utc, 0));
    }
    if let Some(utc) = clock.strip_suffix("UTC") {
        return Some((utc.trim(), 0));
    }
    let Some(place) = clock.rfind(['+', '-']) else {
        return Some((clock, 0));
    };
    let (before, zone) = (clock.get(..place)?, clock.get(place..)?);
    let sign = if zone.starts_with('-') { -1 } else { 1 };
    let zone: String = zone.chars().skip(1).filter(|&sign| sign != ':').collect();
    let hours = digits(zone.get(..2)?, 23)?;
    let minutes = match zone.get(2..)? {
        "" => 0,
        minutes => digits(minutes, 59)?,
    };
    Some((before.trim(), sign * i64::from(hours * 3600 + minutes * 60)))
}

/// One or two digits up to a most.
fn digits(text: &str, most: u32) -> Option<u32> {
    let plain = (1..=2).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    let number = plain.then(|| text.parse().ok())??;
    (number <= most).then_some(number)
}

/// Digits behind the point.
fn fraction(text: &str) -> Option<f64> {
    let plain = text.bytes().all(|byte| byte.is_ascii_digit());
    plain.then(|| format!("0.{text}0").parse().ok())?
}
