//! The whole question as the fragment of a link: readable, versioned, with defaults left out.
//!
//! ```text
//! v=2&task=sessions&sessions=60&host=1k&kv=fp8&ttft=3s
//! ```
//!
//! | key | value | of |
//! | --- | --- | --- |
//! | `task` | `sessions` | tells it from a link of the calculator |
//! | `sessions`, `begun` | counts | sessions at once, or begun an hour |
//! | other keys of [`fields`] | numbers | the load, the cache in main memory |
//! | `load` | [`Preset`] id | all seven numbers, before those that differ |
//! | `routing` | [`Routing`] id | how turns are sent |
//! | all others | as in [`crate::serving::link`] | model, formats, promise, fleet, engine, limits, view |
//!
//! What a link leaves out is [`Question::default`]'s, which never changes.

use super::fields;
use super::question::{Question, preset_of};
use crate::field;
use crate::link::fragment::Fragment;
use crate::link::pairs::{Taken, body, each, is_of, put};
use crate::link::shared::write_view;
use crate::link::{Notice, View};
use crate::serving;
use crate::session::{Population, Preset, Routing, Sessions};

/// The value of `task`.
const TASK: &str = "sessions";

/// Everything a link holds: the question, and how it is looked at.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Link {
    /// The question.
    pub question: Question,
    /// How it is looked at.
    pub view: View,
}

/// Whether a fragment is of this question and not of another's.
#[must_use]
pub fn is_sessions(fragment: &str) -> bool {
    is_of(fragment, TASK)
}

/// Reads links of [`write`], and anything else: a part not understood gives a notice, and its
/// default stands. An empty fragment is a fresh page.
#[must_use]
pub fn read(fragment: &str) -> (Link, Vec<Notice>) {
    let mut question = Question::default();
    let Some(body) = body(fragment) else {
        return (Link::default(), Vec::new());
    };
    let mut inner = serving::link::Link {
        question: question.asked.clone(),
        ..serving::link::Link::default()
    };
    let notices = each(body, |key, raw, text| match key {
        "task" if text == TASK => Taken::Read,
        "task" => Taken::Bad,
        "load" => {
            let population = question.load.population;
            let preset = Preset::from_id(text);
            let load = preset.map(|preset| Sessions {
                population,
                ..preset.sessions(1.0)
            });
            put(&mut question.load, load)
        }
        "routing" => put(&mut question.routing, Routing::from_id(text)),
        _ => match field::of_key(&fields::OWN, key) {
            Some(row) => row.take(&mut question, text),
            None => serving::link::take(&mut inner, key, raw, text),
        },
    });
    question.asked = inner.question;
    let view = inner.view;
    (Link { question, view }, notices)
}

/// The question of a calculator's link: its model, formats, promise, fleet, engine and limits, with
/// the usual sessions.
#[must_use]
pub fn of_calculator(fragment: &str) -> (Link, Vec<Notice>) {
    let (found, notices) = serving::link::read(fragment);
    let usual = Question::default();
    let asked = serving::question::Question {
        traffic: usual.asked.traffic,
        input_tokens: usual.asked.input_tokens,
        output_tokens: usual.asked.output_tokens,
        prefix_hit_rate: usual.asked.prefix_hit_rate,
        variety: usual.asked.variety,
        growth: usual.asked.growth.clone(),
        serving: usual.asked.serving,
        ..found.question
    };
    let question = Question { asked, ..usual };
    let view = found.view;
    (Link { question, view }, notices)
}

/// The calculator's link with what it asks, too.
#[must_use]
pub fn to_calculator(link: &Link) -> String {
    serving::link::write(&serving::link::Link {
        question: link.question.asked.clone(),
        view: link.view.clone(),
        frame: None,
    })
}

/// The fragment of `link`, without the leading `#`.
#[must_use]
pub fn write(link: &Link) -> String {
    let mut fragment = Fragment::new();
    fragment.pair("task", TASK);
    let question = &link.question;
    let mut usual = Question::default();
    if let Population::PerHour(_) = question.load.population {
        // None is usual.
        usual.load.population = Population::PerHour(0.0);
    }
    field::write(&mut fragment, fields::POPULATION, question, &usual);
    if let Some(preset) = preset_of(&question.load) {
        let load = preset.sessions(1.0);
        if preset_of(&usual.load) != Some(preset) {
            fragment.pair("load", preset.id());
        }
        usual.load = load;
    }
    for rows in [fields::LOAD, fields::CACHE] {
        field::write(&mut fragment, rows, question, &usual);
    }
    fragment.differing("routing", question.routing, usual.routing, |routing| {
        routing.id().to_owned()
    });
    serving::link::question(&mut fragment, &question.asked, &usual.asked);
    write_view(&mut fragment, &link.view);
    fragment.finish()
}
