//! When the run must be done, and its budget.

use crate::browser;
use crate::control::{Choice, Select};
use crate::i18n::{Msg, t, text};
use crate::page::sheet::Section;
use crate::training::draft::When;
use crate::training::fields::{FieldProblem, Number, unit};
use crate::training::state::State;
use estimator::training::error::Field;
use leptos::prelude::*;

/// Ways to give a deadline: id, name.
const WAYS: [(&str, When, Msg); 3] = [
    ("none", When::None, Msg::DeadlineNone),
    ("within", When::Within, Msg::DeadlineWithin),
    ("by", When::By, Msg::DeadlineBy),
];

/// The section.
#[component]
pub(super) fn DeadlineSection() -> impl IntoView {
    let state = State::of_page();
    let when = Memo::new(move |_| state.draft.with(|draft| draft.when));
    let choices = || {
        WAYS.map(|(id, _, name)| Choice::new(id, text(name)))
            .to_vec()
    };
    let chosen = move || {
        let when = when.get();
        let way = WAYS.iter().find(|(_, way, _)| *way == when);
        way.map_or("", |(id, ..)| *id).to_owned()
    };
    let choose = move |id: String| {
        if let Some((_, way, _)) = WAYS.iter().find(|(known, ..)| *known == id) {
            state.choose(|draft| {
                draft.when = *way;
                if draft.day.is_empty() {
                    draft.day = browser::day_after(FIRST);
                }
            });
        }
    };
    view! {
        <Section heading=Msg::DeadlineHeading>
            <div class="pair">
                <Select
                    label=Msg::Deadline
                    id="deadline-way"
                    choices=Signal::derive(choices)
                    chosen=Signal::derive(chosen)
                    choose
                />
                {move || match when.get() {
                    When::None => ().into_any(),
                    When::Within => days(),
                    When::By => day(),
                }}
            </div>
            <Number
                field=Field::Budget
                label=Msg::Budget
                unit=unit(Msg::SymbolMoney)
                empty=Msg::NoLimit
            />
        </Section>
    }
    .into_any()
}

/// The day that a deadline by date begins with: a week from now, in seconds.
const FIRST: f64 = 7.0 * 86_400.0;

/// Days that the run may take.
fn days() -> AnyView {
    view! { <Number field=Field::Deadline label=Msg::DeadlineDays unit=unit(Msg::SymbolDays)/> }
        .into_any()
}

/// The day, in the browser's own calendar.
fn day() -> AnyView {
    let state = State::of_page();
    let wrong = move || state.error_at(&Field::Deadline).is_some();
    view! {
        <div class="field">
            <label for="deadline-day">{t(Msg::DeadlineDay)}</label>
            <div class="box" class:wrong=wrong>
                <input
                    id="deadline-day"
                    type="date"
                    prop:value=move || state.draft.with(|draft| draft.day.clone())
                    aria-invalid=move || wrong().then_some("true")
                    aria-describedby="field-Deadline-problem"
                    on:input:target=move |event| {
                        let day = event.target().value();
                        state.draft.update(|draft| draft.day = day);
                    }
                    on:change=move |_| state.frame.commit()
                />
            </div>
            <FieldProblem field=Field::Deadline/>
        </div>
    }
    .into_any()
}
