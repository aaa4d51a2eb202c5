//! The limit of a server by its own metrics: that it queues, preempts, or has nothing to do.

use super::fact::Group;
use super::verdict::{Verdict, findings};

fn put(bound: &'static str, because: String, facts: &mut Group) {
    Verdict {
        bound,
        because,
        measured: true,
    }
    .put(facts);
    findings(Vec::new(), facts);
}

/// Puts the verdict of counts since the server began; returns notes.
pub(super) fn judge(facts: &mut Group) -> &'static [&'static str] {
    let requests = facts.at("counters.requests").unwrap_or(0.0);
    let generated = facts.at("counters.generation_tokens").unwrap_or(0.0);
    let answered = facts.at("latency.e2e_s.count").unwrap_or(0.0);
    if requests <= 0.0 && generated <= 0.0 && answered <= 0.0 {
        put(
            "idle",
            "nothing was finished or generated".to_owned(),
            facts,
        );
        return &["nothing-served"];
    }
    let preempted = facts.at("counters.preemptions").unwrap_or(0.0) / requests.max(1.0);
    let cache = facts.at("counters.cache_usage").unwrap_or(0.0);
    let queue = facts.at("latency.queue_s.mean").unwrap_or(0.0);
    let ttft = facts.at("latency.ttft_s.mean").unwrap_or(f64::INFINITY);
    let (bound, because) = if preempted > 0.01 {
        ("capacity", format!("{preempted:.3} preemptions a request"))
    } else if cache > 0.95 {
        (
            "capacity",
            format!("the cache is {:.0} % full", 100.0 * cache),
        )
    } else if queue > 0.5 * ttft {
        let text = format!("of {ttft:.3} s to the first token, {queue:.3} s pass in the queue");
        ("capacity", text)
    } else {
        let text = format!(
            "cache {:.0} % full, {preempted:.3} preemptions a request, {queue:.3} s in the queue",
            100.0 * cache
        );
        ("mixed", text)
    };
    put(bound, because, facts);
    &[]
}

/// Puts the verdict of a server watched over a while.
pub(super) fn judge_range(facts: &mut Group) {
    let at = |path: &str| facts.at(&format!("counters.{path}"));
    let running = at("running.mean");
    let waiting = at("waiting.mean").unwrap_or(0.0);
    let cache = at("cache_usage.p95").unwrap_or(0.0);
    let highest = at("cache_usage.max").unwrap_or(0.0);
    let preempted = at("preemptions").unwrap_or(0.0);
    let at_once = running.unwrap_or(0.0);
    let (bound, because) = if cache > 0.95 {
        (
            "capacity",
            format!("the cache is over {:.0} % full", 100.0 * cache),
        )
    } else if preempted > 0.0 && highest > 0.9 {
        let text = format!(
            "{preempted:.0} preemptions, with a cache up to {:.0} % full",
            100.0 * highest
        );
        ("capacity", text)
    } else if waiting > (0.5 * at_once).max(1.0) {
        (
            "capacity",
            format!("{waiting:.1} requests wait while {at_once:.1} run"),
        )
    } else if running.is_some_and(|running| running < 0.1) {
        ("idle", format!("{at_once:.2} requests run on average"))
    } else {
        let text = format!(
            "{at_once:.1} requests run, {waiting:.1} wait, the cache is up to {:.0} % full",
            100.0 * highest
        );
        ("mixed", text)
    };
    put(bound, because, facts);
}
