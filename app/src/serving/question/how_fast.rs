//! How fast it must be.

use crate::control::{Choice, NumberField, Select};
use crate::i18n::{self, Msg, percent, say, t, text};
use crate::page::sheet::Section;
use crate::serving::answer::at;
use crate::serving::draft::Pace;
use crate::serving::state::State;
use crate::serving::surest::Surest;
use estimator::error::Field;
use estimator::workload::{Certainty, Percentile};
use leptos::prelude::*;

/// The section.
#[component]
pub(super) fn HowFast() -> impl IntoView {
    view! {
        <Section heading=Msg::SpeedHeading>
            <div class="pair">
                <NumberField
                    field=Field::Ttft
                    label=Msg::Ttft
                    unit=view! { {t(Msg::SymbolS)} }.into_any()
                    empty=Msg::NoLimit
                />
                <PercentileField/>
            </div>
            <PaceField/>
            <div class="pair">
                <CertaintyField/>
                <NumberField
                    field=Field::Goodput
                    label=Msg::Goodput
                    unit=view! { "%" }.into_any()
                    empty=Msg::Off
                />
            </div>
        </Section>
    }
    .into_any()
}

#[component]
fn PaceField() -> impl IntoView {
    let state = State::of_page();
    let pace = move || state.draft.with(|draft| draft.pace);
    let label = move || match pace() {
        Pace::Millis => Msg::Tpot,
        Pace::Rate => Msg::SpeedPerUser,
    };
    let choices = || {
        vec![
            Choice::new("ms", text(Msg::MsPerToken)),
            Choice::new("rate", text(Msg::TokensPerSecond)),
        ]
    };
    let chosen = move || if pace() == Pace::Millis { "ms" } else { "rate" }.to_owned();
    let choose = move |id: String| {
        let pace = if id == "ms" { Pace::Millis } else { Pace::Rate };
        let marks = i18n::marks();
        state.choose(|draft| draft.set_pace(pace, marks));
    };
    let unit = view! {
        <Select
            label=Msg::CountedIn
            id="pace-unit"
            choices=Signal::derive(choices)
            chosen=Signal::derive(chosen)
            choose
            inside=true
        />
    };
    view! {
        <NumberField
            field=Field::Tpot
            label=Signal::derive(label)
            unit=unit.into_any()
            empty=Msg::NoLimit
        />
    }
}

/// How sure the limits must be kept, in words.
pub(crate) fn certain_in(certainty: Certainty) -> String {
    say::certain_in(&percent(certainty.chance()))
}

#[component]
fn CertaintyField() -> impl IntoView {
    let state = State::of_page();
    let choices = || {
        let all = Certainty::ALL.iter();
        all.map(|certainty| Choice::new(certainty.id(), certain_in(*certainty)))
            .collect::<Vec<_>>()
    };
    let choose = move |id: String| {
        if let Some(certainty) = Certainty::from_id(&id) {
            state.choose_in_question(|question| question.sla.certainty = certainty);
        }
    };
    let chosen = move || {
        state
            .draft
            .with(|draft| draft.chosen.sla.certainty.id().to_owned())
    };
    let remark = move || {
        let surest = Surest::of(state);
        surest.map_or_else(String::new, |certainty| {
            say::certainty_less(&percent(certainty.chance()))
        })
    };
    view! {
        <Select
            label=Msg::Certainty
            id="field-Certainty"
            choices=Signal::derive(choices)
            chosen=Signal::derive(chosen)
            choose
            remark=Signal::derive(remark)
        />
    }
}

#[component]
fn PercentileField() -> impl IntoView {
    let state = State::of_page();
    let choices = || {
        let all = Percentile::ALL.iter();
        all.map(|percentile| Choice::new(percentile.id(), at(*percentile)))
            .collect::<Vec<_>>()
    };
    let choose = move |id: String| {
        if let Some(percentile) = Percentile::from_id(&id) {
            state.choose_in_question(|question| question.sla.percentile = percentile);
        }
    };
    let chosen = move || {
        state
            .draft
            .with(|draft| draft.chosen.sla.percentile.id().to_owned())
    };
    view! {
        <Select
            label=Msg::Percentile
            id="field-Percentile"
            choices=Signal::derive(choices)
            chosen=Signal::derive(chosen)
            choose
        />
    }
}
