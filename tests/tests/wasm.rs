//! The estimator inside a real browser gives the answers it gives natively.

#![cfg(target_arch = "wasm32")]
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test that cannot go on fails"
)]

use catalog::CatalogFacts;
use estimator::batch::answer;
use estimator::export::{Document, Format, write};
use estimator::link;
use estimator::question::Question;
use estimator::search::search;
use serde_json::Value;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_browser);

/// The latencies of the worked vectors, to 0.5 %, on the browser's own
/// floating point.
#[wasm_bindgen_test]
fn vectors_agree_in_the_browser() {
    let vectors: Vec<Value> =
        serde_json::from_str(include_str!("../data/serving_vectors.json")).unwrap();
    for vector in &vectors {
        let (out, good) = answer(
            &vector["scenario"].to_string(),
            &mut CatalogFacts::default(),
        );
        assert!(good, "{out}");
        for quantity in ["ttft_s", "tpot_s"] {
            let ours = out["performance"][quantity].as_f64().unwrap();
            let theirs = vector[quantity].as_f64().unwrap();
            assert!((ours / theirs - 1.0).abs() < 0.005, "{quantity}: {out}");
        }
    }
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
