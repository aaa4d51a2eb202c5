//! The question about money as it is typed: names are chosen, numbers are text until they
//! are read; what is left empty is the catalogue's.

use crate::draft::shortened;
use crate::i18n::{Marks, parse, plain};
use estimator::decimal::round;
use estimator::error::Problem;
use estimator::money::Input;
use estimator::money::error::{Field, FieldError};
use estimator::money::question::Question;
use std::collections::BTreeMap;

/// A question in the making.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Draft {
    /// What is chosen from lists; its numbers are those of the link it began with.
    pub(super) chosen: Question,
    /// The typed numbers.
    texts: BTreeMap<Input, String>,
}

/// What one of a field's units is in that of its input: shares are typed in percent.
pub(super) fn unit(input: Input) -> f64 {
    if input.unit().starts_with("share") {
        0.01
    } else {
        1.0
    }
}

/// A value as its field shows it.
pub(super) fn shown(input: Input, value: f64, marks: Marks) -> String {
    plain(round(value / unit(input), 9), marks)
}

impl Draft {
    /// A draft that reads as `question`.
    pub(super) fn new(question: &Question, marks: Marks) -> Self {
        let known = question.typed.known();
        Self {
            chosen: question.clone(),
            texts: known
                .map(|(input, value)| (input, shown(input, value, marks)))
                .collect(),
        }
    }

    /// What was typed into a field.
    pub(super) fn text(&self, input: Input) -> &str {
        self.texts.get(&input).map_or("", String::as_str)
    }

    /// Types into a field.
    pub(super) fn set_text(&mut self, input: Input, text: String) {
        self.texts.insert(input, text);
    }

    /// The question, or everything that is wrong with it.
    ///
    /// # Errors
    /// One entry a field that cannot be read.
    pub(super) fn question(&self, marks: Marks) -> Result<Question, Vec<FieldError>> {
        let mut question = self.chosen.clone();
        let mut errors = Vec::new();
        for input in Input::ALL {
            let text = self.text(*input).trim();
            let value = parse(text, marks);
            if !text.is_empty() && value.is_none() {
                errors.push(FieldError {
                    field: Field::Input(*input),
                    problem: Problem::NotANumber {
                        text: shortened(text),
                    },
                });
            }
            let value = value.map(|value| round(value * unit(*input), 12));
            question.typed.set(*input, value);
        }
        if errors.is_empty() {
            Ok(question)
        } else {
            Err(errors)
        }
    }

    /// The same draft in the marks of another language. What cannot be read stays as it
    /// was typed.
    pub(super) fn rewrite(&mut self, old: Marks, new: Marks) {
        for text in self.texts.values_mut() {
            if let Some(value) = parse(text, old) {
                *text = plain(value, new);
            }
        }
    }
}

/// A problem that the catalogue found, its figures in the unit of the field.
pub(super) fn in_unit_of_field(error: FieldError) -> FieldError {
    let Field::Input(input) = error.field else {
        return error;
    };
    let scaled = |value: f64| round(value / unit(input), 9);
    let problem = match error.problem {
        Problem::TooSmall { least } => Problem::TooSmall {
            least: scaled(least),
        },
        Problem::TooLarge { most } => Problem::TooLarge { most: scaled(most) },
        other => other,
    };
    FieldError { problem, ..error }
}

#[cfg(test)]
mod tests {
    use super::{Draft, in_unit_of_field};
    use crate::i18n::Marks;
    use estimator::error::Problem;
    use estimator::money::Input;
    use estimator::money::error::{Field, FieldError};
    use estimator::money::question::Question;

    const ENGLISH: Marks = Marks {
        decimal: '.',
        group: ',',
    };
    const GERMAN: Marks = Marks {
        decimal: ',',
        group: '.',
    };

    /// Every input survives being shown, put into another language and read: shares in
    /// percent, the rest in its own unit.
    #[test]
    fn what_is_shown_reads_as_what_it_was() {
        let mut question = Question::default();
        for (index, input) in (0_u8..).zip(Input::ALL) {
            question
                .typed
                .set(*input, Some((35.0 + 125.0 * f64::from(index)) / 1000.0));
        }
        let mut draft = Draft::new(&question, ENGLISH);
        assert_eq!(draft.text(Input::Network), "28.5");
        assert_eq!(draft.question(ENGLISH), Ok(question.clone()));
        draft.rewrite(ENGLISH, GERMAN);
        assert_eq!(draft.text(Input::Network), "28,5");
        assert_eq!(draft.question(GERMAN), Ok(question));
    }

    /// What cannot be read is named where it stands; what is empty is the catalogue's.
    #[test]
    fn each_field_is_read_by_itself() {
        let mut draft = Draft::new(&Question::default(), ENGLISH);
        draft.set_text(Input::Years, " ".to_owned());
        assert_eq!(draft.question(ENGLISH), Ok(Question::default()));
        draft.set_text(Input::Years, "four".to_owned());
        draft.set_text(Input::Pue, "1,2".to_owned());
        let fields = draft.question(ENGLISH).unwrap_err();
        let fields: Vec<Field> = fields.iter().map(|error| error.field).collect();
        assert_eq!(
            fields,
            [Field::Input(Input::Years), Field::Input(Input::Pue)]
        );
    }

    #[test]
    fn bounds_of_shares_are_said_in_percent() {
        let error = |input| {
            in_unit_of_field(FieldError {
                field: Field::Input(input),
                problem: Problem::TooLarge { most: 0.95 },
            })
            .problem
        };
        assert_eq!(error(Input::Residual), Problem::TooLarge { most: 95.0 });
        assert_eq!(error(Input::Pue), Problem::TooLarge { most: 0.95 });
    }
}
