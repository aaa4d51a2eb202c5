//! JSON: one object with the question's link, the offers and the report as the estimator has them,
//! in SI units (bytes, seconds, US dollars).
//!
//! `{"format": "rightsize", "task": "vision", "version": 1, "link": ..., "question": ...,
//! "offers": [...], "report": ...}`. A candidate's `offer` is an index into `offers`, a
//! bill's `price` one into that offer's `instances`, or 0 for its `price` where it has none.

use super::Document;
use crate::export::object::Object;
use crate::vision::sizing::link;

/// Raised when a field changes its meaning; new fields alone do not.
const VERSION: u32 = 1;

pub(super) fn write(document: &Document<'_>) -> String {
    let question = link::write(&link::Link {
        question: document.question.clone(),
        view: crate::link::View::default(),
    });
    let currency = document.question.fleet.currency;
    Object::new(
        ("vision", VERSION),
        (document.link, question),
        currency,
        document.offers,
        document.report,
    )
    .text()
}
