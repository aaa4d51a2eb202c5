//! The hours of a day as they are typed.

use crate::serving::draft as serving;
use estimator::error::Problem;

/// Hours as they are typed.
pub(in crate::fleet) fn written(percent: &[u8; 24]) -> String {
    let percent: Vec<String> = percent.iter().map(ToString::to_string).collect();
    percent.join(" ")
}

/// The hours of a day as typed: 24 whole percentages with spaces between.
pub(super) fn drawn(text: &str) -> Result<[u8; 24], Problem> {
    let parts = text.split(|letter: char| letter.is_whitespace() || ",;、，".contains(letter));
    let mut hours = [0; 24];
    let mut places = hours.iter_mut();
    for part in parts.filter(|part| !part.is_empty()) {
        let place = places.next().ok_or(Problem::TooLarge { most: 24.0 })?;
        let percent: u8 = part.parse().map_err(|_| Problem::NotANumber {
            text: serving::shortened(part),
        })?;
        if percent > 100 {
            return Err(Problem::TooLarge { most: 100.0 });
        }
        *place = percent;
    }
    match places.next() {
        None => Ok(hours),
        Some(_) => Err(Problem::Missing),
    }
}
