//! A question survives being typed, in every language.

use super::{Basis, Draft, Pace};
use crate::i18n::{Language, Marks};
use estimator::currency::{Code, Currency};
use estimator::error::{Field, Problem};
use estimator::link;
use estimator::quantity::{Seconds, UsdPerHour};
use estimator::question::{Day, Question, Traffic};

fn marks() -> impl Iterator<Item = Marks> {
    Language::ALL.into_iter().map(Language::marks)
}

/// Questions that between them use every typed number.
fn questions() -> Vec<Question> {
    let mut full = Question {
        traffic: Traffic::TokensPerDay {
            tokens: 1.25e9,
            peak_to_mean: 2.5,
        },
        input_tokens: 1234.5,
        output_tokens: 7.0,
        prefix_hit_rate: 0.3,
        ..Question::default()
    };
    full.sla.ttft = Some(Seconds::new(0.35));
    full.sla.tpot = Some(Seconds::millis(12.5));
    full.limits.max_per_node = Some(8);
    full.limits.spare_replicas = 1;
    full.engine.memory_utilization = Some(0.85);
    full.engine.max_model_len = Some(131_072);
    full.engine.max_num_seqs = Some(512);
    full.engine.max_num_batched_tokens = Some(16_384);
    full.growth.per_year = 0.35;
    full.growth.months = 36;
    full.growth.day = Day::Like("office".to_owned());
    let prices = &mut full.fleet.own_prices;
    prices.insert("h100-sxm".to_owned(), UsdPerHour::new(1.99));
    let mut free = Question {
        traffic: Traffic::Users(1000.0),
        ..Question::default()
    };
    free.sla.ttft = None;
    free.sla.tpot = None;
    free.growth.per_year = -0.5;
    free.growth.day = Day::Drawn([42; 24]);
    vec![Question::default(), full, free]
}

/// A price is typed in the currency of the question, its sign on either side, and read as
/// dollars once; another currency's sign is no part of it.
#[test]
fn prices_are_typed_in_the_currency() {
    let mut question = questions().remove(1);
    question.fleet.currency = Code::new("EUR").map(|code| Currency::new(code, 0.8));
    question
        .fleet
        .own_prices
        .insert("h100-sxm".to_owned(), UsdPerHour::new(2.5));
    for marks in marks() {
        let mut draft = Draft::new(question.clone(), marks);
        assert_eq!(draft.prices[0].1, "2");
        for typed in ["2", "2 €", "€2"] {
            typed.clone_into(&mut draft.prices[0].1);
            let read = draft.question(marks).unwrap();
            assert_eq!(read.fleet.own_prices, question.fleet.own_prices);
        }
        for wrong in ["$2", "9001", "0"] {
            wrong.clone_into(&mut draft.prices[0].1);
            assert!(draft.question(marks).is_err(), "{wrong}");
        }
    }
}

/// Questions are compared by their links, which round as little as typing does.
fn fragment(question: &Question) -> String {
    link::write(&link::Link {
        question: question.clone(),
        ..link::Link::default()
    })
}

#[test]
fn a_question_reads_back_as_it_was_written() {
    for marks in marks() {
        for question in questions() {
            let read = Draft::new(question.clone(), marks).question(marks);
            let read = read.expect("a written question is readable");
            assert_eq!(fragment(&read), fragment(&question));
        }
    }
}

#[test]
fn a_change_of_language_changes_no_number() {
    for question in questions() {
        let mut draft = Draft::new(question.clone(), Language::En.marks());
        let mut old = Language::En.marks();
        for new in marks().chain([Language::En.marks()]) {
            draft.rewrite(old, new);
            let read = draft.question(new).expect("it stays readable");
            assert_eq!(fragment(&read), fragment(&question));
            old = new;
        }
    }
}

#[test]
fn what_cannot_be_read_survives_a_change_of_language() {
    let mut draft = Draft::new(Question::default(), Language::En.marks());
    draft.set_text(Field::InputTokens, "lots".to_owned());
    draft.rewrite(Language::En.marks(), Language::De.marks());
    assert_eq!(draft.text(Field::InputTokens), "lots");
}

#[test]
fn every_wrong_field_is_named() {
    let marks = Language::En.marks();
    for (field, text, wanted) in [
        (Field::Traffic, "", "Missing"),
        (Field::Traffic, "ten", "NotANumber"),
        (Field::Traffic, "-1", "TooSmall"),
        (Field::InputTokens, "1e99", "NotANumber"),
        (Field::InputTokens, "99999999999", "TooLarge"),
        (Field::MaxPerNode, "2.5", "NotWhole"),
        (Field::PrefixHitRate, "120", "TooLarge"),
        (Field::Ttft, "0", "TooSmall"),
        (Field::Growth, "", "Missing"),
        (Field::Growth, "-100", "TooSmall"),
        (Field::Growth, "10001", "TooLarge"),
        (Field::Horizon, "600", "TooLarge"),
        (Field::Horizon, "0", "TooSmall"),
        (Field::Horizon, "2.5", "NotWhole"),
    ] {
        let mut draft = Draft::new(Question::default(), marks);
        draft.set_text(field, text.to_owned());
        let errors = draft.question(marks).expect_err(text);
        assert_eq!(errors.len(), 1, "{field:?} {text}");
        assert_eq!(errors[0].field, field);
        assert!(
            format!("{:?}", errors[0].problem).starts_with(wanted),
            "{field:?} {text}: {:?}",
            errors[0].problem
        );
    }
}

#[test]
fn long_nonsense_is_quoted_shortened() {
    let marks = Language::En.marks();
    let mut draft = Draft::new(Question::default(), marks);
    draft.set_text(Field::Traffic, "x".repeat(10_000));
    let errors = draft.question(marks).expect_err("nonsense");
    let Problem::NotANumber { text } = &errors[0].problem else {
        panic!("{errors:?}");
    };
    assert!(text.chars().count() <= 25);
}

#[test]
fn an_empty_demand_is_no_demand() {
    let marks = Language::En.marks();
    let mut draft = Draft::new(Question::default(), marks);
    draft.set_text(Field::Ttft, "  ".to_owned());
    let question = draft.question(marks).expect("it may be left out");
    assert!(question.sla.ttft.is_none());
}

#[test]
fn the_pace_is_the_same_in_either_unit() {
    let marks = Language::De.marks();
    let mut draft = Draft::new(Question::default(), marks);
    draft.set_pace(Pace::Rate, marks);
    assert_eq!(draft.text(Field::Tpot), "25");
    let question = draft.question(marks).expect("readable");
    assert_eq!(fragment(&question), fragment(&Question::default()));
    draft.set_pace(Pace::Millis, marks);
    assert_eq!(draft.text(Field::Tpot), "40");
}

#[test]
fn traffic_is_about_the_same_in_any_unit() {
    let marks = Language::En.marks();
    let mut draft = Draft::new(Question::default(), marks);
    draft.set_basis(Basis::Users, marks);
    // Ten requests a second stay 1 s + 300 x 40 ms each.
    assert_eq!(draft.text(Field::Traffic), "130");
    draft.set_basis(Basis::TokensPerDay, marks);
    draft.set_basis(Basis::Rate, marks);
    assert_eq!(draft.text(Field::Traffic), "10");
}

#[test]
fn an_own_accelerator_comes_and_goes_with_its_price() {
    let marks = Language::En.marks();
    let mut draft = Draft::new(Question::default(), marks);
    draft.add_own("Mine", marks);
    draft.set_text(Field::OwnMemory, "192".to_owned());
    let question = draft.question(marks).expect("readable");
    let own = question.fleet.own_accelerator.expect("there");
    assert!((own.memory.to_gb() - 192.0).abs() < 1e-9);
    assert!(question.fleet.own_prices.contains_key(super::OWN));
    draft.remove_own();
    let question = draft.question(marks).expect("readable");
    assert_eq!(fragment(&question), fragment(&Question::default()));
}
