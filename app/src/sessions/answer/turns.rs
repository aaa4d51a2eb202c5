//! The shown answer turn by turn: what one of its replicas made of drawn turns.

use crate::i18n::{Msg, integer, say, t, text};
use crate::sessions::met::table;
use crate::sessions::state::State;
use estimator::session::sizing::report::Sizing;
use leptos::prelude::*;

/// The card.
#[component]
pub(super) fn Turns() -> impl IntoView {
    let state = State::of_page();
    let content = move || {
        let answer = state.answer.get()?;
        let selected = state.frame.selected.get();
        let (candidate, sizing) = answer.shown(selected.as_deref())?;
        Some(told(answer.name(candidate), sizing))
    };
    view! {
        <section class="card turns" aria-labelledby="turns-title">
            <h2 id="turns-title">{t(Msg::SessionsTurnsTitle)}</h2>
            {content}
        </section>
    }
    .into_any()
}

fn told(name: &str, sizing: &Sizing) -> AnyView {
    let Some(met) = &sizing.met else {
        return view! { <p class="aside">{text(Msg::SessionsTurnsNot)}</p> }.into_any();
    };
    let behind = (!met.steady).then(|| {
        view! { <p class="problem">{text(Msg::SessionsReplayBehind)}</p> }
    });
    view! {
        <p class="read">{say::sessions_turns_met(name, &integer(met.answered))}</p>
        {behind}
        {table(met)}
    }
    .into_any()
}
