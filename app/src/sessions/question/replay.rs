//! What the shown answer makes of a log's own requests.

use crate::i18n::{Msg, integer, percent, say, text};
use crate::sessions::met::table;
use crate::sessions::state::State;
use crate::sessions::trace::{self, Met};
use estimator::session::sizing::replayed::Replayed;
use leptos::prelude::*;

/// The part below a log's facts.
#[component]
pub(super) fn Replay() -> impl IntoView {
    let state = State::of_page();
    // Of another answer it says nothing.
    Effect::new(move |before: Option<()>| {
        state.answer.track();
        state.frame.selected.track();
        if before.is_some() {
            trace::renew(state);
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
        Met::Done(what, replayed, fewest) => Some(outcome(&what, &replayed, fewest)),
    };
    view! { <div class="replay" role="status">{content}</div> }.into_any()
}

fn outcome(what: &str, replayed: &Replayed, fewest: String) -> AnyView {
    let met = &replayed.met;
    let behind = (!met.steady).then(|| {
        view! { <p class="problem">{text(Msg::SessionsReplayBehind)}</p> }
    });
    let sent = say::sessions_replayed(&integer(met.answered), what, &integer(met.turns));
    let fewest = (!fewest.is_empty()).then(|| view! { <p class="fewest">{fewest}</p> });
    view! {
        <p class="read">{sent}</p>
        {behind}
        {table(met)}
        {fewest}
    }
    .into_any()
}
