//! Collects what is wrong.

use estimator::error::{Field, FieldError, Problem};
use estimator::model::Model;

/// The longest part of an unknown name that a message repeats.
const LONGEST_NAME: usize = 80;

/// Everything found wrong so far.
#[derive(Default)]
pub(super) struct Checks {
    pub(super) errors: Vec<FieldError>,
}

impl Checks {
    /// Notes a problem; the first of a field is enough.
    pub(super) fn note(&mut self, field: Field, problem: Problem) {
        if self.errors.iter().all(|error| error.field != field) {
            self.errors.push(FieldError { field, problem });
        }
    }

    pub(super) fn missing(&mut self, field: Field) {
        self.note(field, Problem::Missing);
    }

    pub(super) fn unknown(&mut self, field: Field, name: &str) {
        let name = name.chars().take(LONGEST_NAME).collect();
        self.note(field, Problem::Unknown { name });
    }

    /// Whether `value` is a number within `bounds`; notes it if not.
    pub(super) fn number(&mut self, field: Field, value: f64, bounds: (f64, f64)) -> bool {
        let (least, most) = bounds;
        let problem = if value.is_nan() {
            let text = value.to_string();
            Problem::NotANumber { text }
        } else if value < least {
            Problem::TooSmall { least }
        } else if value > most {
            Problem::TooLarge { most }
        } else {
            return true;
        };
        self.note(field, problem);
        false
    }

    /// The same for a number that may be left out.
    pub(super) fn maybe(&mut self, field: Field, value: Option<f64>, bounds: (f64, f64)) {
        if let Some(value) = value {
            self.number(field, value, bounds);
        }
    }

    /// Holds a model from a file or a link against what is believable.
    pub(super) fn shape(&mut self, model: &Model) {
        if let Err(reason) = estimator::import::bounds::check(model) {
            self.note(Field::Model, Problem::Unreadable { reason });
        }
    }
}
