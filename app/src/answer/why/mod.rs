//! Why a number is what it is: each opens to its formula, with this scenario's
//! values in it, where its constants come from, and how far it may be off.

mod derivation;
mod filled;
mod symbol;
mod value;

use super::memory::shown;
use super::words::{count, split};
use crate::browser;
use crate::i18n::{Msg, say, t, text};
use crate::solve::Answer;
use crate::state::State;
use estimator::explain::{Derivation, DerivationId, explain};
use leptos::prelude::*;

/// The card of the selected accelerator, or of the recommended one.
#[component]
pub(crate) fn Why() -> impl IntoView {
    let state = State::of_page();
    let explained = Memo::new(move |_| {
        let answer = state.details.get()?;
        state
            .selected
            .with(|selected| Explained::of(&answer, selected.as_deref()))
    });
    view! {
        <section class="card why" aria-labelledby="why-title">
            <header class="card-head">
                <h2 id="why-title">{t(Msg::WhyTitle)}</h2>
                <p class="aside">
                    {move || explained.with(|it| it.as_ref().map(|it| it.sizing.clone()))}
                </p>
            </header>
            <div class="derivations">
                {move || {
                    explained
                        .with(|it| {
                            let all = it.iter().flat_map(|it| &it.derivations);
                            all.map(|one| derivation::view(one, state.explained)).collect::<Vec<_>>()
                        })
                }}
            </div>
            <Show when=move || explained.with(Option::is_none)>
                <p class="aside">{t(Msg::WhyNone)}</p>
            </Show>
        </section>
    }
}

/// One sizing and its derivations.
#[derive(Debug, Clone, PartialEq)]
struct Explained {
    sizing: String,
    derivations: Vec<Derivation>,
}

impl Explained {
    fn of(answer: &Answer, selected: Option<&str>) -> Option<Self> {
        let candidate = shown(answer, selected)?;
        let offer = answer.offer(candidate)?;
        let sizing = candidate.best.as_ref()?;
        let derivations = explain(&answer.scenario, offer, sizing);
        (!derivations.is_empty()).then(|| Self {
            sizing: say::why_of(
                &count(sizing),
                &offer.accelerator.name,
                &split(sizing.estimate.placement),
            ),
            derivations,
        })
    }
}

/// A number of the recommendation that opens its formula when it is clicked.
pub(crate) fn of_best(id: DerivationId, shown: String) -> AnyView {
    let state = State::of_page();
    opener(id, shown, move || {
        if state.selected.get_untracked().is_some() {
            state.select(None);
        }
    })
}

/// A number of the selected accelerator that opens its formula.
pub(crate) fn of_selected(id: DerivationId, shown: String) -> AnyView {
    opener(id, shown, || ())
}

fn opener(id: DerivationId, shown: String, first: impl Fn() + 'static) -> AnyView {
    let state = State::of_page();
    view! {
        <button
            type="button"
            class="explained"
            title=text(Msg::WhyOpen)
            on:click=move |event| {
                event.stop_propagation();
                first();
                state.show_all();
                state.explained.set(Some(id));
                // After this turn, when it is open.
                request_animation_frame(move || browser::focus(derivation::element_id(id)));
            }
        >
            {shown}
        </button>
    }
    .into_any()
}
