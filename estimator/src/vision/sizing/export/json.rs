//! JSON: one object with the question's link, the offers and the report as the estimator has them,
//! in SI units (bytes, seconds, US dollars).
//!
//! `{"format": "rightsize", "task": "vision", "version": 1, "link": ..., "question": ...,
//! "offers": [...], "report": ...}`. A candidate's `offer` is an index into `offers`, a
//! bill's `price` one into that offer's `instances`, or 0 for its `price` where it has none.

use super::Document;
use crate::currency::Currency;
use crate::offer::Offer;
use crate::vision::sizing::link;
use crate::vision::sizing::report::Report;
use serde::Serialize;

/// Raised when a field changes its meaning; new fields alone do not.
const VERSION: u32 = 1;

#[derive(Serialize)]
struct File<'a> {
    format: &'static str,
    task: &'static str,
    version: u32,
    link: Option<&'a str>,
    /// The user's currency, where it is not dollars.
    #[serde(skip_serializing_if = "Option::is_none")]
    currency: Option<Currency>,
    /// The question, as a link has it.
    question: String,
    offers: &'a [Offer],
    report: &'a Report,
}

pub(super) fn write(document: &Document<'_>) -> String {
    let question = link::write(&link::Link {
        question: document.question.clone(),
        view: crate::link::View::default(),
    });
    let file = File {
        format: "rightsize",
        task: "vision",
        version: VERSION,
        link: document.link,
        currency: document.question.fleet.currency,
        question,
        offers: document.offers,
        report: document.report,
    };
    // Fails for maps whose keys are no text, and there are none.
    serde_json::to_string(&file).unwrap_or_default()
}
