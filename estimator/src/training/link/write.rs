//! Training question to text.

use super::amount::{show_amount, show_time};
use super::{BASE_ADAPTER, Link, TASK, base};
use crate::link::fragment::Fragment;
use crate::link::shared::{write_fleet, write_model, write_view};
use crate::link::text::show;
use crate::quantity::BytesPerSecond;
use crate::training::method::{Method, Offload, Recompute, Sharding};
use crate::training::question::{Deadline, Fixed, Limits, Question};
use crate::training::site::Site;
use crate::training::target::Targets;

/// The fragment of `link`, without the leading `#`.
#[must_use]
pub fn write(link: &Link) -> String {
    let mut fragment = Fragment::new();
    fragment.pair("task", TASK);
    question(&mut fragment, &link.question, &base());
    write_view(
        &mut fragment,
        link.language.as_deref(),
        link.theme,
        link.selected.as_deref(),
    );
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
    let count = |count: u32| count.to_string();
    fragment.differing("seq", question.sequence, usual.sequence, count);
    maybe(fragment, "batch", question.global_batch);
    let tokens = |tokens: f64| show_amount(tokens, "B");
    fragment.differing("tokens", question.tokens, usual.tokens, tokens);
    fragment.differing("epochs", question.epochs, usual.epochs, show);
    fragment.differing("packed", question.packed, usual.packed, show);
    if question.deadline != usual.deadline {
        match &question.deadline {
            Deadline::None => fragment.pair("within", "none"),
            Deadline::Within(time) => fragment.pair("within", &show_time(*time)),
            Deadline::By(day) => fragment.pair("by", day),
        }
    }
    if let Some(budget) = question.budget {
        fragment.pair("budget", &show_amount(budget.get(), "B"));
    }
    write_fleet(fragment, &question.fleet, &usual.fleet);
    fixed(fragment, &question.fixed);
    limits(fragment, &question.limits, &usual.limits);
    site(fragment, &question.site, &usual.site);
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
    let counts = [
        ("count", fixed.accelerators),
        ("tp", fixed.tensor),
        ("pp", fixed.pipeline),
        ("cp", fixed.context),
        ("ep", fixed.expert),
        ("vpp", fixed.virtual_stages),
        ("micro", fixed.micro_batch),
    ];
    for (key, count) in counts {
        maybe(fragment, key, count);
    }
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

fn limits(fragment: &mut Fragment, limits: &Limits, usual: &Limits) {
    let (most, often) = (limits.max_accelerators, usual.max_accelerators);
    fragment.differing("most", most, often, |count| count.to_string());
    maybe(fragment, "node", limits.max_per_node);
}

fn site(fragment: &mut Fragment, site: &Site, usual: &Site) {
    let rate = |rate: BytesPerSecond| show_amount(rate.get(), "G");
    if let Some(network) = site.network {
        fragment.pair("network", &rate(network));
    }
    fragment.differing("storage", site.storage, usual.storage, rate);
    if let Some(loading) = site.loading {
        fragment.pair("loading", &show_amount(loading, "G"));
    }
    let (failures, often) = (site.between_failures, usual.between_failures);
    fragment.differing("mtbf", failures, often, show_time);
    fragment.differing("restart", site.restart, usual.restart, show_time);
}

fn maybe(fragment: &mut Fragment, key: &str, count: Option<u32>) {
    if let Some(count) = count {
        fragment.pair(key, &count.to_string());
    }
}
