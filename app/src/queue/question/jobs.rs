//! The jobs: a line for those alike, which opens to be changed.

use super::row::{Said, remove, row, show};
use crate::chart::hue::hue;
use crate::control::Choice;
use crate::i18n::{self, Msg, say, t, text};
use crate::queue::draft::{Draft, JobRow};
use crate::queue::fields::{id_of, name, number, said, select};
use crate::queue::state::State;
use crate::queue::words::{class, near};
use estimator::kubernetes::queue::Level;
use estimator::kubernetes::teams::{Class, Field, JobPart, Jobs, NEARS};
use leptos::prelude::*;

/// The `id` of the button that adds one.
const ADD: &str = "queue-add-job";

/// All of them.
#[component]
pub(super) fn Rows() -> impl IntoView {
    let state = State::of_page();
    let keys = Memo::new(move |_| {
        let keys = |draft: &Draft| draft.jobs.iter().map(|row| row.key).collect::<Vec<_>>();
        state.draft.with(keys)
    });
    let lines = move || {
        let keys = keys.get().into_iter();
        keys.map(|key| line(state, key)).collect_view()
    };
    let add = move |_| {
        let marks = i18n::marks();
        let new = text(Msg::QueueNewJob);
        let mut made = (0, 0);
        state.choose(|draft| {
            let name = Draft::free(new, draft.jobs.iter().map(|row| &row.name));
            let jobs = Jobs::new(&name, 0, 1, 3600);
            made = (draft.add_jobs(&jobs, marks), draft.jobs.len() - 1);
        });
        let (key, place) = made;
        show(state, key, id_of(Field::Job(place, JobPart::Name)));
    };
    view! {
        <ul class="workloads">{lines}</ul>
        {said(state, Field::Jobs)}
        <div class="chips">
            <button type="button" id=ADD class="chip action" on:click=add>{t(Msg::QueueAddJob)}</button>
        </div>
    }
    .into_any()
}

fn of<T>(draft: &Draft, key: u32, read: impl Fn(&JobRow) -> T) -> Option<T> {
    draft.jobs.iter().find(|row| row.key == key).map(read)
}

fn line(state: State, key: u32) -> AnyView {
    let place = move || {
        let place = |draft: &Draft| draft.jobs.iter().position(|row| row.key == key);
        state.draft.with(place)
    };
    let said = move || {
        state.draft.with(|draft| {
            let said = |row: &JobRow| {
                let team = draft.teams.iter().position(|team| team.key == row.team);
                let of_team = team.and_then(|at| draft.teams.get(at));
                let load = say::queue_load(&row.gpus, &row.time);
                Said {
                    colour: team.map_or("", hue),
                    name: row.name.clone(),
                    beside: if row.count.trim() == "1" {
                        load
                    } else {
                        say::queue_times(&row.count, &load)
                    },
                    below: say::queue_of_team(
                        text(class(row.class)),
                        of_team.map_or("–", |team| &team.name),
                    ),
                }
            };
            of(draft, key, said).unwrap_or_default()
        })
    };
    let is_of = |field, place| matches!(field, Field::Job(at, _) if at == place);
    row(state, key, said, place, is_of, editor)
}

/// The fields of the jobs at a place.
fn editor(state: State, key: u32, place: usize) -> AnyView {
    let at = move |part| Field::Job(place, part);
    let hours = Some(Msg::QueueUnitHours);
    let minutes = Some(Msg::QueueUnitMinutes);
    let several = Memo::new(move |_| {
        let several = |row: &JobRow| row.count.trim() != "1";
        state
            .draft
            .with(|draft| of(draft, key, several))
            .unwrap_or(false)
    });
    let every = move || {
        several
            .get()
            .then(|| number(state, at(JobPart::Every), Msg::QueueEvery, hours, None))
    };
    let racks = Memo::new(move |_| state.draft.with(Draft::has_racks));
    let take = move || state.choose(|draft| draft.jobs.retain(|row| row.key != key));
    view! {
        <div class="workload-fields" role="group" aria-labelledby=super::row::id_of(key)>
            {name(state, at(JobPart::Name))}
            {teams(state, key)}
            {said(state, at(JobPart::Team))}
            {classes(state, key)}
            {move || racks.get().then(|| nears(state, key))}
            {said(state, at(JobPart::Near))}
            <div class="pair">
                {number(state, at(JobPart::Gpus), Msg::QueueGpusEach, Some(Msg::QueueUnit), None)}
                {number(state, at(JobPart::Time), Msg::QueueTime, hours, None)}
            </div>
            <div class="pair">
                {number(state, at(JobPart::Submit), Msg::QueueSubmit, hours, None)}
                {number(state, at(JobPart::Count), Msg::QueueCount, None, None)}
            </div>
            {every}
            <div class="pair">
                {number(
                    state,
                    at(JobPart::Checkpoint),
                    Msg::QueueCheckpoint,
                    minutes,
                    Some(Msg::QueueNoCheckpoint),
                )}
                {number(state, at(JobPart::Restart), Msg::QueueRestart, minutes, None)}
            </div>
            {remove(state, ADD, take)}
        </div>
    }
    .into_any()
}

fn teams(state: State, key: u32) -> AnyView {
    let choices = move || {
        state.draft.with(|draft| {
            let known = |team: u32| draft.teams.iter().any(|row| row.key == team);
            let gone = of(draft, key, |row| !known(row.team)).unwrap_or(false);
            // Of a team that was removed.
            let none = gone.then(|| Choice::new("", "–"));
            let teams = draft.teams.iter();
            let teams = teams.map(|row| Choice::new(&row.key.to_string(), row.name.clone()));
            none.into_iter().chain(teams).collect()
        })
    };
    let chosen = move || {
        state.draft.with(|draft| {
            let known = |team: &u32| draft.teams.iter().any(|row| row.key == *team);
            let team = of(draft, key, |row| row.team).filter(known);
            team.map_or_else(String::new, |team| team.to_string())
        })
    };
    let choose = move |id: String| {
        if let Ok(team) = id.parse() {
            change(state, key, |row| row.team = team);
        }
    };
    select(Msg::QueueTeam, "field-team", choices, chosen, choose)
}

fn classes(state: State, key: u32) -> AnyView {
    let choices = || {
        let all = Class::ALL.iter();
        all.map(|one| Choice::new(one.id(), text(class(*one))))
            .collect()
    };
    let chosen = move || {
        let id = |row: &JobRow| row.class.id().to_owned();
        state
            .draft
            .with(|draft| of(draft, key, id))
            .unwrap_or_default()
    };
    let choose = move |id: String| {
        if let Some(class) = Class::from_id(&id) {
            change(state, key, |row| row.class = class);
        }
    };
    select(Msg::QueuePriority, "field-class", choices, chosen, choose)
}

fn nears(state: State, key: u32) -> AnyView {
    let chosen = move || {
        let now = state.draft.with(|draft| of(draft, key, |row| row.near));
        let found = NEARS.iter().find(|(_, one)| Some(*one) == now);
        found.map_or("", |(id, _)| id).to_owned()
    };
    let choices = move || {
        let blocks = state.draft.with(|draft| !draft.block.trim().is_empty());
        let chosen = chosen();
        let all = NEARS.iter();
        let all = all.filter(|(id, one)| blocks || one.level() != Level::Block || *id == chosen);
        all.map(|(id, one)| Choice::new(id, text(near(*one))))
            .collect()
    };
    let choose = move |id: String| {
        if let Some((_, near)) = NEARS.iter().find(|(known, _)| *known == id) {
            change(state, key, |row| row.near = *near);
        }
    };
    select(Msg::QueueNear, "field-near", choices, chosen, choose)
}

fn change(state: State, key: u32, change: impl FnOnce(&mut JobRow)) {
    state.choose(|draft| {
        if let Some(row) = draft.jobs.iter_mut().find(|row| row.key == key) {
            change(row);
        }
    });
}
