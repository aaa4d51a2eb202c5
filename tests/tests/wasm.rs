//! The estimator inside a real browser gives the answers it gives natively.

#![cfg(target_arch = "wasm32")]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

#[path = "it/worked/mod.rs"]
mod worked;

use estimator::export::Format;
use estimator::serving::export::{Document, write};
use estimator::serving::link;
use estimator::serving::question::Question;
use estimator::serving::search::search;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_browser);

/// Every value of the worked cases, on the browser's own floating point.
#[wasm_bindgen_test]
fn vectors_agree_in_the_browser() {
    assert_eq!(worked::wrong(), [""; 0]);
    assert_eq!(worked::differing_in_batch(), [""; 0]);
}

/// The page's first answer, its exports and its link.
#[wasm_bindgen_test]
fn the_first_answer_is_complete_in_the_browser() {
    let question = Question::default();
    let (scenario, offers) = catalog::resolve(&question).unwrap();
    let report = search(&scenario, &offers);
    let best = report.recommended().unwrap();
    assert!(best.best.as_ref().unwrap().cost.is_some());
    let document = Document {
        scenario: &scenario,
        offers: &offers,
        report: &report,
        link: None,
        currency: None,
    };
    for format in Format::ALL {
        assert!(!write(*format, &document).is_empty());
    }
    let text = link::write(&link::Link {
        question: question.clone(),
        ..link::Link::default()
    });
    assert_eq!(link::read(&text).0.question, question);
}
