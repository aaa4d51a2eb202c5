//! The fields of the workload that is open.

use crate::browser;
use crate::control::{Choice, NumberField, Select};
use crate::fleet::draft::{Row, written};
use crate::fleet::question::{field_of, remove};
use crate::fleet::state::State;
use crate::fleet::typed::Typed;
use crate::fleet::words::{DAYS, isolation, priority};
use crate::i18n::{self, Msg, gib, number, say, t, text};
use crate::serving::draft::Basis;
use crate::serving::question::formats::weight_choices;
use crate::serving::question::what::ModelField;
use crate::serving::question::with_what::name_of;
use catalog::traffic;
use estimator::decimal::round;
use estimator::error::Field;
use estimator::fleet::asked::{Part, Priority};
use estimator::fleet::figures::Figures;
use estimator::fleet::question::Isolation;
use estimator::precision::WeightFormat;
use estimator::quantity::Bytes;
use estimator::serving::link::{self, Link};
use estimator::serving::plan::demand;
use estimator::serving::question::Day;
use leptos::prelude::*;

/// The choice of the same load all day, and that of hours of one's own.
const EVEN: &str = "even";
const OWN: &str = "own";

/// The fields of the workload of that key.
pub(super) fn editor(id: u32) -> AnyView {
    let state = State::of_page();
    let tokens = || view! { {t(Msg::SymbolTokens)} }.into_any();
    let load = move || match state
        .draft
        .with(|draft| draft.row(id).map(|row| row.serving.basis))
    {
        Some(Basis::Users) => Msg::LoadUsers,
        _ => Msg::LoadRate,
    };
    let seconds = || view! { {t(Msg::SymbolS)} }.into_any();
    let figured = state.draft.with_untracked(|draft| {
        let row = draft.row(id)?;
        Some(figures(row.figures.as_ref()?))
    });
    let asked = figured.unwrap_or_else(|| {
        view! {
            <ModelField/>
            <div class="pair">
                {weights(state, id)}
                <NumberField
                    field=Field::Traffic
                    label=Signal::derive(load)
                    unit=view! { {t(Msg::PackPerSecond)} }.into_any()
                />
            </div>
            <div class="pair">
                <NumberField field=Field::InputTokens label=Msg::InputTokens unit=tokens()/>
                <NumberField field=Field::OutputTokens label=Msg::OutputTokens unit=tokens()/>
            </div>
            <div class="pair">
                <NumberField field=Field::Ttft label=Msg::Ttft unit=seconds() empty=Msg::NoLimit/>
                <NumberField
                    field=Field::Tpot
                    label=Msg::Tpot
                    unit=view! { {t(Msg::PackMillis)} }.into_any()
                    empty=Msg::NoLimit
                />
            </div>
        }
        .into_any()
    });
    view! {
        <div class="workload-fields" role="group" aria-labelledby=format!("workload-{id}")>
            {typed(state, id, "field-Name", Msg::PackName, Part::Name, true, |row| &row.name, |row| &mut row.name, None)}
            {asked}
            {days(state, id)}
            <div class="pair">
                {isolations(state, id)}
                {typed(state, id, "field-Wait", Msg::PackWait, Part::Wait, false, |row| &row.wait, |row| &mut row.wait, Some(Msg::PackNever))}
            </div>
            {priorities(state, id)}
            {actions(state, id)}
        </div>
    }
    .into_any()
}

/// What it holds of each accelerator, and how busy it keeps one.
fn figures(figures: &Figures) -> AnyView {
    let lines = figures.on.iter().map(|(id, figure)| {
        let memory = gib(Bytes::mib(figure.memory_mib));
        let busy = number(round(figure.busy, 2));
        let words = say::pack_figure(&busy, &memory, &name_of(id));
        view! { <li>{words}</li> }
    });
    view! { <ul class="aside">{lines.collect_view()}</ul> }.into_any()
}

/// A typed field of the row itself.
#[expect(clippy::too_many_arguments, reason = "a row of a table, one a field")]
fn typed(
    state: State,
    key: u32,
    id: &'static str,
    label: Msg,
    part: Part,
    letters: bool,
    get: fn(&Row) -> &String,
    place: fn(&mut Row) -> &mut String,
    empty: Option<Msg>,
) -> AnyView {
    let unit = (!letters).then(|| view! { {t(Msg::SymbolS)} }.into_any());
    view! {
        <Typed
            field=Signal::derive(move || field_of(state, key, part))
            id=id.to_owned()
            label
            typed=Signal::derive(move || state.of(key, |row| get(row).clone()))
            write=Callback::new(move |text| state.type_in(key, |row| *place(row) = text))
            nostrip:unit=unit
            nostrip:empty=empty
            letters
        />
    }
    .into_any()
}

/// A choice from a list.
fn select(
    state: State,
    key: u32,
    label: Msg,
    id: &'static str,
    choices: impl Fn() -> Vec<Choice> + Send + Sync + 'static,
    chosen: impl Fn(&Row) -> String + Copy + Send + Sync + 'static,
    choose: impl Fn(&mut Row, &str) + Copy + Send + Sync + 'static,
) -> AnyView {
    let change = move |id: String| {
        state.choose(|draft| {
            if let Some(row) = draft.row_mut(key) {
                choose(row, &id);
            }
        });
    };
    view! {
        <Select
            label
            id
            choices=Signal::derive(choices)
            chosen=Signal::derive(move || state.of(key, chosen))
            choose=change
        />
    }
    .into_any()
}

fn weights(state: State, key: u32) -> AnyView {
    let choices = move || state.of(key, |row| weight_choices(&row.serving.chosen.model));
    let chosen = |row: &Row| row.serving.chosen.weights.id().to_owned();
    select(
        state,
        key,
        Msg::Weights,
        "field-Weights",
        choices,
        chosen,
        |row, id| {
            if let Some(format) = WeightFormat::from_id(id) {
                row.serving.chosen.weights = format;
            }
        },
    )
}

fn days(state: State, key: u32) -> AnyView {
    let choices = || {
        let days = DAYS.iter().map(|(id, name)| Choice::new(id, text(*name)));
        days.collect()
    };
    let chosen = |row: &Row| match (&row.hours, &row.serving.chosen.growth.day) {
        (Some(_), _) | (None, Day::Drawn(_)) => OWN.to_owned(),
        (None, Day::Like(id)) => id.clone(),
        (None, Day::Even | Day::Week(_)) => EVEN.to_owned(),
    };
    let select = select(
        state,
        key,
        Msg::DayProfile,
        "field-Profile",
        choices,
        chosen,
        |row, id| {
            let day = &mut row.serving.chosen.growth.day;
            match id {
                EVEN => (*day, row.hours) = (Day::Even, None),
                OWN => {
                    let hours = traffic::hours(day).unwrap_or([1.0; 24]);
                    row.hours = Some(written(&demand::percent(hours)));
                }
                id => (*day, row.hours) = (Day::Like(id.to_owned()), None),
            }
        },
    );
    let own = Memo::new(move |_| state.of(key, |row| row.hours.is_some()));
    let hours = move || own.get().then(|| hours(state, key));
    view! { {select} {hours} }.into_any()
}

/// The hours of a day of its own.
fn hours(state: State, key: u32) -> AnyView {
    let write = move |text: String| state.type_in(key, |row| row.hours = Some(text));
    view! {
        <Typed
            field=Signal::derive(move || field_of(state, key, Part::Serving(Field::Day)))
            id="field-Day".to_owned()
            label=Msg::PackHours
            typed=Signal::derive(move || state.of(key, |row| row.hours.clone().unwrap_or_default()))
            write=Callback::new(write)
            unit=view! { "%" }.into_any()
            letters=true
        />
    }
    .into_any()
}

fn isolations(state: State, key: u32) -> AnyView {
    let choices = || {
        let all = Isolation::ALL.into_iter().rev();
        all.map(|(one, id)| Choice::new(id, text(isolation(one))))
            .collect()
    };
    let chosen = |row: &Row| {
        let mut all = Isolation::ALL.into_iter();
        let found = all.find(|(one, _)| *one == row.isolation);
        found.map_or("", |(_, id)| id).to_owned()
    };
    select(
        state,
        key,
        Msg::PackIsolation,
        "field-Isolation",
        choices,
        chosen,
        |row, id| {
            let mut all = Isolation::ALL.into_iter();
            if let Some((one, _)) = all.find(|(_, known)| *known == id) {
                row.isolation = one;
            }
        },
    )
}

fn priorities(state: State, key: u32) -> AnyView {
    let choices = || {
        let all = Priority::ALL.iter();
        all.map(|one| Choice::new(one.id(), text(priority(*one))))
            .collect()
    };
    let chosen = |row: &Row| row.priority.id().to_owned();
    select(
        state,
        key,
        Msg::PackPriority,
        "field-Priority",
        choices,
        chosen,
        |row, id| {
            if let Some(one) = Priority::from_id(id) {
                row.priority = one;
            }
        },
    )
}

/// What can be done with the whole of it.
fn actions(state: State, key: u32) -> AnyView {
    let copy = move |_| {
        let mut copied = None;
        state.choose(|draft| copied = draft.copy(key));
        if copied.is_some() {
            state.study.open.set(copied);
        }
    };
    // As the calculator asks it, on the same accelerators; figures where they come from.
    let from = state.draft.with_untracked(|draft| {
        let figures = draft.row(key)?.figures.as_ref()?;
        Some(figures.from.clone())
    });
    let name = from.as_ref().map_or(Msg::PackInSize, |_| Msg::PackInVision);
    let size = move || {
        if let Some(from) = &from {
            return browser::page_at("vision/", from);
        }
        let question = state.draft.with(|draft| {
            let row = draft.row(key)?;
            let mut question = row.serving.question(i18n::language().marks()).ok()?;
            question.fleet = draft.fleet.clone();
            Some(question)
        });
        let fragment = question.map(|question| {
            link::write(&Link {
                question,
                view: state.frame.view(),
                frame: None,
            })
        });
        browser::page_at("", &fragment.unwrap_or_default())
    };
    view! {
        <div class="chips">
            <button type="button" class="chip action" on:click=copy>{t(Msg::PackCopy)}</button>
            <button type="button" class="chip action" on:click=move |_| remove(state, key)>
                {t(Msg::PackRemove)}
            </button>
            <a class="plain" href=size>{t(name)}</a>
        </div>
    }
    .into_any()
}
