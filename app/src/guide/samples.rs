//! Scenarios to begin from, each a card that opens the calculator with its question.

use super::ready::address_of;
use super::state::State;
use crate::i18n::{Msg, t};
use crate::serving::answer::{load_in_words, model_name};
use catalog::guide::{Filled, Sample};
use leptos::prelude::*;

/// What a scenario is called.
const fn name(sample: Sample) -> Msg {
    match sample {
        Sample::Employees => Msg::GuideSampleEmployees,
        Sample::Documents => Msg::GuideSampleDocuments,
        Sample::Developers => Msg::GuideSampleDevelopers,
        Sample::Summaries => Msg::GuideSampleSummaries,
        Sample::Owned => Msg::GuideSampleOwned,
    }
}

/// The cards.
#[component]
pub(super) fn Samples(
    /// The state of the page.
    state: State,
) -> impl IntoView {
    let cards = Sample::ALL.into_iter().filter_map(|sample| {
        let question = sample.question()?;
        let (model, traffic) = (model_name(&question.model), question.traffic);
        let filled = Filled::Serving(Box::new(question));
        let address = move || address_of(filled.clone(), &state.seen());
        Some(view! {
            <li>
                <a class="option" href=address>
                    <b>{t(name(sample))}</b>
                    <small>{move || format!("{model} · {}", load_in_words(traffic))}</small>
                </a>
            </li>
        })
    });
    view! {
        <section class="card samples">
            <h2>{t(Msg::GuideSamples)}</h2>
            <ul class="options">{cards.collect_view()}</ul>
        </section>
    }
    .into_any()
}
