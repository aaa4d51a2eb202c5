//! Why a number has its value: each opens to its formula, with this scenario's
//! values in it, where its constants come from, and how far it may be off.

mod derivation;
mod filled;
mod symbol;
mod value;

pub(super) use derivation::element_id;

use super::memory::shown;
use super::words::{count, split};
use crate::i18n::{Msg, say, t};
use crate::serving::solve::Answer;
use crate::serving::state::State;
use estimator::serving::explain::{Derivation, explain};
use leptos::prelude::*;

/// The card of the selected accelerator, or of the recommended one.
#[component]
pub(crate) fn Why() -> impl IntoView {
    let state = State::of_page();
    let explained = Memo::new(move |_| {
        let answer = state.details.get()?;
        state
            .frame
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
