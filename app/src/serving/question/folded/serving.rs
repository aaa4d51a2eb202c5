//! Ways to serve: drafts, adapters, host memory, phases apart, the split of a replica.

use crate::control::{Choice, NumberField, Select};
use crate::i18n::{self, Msg, parse, t, text};
use crate::serving::state::State;
use estimator::error::Field;
use estimator::serving::options::Parallelism;
use leptos::prelude::*;

/// The name of a way to split a replica.
pub(crate) const fn parallel_name(ways: Parallelism) -> Msg {
    match ways {
        Parallelism::Any => Msg::ParallelAny,
        Parallelism::Tensor => Msg::ParallelTensor,
        Parallelism::Pipeline => Msg::ParallelPipeline,
        Parallelism::AttentionData => Msg::ParallelAttentionData,
    }
}

/// The fields.
#[component]
pub(super) fn ServingFields() -> impl IntoView {
    let state = State::of_page();
    let without = move |field| {
        Memo::new(move |_| {
            state
                .draft
                .with(|draft| draft.text(field).trim().is_empty())
        })
    };
    let (undrafted, unadapted) = (without(Field::DraftTokens), without(Field::Adapters));
    // As long as it is zero, or the text is no number.
    let unrestored = Memo::new(move |_| {
        let marks = i18n::language().marks();
        let typed = state
            .draft
            .with(|draft| parse(draft.text(Field::HostHits), marks));
        typed.is_none_or(|share| share <= 0.0)
    });
    let percent = || "%".into_any();
    let minutes = view! { {t(Msg::SymbolMin)} };
    view! {
        <div class="pair">
            <NumberField field=Field::DraftTokens label=Msg::DraftTokens empty=Msg::Off/>
            <div hidden=move || undrafted.get()>
                <NumberField field=Field::Acceptance label=Msg::Acceptance unit=percent()/>
            </div>
        </div>
        <div class="pair">
            <NumberField field=Field::Adapters label=Msg::Adapters empty=Msg::Off/>
            <div hidden=move || unadapted.get()>
                <NumberField field=Field::AdapterRank label=Msg::AdapterRank/>
            </div>
        </div>
        <div class="pair">
            <NumberField field=Field::HostHits label=Msg::HostHits unit=percent()/>
            <div hidden=move || unrestored.get()>
                <NumberField field=Field::HostKept label=Msg::HostKept unit=minutes.into_any()/>
            </div>
        </div>
        <Phases/>
        <Split/>
        <p class="aside">{t(Msg::ServingHint)}</p>
    }
    .into_any()
}

#[component]
fn Phases() -> impl IntoView {
    let state = State::of_page();
    let apart = move || state.draft.with(|draft| draft.chosen.serving.disaggregated);
    let choices = || {
        vec![
            Choice::new("together", text(Msg::PhasesTogether)),
            Choice::new("apart", text(Msg::PhasesApart)),
        ]
    };
    let choose = move |id: String| {
        state.choose_in_question(|question| question.serving.disaggregated = id == "apart");
    };
    view! {
        <Select
            label=Msg::Phases
            id="field-Phases"
            choices=Signal::derive(choices)
            chosen=Signal::derive(move || if apart() { "apart" } else { "together" }.to_owned())
            choose
        />
    }
}

#[component]
fn Split() -> impl IntoView {
    let state = State::of_page();
    let choices = || {
        Parallelism::ALL
            .iter()
            .map(|ways| Choice::new(ways.id(), text(parallel_name(*ways))))
            .collect::<Vec<_>>()
    };
    let choose = move |id: String| {
        if let Some(ways) = Parallelism::from_id(&id) {
            state.choose_in_question(|question| question.serving.parallelism = ways);
        }
    };
    let chosen = move || {
        state
            .draft
            .with(|draft| draft.chosen.serving.parallelism.id().to_owned())
    };
    view! {
        <Select
            label=Msg::Parallelism
            id="field-Parallelism"
            choices=Signal::derive(choices)
            chosen=Signal::derive(chosen)
            choose
        />
    }
}
