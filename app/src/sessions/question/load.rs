//! The sessions: how many, and their seven numbers.

use crate::control::{Chip, Chips, Choice, Disclosure, Select};
use crate::i18n::{self, Msg, t, text};
use crate::page::sheet::Section;
use crate::sessions::fields::Number;
use crate::sessions::state::State;
use crate::sessions::words;
use estimator::session::sizing::{Field, preset_of};
use estimator::session::{Population, Preset, Sessions};
use leptos::prelude::*;

/// The section.
#[component]
pub(super) fn LoadSection() -> impl IntoView {
    let state = State::of_page();
    let unit = |message: Msg| Signal::derive(move || text(message));
    let sentence = move || {
        let answer = state.answer.get()?;
        let (_, sizing) = answer.shown(state.frame.selected.get().as_deref())?;
        Some(words::sentence(&answer.question().load, sizing))
    };
    let source = move || {
        let preset = state.asked().and_then(|asked| preset_of(&asked.load));
        text(words::source(preset))
    };
    let title = Signal::derive(|| text(Msg::SessionsMore).to_owned());
    view! {
        <Section heading=Msg::SessionsLoadHeading>
            <Presets/>
            <p class="aside">{source}</p>
            <ManyField/>
            <Number field=Field::Turns label=Msg::SessionsTurns/>
            <div class="pair">
                <Number field=Field::First label=Msg::SessionsFirst unit=unit(Msg::SymbolTokens)/>
                <Number field=Field::Common label=Msg::SessionsCommon unit=unit(Msg::SymbolTokens)/>
            </div>
            <div class="pair">
                <Number field=Field::Added label=Msg::SessionsAdded unit=unit(Msg::SymbolTokens)/>
                <Number field=Field::Answer label=Msg::SessionsAnswer unit=unit(Msg::SymbolTokens)/>
            </div>
            <div class="pair">
                <Number field=Field::Delay label=Msg::SessionsDelay unit=unit(Msg::SymbolS)/>
                <Number field=Field::DelayTail label=Msg::SessionsDelayTail unit=unit(Msg::SymbolS)/>
            </div>
            <Disclosure title wrong=state.is_wrong([Field::Single, Field::Compaction, Field::Dropped])>
                <div class="pair">
                    <Number field=Field::Single label=Msg::SessionsSingle unit=Signal::derive(|| "%")/>
                    <Number
                        field=Field::Compaction
                        label=Msg::SessionsCompaction
                        unit=Signal::derive(|| "%")
                    />
                </div>
                <Number
                    field=Field::Dropped
                    label=Msg::SessionsDropped
                    unit=Signal::derive(|| "%")
                />
                <p class="aside">{t(Msg::SessionsMoreHint)}</p>
            </Disclosure>
            <p class="says">{sentence}</p>
        </Section>
    }
    .into_any()
}

/// How many, at once or an hour.
#[component]
fn ManyField() -> impl IntoView {
    let state = State::of_page();
    let hourly = Memo::new(move |_| {
        state
            .draft
            .with(|draft| matches!(draft.chosen.load.population, Population::PerHour(_)))
    });
    let choices = || {
        vec![
            Choice::new("at-once", text(Msg::SessionsAtOnce)),
            Choice::new("hourly", text(Msg::SessionsPerHour)),
        ]
    };
    let choose = move |id: String| {
        let answer = state.answer.get_untracked();
        let shown = answer.as_ref().and_then(|answer| answer.shown(None));
        state.choose(|draft| {
            let marks = i18n::marks();
            let question = draft.question(marks);
            let load = question.map_or(draft.chosen.load, |question| question.load);
            // As many as there are now, counted in the other way.
            let population = match (load.population, id.as_str()) {
                (Population::AtOnce(many), "hourly") => {
                    let begun = shown.map(|(_, sizing)| sizing.task.finished * 3600.0);
                    Population::PerHour(words::rounded(begun.unwrap_or(many)))
                }
                (Population::PerHour(many), "at-once") => {
                    let present = shown.map(|(_, sizing)| sizing.present);
                    Population::AtOnce(words::rounded(present.unwrap_or(many)).max(1.0))
                }
                (same, _) => same,
            };
            draft.fill(Sessions { population, ..load }, marks);
        });
    };
    let field = move || {
        if hourly.get() {
            view! { <Number field=Field::PerHour label=Msg::SessionsBegun/> }.into_any()
        } else {
            view! { <Number field=Field::AtOnce label=Msg::SessionsMany/> }.into_any()
        }
    };
    view! {
        <div class="pair">
            {field}
            <Select
                label=Msg::CountedIn
                id="field-Population"
                choices=Signal::derive(choices)
                chosen=Signal::derive(move || {
                    if hourly.get() { "hourly" } else { "at-once" }.to_owned()
                })
                choose
            />
        </div>
    }
    .into_any()
}

/// Kinds of sessions to begin with; how many there are stays.
#[component]
fn Presets() -> impl IntoView {
    let state = State::of_page();
    let chips = Preset::ALL.iter().map(|preset| Chip {
        name: Signal::derive(move || text(words::preset(*preset)).to_owned()),
        hint: "",
        on: Signal::derive(move || {
            let asked = state.asked();
            asked.is_some_and(|asked| preset_of(&asked.load) == Some(*preset))
        }),
        press: Callback::new(move |()| {
            state.choose(|draft| {
                let population = draft.chosen.load.population;
                let load = Sessions {
                    population,
                    ..preset.sessions(1.0)
                };
                let marks = i18n::marks();
                let many = draft
                    .question(marks)
                    .map(|question| question.load.population);
                let population = many.unwrap_or(population);
                draft.fill(Sessions { population, ..load }, marks);
            });
        }),
    });
    let chips = chips.collect();
    view! { <Chips label=Msg::SessionsPresets titled=true chips/> }.into_any()
}
