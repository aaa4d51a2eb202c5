//! The workloads: a line each, which opens to be changed.

use super::taken::Taken;
use crate::browser;
use crate::chart::hue::hue;
use crate::fleet::draft::{Draft, Row};
use crate::fleet::side::Beside;
use crate::fleet::state::State;
use crate::fleet::words::{isolation, problem, waiting};
use crate::i18n::{self, Msg, say, t, text};
use crate::page::carried::departing;
use crate::serving::answer::model_name;
use estimator::fleet::asked::{Field, Part, State as Place, Workload};
use leptos::prelude::*;

/// The model of a new workload: one that many serve.
const USUAL: &str = "Qwen/Qwen3-8B";

/// All of them, and what adds more.
#[component]
pub(super) fn Rows() -> impl IntoView {
    let state = State::of_page();
    let keys = Memo::new(move |_| {
        state
            .draft
            .with(|draft| draft.rows.iter().map(|row| row.key).collect::<Vec<u32>>())
    });
    let fields = Fields {
        beside: Beside::new(),
        fresh: RwSignal::new(None),
    };
    // Whoever reads an answer changes a workload next.
    Effect::new(move |_| {
        if state.study.shown.with(Option::is_some) {
            fields.beside.load();
        }
    });
    let lines = move || {
        keys.get()
            .into_iter()
            .map(|key| line(state, fields, key))
            .collect_view()
    };
    let wrong = move || {
        let found = state.problem_at(&Field::Workloads);
        found.map(|found| problem(&Field::Workloads, &found))
    };
    let add = move |_| {
        let marks = i18n::marks();
        let name = text(Msg::PackNew);
        state.choose(|draft| {
            let workload = Workload::of(&draft.free(name), USUAL).over("office");
            let key = draft.add(workload, marks);
            state.study.open.set(Some(key));
            fields.fresh.set(Some(key));
        });
    };
    let queue = move || browser::page_at("queue/", &departing(&state.others()));
    view! {
        <ul class="workloads">{lines}</ul>
        <p class="problem" role="status">{wrong}</p>
        <div class="chips">
            <button type="button" class="chip action" on:click=add>{t(Msg::PackAdd)}</button>
        </div>
        <Taken/>
        <a class="aside" href=queue>{t(Msg::PackQueue)}</a>
    }
    .into_any()
}

/// The place of the open workload's fields. Small handle: copy it freely.
#[derive(Clone, Copy)]
struct Fields {
    beside: Beside,
    /// The workload that was added last, until its name has the focus.
    fresh: RwSignal<Option<u32>>,
}

impl Fields {
    /// Those of a workload; reactive.
    fn of(self, key: u32) -> AnyView {
        self.beside.load();
        self.beside.content(move |side| {
            if self.fresh.get_untracked() == Some(key) {
                self.fresh.set(None);
                set_timeout(|| browser::focus("field-Name"), std::time::Duration::ZERO);
            }
            (side.editor)(key)
        })
    }
}

/// A workload: a button with its name and what it asks, and below it its fields once it is open.
fn line(state: State, fields: Fields, key: u32) -> AnyView {
    let open = Memo::new(move |_| state.study.open.get() == Some(key));
    let place = move || state.draft.with(|draft| draft.place(key)).unwrap_or(0);
    let wrong = Memo::new(move |_| {
        let place = place();
        state.errors.with(|errors| {
            let of = |field: &Field| matches!(field, Field::Workload(at, _) if *at == place);
            errors.iter().find(|error| of(&error.field)).cloned()
        })
    });
    // Of the question on the page alone: rows of another have other places.
    let unserved = move || {
        let shown = state.study.shown.get().filter(|_| !state.is_stale())?;
        let own = shown.report.replicas.get(place())?;
        (own.state == Place::Unserved).then(|| text(Msg::PackNotServed).to_owned())
    };
    let said = move || match wrong.get() {
        Some(wrong) => (!open.get()).then(|| problem(&wrong.field, &wrong.problem)),
        None => unserved(),
    };
    let toggle = move |_| state.study.open.set((!open.get_untracked()).then_some(key));
    let control = format!("workload-{key}");
    view! {
        <li class="workload" class:open=open>
            <button
                type="button"
                id=control
                class="workload-head"
                aria-expanded=move || if open.get() { "true" } else { "false" }
                on:click=toggle
            >
                <i class=move || hue(place()) aria-hidden="true"></i>
                <b>{move || name(state, key)}</b>
                <span>{move || state.of(key, load)}</span>
                <small>{move || state.of(key, what)}</small>
                <small>{move || state.of(key, demands)}</small>
            </button>
            <p class="problem">{said}</p>
            {move || open.get().then(|| fields.of(key))}
        </li>
    }
    .into_any()
}

/// The name of a row, or that it has none.
fn name(state: State, key: u32) -> String {
    let name = state.of(key, |row| row.name.trim().to_owned());
    if name.is_empty() {
        text(Msg::PackNameless).to_owned()
    } else {
        name
    }
}

/// The model, or that it goes by its figures.
fn what(row: &Row) -> String {
    match row.figures {
        Some(_) => text(Msg::PackFigures).to_owned(),
        None => model_name(&row.serving.chosen.model),
    }
}

/// The peak load as typed; of figures nothing.
fn load(row: &Row) -> String {
    if row.figures.is_some() {
        return String::new();
    }
    let typed = row.serving.text(estimator::error::Field::Traffic);
    match row.serving.basis {
        crate::serving::draft::Basis::Users => say::pack_users(typed),
        _ => say::load_of_rate(typed),
    }
}

/// The isolation and the wait that it allows.
fn demands(row: &Row) -> String {
    let isolation = text(isolation(row.isolation));
    if row.wait.trim().is_empty() {
        isolation.to_owned()
    } else {
        format!("{isolation}{}{}", text(Msg::ListComma), waiting(&row.wait))
    }
}

/// Removes a workload; the one that takes its place is focussed.
pub(in crate::fleet) fn remove(state: State, key: u32) {
    let place = state.draft.with_untracked(|draft| draft.place(key));
    state.study.open.set(None);
    state.choose(|draft: &mut Draft| draft.rows.retain(|row| row.key != key));
    let next = state.draft.with_untracked(|draft| {
        let last = draft.rows.len().checked_sub(1)?;
        let row = draft.rows.get(place?.min(last))?;
        Some(format!("workload-{}", row.key))
    });
    if let Some(next) = next {
        set_timeout(move || browser::focus(&next), std::time::Duration::ZERO);
    }
}

/// The field of a part of a workload.
pub(in crate::fleet) fn field_of(state: State, key: u32, part: Part) -> Field {
    let place = state
        .draft
        .with(|draft| draft.place(key))
        .unwrap_or(usize::MAX);
    Field::Workload(place, part)
}
