//! A question survives being typed, in every language.

use super::write::{blank, link as joined};
use super::{Basis, Draft, OWN, Pace, exchanged};
use crate::i18n::{Language, Marks, plain};
use catalog::bounds;
use estimator::choice::ModelChoice;
use estimator::currency::{Code, Currency};
use estimator::error::{Field, FieldError, Problem};
use estimator::precision::WeightFormat;
use estimator::quantity::{Bytes, BytesPerSecond, FlopsPerSecond, Seconds, UsdPerHour};
use estimator::serving::fields;
use estimator::serving::link;
use estimator::serving::options::{Adapters, Speculation};
use estimator::serving::question::{Day, Question, Traffic};
use std::collections::BTreeSet;

fn marks() -> impl Iterator<Item = Marks> {
    Language::ALL.into_iter().map(Language::marks)
}

/// The least and the most of a number, in the question's unit.
fn range(field: Field) -> (f64, f64) {
    fields::range(field).expect("it has a row")
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
    full.sla.goodput = Some(0.9);
    full.variety.input_p95 = Some(4000.0);
    full.variety.output_p95 = Some(31.5);
    full.variety.burstiness = 3.5;
    full.limits.max_per_node = Some(8);
    full.limits.max_per_replica = 16;
    full.limits.spare_replicas = 1;
    full.limits.owned = Some(8);
    full.limits.budget = Some(20_000.0);
    full.engine.memory_utilization = Some(0.85);
    full.engine.max_model_len = Some(131_072);
    full.engine.max_num_seqs = Some(512);
    full.engine.max_num_batched_tokens = Some(16_384);
    full.serving.speculation = Some(Speculation {
        draft_tokens: 5,
        acceptance: 0.72,
    });
    full.serving.adapters = Some(Adapters {
        count: 12,
        rank: 128,
    });
    full.serving.restored = 0.25;
    full.serving.kept = Seconds::new(5400.0);
    full.growth.per_year = 0.35;
    full.growth.months = 36;
    full.growth.day = Day::Like("office".to_owned());
    let prices = &mut full.fleet.own_prices;
    prices.insert("h100-sxm".to_owned(), UsdPerHour::new(1.99));
    prices.insert(OWN.to_owned(), UsdPerHour::new(2.75));
    let mut own = blank("Mine");
    own.memory = Bytes::gb(192.0);
    own.marketed_memory = own.memory;
    own.bandwidth = BytesPerSecond::gb(5300.0);
    own.peak.sixteen = Some(FlopsPerSecond::tera(1307.0));
    own.node_size = 4;
    own.link = joined(Some(450.0), own.node_size);
    full.fleet.own_accelerator = Some(Box::new(own));
    let mut free = Question {
        traffic: Traffic::Users(1000.0),
        ..Question::default()
    };
    free.sla.ttft = None;
    free.sla.tpot = None;
    free.variety.think = Seconds::new(12.5);
    free.growth.per_year = -0.5;
    free.growth.day = Day::Drawn([42; 24]);
    let staff = Question {
        traffic: Traffic::People {
            people: 2000.0,
            active: 0.2,
            each: 6.5,
        },
        ..Question::default()
    };
    vec![Question::default(), full, free, staff]
}

/// Every number that can be typed, as [`Draft::new`] knows them.
fn typed_fields() -> BTreeSet<Field> {
    let drafts = questions().into_iter().map(draft);
    drafts.flat_map(|draft| draft.texts.into_keys()).collect()
}

fn draft(question: Question) -> Draft {
    Draft::new(question, Language::En.marks())
}

/// Whether `field` is read where this is asked, and not only kept.
fn is_read(field: Field, question: &Question) -> bool {
    let mut draft = draft(question.clone());
    draft.set_text(field, "x".to_owned());
    draft.question(Language::En.marks()).is_err()
}

/// The claim of [`questions`]: each number that can be typed differs from the usual
/// one in a question that reads it.
#[test]
fn every_typed_number_is_set_somewhere() {
    let mut usual = draft(Question::default());
    usual.add_own("Mine", Language::En.marks());
    for field in typed_fields() {
        let is_set = questions().iter().any(|question| {
            draft(question.clone()).text(field) != usual.text(field) && is_read(field, question)
        });
        assert!(is_set, "{field:?}");
    }
}

/// Fields that may be left empty.
const OPTIONAL: [Field; 15] = [
    Field::InputP95,
    Field::OutputP95,
    Field::Ttft,
    Field::Tpot,
    Field::Goodput,
    Field::MaxPerNode,
    Field::MemoryUtilization,
    Field::MaxModelLen,
    Field::MaxNumSeqs,
    Field::MaxBatchedTokens,
    Field::DraftTokens,
    Field::Adapters,
    Field::OwnLink,
    Field::Owned,
    Field::Budget,
];

/// Texts that nobody should type into a number, and the problem of each; an empty one is a
/// problem where something is needed. Of a text no number is as long as, no more is read.
fn nonsense() -> Vec<(String, &'static str)> {
    let not_numbers = [
        "abc", "12x", "-", ".", "1e999", "NaN", "Infinity", "0x10", "1 + 1", "<b>5</b>", "{count}",
        "🙂",
    ];
    let mut typed: Vec<(String, &str)> = not_numbers
        .map(|text| (text.to_owned(), "NotANumber"))
        .into();
    typed.extend([
        (String::new(), "Missing"),
        ("   ".to_owned(), "Missing"),
        (format!("-{}", "9".repeat(30)), "TooSmall"),
        ("9".repeat(30), "TooLarge"),
        ("9".repeat(5000), "NotANumber"),
    ]);
    typed
}

/// Nonsense in any number, in every language: one problem, at that field, quoted briefly.
#[test]
fn nonsense_is_a_problem_of_its_field_alone() {
    for field in typed_fields() {
        let reads = |question: &Question| is_read(field, question);
        let question = questions().into_iter().find(reads).expect("it is read");
        for marks in marks() {
            let good = Draft::new(question.clone(), marks);
            for (text, wanted) in nonsense() {
                let mut draft = good.clone();
                draft.set_text(field, text.clone());
                let read = draft.question(marks);
                if wanted == "Missing" && OPTIONAL.contains(&field) {
                    assert!(read.is_ok(), "{field:?} {text:?}: {read:?}");
                    continue;
                }
                let errors = read.expect_err(&text);
                assert_eq!(errors.len(), 1, "{field:?} {text:?}: {errors:?}");
                assert_eq!(errors[0].field, field, "{text:?}");
                let said = format!("{:?}", errors[0].problem);
                assert!(said.starts_with(wanted), "{field:?} {text:?}: {said}");
                assert!(said.chars().count() < 60, "{field:?}: {said}");
            }
        }
    }
}

/// A budget is typed in the currency of the question, its sign on either side, within the range in
/// dollars; a link has dollars.
#[test]
fn a_budget_is_typed_in_the_currency() {
    let mut question = Question::default();
    question.fleet.currency = Code::new("EUR").map(|code| Currency::new(code, 0.8));
    question.limits.budget = Some(20_000.0);
    for marks in marks() {
        let mut draft = Draft::new(question.clone(), marks);
        assert_eq!(draft.text(Field::Budget), plain(16_000.0, marks));
        assert_eq!(draft.question(marks), Ok(question.clone()));
        draft.set_text(Field::Budget, "€8000".to_owned());
        let read = draft.question(marks).expect("it is an amount");
        assert_eq!(read.limits.budget, Some(10_000.0));
        // Less than a dollar is none, though it is more than half a euro.
        draft.set_text(Field::Budget, "0".to_owned());
        let errors = draft
            .question(marks)
            .expect_err("nothing is had for nothing");
        assert_eq!(errors[0].problem, Problem::TooSmall { least: 0.8 });
    }
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

/// A typed amount is worth the same in another currency, and what is no number stays as it is.
#[test]
fn typed_amounts_follow_the_currency() {
    let euro = Code::new("EUR").map(|code| Currency::new(code, 0.8));
    for marks in marks() {
        for (typed, old, new, wanted) in [
            (plain(20_000.0, marks), None, euro, plain(16_000.0, marks)),
            ("€16".to_owned(), euro, None, plain(20.0, marks)),
            (plain(2.5, marks), None, euro, plain(2.0, marks)),
            (String::new(), None, euro, String::new()),
            ("much".to_owned(), None, euro, "much".to_owned()),
        ] {
            let mut text = typed;
            exchanged(&mut text, marks, old, new);
            assert_eq!(text, wanted);
        }
        let question = questions().remove(0);
        let mut draft = Draft::new(question, marks);
        draft.set_text(Field::Budget, plain(20_000.0, marks));
        draft.rewrite_amounts(&|text| exchanged(text, marks, None, euro));
        assert_eq!(draft.text(Field::Budget), plain(16_000.0, marks));
    }
}

/// A discount is typed in percent of a seller's prices; an empty one takes nothing off, and a wrong
/// one is an error of the question.
#[test]
fn a_discount_is_typed_in_percent() {
    let mut question = questions().remove(0);
    question.fleet.discounts = vec![("aws".to_owned(), 0.125)];
    for marks in marks() {
        let mut draft = Draft::new(question.clone(), marks);
        assert_eq!(draft.discounts[0].1, plain(12.5, marks));
        draft.set_discount("nebius", "8 %".to_owned());
        draft.set_discount("azure", " ".to_owned());
        let read = draft.question(marks).expect("both are numbers");
        let wanted = [("aws".to_owned(), 0.125), ("nebius".to_owned(), 0.08)];
        assert_eq!(read.fleet.discounts, wanted);
        for wrong in ["-1", "100", "a tenth"] {
            draft.set_discount("aws", wrong.to_owned());
            let errors = draft.question(marks).expect_err(wrong);
            assert_eq!(errors[0].field, Field::Discount);
        }
        draft.set_discount("aws", String::new());
        let read = draft.question(marks).expect("nothing is typed");
        assert_eq!(read.fleet.discounts, wanted[1..]);
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
    let not_a_number = |text: &str| Problem::NotANumber {
        text: text.to_owned(),
    };
    for (field, text, wanted) in [
        (Field::Traffic, "", Problem::Missing),
        (Field::Traffic, "ten", not_a_number("ten")),
        (
            Field::Traffic,
            "-1",
            Problem::TooSmall {
                least: bounds::RATE.0,
            },
        ),
        (Field::InputTokens, "1e99", not_a_number("1e99")),
        (
            Field::InputTokens,
            "99999999999",
            Problem::TooLarge {
                most: range(Field::InputTokens).1,
            },
        ),
        (Field::MaxPerNode, "2.5", Problem::NotWhole),
        (
            Field::PrefixHitRate,
            "120",
            Problem::TooLarge {
                most: range(Field::PrefixHitRate).1 / 0.01,
            },
        ),
        (
            Field::Ttft,
            "0",
            Problem::TooSmall {
                least: range(Field::Ttft).0,
            },
        ),
        (Field::Growth, "", Problem::Missing),
        (
            Field::Growth,
            "-100",
            Problem::TooSmall {
                least: range(Field::Growth).0 / 0.01,
            },
        ),
        (
            Field::Growth,
            "10001",
            Problem::TooLarge {
                most: range(Field::Growth).1 / 0.01,
            },
        ),
        (
            Field::Horizon,
            "600",
            Problem::TooLarge {
                most: range(Field::Horizon).1,
            },
        ),
        (
            Field::Horizon,
            "0",
            Problem::TooSmall {
                least: range(Field::Horizon).0,
            },
        ),
        (Field::Horizon, "2.5", Problem::NotWhole),
    ] {
        let mut draft = Draft::new(Question::default(), marks);
        draft.set_text(field, text.to_owned());
        let errors = draft.question(marks).expect_err(text);
        let problem = wanted;
        assert_eq!(errors, [FieldError { field, problem }], "{text}");
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
    // 36,000 requests an hour, 0.15 x 6 of each.
    draft.set_basis(Basis::People, marks);
    assert_eq!(draft.text(Field::Traffic), "40,000");
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

/// Chooses a model of the catalogue, as its field does.
fn choose(draft: &mut Draft, model: &str) {
    draft.change(|asked| *asked.model = ModelChoice::Catalog(model.to_owned()));
}

#[test]
fn another_model_comes_as_it_is_released() {
    let mut draft = Draft::new(Question::default(), Language::En.marks());
    for (model, format) in [
        ("openai/gpt-oss-120b", WeightFormat::Mxfp4),
        ("moonshotai/Kimi-K2.5", WeightFormat::Int4G32),
        ("deepseek-ai/DeepSeek-V3.2", WeightFormat::Fp8Block),
        ("Qwen/Qwen3-32B", WeightFormat::Bf16),
    ] {
        choose(&mut draft, model);
        assert_eq!(draft.chosen.weights, format, "{model}");
    }
}

#[test]
fn a_format_that_was_chosen_stays_with_its_model() {
    let mut draft = Draft::new(Question::default(), Language::En.marks());
    choose(&mut draft, "openai/gpt-oss-120b");
    draft.chosen.weights = WeightFormat::Nf4;
    // The same model again, a name that nobody knows, another fleet.
    choose(&mut draft, "openai/gpt-oss-120b");
    draft.change(|asked| *asked.unknown_model = Some("frobnicator".to_owned()));
    draft.change(|asked| asked.fleet.announced = true);
    assert_eq!(draft.chosen.weights, WeightFormat::Nf4);
}
