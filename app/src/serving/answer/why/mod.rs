//! Why a number has its value: each opens to its formula, with this scenario's
//! values in it, where its constants come from, and how far it may be off.

mod derivation;
mod filled;
mod symbol;
mod value;

pub(super) use derivation::element_id;

use super::memory::shown;
use super::words::{bottleneck, count, split};
use crate::i18n::{Msg, about, say, t, text};
use crate::serving::solve::Answer;
use crate::serving::state::State;
use estimator::offer::Offer;
use estimator::serving::explain::{Derivation, explain};
use estimator::serving::report::Sizing;
use estimator::serving::roofline::roofline;
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
            <p class="aside limits">
                {move || explained.with(|it| it.as_ref().map(|it| it.limits.clone()))}
            </p>
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
    /// What limits both phases.
    limits: String,
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
            limits: limits(answer, offer, sizing),
            derivations,
        })
    }
}

/// Whether compute or bandwidth is reached first, in both phases, and what decoding reaches next
/// with more requests at once.
fn limits(answer: &Answer, offer: &Offer, sizing: &Sizing) -> String {
    let Some(speed) = &sizing.estimate.performance else {
        return String::new();
    };
    let [decode, prefill] =
        [speed.bottleneck, speed.prefill_bottleneck].map(|by| text(bottleneck(by)));
    let line = roofline(&answer.scenario, offer, sizing);
    match line.and_then(|line| line.turn) {
        Some(turn) => {
            let next = text(bottleneck(turn.limit));
            say::why_limits_turn(decode, next, prefill, &about(turn.users))
        }
        None => say::why_limits(decode, prefill),
    }
}
