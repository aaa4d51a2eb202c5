//! The load and the curve of hits as files; the worker writes the answer's.

use super::solve::reach;
use super::state::State;
use crate::browser;
use estimator::export::Format;
use estimator::session::export::{Extent, mooncake};
use estimator::session::sizing::export::curve;
use leptos::prelude::GetUntracked;

/// Points of the curve that is saved.
const POINTS: u32 = 60;
/// The random numbers of the load that is written: the same lines each time.
const SEED: u64 = 1;

/// Saves the load as the JSON lines that benchmarks replay: ten minutes, or 2,000 requests.
pub(super) fn save_load(state: State) -> Option<()> {
    let answer = state.answer.get_untracked()?;
    let shown = answer.shown(state.frame.selected.get_untracked().as_deref());
    let latency = shown.and_then(|(_, sizing)| {
        let performance = sizing.estimate.performance.as_ref()?;
        Some(performance.request_latency.get())
    });
    let extent = Extent {
        latency: latency.unwrap_or(0.0),
        seed: SEED,
        ..Extent::default()
    };
    let text = mooncake(&answer.question().load, extent);
    let name = format!("sessions-seed-{SEED}.jsonl");
    browser::save(&name, "application/jsonl", &text)
}

/// Saves hits by the size of the cache of the shown candidate.
pub(super) fn save_curve(state: State) -> Option<()> {
    let answer = state.answer.get_untracked()?;
    let selected = state.frame.selected.get_untracked();
    let (candidate, sizing) = answer.shown(selected.as_deref())?;
    let served = sizing.served(&answer.scenario, answer.offer(candidate)?)?;
    let points = served.by_size(reach(sizing), POINTS)?;
    let text = curve(&points, sizing.found.token_bytes);
    browser::save("hits-by-cache.csv", Format::Csv.mime(), &text)
}
