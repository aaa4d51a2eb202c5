//! Typed numbers: the unit each field counts in, and whether it may be left out. The
//! range that makes sense is the catalogue's to say.

use super::Draft;
use crate::i18n::{Marks, parse};
use crate::serving::draft::bounds::unsigned;
use crate::serving::draft::shortened;
use estimator::currency::Currency;
use estimator::decimal::round;
use estimator::error::{self, Problem as Shared};
use estimator::field::{Kind, Unit};
use estimator::quantity::Usd;
use estimator::training::error::{Field, FieldError, Problem};
use estimator::training::fields;
use std::cmp::Ordering;

/// How a number is typed.
struct Typed {
    unit: Unit,
    whole: bool,
    optional: bool,
}

fn typed(field: Field) -> Typed {
    if let Some(row) = fields::row(field) {
        return Typed {
            unit: row.unit,
            whole: row.kind == Kind::Count,
            optional: row.optional,
        };
    }
    // Numbers inside a choice: days of a deadline, the rank of adapters.
    let is_deadline = field == Field::Deadline;
    Typed {
        unit: if is_deadline { Unit::Days } else { Unit::One },
        whole: !is_deadline,
        optional: false,
    }
}

/// The size of a field's unit in the question's.
pub(in crate::training) fn unit(field: Field) -> f64 {
    typed(field).unit.size()
}

/// The same where amounts are typed in a currency.
pub(super) fn unit_in(field: Field, currency: Option<Currency>) -> f64 {
    match (field, currency) {
        (Field::Budget, Some(currency)) => 1.0 / currency.per_usd(),
        _ => unit(field),
    }
}

/// A problem that the catalogue or the search found, its figures in the unit of the field,
/// as legal as those that they stand for.
pub(in crate::training) fn in_unit_of_field(
    error: FieldError,
    currency: Option<Currency>,
) -> FieldError {
    let unit = unit_in(error.field, currency);
    let problem = match error.problem {
        Problem::Shared(Shared::TooSmall { least }) => Problem::Shared(Shared::TooSmall {
            least: written(least, unit, Ordering::Greater),
        }),
        Problem::Shared(Shared::TooLarge { most }) => Problem::Shared(Shared::TooLarge {
            most: written(most, unit, Ordering::Less),
        }),
        Problem::Budget { least } => Problem::Budget {
            least: Usd::new(to_hundredths(least.get() / unit)),
        },
        other => other,
    };
    FieldError { problem, ..error }
}

/// An amount that pays for another: in whole hundredths, no less.
fn to_hundredths(amount: f64) -> f64 {
    round((amount * 100.0).ceil() / 100.0, 2)
}

/// Digits that a bound is written with, or more where they stand before the point.
const DIGITS: i32 = 6;
/// Places that a field can show.
const PLACES: i32 = 9;

/// A bound in units of a field, in few digits: rounded, and towards its `legal` side where
/// rounding leaves that.
fn written(bound: f64, unit: f64, legal: Ordering) -> f64 {
    let value = bound / unit;
    if value == 0.0 {
        return value;
    }
    #[expect(clippy::cast_possible_truncation, reason = "at most 308")]
    let magnitude = value.abs().log10().floor() as i32;
    let places = (DIGITS - 1 - magnitude).clamp(0, PLACES);
    let step = 10f64.powi(-places);
    let rounded = round(value, places);
    let breaks = (rounded * unit).total_cmp(&bound) == legal.reverse();
    match legal {
        Ordering::Greater if breaks => round(rounded + step, places),
        Ordering::Less if breaks => round(rounded - step, places),
        _ => rounded,
    }
}

impl Draft {
    /// The number of a field in the question's unit; `None` where it is left empty and may
    /// be.
    pub(super) fn number(&self, field: Field, marks: Marks) -> Result<Option<f64>, FieldError> {
        self.read(field, marks).map_err(|problem| FieldError {
            field,
            problem: Problem::Shared(problem),
        })
    }

    fn read(&self, field: Field, marks: Marks) -> Result<Option<f64>, Shared> {
        let Typed {
            unit,
            whole,
            optional,
        } = typed(field);
        let currency = self.chosen.fleet.currency;
        let mut text = self.text(field).trim();
        if field == Field::Budget {
            text = unsigned(text, currency.unwrap_or(Currency::DOLLAR));
        }
        if text.is_empty() {
            return if optional {
                Ok(None)
            } else {
                Err(error::Problem::Missing)
            };
        }
        let value = parse(text, marks).ok_or_else(|| Shared::NotANumber {
            text: shortened(text),
        })?;
        if whole && value.fract() != 0.0 {
            return Err(Shared::NotWhole);
        }
        // A count is kept in 32 bits: more is said here, or it would be cut.
        let most = f64::from(u32::MAX);
        if whole && value > most {
            return Err(Shared::TooLarge { most });
        }
        if whole && value < 0.0 {
            return Err(Shared::TooSmall { least: 0.0 });
        }
        Ok(Some(match (field, currency) {
            (Field::Budget, Some(_)) => value * unit_in(field, currency),
            _ => unit.read(value),
        }))
    }
}
