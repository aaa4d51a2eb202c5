//! What is typed reads as what it was, and what cannot be read is named.

use super::hours::drawn;
use super::*;
use crate::i18n::Language;
use estimator::error;
use estimator::error::Problem;
use estimator::fleet::Mode;
use estimator::fleet::asked::{Field, Part, Restriction};

const ENGLISH: Marks = Language::En.marks();
const GERMAN: Marks = Language::De.marks();

/// Shown and read again, the fresh question is the same, in either language.
#[test]
fn what_is_shown_reads_as_what_it_was() {
    let asked = Question {
        within: Within::Money(1234.5),
        hardware: Hardware::Owned(vec![("nvidia-l4".to_owned(), 3)]),
        ..Question::default()
    };
    let limited = Question {
        restrictions: vec![Restriction {
            accelerator: "nvidia-l4".to_owned(),
            most: Some(1234),
            modes: Some(Modes::of(&[Mode::Exclusive, Mode::Mps])),
        }],
        ..Question::default()
    };
    for asked in [asked, limited] {
        let mut draft = Draft::new(asked.clone(), ENGLISH);
        assert_eq!(draft.question(ENGLISH), Ok(asked.clone()));
        draft.rewrite(ENGLISH, GERMAN);
        assert_eq!(draft.question(GERMAN), Ok(asked));
    }
}

/// A limit that cannot be read is an error of its accelerator while that is chosen, and no
/// longer.
#[test]
fn limits_are_of_what_is_chosen() {
    let mut draft = Draft::new(Question::default(), ENGLISH);
    draft.restricted.push(Restricted {
        id: "nvidia-l4".to_owned(),
        most: "few".to_owned(),
        modes: None,
    });
    let wrong = draft.question(ENGLISH).unwrap_err();
    let fields: Vec<_> = wrong.into_iter().map(|error| error.field).collect();
    assert_eq!(fields, [Field::Count("nvidia-l4".to_owned())]);
    draft.fleet.accelerators.retain(|id| id != "nvidia-l4");
    assert!(draft.question(ENGLISH).is_ok());
}

/// A day has 24 hours of whole percentages; a copy has a name of its own.
#[test]
fn days_and_names() {
    let day: Vec<String> = (0..24).map(|hour| hour.to_string()).collect();
    assert_eq!(drawn(&day.join(" ")).map(|hours| hours[23]), Ok(23));
    assert_eq!(drawn(&day.join(", ")).map(|hours| hours[1]), Ok(1));
    assert_eq!(drawn("1 2 3"), Err(Problem::Missing));
    assert_eq!(drawn("101"), Err(Problem::TooLarge { most: 100.0 }));
    assert!(matches!(drawn("a"), Err(Problem::NotANumber { .. })));
    assert_eq!(
        drawn(&format!("{} 24", day.join(" "))),
        Err(Problem::TooLarge { most: 24.0 })
    );
    let mut draft = Draft::new(Question::default(), ENGLISH);
    let key = draft.rows[0].key;
    let copy = draft.copy(key);
    assert_eq!(draft.rows[1].name, format!("{} 2", draft.rows[0].name));
    assert_eq!(copy, Some(draft.rows[1].key));
}

/// Every wrong field is named, the others are read all the same.
#[test]
fn wrong_fields_are_named() {
    let mut draft = Draft::new(Question::default(), ENGLISH);
    draft.rows[2].wait = "soon".to_owned();
    draft.rows[3]
        .serving
        .set_text(error::Field::Traffic, "many".to_owned());
    draft.rows[4].hours = Some("1 2".to_owned());
    draft.owned = true;
    draft
        .counts
        .push(("nvidia-l4".to_owned(), "1.5".to_owned()));
    draft.limit = Limit::Power;
    let wrong = draft.question(ENGLISH).unwrap_err();
    let fields: Vec<Field> = wrong.into_iter().map(|error| error.field).collect();
    assert_eq!(
        fields,
        [
            Field::Workload(2, Part::Wait),
            Field::Workload(3, Part::Serving(error::Field::Traffic)),
            Field::Workload(4, Part::Serving(error::Field::Day)),
            Field::Count("nvidia-l4".to_owned()),
            Field::Within,
        ]
    );
}
