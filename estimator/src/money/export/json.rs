//! JSON: one object with the offer, the report and the training run as the estimator has
//! them, in dollars, kilograms and kilowatt-hours; inputs in their own units.
//!
//! `{"format": "rightsize", "task": "money", "version": 1, "link": ..., "offer": ..., "report":
//! ..., "run": ...}`. A value that is no number, or was not asked for, is `null`.

use super::Document;
use crate::currency::Currency;
use crate::money::report::Report;
use crate::money::run::RunReport;
use crate::offer::Offer;
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
    offer: Option<&'a Offer>,
    report: Option<&'a Report>,
    run: Option<&'a RunReport>,
}

pub(super) fn write(document: &Document<'_>) -> String {
    let file = File {
        format: "rightsize",
        task: "money",
        version: VERSION,
        link: document.link,
        currency: document.currency,
        offer: document.answer.map(|answer| answer.offer),
        report: document.answer.map(|answer| answer.report),
        run: document.run,
    };
    // Fails for maps whose keys are no text, and there are none.
    serde_json::to_string(&file).unwrap_or_default()
}
