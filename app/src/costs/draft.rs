//! The question about money as it is typed: names are chosen, numbers are text until they
//! are read; an empty field is the catalogue's.

use crate::i18n::{Marks, parse, plain};
use crate::serving::draft::bounds::unsigned;
use crate::serving::draft::shortened;
use estimator::currency::Currency;
use estimator::decimal::round;
use estimator::error::Problem;
use estimator::money::Input;
use estimator::money::error::{Field, FieldError};
use estimator::money::question::Question;
use std::collections::BTreeMap;

/// A question in the making.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Draft {
    /// The choices from lists; its numbers are those of the link it began with.
    pub(super) chosen: Question,
    /// The typed numbers.
    texts: BTreeMap<Input, String>,
}

/// Whether an input is a share, which is typed in percent.
pub(super) fn is_share(input: Input) -> bool {
    input.unit().starts_with("share")
}

/// How many of its field's units one of an input's is: percent of shares, the currency of
/// dollars.
fn units(input: Input, currency: Option<Currency>) -> f64 {
    match currency {
        _ if is_share(input) => 100.0,
        Some(currency) if input.is_money() => currency.per_usd(),
        _ => 1.0,
    }
}

/// A value as its field shows it.
pub(super) fn shown(input: Input, value: f64, marks: Marks, currency: Option<Currency>) -> String {
    plain(round(value * units(input, currency), 9), marks)
}

/// The value that an empty field shows as counting: no more of it than one reads.
pub(super) fn assumed(
    input: Input,
    value: f64,
    marks: Marks,
    currency: Option<Currency>,
) -> String {
    let value = value * units(input, currency);
    plain(round(value, if value.abs() < 1.0 { 4 } else { 2 }), marks)
}

/// The number that stands in a field; the currency's sign may stand beside an amount.
fn number(input: Input, typed: &str, marks: Marks, currency: Option<Currency>) -> Option<f64> {
    let currency = currency.unwrap_or(Currency::DOLLAR);
    let bare = input.is_money().then(|| unsigned(typed, currency));
    parse(bare.unwrap_or(typed), marks)
}

/// A typed number in the unit of its input.
fn read(input: Input, typed: f64, currency: Option<Currency>) -> f64 {
    round(typed / units(input, currency), 12)
}

impl Draft {
    /// A draft that reads as `question`, amounts in a currency.
    pub(super) fn new(question: &Question, marks: Marks, currency: Option<Currency>) -> Self {
        let known = question.typed.known();
        Self {
            chosen: question.clone(),
            texts: known
                .map(|(input, value)| (input, shown(input, value, marks, currency)))
                .collect(),
        }
    }

    /// The text of a field.
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
    pub(super) fn question(
        &self,
        marks: Marks,
        currency: Option<Currency>,
    ) -> Result<Question, Vec<FieldError>> {
        let mut question = self.chosen.clone();
        let mut errors = Vec::new();
        for input in Input::ALL {
            let typed = self.text(*input).trim();
            let value = number(*input, typed, marks, currency);
            if !typed.is_empty() && value.is_none() {
                errors.push(FieldError {
                    field: Field::Input(*input),
                    problem: Problem::NotANumber {
                        text: shortened(typed),
                    },
                });
            }
            let value = value.map(|value| read(*input, value, currency));
            question.typed.set(*input, value);
        }
        if errors.is_empty() {
            Ok(question)
        } else {
            Err(errors)
        }
    }

    /// The same amounts in another currency. Unreadable text stays as it was typed.
    pub(super) fn exchange(&mut self, marks: Marks, old: Option<Currency>, new: Option<Currency>) {
        for (input, text) in &mut self.texts {
            if let Some(value) = number(*input, text, marks, old).filter(|_| input.is_money()) {
                *text = shown(*input, read(*input, value, old), marks, new);
            }
        }
    }

    /// The same draft in the marks of another language. Unreadable text stays as it was
    /// typed.
    pub(super) fn rewrite(&mut self, old: Marks, new: Marks, currency: Option<Currency>) {
        for (input, text) in &mut self.texts {
            if let Some(value) = number(*input, text, old, currency) {
                *text = plain(value, new);
            }
        }
    }
}

/// A problem that the catalogue found, its figures in the unit of the field.
pub(super) fn in_unit_of_field(error: FieldError, currency: Option<Currency>) -> FieldError {
    let Field::Input(input) = error.field else {
        return error;
    };
    let scaled = |value: f64| round(value * units(input, currency), 9);
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
    use crate::i18n::{Language, Marks};
    use estimator::currency::{Code, Currency};
    use estimator::error::Problem;
    use estimator::money::Input;
    use estimator::money::error::{Field, FieldError};
    use estimator::money::question::Question;

    const ENGLISH: Marks = Language::En.marks();
    const GERMAN: Marks = Language::De.marks();

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
        let mut draft = Draft::new(&question, ENGLISH, None);
        assert_eq!(draft.text(Input::Network), "28.5");
        assert_eq!(draft.question(ENGLISH, None), Ok(question.clone()));
        draft.rewrite(ENGLISH, GERMAN, None);
        assert_eq!(draft.text(Input::Network), "28,5");
        assert_eq!(draft.question(GERMAN, None), Ok(question));
    }

    /// Amounts are typed in the currency and read as dollars, once; a share and a count are
    /// the same in any. Another currency writes the same amounts.
    #[test]
    fn amounts_are_converted_once() {
        let euro = |rate| Some(Currency::new(Code::new("EUR").unwrap(), rate));
        let mut draft = Draft::new(&Question::default(), GERMAN, euro(0.8));
        draft.set_text(Input::Accelerator, "30.000".to_owned());
        draft.set_text(Input::Residual, "25".to_owned());
        draft.set_text(Input::Users, "1.000".to_owned());
        let question = draft.question(GERMAN, euro(0.8)).unwrap();
        let typed = |input| question.typed.get(input);
        assert_eq!(typed(Input::Accelerator), Some(37_500.0));
        assert_eq!(typed(Input::Residual), Some(0.25));
        assert_eq!(typed(Input::Users), Some(1000.0));
        assert_eq!(
            Draft::new(&question, GERMAN, euro(0.8)),
            draft_of(&question, &draft)
        );
        for (from, to) in [
            (euro(0.8), None),
            (None, euro(0.9217)),
            (euro(0.9217), euro(0.8)),
        ] {
            draft.exchange(GERMAN, from, to);
            assert_eq!(draft.question(GERMAN, to).as_ref(), Ok(&question));
        }
        assert_eq!(draft.text(Input::Accelerator), "30.000");
    }

    /// The sign of the currency may stand beside an amount, as wide as any language has it,
    /// and nowhere else.
    #[test]
    fn a_sign_may_be_typed_back() {
        let yen = Some(Currency::new(Code::new("JPY").unwrap(), 150.0));
        let mut draft = Draft::new(&Question::default(), ENGLISH, yen);
        for typed in ["￥30", "¥30", "30 ¥", " 30￥ "] {
            draft.set_text(Input::Electricity, typed.to_owned());
            let question = draft.question(ENGLISH, yen).unwrap();
            assert_eq!(question.typed.get(Input::Electricity), Some(0.2));
        }
        for (input, typed) in [
            (Input::Electricity, "$30"),
            (Input::Pue, "¥1.3"),
            (Input::Electricity, "¥"),
        ] {
            let mut draft = Draft::new(&Question::default(), ENGLISH, yen);
            draft.set_text(input, typed.to_owned());
            assert!(draft.question(ENGLISH, yen).is_err(), "{typed}");
        }
    }

    /// The same texts, with the choices of the question.
    fn draft_of(question: &Question, draft: &Draft) -> Draft {
        Draft {
            chosen: question.clone(),
            ..draft.clone()
        }
    }

    /// An unreadable field is named where it stands; an empty one is the catalogue's.
    #[test]
    fn each_field_is_read_by_itself() {
        let mut draft = Draft::new(&Question::default(), ENGLISH, None);
        draft.set_text(Input::Years, " ".to_owned());
        assert_eq!(draft.question(ENGLISH, None), Ok(Question::default()));
        draft.set_text(Input::Years, "four".to_owned());
        draft.set_text(Input::Pue, "1,2".to_owned());
        let fields = draft.question(ENGLISH, None).unwrap_err();
        let fields: Vec<Field> = fields.iter().map(|error| error.field).collect();
        assert_eq!(
            fields,
            [Field::Input(Input::Years), Field::Input(Input::Pue)]
        );
    }

    #[test]
    fn bounds_of_shares_are_said_in_percent() {
        let error = |input| {
            in_unit_of_field(
                FieldError {
                    field: Field::Input(input),
                    problem: Problem::TooLarge { most: 0.95 },
                },
                None,
            )
            .problem
        };
        assert_eq!(error(Input::Residual), Problem::TooLarge { most: 95.0 });
        assert_eq!(error(Input::Pue), Problem::TooLarge { most: 0.95 });
    }
}
