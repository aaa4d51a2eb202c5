//! What the shown answer makes of a log's own requests.

use crate::i18n::{Msg, integer, percent, say, text};
use crate::sessions::state::State;
use crate::sessions::trace::{self, Met};
use crate::sessions::words;
use estimator::quantity::Seconds;
use estimator::session::sizing::replayed::Replayed;
use leptos::prelude::*;

/// The percentiles of the rows.
const AT: &str = "p50 / p95 / p99";

/// The part below a log's facts.
#[component]
pub(super) fn Replay() -> impl IntoView {
    let state = State::of_page();
    // Of another answer it says nothing.
    Effect::new(move |before: Option<()>| {
        state.answer.track();
        state.frame.selected.track();
        if before.is_some() {
            trace::forget(state);
        }
    });
    let content = move || match state.study.trace.met.get() {
        Met::Rest => None,
        Met::Reading(share) => {
            Some(view! { <p class="aside">{say::sessions_reading(&percent(share))}</p> }.into_any())
        }
        Met::Failed => {
            Some(view! { <p class="problem">{text(Msg::SessionsReplayFailed)}</p> }.into_any())
        }
        Met::Done(what, replayed) => Some(table(&what, &replayed)),
    };
    view! { <div class="replay" role="status">{content}</div> }.into_any()
}

fn table(what: &str, replayed: &Replayed) -> AnyView {
    let row = |label: String, value: String| {
        view! {
            <tr>
                <th scope="row">{label}</th>
                <td class="figure">{value}</td>
            </tr>
        }
    };
    let times = |all: [f64; 3]| all.map(|each| words::time(Seconds::new(each))).join(" / ");
    let behind = (!replayed.steady).then(|| {
        view! { <p class="problem">{text(Msg::SessionsReplayBehind)}</p> }
    });
    let met = say::sessions_replayed(
        &integer(replayed.answered),
        what,
        &integer(replayed.requests),
    );
    view! {
        <p class="read">{met}</p>
        {behind}
        <table class="facts">
            <tbody>
                {row(say::figure_ttft(AT), times(replayed.ttft))}
                {row(say::figure_tpot(AT), times(replayed.tpot))}
                {row(text(Msg::SessionsReplayFound).to_owned(), percent(replayed.shares.found()))}
                {row(text(Msg::SessionsReplayWithin).to_owned(), percent(replayed.good))}
            </tbody>
        </table>
    }
    .into_any()
}
