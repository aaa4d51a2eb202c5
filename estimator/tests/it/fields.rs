//! Laws of every row of the table of numbers, whatever its field.

use estimator::error::Field;
use estimator::field::{Kind, Row};
use estimator::serving::fields;
use estimator::serving::link;
use estimator::serving::question::Question;
use std::collections::BTreeSet;

/// A question that asks for the number of every row.
fn asking() -> Question {
    let mut question = Question::default();
    for row in fields::QUESTION.into_iter().flatten() {
        (row.set)(&mut question, Some(middle(row.kind, row.range)));
    }
    for row in fields::FUTURE.into_iter().flatten() {
        (row.set)(&mut question.growth, Some(middle(row.kind, row.range)));
    }
    question
}

fn middle(kind: Kind, (least, most): (f64, f64)) -> f64 {
    let middle = f64::midpoint(least, most);
    if kind == Kind::Count {
        middle.floor()
    } else {
        middle
    }
}

/// Writes the question as a link and reads it back.
fn linked(question: &Question) -> Question {
    let text = link::write(&link::Link {
        question: question.clone(),
        ..link::Link::default()
    });
    let (read, notices) = link::read(&text);
    assert_eq!(notices, [], "{text}");
    read.question
}

/// At both ends of its range and between, a number comes back from a link as it was, and
/// nothing else changes; one that may be left out stays left out.
fn survives_a_link<Q: PartialEq + std::fmt::Debug + Clone>(
    row: &Row<Q>,
    part: impl Fn(&Question) -> &Q,
    put: impl Fn(Q) -> Question,
) {
    let (least, most) = row.range;
    let usual = (row.get)(part(&Question::default()));
    let left_out = (row.optional && usual.is_none()).then_some(None);
    let values = [least, middle(row.kind, row.range), most].map(Some);
    for value in values.into_iter().chain(left_out) {
        let mut asked = part(&asking()).clone();
        (row.set)(&mut asked, value);
        let question = put(asked);
        assert_eq!((row.get)(part(&question)), value, "{}", row.key);
        assert_eq!(linked(&question), question, "{} {value:?}", row.key);
    }
}

#[test]
fn every_number_survives_a_link() {
    for row in fields::QUESTION.into_iter().flatten() {
        survives_a_link(row, |question| question, |question| question);
    }
    for row in fields::FUTURE.into_iter().flatten() {
        survives_a_link(
            row,
            |question| &question.growth,
            |growth| Question { growth, ..asking() },
        );
    }
}

/// The same of a training question.
#[test]
fn every_number_of_a_run_survives_a_link() {
    use estimator::training::{fields, link, question::Question};
    for row in fields::ALL.into_iter().flatten() {
        let mut asked = Question::default();
        for other in fields::ALL.into_iter().flatten() {
            (other.set)(&mut asked, Some(middle(other.kind, other.range)));
        }
        let (least, most) = row.range;
        let left_out = row.optional.then_some(None);
        let values = [least, middle(row.kind, row.range), most].map(Some);
        for value in values.into_iter().chain(left_out) {
            let mut question = asked.clone();
            (row.set)(&mut question, value);
            assert_eq!((row.get)(&question), value, "{}", row.key);
            let text = link::write(&link::Link {
                question: question.clone(),
                ..link::Link::default()
            });
            let (read, notices) = link::read(&text);
            assert_eq!(notices, [], "{text}");
            assert_eq!(read.question, question, "{} {value:?}", row.key);
        }
    }
}

/// A key of a run leads to one row, and a field to one.
#[test]
fn keys_and_fields_of_a_run_are_each_of_one_row() {
    use estimator::training::fields;
    let rows: Vec<_> = fields::ALL.into_iter().flatten().collect();
    let keys: BTreeSet<&str> = rows.iter().map(|row| row.key).collect();
    let of: BTreeSet<_> = rows.iter().map(|row| row.field).collect();
    assert_eq!((keys.len(), of.len()), (rows.len(), rows.len()));
    assert!(rows.iter().all(|row| fields::row(row.field).is_some()));
}

/// A key leads to one row, and a field to one: no number is written twice.
#[test]
fn keys_and_fields_are_each_of_one_row() {
    let (mut keys, mut of): (BTreeSet<&str>, BTreeSet<Field>) = Default::default();
    let own = fields::QUESTION.into_iter().flatten();
    let own = own.map(|row| (row.key, row.field));
    let future = fields::FUTURE.into_iter().flatten();
    for (key, field) in own.chain(future.map(|row| (row.key, row.field))) {
        assert!(keys.insert(key), "{key}");
        assert!(of.insert(field), "{field:?}");
        assert!(fields::range(field).is_some());
    }
}

/// A number is typed in a unit of its own and reads back as it was, to the last digit that is
/// shown; the ends of the range are the same in either unit.
#[test]
fn typed_numbers_are_the_same_in_either_unit() {
    for row in fields::QUESTION.into_iter().flatten() {
        let question = asking();
        let value = (row.get)(&question).expect("it is set");
        let typed = row.typed(&question).expect("it is shown");
        let read = row.unit.read(typed);
        assert!((read - value).abs() <= 1e-12 * value.abs(), "{}", row.key);
        let (least, most) = row.typed_range();
        assert!((row.unit.read(least) - row.range.0).abs() <= 1e-12 * row.range.0.abs());
        assert!((row.unit.read(most) - row.range.1).abs() <= 1e-12 * row.range.1.abs());
    }
}
