//! What is shown reads as what it was; what cannot be is named.

use super::Draft;
use crate::i18n::{Language, Marks};
use estimator::currency::{Code, Currency};
use estimator::error::Problem;
use estimator::kubernetes::queue::{Level, Near};
use estimator::kubernetes::teams::{Field, JobPart, Question, TeamPart};

const ENGLISH: Marks = Language::En.marks();
const GERMAN: Marks = Language::De.marks();

/// Shown and read again, a question is the same, in either language.
#[test]
fn what_is_shown_reads_as_what_it_was() {
    let mut asked = Question::default();
    asked.teams[0].lend = Some(5);
    asked.jobs[1].submit = 5_400;
    asked.jobs[2].checkpoint = Some(1_234);
    asked.price = Some(2_495_000);
    (asked.rack, asked.block) = (Some(4), Some(2));
    asked.jobs[0].near = Near::Required(Level::Block);
    let mut draft = Draft::new(&asked, ENGLISH);
    assert_eq!(draft.question(ENGLISH), Ok(asked.clone()));
    draft.rewrite(ENGLISH, GERMAN);
    assert_eq!(draft.text(Field::Job(1, JobPart::Submit)), "1,5");
    assert_eq!(draft.text(Field::Price), "2,495");
    assert_eq!(draft.question(GERMAN), Ok(asked));
}

/// A price is typed in the page's currency, its sign beside it or not, and read as dollars; shown
/// again it is what was typed.
#[test]
fn a_price_is_in_the_currency_of_the_page() {
    for (rate, typed, wanted) in [(0.8, "2", 2_500_000), (150.0, "376", 2_506_667)] {
        let asked = Question {
            currency: Code::new("EUR").map(|code| Currency::new(code, rate)),
            ..Question::default()
        };
        let mut draft = Draft::new(&asked, ENGLISH);
        for text in [typed.to_owned(), format!("€{typed}")] {
            draft.set_text(Field::Price, text);
            let question = draft.question(ENGLISH).unwrap();
            assert_eq!(question.price, Some(wanted));
            assert_eq!(Draft::new(&question, ENGLISH).text(Field::Price), typed);
        }
    }
}

/// Every wrong field is named; jobs of a team that is gone have none.
#[test]
fn wrong_fields_are_named() {
    let mut draft = Draft::new(&Question::default(), ENGLISH);
    let fields = [
        (Field::Team(1, TeamPart::Gpus), "8.5"),
        (Field::Job(0, JobPart::Submit), "-1"),
        (Field::Job(2, JobPart::Every), "often"),
        (Field::Node, ""),
        (Field::Price, "cheap"),
    ];
    for (field, text) in fields {
        draft.set_text(field, text.to_owned());
        assert_eq!(draft.text(field), text);
    }
    let wrong = draft.question(ENGLISH).unwrap_err();
    let named: Vec<Field> = wrong.iter().map(|error| error.field).collect();
    assert_eq!(named, fields.map(|(field, _)| field));
    assert_eq!(wrong[1].problem, Problem::TooSmall { least: 0.0 });
    let mut draft = Draft::new(&Question::default(), ENGLISH);
    draft.teams.remove(0);
    let question = draft.question(ENGLISH).unwrap();
    assert_eq!(question.jobs[1].team, 0);
    let wrong = question.check().unwrap_err();
    assert_eq!(wrong[0].field, Field::Job(0, JobPart::Team));
}

#[test]
fn names_are_free() {
    let names = ["a".to_owned(), "a 2".to_owned()];
    assert_eq!(Draft::free("a", names.iter()), "a 3");
    assert_eq!(Draft::free("b", names.iter()), "b");
}
