//! The teams: a line each, which opens to be changed; and whether they lend each other.

use super::row::{Said, remove, row, show};
use crate::chart::hue::hue;
use crate::control::{Chip, Chips, Choice, tick};
use crate::i18n::{self, Msg, say, t, text};
use crate::queue::draft::{Draft, TeamRow};
use crate::queue::fields::{id_of, name, number, said, select};
use crate::queue::state::State;
use crate::queue::words::{reclaim, strategy, within};
use estimator::kubernetes::queue::Reclaim;
use estimator::kubernetes::teams::{Field, RECLAIMS, STRATEGIES, Team, TeamPart, WITHINS};
use leptos::prelude::*;

/// The `id` of the button that adds one.
const ADD: &str = "queue-add-team";

/// All of them.
#[component]
pub(super) fn Teams() -> impl IntoView {
    let state = State::of_page();
    let keys = Memo::new(move |_| {
        let keys = |draft: &Draft| draft.teams.iter().map(|row| row.key).collect::<Vec<_>>();
        state.draft.with(keys)
    });
    let lines = move || {
        let keys = keys.get().into_iter();
        keys.map(|key| line(state, key)).collect_view()
    };
    let add = move |_| {
        let marks = i18n::marks();
        let new = text(Msg::QueueNewTeam);
        let mut made = (0, 0);
        state.choose(|draft| {
            let name = Draft::free(new, draft.teams.iter().map(|row| &row.name));
            made = (
                draft.add_team(&Team::new(&name, 8), marks),
                draft.teams.len() - 1,
            );
        });
        let (key, place) = made;
        show(state, key, id_of(Field::Team(place, TeamPart::Name)));
    };
    let lends = Memo::new(move |_| state.draft.with(|draft| draft.cohort));
    let chips = [(true, Msg::QueueCohort), (false, Msg::QueueAlone)].map(|(on, name)| Chip {
        name: Signal::derive(move || text(name).to_owned()),
        hint: "",
        on: Signal::derive(move || lends.get() == on),
        press: Callback::new(move |()| state.choose(|draft| draft.cohort = on)),
    });
    view! {
        <Chips label=Msg::QueueLending chips=chips.to_vec()/>
        <ul class="workloads">{lines}</ul>
        {said(state, Field::Teams)}
        <div class="chips">
            <button type="button" id=ADD class="chip action" on:click=add>{t(Msg::QueueAddTeam)}</button>
        </div>
    }
    .into_any()
}

fn of<T>(draft: &Draft, key: u32, read: impl Fn(&TeamRow) -> T) -> Option<T> {
    draft.teams.iter().find(|row| row.key == key).map(read)
}

fn line(state: State, key: u32) -> AnyView {
    let place = move || {
        let place = |draft: &Draft| draft.teams.iter().position(|row| row.key == key);
        state.draft.with(place)
    };
    let said = move || {
        let at = place().unwrap_or(0);
        let alone = state.draft.with(|draft| !draft.cohort);
        let said = |row: &TeamRow| Said {
            colour: hue(at),
            name: row.name.clone(),
            beside: say::queue_quota_gpus(&row.gpus),
            below: if alone {
                text(strategy(row.strategy)).to_owned()
            } else {
                say::queue_calls_back(text(reclaim(row.reclaim)))
            },
        };
        state
            .draft
            .with(|draft| of(draft, key, said))
            .unwrap_or_default()
    };
    let is_of = |field, place| matches!(field, Field::Team(at, _) if at == place);
    row(state, key, said, place, is_of, editor)
}

/// The fields of the team at a place.
fn editor(state: State, key: u32, place: usize) -> AnyView {
    let at = move |part| Field::Team(place, part);
    let cohort = Memo::new(move |_| state.draft.with(|draft| draft.cohort));
    let limits = move || {
        cohort.get().then(|| {
            view! {
                <div class="pair">
                    {number(state, at(TeamPart::Lend), Msg::QueueLend, None, Some(Msg::QueueAll))}
                    {number(state, at(TeamPart::Borrow), Msg::QueueBorrow, None, Some(Msg::QueueAll))}
                </div>
                {rule(
                    state,
                    key,
                    Msg::QueueReclaim,
                    "field-reclaim",
                    &RECLAIMS,
                    reclaim,
                    |row| &mut row.reclaim,
                )}
                {above(state, key)}
                {said(state, at(TeamPart::BorrowWithin))}
            }
        })
    };
    let take = move || state.choose(|draft| draft.teams.retain(|row| row.key != key));
    view! {
        <div class="workload-fields" role="group" aria-labelledby=super::row::id_of(key)>
            {name(state, at(TeamPart::Name))}
            {number(state, at(TeamPart::Gpus), Msg::QueueQuota, Some(Msg::QueueUnit), None)}
            {limits}
            {rule(
                state,
                key,
                Msg::QueueWithin,
                "field-within",
                &WITHINS,
                within,
                |row| &mut row.within,
            )}
            {rule(
                state,
                key,
                Msg::QueueOrder,
                "field-strategy",
                &STRATEGIES,
                strategy,
                |row| &mut row.strategy,
            )}
            {remove(state, ADD, take)}
        </div>
    }
    .into_any()
}

/// A rule of a team, by Kueue's names.
fn rule<T: Copy + PartialEq + Send + Sync + 'static>(
    state: State,
    key: u32,
    label: Msg,
    id: &'static str,
    all: &'static [(&'static str, T)],
    name: fn(T) -> Msg,
    place: fn(&mut TeamRow) -> &mut T,
) -> AnyView {
    let choices = move || {
        let choice = |(id, one): &(&str, T)| Choice::new(id, text(name(*one)));
        all.iter().map(choice).collect()
    };
    let chosen = move || {
        let now = |row: &TeamRow| *place(&mut row.clone());
        let now = state.draft.with(|draft| of(draft, key, now));
        let found = all.iter().find(|(_, one)| Some(*one) == now);
        found.map_or("", |(id, _)| id).to_owned()
    };
    let choose = move |id: String| {
        let Some((_, one)) = all.iter().find(|(known, _)| *known == id) else {
            return;
        };
        state.choose(|draft| {
            if let Some(row) = draft.teams.iter_mut().find(|row| row.key == key) {
                *place(row) = *one;
            }
        });
    };
    select(label, id, choices, chosen, choose)
}

/// Whether it evicts for what it borrows.
fn above(state: State, key: u32) -> AnyView {
    let on = move || {
        let on = |row: &TeamRow| row.borrow_within;
        state
            .draft
            .with(|draft| of(draft, key, on))
            .unwrap_or(false)
    };
    let choose = move |on: bool| {
        state.choose(|draft| {
            if let Some(row) = draft.teams.iter_mut().find(|row| row.key == key) {
                row.borrow_within = on;
                // Kueue takes it with a call back alone.
                if on && row.reclaim == Reclaim::Never {
                    row.reclaim = Reclaim::LowerPriority;
                }
            }
        });
    };
    tick(
        Some("field-above"),
        Msg::QueueAbove,
        Signal::derive(on),
        Callback::new(choose),
    )
}
