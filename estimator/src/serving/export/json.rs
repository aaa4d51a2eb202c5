//! JSON: one object with the question, the offers and the report as the
//! estimator has them, in SI units (bytes, seconds, US dollars).
//!
//! `{"format": "rightsize", "version": 1, "link": ..., "scenario": ..., "offers": [...], "report":
//! ...}`. A candidate's `offer` is an index into `offers`. A value that is no number is `null`.

use super::Document;
use crate::currency::Currency;
use crate::offer::Offer;
use crate::serving::report::Report;
use crate::serving::scenario::Scenario;
use serde::Serialize;

/// Raised when a field changes its meaning; new fields alone do not.
const VERSION: u32 = 1;

#[derive(Serialize)]
struct File<'a> {
    format: &'static str,
    version: u32,
    link: Option<&'a str>,
    /// The user's currency, where it is not dollars.
    #[serde(skip_serializing_if = "Option::is_none")]
    currency: Option<Currency>,
    scenario: &'a Scenario,
    offers: &'a [Offer],
    report: &'a Report,
}

pub(super) fn write(document: &Document<'_>) -> String {
    let file = File {
        format: "rightsize",
        version: VERSION,
        link: document.link,
        currency: document.currency,
        scenario: document.scenario,
        offers: document.offers,
        report: document.report,
    };
    // Fails for maps whose keys are no text, and there are none.
    serde_json::to_string(&file).unwrap_or_default()
}
