//! How much of it: the traffic and the lengths of requests.

use super::folded::folded;
use crate::browser;
use crate::control::{Chip, Chips, Choice, Disclosure, NumberField, Select};
use crate::i18n::{self, Msg, about, integer, number, parse, percent, say, t, text};
use crate::page::carried::departing;
use crate::page::sheet::Section;
use crate::serving::address;
use crate::serving::draft::{Basis, Draft};
use crate::serving::state::State;
use catalog::traffic::{Habits, Kind, kind};
use estimator::error::Field;
use estimator::field::Unit;
use estimator::quantity::Seconds;
use estimator::serving::question::Question;
use leptos::prelude::*;

/// Kinds of traffic of published traces: id in the catalogue, name.
const PRESETS: [(&str, Msg); 6] = [
    ("chat", Msg::PresetChat),
    ("rag", Msg::PresetRag),
    ("code", Msg::PresetCode),
    ("summarise", Msg::PresetSummarise),
    ("agents", Msg::PresetAgents),
    ("batch", Msg::PresetBatch),
];

/// The units of traffic: id, basis, its unit, its label.
const BASES: [(&str, Basis, Msg, Msg); 4] = [
    ("rate", Basis::Rate, Msg::RequestsPerSecond, Msg::LoadRate),
    ("users", Basis::Users, Msg::UsersAtOnce, Msg::LoadUsers),
    (
        "tokens",
        Basis::TokensPerDay,
        Msg::TokensADay,
        Msg::LoadTokens,
    ),
    (
        "people",
        Basis::People,
        Msg::PeopleWithAccess,
        Msg::LoadPeople,
    ),
];

static VARIETY: [Field; 5] = [
    Field::InputP95,
    Field::OutputP95,
    Field::PrefixHitRate,
    Field::Burstiness,
    Field::Think,
];

static GROWTH: [Field; 3] = [Field::Growth, Field::Horizon, Field::Day];

/// The section.
#[component]
pub(super) fn HowMuch() -> impl IntoView {
    let state = State::of_page();
    let by_day = Memo::new(move |_| state.draft.with(|draft| draft.basis == Basis::TokensPerDay));
    let tokens = || view! { {t(Msg::SymbolTokens)} }.into_any();
    let title = |message: Msg| Signal::derive(move || text(message).to_owned());
    view! {
        <Section heading=Msg::LoadHeading>
            <TrafficField/>
            <div hidden=move || !by_day.get()>
                <NumberField field=Field::PeakToMean label=Msg::PeakToMean unit="×".into_any()/>
            </div>
            <People/>
            <div class="pair">
                <NumberField field=Field::InputTokens label=Msg::InputTokens unit=tokens()/>
                <NumberField field=Field::OutputTokens label=Msg::OutputTokens unit=tokens()/>
            </div>
            <Presets/>
            <Disclosure title=title(Msg::VarietyMore) fields=&VARIETY>
                {folded(|fields| fields.variety)}
            </Disclosure>
            <Disclosure title=title(Msg::GrowthMore) fields=&GROWTH>
                {folded(|fields| fields.growth)}
            </Disclosure>
        </Section>
    }
    .into_any()
}

/// How much people with access ask: what is assumed, and the rate that it comes to.
#[component]
fn People() -> impl IntoView {
    let state = State::of_page();
    let by_people = Memo::new(move |_| state.draft.with(|draft| draft.basis == Basis::People));
    let rate = Memo::new(move |_| {
        state.answer.with(|answer| {
            let question = &answer.as_ref()?.question;
            question.traffic.people()?;
            question.traffic.peak_rate(question.output_tokens)
        })
    });
    let pause = Memo::new(move |_| {
        state.answer.with(|answer| {
            let answer = answer.as_ref()?;
            let (_, sizing) = answer.recommended()?;
            let speed = sizing.estimate.performance.as_ref()?;
            answer.question.traffic.pause(speed.request_latency)
        })
    });
    let habits = Memo::new(move |_| habits(&typed(state)));
    view! {
        <div hidden=move || !by_people.get()>
            <div class="pair">
                <NumberField
                    field=Field::ActiveShare
                    label=Msg::ActiveShare
                    unit="%".into_any()
                />
                <NumberField
                    field=Field::RequestsEach
                    label=Msg::RequestsEach
                    unit=view! { {t(Msg::SymbolPerHour)} }.into_any()
                />
            </div>
            <p class="aside">
                {move || rate.get().map(|rate| say::people_rate(&number(rate)))} " "
                {move || pause.get().map(|pause| say::people_pause(&roughly(pause)))} " "
                {move || habits.get().map(usual)}
            </p>
        </div>
    }
    .into_any()
}

/// A pause, in round figures: it follows from what is assumed.
fn roughly(pause: Seconds) -> String {
    let minutes = pause.get() / 60.0;
    if minutes < 2.0 {
        say::unit_s(&integer(pause.get()))
    } else {
        // To half a minute.
        say::unit_min(&about((minutes * 2.0).round() / 2.0))
    }
}

/// Habits that are usual, in words.
pub(crate) fn usual(Habits { active, each }: Habits) -> String {
    say::people_assumed(
        &percent(active.least),
        &percent(active.most),
        &number(each.least),
        &number(each.most),
    )
}

/// The habits of the kind of traffic that a question has, or else of chat.
pub(crate) fn habits_of(question: &Question) -> Option<Habits> {
    let variety = &question.variety;
    habits(&[
        Some(question.input_tokens),
        variety.input_p95,
        Some(question.output_tokens),
        variety.output_p95,
        Some(question.prefix_hit_rate * 100.0),
        Some(variety.burstiness),
    ])
}

/// The habits of the kind of traffic that is typed, or else of chat.
fn habits(typed: &[Option<f64>; 6]) -> Option<Habits> {
    let kinds = PRESETS.iter().filter_map(|(id, _)| kind(id));
    let mut same = kinds.filter(|kind| shape(kind) == *typed);
    let same = same.next().and_then(|kind| kind.habits);
    same.or_else(|| kind("chat")?.habits)
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
    let typed = Memo::new(move |_| typed(state));
    let chips = PRESETS
        .iter()
        .filter_map(|(id, name)| Some((kind(id)?, *name)))
        .map(|(kind, name)| Chip {
            name: Signal::derive(move || text(name).to_owned()),
            hint: kind.source,
            on: Signal::derive(move || typed.get() == shape(kind)),
            press: Callback::new(move |()| {
                let marks = i18n::marks();
                state.choose(|draft| {
                    for (field, value) in SHAPE.into_iter().zip(shape(kind)) {
                        draft.set(field, value, marks);
                    }
                    if let Some(Habits { active, each }) = kind.habits {
                        let active = Unit::Percent.show(active.usual);
                        draft.set(Field::ActiveShare, Some(active), marks);
                        draft.set(Field::RequestsEach, Some(each.usual), marks);
                    }
                });
            }),
        })
        .collect();
    // Here and not in the bar: who has agents looks at lengths first.
    let fragment = move || address::fragment_of(state).unwrap_or_default();
    let sessions = move || browser::page_at("sessions/", &departing(&fragment()));
    view! {
        <Chips label=Msg::Presets chips/>
        <a class="guided" href=sessions hidden=browser::is_embedded()>{t(Msg::SessionsLink)}</a>
    }
}

/// The values of [`SHAPE`] as typed; reactive.
fn typed(state: State) -> [Option<f64>; 6] {
    let marks = i18n::language().marks();
    let number = |draft: &Draft, field| parse(draft.text(field), marks);
    state
        .draft
        .with(|draft| SHAPE.map(|field| number(draft, field)))
}

/// The fields that a kind of traffic fills in.
const SHAPE: [Field; 6] = [
    Field::InputTokens,
    Field::InputP95,
    Field::OutputTokens,
    Field::OutputP95,
    Field::PrefixHitRate,
    Field::Burstiness,
];

/// The values of [`SHAPE`]; one the trace does not give is typical, none, or independent.
fn shape(kind: &Kind) -> [Option<f64>; 6] {
    [
        Some(kind.input),
        kind.input_p95,
        Some(kind.output),
        kind.output_p95,
        Some(kind.prefix.unwrap_or(0.0) * 100.0),
        Some(kind.burstiness.unwrap_or(1.0)),
    ]
}
