//! A line of the batch contract with `"kubernetes": {..}` beside it: the line is estimated, and the
//! answer fills in a [`Deploy`].

mod choices;
mod fill;

use super::{Set, write};
use crate::batch::{Facts, estimate};
use crate::kubernetes::problem::FieldError;
use choices::Choices;
use serde_json::Value;

/// Why a line has no manifests.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refused {
    /// The field; empty for the line itself.
    pub field: String,
    /// In English, for a log.
    pub message: String,
}

impl Refused {
    fn new(field: impl Into<String>, message: impl Into<String>) -> Self {
        Self {
            field: field.into(),
            message: message.into(),
        }
    }
}

impl From<FieldError> for Refused {
    fn from(error: FieldError) -> Self {
        Self::new(error.field.clone(), error.to_string())
    }
}

/// The manifests of a line; `product` gives the label of the nodes of an accelerator's
/// id, where it is known.
///
/// # Errors
/// What is wrong with the line or its choices, and in which field; an answer that does not fit or
/// does not keep up has no manifests.
pub fn line(
    value: &Value,
    facts: &mut dyn Facts,
    product: &dyn Fn(&str) -> Option<String>,
) -> Result<Set, Refused> {
    let Some(whole) = value.as_object() else {
        return Err(Refused::new("", "a line must be a JSON object"));
    };
    let mut asked = whole.clone();
    let choices = asked.remove("kubernetes");
    let choices = Choices::read(choices.as_ref().unwrap_or(&Value::Null))?;
    let answer = estimate(&Value::Object(asked.clone()), facts)
        .map_err(|error| Refused::new(error.field, error.message))?;
    if !answer.fits || answer.performance.is_none() {
        let reason = answer
            .reason
            .unwrap_or_else(|| "it is not estimated".to_owned());
        return Err(Refused::new("", format!("no manifests: {reason}")));
    }
    // What the line left open, the answer chose.
    for (field, chosen) in &answer.assumed {
        if asked.get(field).is_none_or(Value::is_null) {
            asked.insert(field.clone(), chosen.clone());
        }
    }
    let deploy = fill::deploy(&asked, &answer, choices, facts, product)?;
    write(&deploy).map_err(|problems| {
        let first = problems.into_iter().next();
        first.map_or_else(
            || Refused::new("", "cannot be written"),
            |error| {
                let field = fill::field_of(&error.field);
                Refused::new(field, format!("{field} {}", error.problem))
            },
        )
    })
}
