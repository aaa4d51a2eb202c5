//! Demand by the hour: a day, or a week of working days and weekends, as shares of its peak.

/// Hours of a day.
pub const DAY: usize = 24;

/// Hours of a week.
pub const WEEK: usize = 168;

/// Days of a week.
pub const DAYS: f64 = 7.0;

/// Days of a week before its weekend.
const WORKING: usize = 5;

/// Shares of the peak from loads of any unit; a time without load is even.
#[must_use]
pub fn shares<const HOURS: usize>(loads: [f64; HOURS]) -> [f64; HOURS] {
    let most = loads.iter().copied().fold(0.0, f64::max);
    if most > 0.0 && most.is_finite() {
        loads.map(|load| (load / most).clamp(0.0, 1.0))
    } else {
        [1.0; HOURS]
    }
}

/// Shares of the peak in whole percent: the start of drawing.
#[must_use]
pub fn percent<const HOURS: usize>(loads: [f64; HOURS]) -> [u8; HOURS] {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "shares lie between 0 and 1"
    )]
    shares(loads).map(|share| (100.0 * share).round() as u8)
}

/// A week from Monday on: five days like `day`, and two with `weekend` times its demand.
#[must_use]
pub fn week(day: [f64; DAY], weekend: f64) -> [f64; WEEK] {
    let mut week = [0.0; WEEK];
    let (days, _) = week.as_chunks_mut::<DAY>();
    for (number, hours) in days.iter_mut().enumerate() {
        let factor = if number < WORKING { 1.0 } else { weekend };
        *hours = day.map(|load| load * factor);
    }
    week
}

/// The day of a week that has its busiest hour, the first of equals.
#[must_use]
pub fn busiest(week: [f64; WEEK]) -> [f64; DAY] {
    let most = |day: &[f64; DAY]| day.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let (days, _) = week.as_chunks::<DAY>();
    let busier = |one: [f64; DAY], other: &[f64; DAY]| {
        if most(other) > most(&one) {
            *other
        } else {
            one
        }
    };
    let first = days.first().copied().unwrap_or([1.0; DAY]);
    days.iter().fold(first, busier)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_week_of_working_days_and_a_weekend() {
        let mut day = [1.0; DAY];
        day[9] = 4.0;
        let week = week(day, 0.5);
        assert_eq!(
            (week[9], week[33], week[129], week[153]),
            (4.0, 4.0, 2.0, 2.0)
        );
        assert_eq!((week[0], week[167]), (1.0, 0.5));
        assert_eq!(percent(busiest(week)), percent(day));
        // A weekend may be the busy part.
        assert!((busiest(super::week(day, 3.0))[9] - 12.0).abs() < 1e-12);
        assert_eq!(percent([f64::NAN; 3]), [100; 3]);
        assert_eq!(percent([0.0, 1.0, 4.0]), [0, 25, 100]);
    }
}
