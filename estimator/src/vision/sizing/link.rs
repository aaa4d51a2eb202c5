//! The whole question as the fragment of a link: readable, versioned, with defaults left out.
//!
//! ```text
//! v=2&task=vision&kind=pictures&model=flux1-dev&daily=20k&limit=8s
//! ```
//!
//! | key | value | of |
//! | --- | --- | --- |
//! | `v` | as in [`crate::link`] | the version of this table |
//! | `task` | `vision` | tells it from a link of the calculator |
//! | `kind` | [`Kind`] id | what runs; the defaults of the others are its |
//! | `model` | id, a file's name | model |
//! | `net` | as in [`crate::vision::counted`] | the counts of a model of one's own |
//! | `load` | [`Load`] id | how the load is given |
//! | `software`, `precision`, `weights`, `offload`, `encoders` | ids | how it runs |
//! | `tiling`, `nhwc`, `current`, `long`, `recompute`, `states8` | `yes`, `no` | how it runs |
//! | keys of [`fields`] | numbers | load, promise, input |
//! | `vendors` to `announced`, `price.<id>`, `own` | as in [`crate::link`] | fleet |
//! | `lang`, `theme`, `pick` | as in [`crate::link`] | the view |
//!
//! The meaning of keys that a version leaves out never changes: [`Question::of`] has the defaults
//! of each kind, and keeps them. A number that may be left out and has a default is written as
//! `none` where it is.

use super::fields::{self, ALL};
use super::question::{Kind, Load, Question};
use crate::field;
use crate::link::fragment::Fragment;
use crate::link::pairs::{Taken, body, each, is_of, put, version};
use crate::link::shared::{take_fleet, take_view, write_fleet, write_view};
use crate::link::value::{name, yes};
use crate::link::{Notice, View};
use crate::vision::counted::Counted;
use crate::vision::denoise::{Offload, TextEncoders, Weights};
use crate::vision::{Precision, Software};

/// The value of `task`.
const TASK: &str = "vision";

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
pub fn is_vision(fragment: &str) -> bool {
    is_of(fragment, TASK)
}

/// The raw value of a key, the first there is.
fn value<'a>(fragment: &'a str, key: &str) -> Option<&'a str> {
    let mut pairs = body(fragment)?.split('&');
    pairs
        .find_map(|pair| pair.split_once('=').filter(|(name, _)| *name == key))
        .map(|(_, value)| value)
}

/// Reads links of [`write`], and anything else: a part not understood gives a notice, and its
/// default stands. An empty fragment is a fresh page.
#[must_use]
pub fn read(fragment: &str) -> (Link, Vec<Notice>) {
    let Some(body) = body(fragment) else {
        return (Link::default(), Vec::new());
    };
    // The kind says what all others leave out, wherever it stands.
    let kind = value(fragment, "kind").and_then(Kind::from_id);
    let mut link = Link {
        question: Question::of(kind.unwrap_or(Kind::Images)),
        view: View::default(),
    };
    let notices = each(body, |key, raw, text| take(&mut link, key, raw, text));
    let loads = Load::of(link.question.kind);
    if !loads.contains(&link.question.load) {
        link.question.load = Question::of(link.question.kind).load;
    }
    (link, notices)
}

fn take(link: &mut Link, key: &str, raw: &str, text: &str) -> Taken {
    let question = &mut link.question;
    match key {
        "v" => version(text),
        "task" if text == TASK => Taken::Read,
        "task" => Taken::Bad,
        "kind" => Kind::from_id(text).map_or(Taken::Bad, |_| Taken::Read),
        "lang" | "theme" | "pick" => take_view(&mut link.view, key, text),
        "model" => put(&mut question.model, name(text)),
        "net" => match Counted::read(text).filter(|own| own.kind() == question.kind) {
            Some(own) => {
                question.own = Some(own);
                Taken::Read
            }
            None => Taken::Bad,
        },
        "load" => put(&mut question.load, Load::from_id(text)),
        "software" => put(&mut question.software, Software::from_id(text)),
        "precision" => put(&mut question.precision, Precision::from_id(text)),
        "weights" => put(&mut question.weights, Weights::from_id(text)),
        "offload" => put(&mut question.offload, Offload::from_id(text)),
        "encoders" => put(&mut question.encoders, TextEncoders::from_id(text)),
        "tiling" => put(&mut question.tiling, yes(text)),
        "nhwc" => put(&mut question.channels_last, yes(text)),
        "current" => put(&mut question.current, yes(text)),
        "long" => put(&mut question.long_form, yes(text)),
        "recompute" => put(&mut question.recompute, yes(text)),
        "states8" => put(&mut question.small_states, yes(text)),
        _ => match field::of_key(&ALL, key) {
            Some(row) if row.optional && text == "none" => {
                (row.set)(question, None);
                Taken::Read
            }
            Some(row) => row.take(question, text),
            None => take_fleet(&mut question.fleet, key, raw, text),
        },
    }
}

/// The fragment of `link`, without the leading `#`.
#[must_use]
pub fn write(link: &Link) -> String {
    let mut fragment = Fragment::new();
    fragment.pair("task", TASK);
    let question = &link.question;
    let usual = Question::of(question.kind);
    fragment.pair("kind", question.kind.id());
    if question.model != usual.model {
        fragment.pair("model", &question.model);
    }
    if let Some(own) = question.own {
        fragment.pair("net", &own.write());
    }
    fragment.differing("load", question.load, usual.load, |load| {
        load.id().to_owned()
    });
    for rows in [fields::LOAD, fields::PROMISE, fields::SHARED, fields::INPUT] {
        field::write(&mut fragment, rows, question, &usual);
    }
    fragment.differing("software", question.software, usual.software, |one| {
        one.id().to_owned()
    });
    fragment.differing("precision", question.precision, usual.precision, |one| {
        one.id().to_owned()
    });
    fragment.differing("weights", question.weights, usual.weights, |one| {
        one.id().to_owned()
    });
    fragment.differing("offload", question.offload, usual.offload, |one| {
        one.id().to_owned()
    });
    fragment.differing("encoders", question.encoders, usual.encoders, |one| {
        one.id().to_owned()
    });
    let flag = |set: bool| if set { "yes" } else { "no" }.to_owned();
    fragment.differing("tiling", question.tiling, usual.tiling, flag);
    fragment.differing("nhwc", question.channels_last, usual.channels_last, flag);
    fragment.differing("current", question.current, usual.current, flag);
    fragment.differing("long", question.long_form, usual.long_form, flag);
    fragment.differing("recompute", question.recompute, usual.recompute, flag);
    fragment.differing("states8", question.small_states, usual.small_states, flag);
    write_fleet(&mut fragment, &question.fleet, &usual.fleet);
    write_view(&mut fragment, &link.view);
    fragment.finish()
}
