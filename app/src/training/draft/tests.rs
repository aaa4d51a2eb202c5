use super::write::ADAPTER;
use super::{Draft, When};
use crate::i18n::{Language, plain};
use catalog::bounds;
use estimator::choice::ModelChoice;
use estimator::currency::{Code, Currency};
use estimator::error::Problem as Shared;
use estimator::quantity::{BytesPerSecond, Seconds, Usd};
use estimator::training::error::{Field, FieldError, Problem};
use estimator::training::fields;
use estimator::training::link::{Link, write};
use estimator::training::method::{Adapter, Base, Method, Sharding, Stack};
use estimator::training::question::{Deadline, Fixed, Question};

fn fragment(question: &Question) -> String {
    write(&Link {
        question: question.clone(),
        ..Link::default()
    })
}

/// A question with every typed number.
fn asked() -> Question {
    let mut asked = Question {
        method: Method::Adapter(Adapter {
            rank: 64,
            ..ADAPTER
        }),
        tokens: 1.5e12,
        epochs: 2.5,
        sequence: 8192,
        global_batch: Some(1536),
        packed: 0.73,
        deadline: Deadline::Within(Seconds::new(10.5 * 86_400.0)),
        budget: Some(Usd::new(1234.5)),
        ..Question::default()
    };
    asked.fixed = Fixed {
        accelerators: Some(256),
        tensor: Some(8),
        pipeline: Some(4),
        context: Some(2),
        expert: Some(1),
        virtual_stages: Some(2),
        micro_batch: Some(3),
        sharding: Some(Sharding::Zero1),
        ..asked.fixed
    };
    asked.limits.max_accelerators = 2048;
    asked.limits.max_per_node = Some(4);
    asked.site.network = Some(BytesPerSecond::gb(50.0));
    asked.site.storage = BytesPerSecond::gb(7.5);
    asked.site.loading = Some(1250.0);
    asked.site.between_failures = Seconds::new(36_000.0);
    asked.site.restart = Seconds::new(900.0);
    asked
}

/// [`asked`] says of itself that each number differs from the usual one and is read.
#[test]
fn every_typed_number_is_set_and_read() {
    let marks = Language::En.marks();
    let usual = Draft::new(Question::default(), marks);
    let draft = Draft::new(asked(), marks);
    for field in draft.texts.keys() {
        assert_ne!(draft.text(*field), usual.text(*field), "{field:?}");
        let mut wrong = draft.clone();
        wrong.set_text(*field, "x".to_owned());
        let errors = wrong.question(marks).expect_err("it is read");
        let problem = Problem::Shared(Shared::NotANumber {
            text: "x".to_owned(),
        });
        let field = *field;
        assert_eq!(errors, [FieldError { field, problem }]);
    }
}

/// A question survives being written into fields and read back, in every language.
#[test]
fn a_question_is_what_its_fields_say() {
    for question in [Question::default(), asked()] {
        for language in Language::ALL {
            let marks = language.marks();
            let read = Draft::new(question.clone(), marks).question(marks).unwrap();
            assert_eq!(fragment(&read), fragment(&question), "{language:?}");
        }
    }
}

/// An unreadable number names its field and says why; the others stay as they are.
#[test]
fn every_wrong_field_is_named() {
    let marks = Language::En.marks();
    for (field, text, wanted) in [
        (Field::Tokens, "", "Missing"),
        (Field::Tokens, "lots", "NotANumber"),
        (Field::Sequence, "40.5", "NotWhole"),
        (Field::GlobalBatch, "-8", "TooSmall"),
        (Field::Tensor, "99999999999", "TooLarge"),
        (Field::Network, "fast", "NotANumber"),
    ] {
        let mut draft = Draft::new(Question::default(), marks);
        draft.set_text(field, text.to_owned());
        let errors = draft.question(marks).expect_err(text);
        assert_eq!(errors.len(), 1, "{field:?} {text}");
        assert_eq!(errors[0].field, field);
        let said = format!("{:?}", errors[0].problem);
        assert!(said.contains(wanted), "{field:?} {text}: {said}");
    }
}

/// A rank is asked for only where there are adapters, a day only where it is the deadline.
#[test]
fn what_is_not_shown_is_not_read() {
    let marks = Language::En.marks();
    let mut draft = Draft::new(Question::default(), marks);
    draft.set_text(Field::Rank, String::new());
    assert!(draft.question(marks).is_ok());
    draft.chosen.method = Method::Adapter(draft.adapter);
    assert!(draft.question(marks).is_err());
    draft.chosen.method = Method::Full;
    draft.when = When::By;
    assert!(draft.question(marks).is_err());
    draft.day = "2031-05-17".to_owned();
    let question = draft.question(marks).unwrap();
    assert_eq!(question.deadline, Deadline::By("2031-05-17".to_owned()));
}

/// A bound of the catalogue is said in the unit that the field counts in.
#[test]
fn bounds_are_said_in_the_unit_of_the_field() {
    let error = |field, most| FieldError {
        field,
        problem: Problem::Shared(Shared::TooLarge { most }),
    };
    let said = |field, most| match super::in_unit_of_field(error(field, most), None).problem {
        Problem::Shared(Shared::TooLarge { most }) => most,
        other => panic!("{other:?}"),
    };
    assert!((said(Field::Network, 1e11) - 800.0).abs() < 1e-9);
    assert!((said(Field::Deadline, 864_000.0) - 10.0).abs() < 1e-9);
    assert!((said(Field::Sequence, 4096.0) - 4096.0).abs() < 1e-9);
}

/// The value offered for one out of bounds is legal once it is typed: every bound
/// of every field that counts in units of its own.
#[test]
fn what_is_offered_is_legal() {
    let marks = Language::En.marks();
    let rows = fields::ALL.into_iter().flatten();
    let ranges = rows.map(|row| (row.field, row.range));
    for (field, (least, most)) in ranges.chain([(Field::Deadline, bounds::DEADLINE)]) {
        for problem in [Shared::TooSmall { least }, Shared::TooLarge { most }] {
            let problem = Problem::Shared(problem);
            let offered = super::in_unit_of_field(FieldError { field, problem }, None);
            let text = plain(offered.problem.nearest().unwrap(), marks);
            let digits = text.trim_start_matches(['0', '.']).replace(['.', ','], "");
            assert!(digits.trim_end_matches('0').len() <= 7, "{field:?}: {text}");
            let mut draft = Draft::new(Question::default(), marks);
            draft.set_text(field, text.clone());
            let value = draft.number(field, marks).unwrap().unwrap();
            assert!((least..=most).contains(&value), "{field:?}: {text}");
        }
    }
}

/// A model that reads less than the usual sequence is no error at a field nobody typed in,
/// and the next model has the usual one again; a typed one stays.
#[test]
fn the_usual_sequence_is_the_models() {
    let choose = |draft: &mut Draft, id: &str, marks| {
        draft.change_model(marks, |draft| {
            draft.chosen.model = ModelChoice::Catalog(id.to_owned());
        });
    };
    for language in Language::ALL {
        let marks = language.marks();
        let mut draft = Draft::new(Question::default(), marks);
        let sequence = |draft: &Draft| draft.question(marks).unwrap().sequence;
        choose(&mut draft, "bert-base-uncased", marks);
        assert_eq!(sequence(&draft), 512, "{language:?}");
        choose(&mut draft, "Qwen/Qwen3-32B", marks);
        assert_eq!(sequence(&draft), 4096, "{language:?}");
        draft.set(Field::Sequence, Some(8192.0), marks);
        choose(&mut draft, "bert-base-uncased", marks);
        assert_eq!(sequence(&draft), 8192, "{language:?}");
    }
}

/// A budget is typed in the page's currency, its sign beside it or not, and read as dollars;
/// the amount it is said to need pays for the run in that currency.
#[test]
fn a_budget_is_in_the_currency_of_the_page() {
    let euro = Code::new("EUR").map(|code| Currency::new(code, 0.8));
    for language in Language::ALL {
        let marks = language.marks();
        let mut question = Question {
            budget: Some(Usd::new(200.0)),
            ..Question::default()
        };
        question.fleet.currency = euro;
        let mut draft = Draft::new(question, marks);
        assert_eq!(draft.text(Field::Budget), "160", "{language:?}");
        for typed in ["80", "€80", "80 €"] {
            draft.set_text(Field::Budget, typed.to_owned());
            let budget = draft.question(marks).unwrap().budget.unwrap();
            assert!((budget.get() - 100.0).abs() < 1e-9, "{language:?} {typed}");
        }
        draft.set_text(Field::Budget, String::new());
        assert_eq!(draft.question(marks).unwrap().budget, None);
        let least = Usd::new(63.123);
        let said = super::in_unit_of_field(
            FieldError {
                field: Field::Budget,
                problem: Problem::Budget { least },
            },
            euro,
        );
        let text = plain(said.problem.nearest().unwrap(), marks);
        draft.set_text(Field::Budget, text.clone());
        let taken = draft.question(marks).unwrap().budget.unwrap();
        assert!(taken >= least && taken.get() < 63.15, "{language:?} {text}");
    }
}

/// Adapters take their software along, typed as the page has them, and nothing else of the
/// question; choices that can stay do.
#[test]
fn a_method_takes_its_software_along() {
    let marks = Language::En.marks();
    let mut draft = Draft::new(Question::default(), marks);
    assert_eq!(draft.fit(), None);
    draft.adapter.base = Base::Nf4Double;
    draft.chosen.method = Method::Adapter(draft.adapter);
    let before = draft.question(marks).unwrap();
    let moved = draft.fit().unwrap();
    assert_eq!(
        (moved.from, moved.to),
        (Stack::Torchtitan, Stack::HuggingFace)
    );
    let after = draft.question(marks).unwrap();
    let stack = Stack::HuggingFace;
    assert_eq!(fragment(&after), fragment(&Question { stack, ..before }));
    assert_eq!(draft.fit(), None);
    // Of a mixture only Axolotl keeps the experts in 4 bits.
    draft.change_model(marks, |draft| {
        draft.chosen.model = ModelChoice::Catalog("Qwen/Qwen3-30B-A3B".to_owned());
    });
    assert_eq!(draft.fit().unwrap().to, Stack::Axolotl);
}

/// The layout that is left to the search has nothing fixed but how many accelerators.
#[test]
fn a_layout_is_freed() {
    let marks = Language::En.marks();
    let mut asked = Question::default();
    asked.fixed.tensor = Some(4);
    asked.fixed.sharding = Some(Sharding::Zero1);
    asked.fixed.accelerators = Some(8);
    let mut draft = Draft::new(asked, marks);
    draft.free_layout();
    let fixed = draft.question(marks).unwrap().fixed;
    assert_eq!(
        (fixed.accelerators, fixed.tensor, fixed.sharding),
        (Some(8), None, None)
    );
}
