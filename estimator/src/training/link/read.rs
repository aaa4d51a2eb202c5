//! Text to training question: total, and bounded by the length of the text.

use super::{BASE_ADAPTER, Link, TASK, base};
use crate::field;
use crate::link::Notice;
use crate::link::amount::time;
use crate::link::pairs::{Taken, body, each, is_of, put, version};
use crate::link::shared::{take_fleet, take_model, take_view};
use crate::link::value::{count, yes};
use crate::training::fields;
use crate::training::method::{
    Base, Kernel, Loss, Method, Offload, Optimizer, Precision, Recompute, Sharding, Stack,
};
use crate::training::question::{Deadline, Purpose, Question};
use crate::training::target::Targets;

/// Reads links of [`write`](super::write), and anything else: a part not understood gives a
/// notice, and its default stands. An empty fragment is a fresh page.
#[must_use]
pub fn read(fragment: &str) -> (Link, Vec<Notice>) {
    let Some(body) = body(fragment) else {
        return (Link::default(), Vec::new());
    };
    let mut link = Link {
        question: base(),
        ..Link::default()
    };
    let notices = each(body, |key, raw, text| take(&mut link, key, raw, text));
    (link, notices)
}

/// Whether a fragment is of a training question and not of the calculator's.
#[must_use]
pub fn is_training(fragment: &str) -> bool {
    is_of(fragment, TASK)
}

/// Puts one pair into `link`.
fn take(link: &mut Link, key: &str, raw: &str, text: &str) -> Taken {
    match key {
        "v" => version(text),
        "task" if text == TASK => Taken::Read,
        "task" => Taken::Bad,
        "lang" | "theme" | "pick" => take_view(&mut link.view, key, text),
        _ => ask(&mut link.question, key, raw, text),
    }
}

/// Puts one pair into the question.
fn ask(question: &mut Question, key: &str, raw: &str, text: &str) -> Taken {
    let fixed = &mut question.fixed;
    match key {
        "model" | "shape" => take_model(&mut question.model, key, text),
        "for" => put(&mut question.purpose, Purpose::from_id(text)),
        "method" | "rank" | "targets" | "base" | "magnitude" | "half" => {
            adapt(&mut question.method, key, text)
        }
        "precision" => put(&mut question.precision, Precision::from_id(text)),
        "optimizer" => put(&mut question.optimizer, Optimizer::from_id(text)),
        "stack" => put(&mut question.stack, Stack::from_id(text)),
        "loss" => put(&mut question.loss, Loss::from_id(text)),
        "attention" => put(&mut question.attention, Kernel::from_id(text)),
        "within" if text == "none" => put(&mut question.deadline, Some(Deadline::None)),
        "within" => put(&mut question.deadline, time(text).map(Deadline::Within)),
        "by" => put(&mut question.deadline, day(text).map(Deadline::By)),
        "shard" => put(&mut fixed.sharding, Sharding::from_id(text).map(Some)),
        "recompute" => put(&mut fixed.recompute, Recompute::from_id(text).map(Some)),
        "offload" => put(&mut fixed.offload, Offload::from_id(text).map(Some)),
        _ => match field::of_key(&fields::ALL, key) {
            Some(row) => row.take(question, text),
            None => take_fleet(&mut question.fleet, key, raw, text),
        },
    }
}

/// The method; a part of the adapters alone asks for them.
fn adapt(method: &mut Method, key: &str, text: &str) -> Taken {
    let mut adapter = method.adapter().unwrap_or(BASE_ADAPTER);
    let taken = match (key, text) {
        ("method", "full") => {
            *method = Method::Full;
            return Taken::Read;
        }
        ("method", "lora") => Taken::Read,
        ("method", "dora") => put(&mut adapter.magnitude, Some(true)),
        ("method", "qlora") => put(&mut adapter.base, Some(Base::Nf4Double)),
        ("rank", _) => put(&mut adapter.rank, count(text)),
        ("targets", _) => put(&mut adapter.targets, Targets::from_id(text)),
        ("base", _) => put(&mut adapter.base, Base::from_id(text)),
        ("magnitude", _) => put(&mut adapter.magnitude, yes(text)),
        ("half", _) => put(&mut adapter.half, yes(text)),
        _ => Taken::Bad,
    };
    if matches!(taken, Taken::Read) {
        *method = Method::Adapter(adapter);
    }
    taken
}

/// A day as `2026-12-04`. Which days a month has is the calendar's matter, and the page's.
fn day(text: &str) -> Option<String> {
    let mut parts = text.split('-');
    let mut part = |digits: usize, most: u32| {
        let part = parts.next()?;
        let shaped = part.len() == digits && part.bytes().all(|byte| byte.is_ascii_digit());
        let number: u32 = part.parse().ok()?;
        (shaped && (1..=most).contains(&number)).then_some(())
    };
    part(4, 9999)?;
    part(2, 12)?;
    part(2, 31)?;
    parts.next().is_none().then(|| text.to_owned())
}
