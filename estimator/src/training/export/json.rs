//! JSON: one object with the job, the offers and the report as the estimator has them, in
//! SI units (bytes, seconds, US dollars).
//!
//! `{"format": "rightsize", "task": "training", "version": 1, "link": ..., "job": ..., "site":
//! ..., "limits": ..., "fixed": ..., "offers": [...], "report": ...}`. A candidate's `offer` is an
//! index into `offers`, a run's `price` one into that offer's `instances`, or 0 for its `price`
//! where it has none. A value that is no number is `null`.

use super::Document;
use crate::currency::Currency;
use crate::offer::Offer;
use crate::training::job::Job;
use crate::training::question::{Fixed, Limits};
use crate::training::report::Report;
use crate::training::site::Site;
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
    job: &'a Job,
    site: &'a Site,
    limits: &'a Limits,
    fixed: &'a Fixed,
    offers: &'a [Offer],
    report: &'a Report,
}

pub(super) fn write(document: &Document<'_>) -> String {
    let file = File {
        format: "rightsize",
        task: "training",
        version: VERSION,
        link: document.link,
        currency: document.currency,
        job: document.job,
        site: document.site,
        limits: document.limits,
        fixed: document.fixed,
        offers: document.offers,
        report: document.report,
    };
    // Fails for maps whose keys are no text, and there are none.
    serde_json::to_string(&file).unwrap_or_default()
}
