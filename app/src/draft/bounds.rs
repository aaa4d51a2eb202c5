//! What a typed number may be. Wider than anything sensible: these bounds keep
//! out slips and nonsense, not unusual wishes.

use super::{Basis, Draft, Pace};
use crate::i18n::{Marks, parse};
use estimator::error::{Field, FieldError, Problem};

/// Bounds of a number, in the unit its field shows.
struct Bounds {
    least: f64,
    most: f64,
    whole: bool,
    optional: bool,
}

const fn needed(least: f64, most: f64) -> Bounds {
    Bounds {
        least,
        most,
        whole: false,
        optional: false,
    }
}

const fn optional(least: f64, most: f64) -> Bounds {
    Bounds {
        least,
        most,
        whole: false,
        optional: true,
    }
}

const fn count(least: f64, most: f64) -> Bounds {
    Bounds {
        least,
        most,
        whole: true,
        optional: false,
    }
}

const fn optional_count(least: f64, most: f64) -> Bounds {
    Bounds {
        least,
        most,
        whole: true,
        optional: true,
    }
}

fn bounds(field: Field, draft: &Draft) -> Bounds {
    match field {
        Field::Traffic => match draft.basis {
            Basis::Rate => needed(0.000_1, 1e6),
            Basis::Users => needed(1.0, 1e7),
            Basis::TokensPerDay => needed(1000.0, 1e15),
        },
        Field::PeakToMean => needed(1.0, 100.0),
        Field::InputTokens => needed(1.0, 1e7),
        Field::OutputTokens => needed(1.0, 1e6),
        Field::PrefixHitRate => needed(0.0, 99.0),
        Field::Ttft => optional(0.001, 3600.0),
        Field::Tpot => match draft.pace {
            Pace::Millis => optional(0.1, 60_000.0),
            Pace::Rate => optional(0.02, 10_000.0),
        },
        Field::MaxPerNode => optional_count(1.0, 1024.0),
        Field::MaxPerReplica => count(1.0, 1024.0),
        Field::Spares => count(0.0, 1000.0),
        Field::MemoryUtilization => optional(10.0, 100.0),
        Field::MaxModelLen | Field::MaxBatchedTokens => optional_count(16.0, 1e7),
        Field::MaxNumSeqs => optional_count(1.0, 65_536.0),
        Field::OwnMemory => needed(1.0, 10_000.0),
        Field::OwnBandwidth => needed(1.0, 1e6),
        Field::OwnCompute => needed(0.1, 1e6),
        Field::OwnLink => optional(1.0, 1e5),
        Field::OwnNode => count(1.0, 1024.0),
        _ => needed(0.0, f64::MAX),
    }
}

/// Bounds of a price per accelerator and hour.
const PRICE: Bounds = needed(0.0001, 100_000.0);

impl Draft {
    /// The number of a field; `None` where it is optional and left empty.
    pub(super) fn number(&self, field: Field, marks: Marks) -> Result<Option<f64>, FieldError> {
        read(self.text(field), &bounds(field, self), marks)
            .map_err(|problem| FieldError { field, problem })
    }
}

/// Reads a price.
pub(crate) fn price(text: &str, marks: Marks) -> Result<f64, Problem> {
    let text = text.trim().trim_start_matches('$');
    read(text, &PRICE, marks)?.ok_or(Problem::Missing)
}

fn read(text: &str, bounds: &Bounds, marks: Marks) -> Result<Option<f64>, Problem> {
    let text = text.trim();
    if text.is_empty() {
        return if bounds.optional {
            Ok(None)
        } else {
            Err(Problem::Missing)
        };
    }
    let value = parse(text, marks).ok_or_else(|| Problem::NotANumber {
        text: shortened(text),
    })?;
    if value < bounds.least {
        Err(Problem::TooSmall {
            least: bounds.least,
        })
    } else if value > bounds.most {
        Err(Problem::TooLarge { most: bounds.most })
    } else if bounds.whole && value.fract() != 0.0 {
        Err(Problem::NotWhole)
    } else {
        Ok(Some(value))
    }
}

/// The beginning of a text, to quote it in a message.
pub(crate) fn shortened(text: &str) -> String {
    const MOST: usize = 24;
    if text.chars().count() <= MOST {
        return text.to_owned();
    }
    text.chars().take(MOST).chain(['…']).collect()
}
