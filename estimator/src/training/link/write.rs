//! Training question to text.

use super::{BASE_ADAPTER, Link, TASK, base};
use crate::field;
use crate::link::amount::show_time;
use crate::link::fragment::Fragment;
use crate::link::shared::{write_fleet, write_model, write_view};
use crate::training::fields;
use crate::training::method::{Method, Offload, Recompute, Sharding};
use crate::training::question::{Deadline, Fixed, Question};
use crate::training::target::Targets;

/// The fragment of `link`, without the leading `#`.
#[must_use]
pub fn write(link: &Link) -> String {
    let mut fragment = Fragment::new();
    fragment.pair("task", TASK);
    question(&mut fragment, &link.question, &base());
    write_view(&mut fragment, &link.view);
    fragment.finish()
}

fn question(fragment: &mut Fragment, question: &Question, usual: &Question) {
    write_model(fragment, &question.model, &usual.model);
    fragment.differing("for", question.purpose, usual.purpose, |purpose| {
        purpose.id().to_owned()
    });
    method(fragment, question.method);
    fragment.differing("precision", question.precision, usual.precision, |format| {
        format.id().to_owned()
    });
    fragment.differing("optimizer", question.optimizer, usual.optimizer, |one| {
        one.id().to_owned()
    });
    fragment.differing("stack", question.stack, usual.stack, |stack| {
        stack.id().to_owned()
    });
    fragment.differing("loss", question.loss, usual.loss, |loss| {
        loss.id().to_owned()
    });
    fragment.differing("attention", question.attention, usual.attention, |kernel| {
        kernel.id().to_owned()
    });
    field::write(fragment, fields::DATA, question, usual);
    if question.deadline != usual.deadline {
        match &question.deadline {
            Deadline::None => fragment.pair("within", "none"),
            Deadline::Within(time) => fragment.pair("within", &show_time(*time)),
            Deadline::By(day) => fragment.pair("by", day),
        }
    }
    field::write(fragment, fields::BUDGET, question, usual);
    write_fleet(fragment, &question.fleet, &usual.fleet);
    field::write(fragment, fields::FIXED, question, usual);
    fixed(fragment, &question.fixed);
    for rows in [fields::MOST, fields::NODE, fields::SITE] {
        field::write(fragment, rows, question, usual);
    }
}

fn method(fragment: &mut Fragment, method: Method) {
    let Some(adapter) = method.adapter() else {
        return;
    };
    let usual = BASE_ADAPTER;
    fragment.pair("method", "lora");
    let count = |count: u32| count.to_string();
    fragment.differing("rank", adapter.rank, usual.rank, count);
    fragment.differing("targets", adapter.targets, usual.targets, Targets::id);
    fragment.differing("base", adapter.base, usual.base, |base| {
        base.id().to_owned()
    });
    let flags = [("magnitude", adapter.magnitude), ("half", adapter.half)];
    for (key, _) in flags.iter().filter(|(_, set)| *set) {
        fragment.pair(key, "yes");
    }
}

fn fixed(fragment: &mut Fragment, fixed: &Fixed) {
    let names = [
        ("shard", fixed.sharding.map(Sharding::id)),
        ("recompute", fixed.recompute.map(Recompute::id)),
        ("offload", fixed.offload.map(Offload::id)),
    ];
    for (key, name) in names {
        if let Some(name) = name {
            fragment.pair(key, name);
        }
    }
}
