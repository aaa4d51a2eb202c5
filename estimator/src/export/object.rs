//! The JSON of an answer whose question goes by its link: one object, in SI units.

use crate::currency::Currency;
use crate::offer::Offer;
use serde::Serialize;

/// `{"format": "rightsize", "task": ..., "version": ..., "link": ..., "currency": ...,
/// "question": ..., "offers": [...], "report": ...}`.
#[derive(Serialize)]
pub(crate) struct Object<'a, R> {
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
    report: &'a R,
}

impl<'a, R: Serialize> Object<'a, R> {
    /// That of a task's answer: the version is raised when a field changes its meaning, `link` is
    /// the address that the file leads back to, `question` the question's own fragment.
    pub(crate) fn new(
        (task, version): (&'static str, u32),
        (link, question): (Option<&'a str>, String),
        currency: Option<Currency>,
        offers: &'a [Offer],
        report: &'a R,
    ) -> Self {
        Self {
            format: "rightsize",
            task,
            version,
            link,
            currency,
            question,
            offers,
            report,
        }
    }

    /// Its text.
    pub(crate) fn text(&self) -> String {
        // Fails for maps whose keys are no text, and there are none.
        serde_json::to_string(self).unwrap_or_default()
    }
}
