//! The question about money as pairs of a link, behind those of the calculator's question
//! that it stands beside.
//!
//! ```text
//! v=2&rate=40&cost.years=3&cost.kwh-usd=0.12&cost.grid=deu&cost.api=gpt-5.4-mini
//! ```
//!
//! | key | value | of |
//! | --- | --- | --- |
//! | `cost.<input>` | a number in the unit of the [`Input`] | the typed value |
//! | `cost.grid`, `cost.api` | ids of the catalogue; for no API `none` | names |
//! | `cost.run` | an accelerator's id | of a training run |
//! | `cost.of` | [`Outcome`] id | sensitivity |
//!
//! All other keys are [`crate::link`]'s. Values left out are the catalogue's, whose defaults have
//! dates and change as prices do: grid and price of electricity are those of the link's `area`, of
//! no area the world's grid; the API is the cheapest that sells the link's model there. A value in
//! a link stays as it stands. The outcome is the owned hour.

use super::input::Input;
use super::question::Question;
use super::terms::Outcome;
use crate::link::Notice;
use crate::link::fragment::Fragment;
use crate::link::pairs::{Taken, body, each, put};
use crate::link::text::{number, show};
use crate::link::value::name;
use crate::serving::link;

/// The prefix of keys.
const PREFIX: &str = "cost.";

/// The content of a link.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Link {
    /// The calculator's question, and how it is looked at.
    pub page: link::Link,
    /// The question about money.
    pub question: Question,
}

/// The fragment of `link`, without the leading `#`.
#[must_use]
pub fn write(link: &Link) -> String {
    let mut fragment = Fragment::after(link::write(&link.page));
    let mut pair = |key: &str, value: &str| fragment.pair(&format!("{PREFIX}{key}"), value);
    let question = &link.question;
    for (input, value) in question.typed.known() {
        pair(input.id(), &show(value));
    }
    if let Some(grid) = &question.grid {
        pair("grid", grid);
    }
    if let Some(api) = &question.api {
        pair("api", api);
    }
    if let Some(run) = &question.run {
        pair("run", run);
    }
    if question.outcome != Outcome::OwnedHour {
        pair("of", question.outcome.id());
    }
    fragment.finish()
}

/// Reads links of [`write`], and anything else: a part not understood gives a notice, and its
/// default stands. An empty fragment is a fresh page.
#[must_use]
pub fn read(fragment: &str) -> (Link, Vec<Notice>) {
    let Some(body) = body(fragment) else {
        return (Link::default(), Vec::new());
    };
    let mut link = Link {
        page: link::Link {
            question: link::base(),
            ..link::Link::default()
        },
        question: Question::default(),
    };
    let notices = each(body, |key, raw, text| match key.strip_prefix(PREFIX) {
        Some(key) => take(&mut link.question, key, text),
        None => link::take(&mut link.page, key, raw, text),
    });
    (link, notices)
}

/// Puts one pair into the question.
fn take(question: &mut Question, key: &str, text: &str) -> Taken {
    match key {
        "grid" => put(&mut question.grid, name(text).map(Some)),
        "api" => put(&mut question.api, name(text).map(Some)),
        "run" => put(&mut question.run, name(text).map(Some)),
        "of" => put(&mut question.outcome, Outcome::from_id(text)),
        _ => match (Input::from_id(key), number(text)) {
            (None, _) => Taken::Unknown,
            (Some(_), None) => Taken::Bad,
            (Some(input), value) => {
                question.typed.set(input, value);
                Taken::Read
            }
        },
    }
}
