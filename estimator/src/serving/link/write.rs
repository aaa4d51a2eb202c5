//! Question to text.

use super::{Link, PEAK_TO_MEAN, base};
use crate::engine::EngineSettings;
use crate::link::fragment::Fragment;
use crate::link::frame;
use crate::link::shared::{write_fleet, write_model, write_view};
use crate::link::text::{show, show_duration};
use crate::serving::options::Serving;
use crate::serving::question::{Day, Growth, Question, Traffic, Variety};
use crate::serving::scenario::Limits;
use crate::workload::Sla;

/// The fragment of `link`, without the leading `#`.
#[must_use]
pub fn write(link: &Link) -> String {
    let mut fragment = Fragment::new();
    question(&mut fragment, &link.question, &base());
    write_view(
        &mut fragment,
        link.language.as_deref(),
        link.theme,
        link.selected.as_deref(),
    );
    if let Some(inside) = &link.frame {
        frame::write(&mut fragment, inside);
    }
    fragment.finish()
}

fn question(fragment: &mut Fragment, question: &Question, usual: &Question) {
    write_model(fragment, &question.model, &usual.model);
    let id = |format: crate::precision::WeightFormat| format.id().to_owned();
    fragment.differing("weights", question.weights, usual.weights, id);
    let id = |format: crate::precision::KvFormat| format.id().to_owned();
    fragment.differing("kv", question.kv_cache, usual.kv_cache, id);
    traffic(fragment, question.traffic, usual.traffic);
    fragment.differing("in", question.input_tokens, usual.input_tokens, show);
    fragment.differing("out", question.output_tokens, usual.output_tokens, show);
    let hits = question.prefix_hit_rate;
    fragment.differing("prefix", hits, usual.prefix_hit_rate, show);
    variety(fragment, &question.variety, &usual.variety);
    sla(fragment, &question.sla, &usual.sla);
    write_fleet(fragment, &question.fleet, &usual.fleet);
    engine(fragment, &question.engine, &usual.engine);
    serving(fragment, &question.serving, &usual.serving);
    limits(fragment, &question.limits, &usual.limits);
    growth(fragment, &question.growth, &usual.growth);
}

fn traffic(fragment: &mut Fragment, traffic: Traffic, usual: Traffic) {
    if traffic == usual {
        return;
    }
    match traffic {
        Traffic::Rate(rate) => fragment.pair("rate", &show(rate)),
        Traffic::Users(users) => fragment.pair("users", &show(users)),
        Traffic::TokensPerDay {
            tokens,
            peak_to_mean,
        } => {
            fragment.pair("tokens-per-day", &show(tokens));
            fragment.differing("peak", peak_to_mean, PEAK_TO_MEAN, show);
        }
    }
}

fn variety(fragment: &mut Fragment, variety: &Variety, usual: &Variety) {
    let lengths = [("in95", variety.input_p95), ("out95", variety.output_p95)];
    for (key, tokens) in lengths {
        if let Some(tokens) = tokens {
            fragment.pair(key, &show(tokens));
        }
    }
    fragment.differing("bursts", variety.burstiness, usual.burstiness, show);
    fragment.differing("think", variety.think, usual.think, show_duration);
}

fn sla(fragment: &mut Fragment, sla: &Sla, usual: &Sla) {
    let shown = |limit: Option<_>| limit.map_or_else(|| "none".to_owned(), show_duration);
    fragment.differing("ttft", sla.ttft, usual.ttft, shown);
    fragment.differing("tpot", sla.tpot, usual.tpot, shown);
    fragment.differing("at", sla.percentile, usual.percentile, |at| {
        at.id().to_owned()
    });
    fragment.differing("certain", sla.certainty, usual.certainty, |sure| {
        sure.id().to_owned()
    });
}

fn engine(fragment: &mut Fragment, engine: &EngineSettings, usual: &EngineSettings) {
    fragment.differing("engine", engine.engine, usual.engine, |engine| {
        engine.id().to_owned()
    });
    let counts = [
        ("max-len", engine.max_model_len),
        ("max-seqs", engine.max_num_seqs),
        ("batch-tokens", engine.max_num_batched_tokens),
    ];
    if let Some(share) = engine.memory_utilization {
        fragment.pair("util", &show(share));
    }
    for (key, count) in counts {
        if let Some(count) = count {
            fragment.pair(key, &count.to_string());
        }
    }
    let (poll, often) = (engine.scheduler_poll_steps, usual.scheduler_poll_steps);
    fragment.differing("poll", poll, often, |count| count.to_string());
}

fn serving(fragment: &mut Fragment, serving: &Serving, usual: &Serving) {
    if let Some(speculation) = serving.speculation {
        fragment.pair("draft", &speculation.draft_tokens.to_string());
        fragment.pair("accept", &show(speculation.acceptance));
    }
    if let Some(adapters) = serving.adapters {
        fragment.pair("loras", &adapters.count.to_string());
        fragment.pair("lora-rank", &adapters.rank.to_string());
    }
    fragment.differing("host-hits", serving.restored, usual.restored, show);
    fragment.differing("host-kept", serving.kept, usual.kept, show_duration);
    if serving.disaggregated {
        fragment.pair("split-phases", "yes");
    }
    let (ways, usual) = (serving.parallelism, usual.parallelism);
    fragment.differing("parallel", ways, usual, |ways| ways.id().to_owned());
}

fn limits(fragment: &mut Fragment, limits: &Limits, usual: &Limits) {
    if let Some(most) = limits.max_per_node {
        fragment.pair("node", &most.to_string());
    }
    let show = |count: u32| count.to_string();
    fragment.differing(
        "replica",
        limits.max_per_replica,
        usual.max_per_replica,
        show,
    );
    fragment.differing("spare", limits.spare_replicas, usual.spare_replicas, show);
}

fn growth(fragment: &mut Fragment, growth: &Growth, usual: &Growth) {
    fragment.differing("growth", growth.per_year, usual.per_year, show);
    let count = |count: u32| count.to_string();
    fragment.differing("months", growth.months, usual.months, count);
    match &growth.day {
        Day::Even => {}
        Day::Like(id) => fragment.pair("day", id),
        Day::Drawn(percent) => hours(fragment, percent),
        Day::Week(percent) => hours(fragment, percent.as_slice()),
    }
    if let Some(weekend) = growth.weekend {
        fragment.pair("weekend", &show(weekend));
    }
    let (scaling, usual) = (&growth.scaling, &usual.scaling);
    fragment.differing("always", scaling.least, usual.least, count);
    for (key, time, usual) in [
        ("cooldown", scaling.cooldown, usual.cooldown),
        ("ahead", scaling.ahead, usual.ahead),
        ("machine", scaling.machine, usual.machine),
    ] {
        fragment.differing(key, time, usual, show_duration);
    }
    let interruptions = scaling.interruptions;
    fragment.differing("interrupted", interruptions, usual.interruptions, show);
    fragment.differing("sure", scaling.confidence, usual.confidence, show);
}

fn hours(fragment: &mut Fragment, percent: &[u8]) {
    let percent: Vec<String> = percent.iter().map(ToString::to_string).collect();
    fragment.list("day", percent.iter().map(String::as_str));
}
