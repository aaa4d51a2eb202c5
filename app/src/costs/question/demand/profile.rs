//! Which day or week: one of the catalogue, or drawn.

use crate::control::{Chip, Chips, Choice, FieldProblem, Select};
use crate::costs::state::State;
use crate::i18n::{self, Msg, text};
use catalog::traffic::{hours, profile, week};
use estimator::error::Field;
use estimator::serving::plan::demand;
use estimator::serving::question::{Day, Growth};
use leptos::prelude::*;

/// The choice of the same load all day.
const EVEN: &str = "even";
/// The choice of a day drawn by hand.
const DAY: &str = "drawn";
/// The choice of a week drawn by hand.
const WEEK: &str = "week";

/// Days to choose from, by their ids in the catalogue.
const PROFILES: [(&str, Msg); 7] = [
    (EVEN, Msg::DayEven),
    ("office", Msg::DayOffice),
    ("evening", Msg::DemandEvening),
    ("two-regions", Msg::DemandTwoRegions),
    ("night", Msg::DemandNight),
    ("chat", Msg::DayChat),
    ("single-site", Msg::DaySite),
];

/// Those that are drawn.
const DRAWN: [(&str, Msg); 2] = [(DAY, Msg::DemandDrawnDay), (WEEK, Msg::DemandDrawnWeek)];

/// The choice, where it comes from, and the profiles that drawing may begin with again.
#[component]
pub(super) fn Profile() -> impl IntoView {
    let state = State::of_page();
    let choices = || {
        let all = PROFILES.iter().chain(&DRAWN);
        all.map(|(id, name)| Choice::new(id, text(*name)))
            .collect::<Vec<_>>()
    };
    let source = move || {
        state.study.asked.with(|asked| match &asked.growth.day {
            Day::Like(id) => profile(id).map(|profile| profile.source),
            _ => None,
        })
    };
    let drawn = Memo::new(move |_| state.study.asked.with(|asked| is_drawn(&asked.growth.day)));
    view! {
        <Select
            label=Msg::DayProfile
            id="demand-profile"
            choices=Signal::derive(choices)
            chosen=Signal::derive(move || state.study.asked.with(|asked| id_of(&asked.growth.day)))
            choose=move |id: String| choose(state, &id)
        />
        <FieldProblem field=Field::Day id="field-Day-problem".to_owned()/>
        // Names of sources are those of their publishers.
        <p class="source" lang="en">{source}</p>
        {move || drawn.get().then(|| view! { <Again/> })}
    }
    .into_any()
}

fn is_drawn(day: &Day) -> bool {
    matches!(day, Day::Drawn(_) | Day::Week(_))
}

/// The name of a day or a week.
pub(in crate::costs) fn name(day: &Day) -> Msg {
    let id = id_of(day);
    let mut all = PROFILES.iter().chain(&DRAWN);
    let known = all.find(|(known, _)| *known == id);
    known.map_or(Msg::DemandDrawnDay, |(_, name)| *name)
}

fn id_of(day: &Day) -> String {
    match day {
        Day::Even => EVEN.to_owned(),
        Day::Like(id) => id.clone(),
        Day::Drawn(_) => DAY.to_owned(),
        Day::Week(_) => WEEK.to_owned(),
    }
}

/// Takes a day or a week from the list; drawing begins with the one before.
fn choose(state: State, id: &str) {
    state.choose_growth(|growth| growth.day = named(id, growth));
    // A field no longer shown must not stand in the way of an answer.
    let growth = untrack(|| state.study.asked.with(|asked| asked.growth.clone()));
    if matches!(growth.day, Day::Week(_)) {
        let forget = |typed: &mut super::Typed| {
            typed.forget(Field::Weekend, &growth, i18n::marks());
        };
        state.study.typed.update(forget);
    }
}

fn named(id: &str, growth: &Growth) -> Day {
    match id {
        EVEN => Day::Even,
        DAY => Day::Drawn(demand::percent(hours(&growth.day).unwrap_or([1.0; 24]))),
        WEEK => Day::Week(Box::new(drawn_week(growth))),
        _ => Day::Like(id.to_owned()),
    }
}

fn drawn_week(growth: &Growth) -> [u8; 168] {
    demand::percent(week(growth).unwrap_or([1.0; 168]))
}

/// Profiles that a drawn day or week can be made anew from.
#[component]
fn Again() -> impl IntoView {
    let state = State::of_page();
    let chips = PROFILES
        .into_iter()
        .map(|(id, name)| Chip {
            name: Signal::derive(move || text(name).to_owned()),
            hint: "",
            on: Signal::derive(move || {
                state
                    .study
                    .asked
                    .with(|asked| again(id, &asked.growth) == asked.growth.day)
            }),
            press: Callback::new(move |()| {
                state.choose_growth(|growth| growth.day = again(id, growth));
            }),
        })
        .collect();
    view! { <Chips label=Msg::DemandAgain titled=true chips/> }.into_any()
}

/// A profile drawn as the day or the week that is drawn now.
fn again(id: &str, growth: &Growth) -> Day {
    let like = Growth {
        day: named(id, growth),
        weekend: None,
        ..growth.clone()
    };
    match &growth.day {
        Day::Week(_) => Day::Week(Box::new(drawn_week(&like))),
        _ => named(DAY, &like),
    }
}
