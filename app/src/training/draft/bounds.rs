//! Typed numbers: what unit each field counts in, and whether it may be left out. What
//! range makes sense is the catalogue's to say.

use super::Draft;
use crate::draft::shortened;
use crate::i18n::{Marks, parse};
use estimator::error::{self, Problem as Shared};
use estimator::training::error::{Field, FieldError, Problem};

/// Bytes a second of a gigabit a second.
const GBIT: f64 = 1e9 / 8.0;

/// How a number is typed.
struct Typed {
    /// What one of the field's units is in the question's.
    unit: f64,
    whole: bool,
    optional: bool,
}

const fn typed(field: Field) -> Typed {
    let (unit, whole, optional) = match field {
        Field::Packed => (0.01, false, false),
        Field::Deadline => (86_400.0, false, false),
        Field::Network => (GBIT, false, true),
        Field::Storage => (1e9, false, false),
        Field::Loading => (1.0, false, true),
        Field::BetweenFailures => (3600.0, false, false),
        Field::Restart => (60.0, false, false),
        Field::Tokens | Field::Epochs => (1.0, false, false),
        Field::Rank | Field::Sequence | Field::MaxAccelerators => (1.0, true, false),
        _ => (1.0, true, true),
    };
    Typed {
        unit,
        whole,
        optional,
    }
}

/// What one of a field's units is in the question's.
pub(super) const fn unit(field: Field) -> f64 {
    typed(field).unit
}

/// A problem that the catalogue found, its figures in the unit of the field.
pub(in crate::training) fn in_unit_of_field(error: FieldError) -> FieldError {
    let unit = unit(error.field);
    let problem = match error.problem {
        Problem::Shared(Shared::TooSmall { least }) => Problem::Shared(Shared::TooSmall {
            least: least / unit,
        }),
        Problem::Shared(Shared::TooLarge { most }) => {
            Problem::Shared(Shared::TooLarge { most: most / unit })
        }
        other => other,
    };
    FieldError { problem, ..error }
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
        let text = self.text(field).trim();
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
        Ok(Some(value * unit))
    }
}
