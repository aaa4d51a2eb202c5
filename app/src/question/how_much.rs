//! How much of it: the traffic and the lengths of requests.

use super::Section;
use crate::control::{Chip, Chips, Choice, NumberField, Select};
use crate::draft::Basis;
use crate::i18n::{self, Msg, parse, t, text};
use crate::state::State;
use estimator::error::Field;
use leptos::prelude::*;

/// Typical lengths: name, prompt, answer.
const PRESETS: [(Msg, f64, f64); 6] = [
    (Msg::PresetChat, 1000.0, 400.0),
    (Msg::PresetRag, 4000.0, 400.0),
    (Msg::PresetCode, 6000.0, 300.0),
    (Msg::PresetSummarise, 8000.0, 500.0),
    (Msg::PresetAgents, 16_000.0, 800.0),
    (Msg::PresetBatch, 2000.0, 2000.0),
];

/// The units of traffic: id, what it is, its unit, its label.
const BASES: [(&str, Basis, Msg, Msg); 3] = [
    ("rate", Basis::Rate, Msg::RequestsPerSecond, Msg::LoadRate),
    ("users", Basis::Users, Msg::UsersAtOnce, Msg::LoadUsers),
    (
        "tokens",
        Basis::TokensPerDay,
        Msg::TokensADay,
        Msg::LoadTokens,
    ),
];

/// The section.
#[component]
pub(super) fn HowMuch() -> impl IntoView {
    let state = State::of_page();
    let by_day = Memo::new(move |_| state.draft.with(|draft| draft.basis == Basis::TokensPerDay));
    let tokens = || view! { {t(Msg::SymbolTokens)} }.into_any();
    view! {
        <Section heading=Msg::LoadHeading>
            <TrafficField/>
            <div hidden=move || !by_day.get()>
                <NumberField field=Field::PeakToMean label=Msg::PeakToMean unit="×".into_any()/>
            </div>
            <div class="pair">
                <NumberField field=Field::InputTokens label=Msg::InputTokens unit=tokens()/>
                <NumberField field=Field::OutputTokens label=Msg::OutputTokens unit=tokens()/>
            </div>
            <Presets/>
        </Section>
    }
    .into_any()
}

#[component]
fn TrafficField() -> impl IntoView {
    let state = State::of_page();
    let current = move || state.draft.with(|draft| draft.basis);
    let row = move || BASES.iter().find(|(_, basis, ..)| *basis == current());
    let label = move || row().map_or(Msg::LoadRate, |(.., label)| *label);
    let choices = || {
        BASES
            .iter()
            .map(|(id, _, unit, _)| Choice::new(id, text(*unit)))
            .collect::<Vec<_>>()
    };
    let choose = move |id: String| {
        if let Some((_, basis, ..)) = BASES.iter().find(|(known, ..)| *known == id) {
            let marks = i18n::marks();
            state.choose(|draft| draft.set_basis(*basis, marks));
        }
    };
    let unit = view! {
        <Select
            label=Msg::CountedIn
            id="traffic-basis"
            choices=Signal::derive(choices)
            chosen=Signal::derive(move || row().map_or("", |(id, ..)| id).to_owned())
            choose
            inside=true
        />
    };
    view! {
        <NumberField field=Field::Traffic label=Signal::derive(label) unit=unit.into_any()/>
    }
}

#[component]
fn Presets() -> impl IntoView {
    let state = State::of_page();
    let typed = Memo::new(move |_| {
        let marks = i18n::language().marks();
        state.draft.with(|draft| {
            let number = |field| parse(draft.text(field), marks);
            (number(Field::InputTokens), number(Field::OutputTokens))
        })
    });
    let chips = PRESETS
        .iter()
        .map(|(name, input, output)| Chip {
            name: Signal::derive(move || text(*name).to_owned()),
            on: Signal::derive(move || typed.get() == (Some(*input), Some(*output))),
            press: Callback::new(move |()| {
                let marks = i18n::marks();
                state.choose(|draft| {
                    draft.set(Field::InputTokens, Some(*input), marks);
                    draft.set(Field::OutputTokens, Some(*output), marks);
                });
            }),
        })
        .collect();
    view! { <Chips label=Msg::Presets chips/> }
}
