//! The future of the load: growth a year, the months planned for, and demand over a
//! day, chosen or drawn.

use crate::control::{Chip, Chips, Choice, FieldProblem, NumberField, Select};
use crate::i18n::{self, Msg, parse, percent, say, t, text};
use crate::serving::state::State;
use catalog::traffic::hours;
use estimator::error::Field;
use estimator::serving::plan::demand;
use estimator::serving::question::Day;
use leptos::prelude::*;

/// Common growth: a year's, as a share of one, and its name.
const RATES: [(f64, Option<Msg>); 4] = [
    (0.0, Some(Msg::GrowthNone)),
    (0.5, None),
    (1.0, Some(Msg::GrowthDoubling)),
    (2.0, Some(Msg::GrowthTripling)),
];

/// Days to choose from: an id of the catalogue, or one of two of our own.
const DAYS: [(&str, Msg); 5] = [
    (EVEN, Msg::DayEven),
    ("chat", Msg::DayChat),
    ("office", Msg::DayOffice),
    ("single-site", Msg::DaySite),
    (DRAWN, Msg::DayDrawn),
];

/// The choice of the same load all day.
const EVEN: &str = "even";
/// The choice of a day of one's own.
const DRAWN: &str = "drawn";

/// The name of a demand over a day.
pub(crate) fn day_name(day: &Day) -> Option<Msg> {
    let wanted = id_of(day);
    let mut days = DAYS.iter();
    days.find(|(id, _)| *id == wanted).map(|(_, name)| *name)
}

/// The fields.
#[component]
pub(super) fn Growing() -> impl IntoView {
    let state = State::of_page();
    let months = view! { {t(Msg::SymbolMonths)} };
    view! {
        <div class="pair">
            <NumberField field=Field::Growth label=Msg::GrowthRate unit="%".into_any()/>
            <NumberField field=Field::Horizon label=Msg::Horizon unit=months.into_any()/>
        </div>
        <Rates/>
        <Select
            label=Msg::DayProfile
            id="day-profile"
            choices=Signal::derive(|| {
                DAYS.iter().map(|(id, name)| Choice::new(id, text(*name))).collect::<Vec<_>>()
            })
            chosen=Signal::derive(move || state.draft.with(|draft| id_of(&draft.chosen.growth.day)))
            choose=move |id| choose(state, id)
        />
        <FieldProblem field=Field::Day id="field-Day-problem".to_owned()/>
        <Drawing/>
        <p class="aside">{t(Msg::DayHint)}</p>
    }
    .into_any()
}

#[component]
fn Rates() -> impl IntoView {
    let state = State::of_page();
    let typed = Memo::new(move |_| {
        let marks = i18n::language().marks();
        state
            .draft
            .with(|draft| parse(draft.text(Field::Growth), marks))
    });
    let chips = RATES
        .into_iter()
        .map(|(rate, name)| Chip {
            name: Signal::derive(move || {
                name.map_or_else(
                    || format!("+{}", percent(rate)),
                    |name| text(name).to_owned(),
                )
            }),
            hint: "",
            on: Signal::derive(move || typed.get() == Some(100.0 * rate)),
            press: Callback::new(move |()| {
                let marks = i18n::marks();
                state.choose(|draft| draft.set(Field::Growth, Some(100.0 * rate), marks));
            }),
        })
        .collect();
    view! { <Chips label=Msg::GrowthPresets chips/> }
}

fn id_of(day: &Day) -> String {
    match day {
        Day::Even => EVEN.to_owned(),
        Day::Like(id) => id.clone(),
        Day::Drawn(_) | Day::Week(_) => DRAWN.to_owned(),
    }
}

/// Takes a day from the list; drawing begins with the one before.
fn choose(state: State, id: String) {
    state.choose_in_question(|question| {
        let growth = &mut question.growth;
        growth.day = match id.as_str() {
            EVEN => Day::Even,
            DRAWN => Day::Drawn(demand::percent(hours(&growth.day).unwrap_or([1.0; 24]))),
            _ => Day::Like(id),
        };
    });
}

/// Percent of the drawn day's hours; none where no day is drawn.
fn drawn(state: State) -> Option<[u8; 24]> {
    state.draft.with(|draft| match draft.chosen.growth.day {
        Day::Drawn(percent) => Some(percent),
        Day::Even | Day::Like(_) | Day::Week(_) => None,
    })
}

/// The day as bars to pull: one slider an hour.
#[component]
fn Drawing() -> impl IntoView {
    let state = State::of_page();
    let shown = Memo::new(move |_| drawn(state).is_some());
    let bars = move || {
        shown.get().then(|| {
            let bars = (0..24_usize).map(|hour| bar(state, hour)).collect_view();
            view! { <div
                class="day"
                role="group"
                aria-label=t(Msg::DayDraw)
                aria-describedby="field-Day-problem"
            >
                {bars}
            </div> }
        })
    };
    view! { {bars} }.into_any()
}

fn bar(state: State, hour: usize) -> AnyView {
    let pulled = move || {
        let percent = drawn(state).and_then(|percent| percent.get(hour).copied());
        percent.unwrap_or_default()
    };
    let value = move || pulled().to_string();
    let pull = move |text: String| {
        state.draft.update(|draft| {
            if let Day::Drawn(percent) = &mut draft.chosen.growth.day
                && let (Some(place), Ok(value)) = (percent.get_mut(hour), text.parse::<u8>())
            {
                *place = value.min(100);
            }
        });
    };
    view! {
        <label>
            <input
                id=format!("day-hour-{hour}")
                type="range"
                min="0"
                max="100"
                aria-label=move || say::day_hour(&hour.to_string())
                aria-valuetext=move || percent(f64::from(pulled()) / 100.0)
                prop:value=value
                on:input:target=move |event| pull(event.target().value())
                on:change=move |_| state.frame.commit()
            />
            <span aria-hidden="true">{hour}</span>
        </label>
    }
    .into_any()
}
