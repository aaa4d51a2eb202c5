//! The card of levers: single changes of an answer's question, asked once the answer rests.

use super::{Studied, Study};
use crate::i18n::{Msg, t, text};
use crate::page::turns::Turn;
use crate::page::work::Runner;
use leptos::prelude::*;
use std::sync::Arc;

/// The levers of an answer, as far as they are known.
#[derive(Clone)]
pub(crate) struct Found<H> {
    /// Whether all were asked.
    complete: bool,
    /// Those that help, the best first.
    levers: Vec<H>,
}

impl<H> Default for Found<H> {
    fn default() -> Self {
        let (complete, levers) = (false, Vec::new());
        Self { complete, levers }
    }
}

impl<H> Found<H> {
    /// All that help.
    pub(crate) const fn all(levers: Vec<H>) -> Self {
        Self {
            complete: true,
            levers,
        }
    }
}

/// Asks for the levers of an answer.
type Ask<A, H> = fn(Arc<A>, Runner, Turn, RwSignal<Found<H>>);

/// The card: its title, what it says where nothing helps, how levers are asked for, and one of them.
pub(crate) fn card<S: Study, H: Clone + Send + Sync + 'static>(
    state: Studied<S>,
    (title, none): (Msg, Msg),
    ask: Ask<S::Answer, H>,
    item: fn(Studied<S>, H) -> AnyView,
) -> AnyView {
    let found = RwSignal::new(Found::default());
    let runner = Runner::of_page();
    Effect::new(move |_| {
        let answer = state.answer.get();
        let turn = runner.begin();
        found.set(Found::default());
        if let Some((answer, turn)) = answer.zip(turn) {
            ask(answer, runner, turn, found);
        }
    });
    let note = move || {
        found.with(|found| match (found.complete, found.levers.is_empty()) {
            (false, _) => text(Msg::LeversRunning),
            (true, true) => text(none),
            (true, false) => "",
        })
    };
    let items = move || {
        let found = found.get().levers;
        let items = found.into_iter().map(|helps| item(state, helps));
        items.collect_view()
    };
    view! {
        <section class="card levers" aria-labelledby="levers-title">
            <header class="card-head">
                <h2 id="levers-title">{t(title)}</h2>
                <p class="aside" role="status">{note}</p>
            </header>
            <ul>{items}</ul>
        </section>
    }
    .into_any()
}
