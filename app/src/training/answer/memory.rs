//! Memory of the fullest accelerator: a bar, its legend, the same as a table, and the
//! quick estimate of the field guides beside it.

use super::quick::quick;
use crate::browser::{self, filled};
use crate::chart::twin;
use crate::element::Element;
use crate::i18n::{Msg, gb, gib, integer, percent, say, t, text};
use crate::page::carried::departing;
use crate::training::solve::Answer;
use crate::training::state::State;
use crate::training::words::free;
use estimator::quantity::Bytes;
use estimator::training::report::{self, Candidate, Component, Run};
use leptos::prelude::*;

/// The card: of the candidate that is selected, or else the recommended one.
#[component]
pub(super) fn Memory() -> impl IntoView {
    let state = State::of_page();
    let content = move || {
        let answer = state.answer.get()?;
        let candidate = answer.shown(state.frame.selected.get().as_deref())?;
        let run = candidate.best.as_ref()?;
        Some(card(state, &answer, candidate, run))
    };
    view! { <section class="card memory">{content}</section> }.into_any()
}

/// A part of the bar: its class, name, bytes.
struct Part {
    class: &'static str,
    name: Msg,
    bytes: Bytes,
}

const fn look(component: Component) -> (&'static str, Msg) {
    match component {
        Component::Weights => ("weights", Msg::PartWeights),
        Component::MasterWeights => ("master", Msg::PartMaster),
        Component::Gradients => ("gradients", Msg::PartGradients),
        Component::Optimizer => ("optimizer", Msg::PartOptimizer),
        Component::Gathered => ("gathered", Msg::PartGathered),
        Component::Activations => ("activations", Msg::PartActivations),
        Component::Logits => ("logits", Msg::PartLogits),
        Component::Workspace => ("workspace", Msg::PartWorkspace),
        Component::Reserve => ("reserve", Msg::PartReserve),
        Component::Context => ("context", Msg::PartContext),
    }
}

fn parts(memory: &report::Memory) -> Vec<Part> {
    let all = Component::ALL.into_iter().zip(memory.parts);
    let mut parts: Vec<Part> = all
        .filter(|(_, bytes)| bytes.get() > 0.0)
        .map(|(component, bytes)| {
            let (class, name) = look(component);
            Part { class, name, bytes }
        })
        .collect();
    let (class, name, bytes) = if memory.fits() {
        ("free", Msg::PartFree, free(memory))
    } else {
        ("short", Msg::PartShort, memory.short())
    };
    parts.push(Part { class, name, bytes });
    parts
}

fn card(state: State, answer: &Answer, candidate: &Candidate, run: &Run) -> AnyView {
    let memory = &run.estimate.memory;
    let parts = parts(memory);
    let legend: Vec<Element> = parts.iter().map(legend).collect();
    let back = state.frame.selected.get().map(|_| {
        view! {
            <button type="button" class="plain" on:click=move |_| state.frame.select(None)>
                {t(Msg::ShowRecommended)}
            </button>
        }
    });
    let sold = answer
        .offer(candidate)
        .map(|offer| gb(offer.accelerator.marketed_memory));
    view! {
        <header class="card-head">
            <h2>{say::memory_heading(answer.name(candidate))}</h2>
            {back}
            <p class="aside">
                {sold.map(|sold| say::memory_usable(&sold, &gib(memory.capacity)))}
            </p>
        </header>
        {bar(memory, &parts)}
        <ul class="legend" use:filled=legend></ul>
        <p class="aside">{levels(memory, run)}</p>
        {table(memory, &parts)}
        {quick(answer, candidate, run)}
        <a class="aside" href=move || measured(state)>{t(Msg::MemoryMeasure)}</a>
    }
    .into_any()
}

/// The page about measurements with this question, to hold a recorded memory against it.
fn measured(state: State) -> String {
    let fragment = state.fragment().unwrap_or_default();
    browser::page_at("measure/", &departing(&fragment))
}

/// The framework's readings at different moments, the stage, and the host's share.
fn levels(memory: &report::Memory, run: &Run) -> String {
    let mut sentences = vec![say::memory_levels(
        &gib(memory.allocated),
        &gib(memory.peak),
        &gib(memory.reserved),
    )];
    if run.estimate.layout.pipeline > 1 {
        let stage = f64::from(memory.stage) + 1.0;
        sentences.push(say::memory_stage(&integer(stage)));
    }
    if memory.host.get() > 0.0 {
        sentences.push(say::memory_host(&gib(memory.host)));
    }
    sentences.join(crate::i18n::language().gap())
}

fn bar(memory: &report::Memory, parts: &[Part]) -> AnyView {
    let whole = memory.capacity.max(memory.needed());
    let share = |bytes: Bytes| crate::element::length(bytes / whole);
    // The lacking part is in the others already: the mark shows it.
    let there = parts.iter().filter(|part| part.class != "short");
    let segments = there
        .map(|part| view! { <i class=part.class style:width=share(part.bytes)></i> })
        .collect_view();
    let over = (!memory.fits())
        .then(|| view! { <b class="capacity" style:left=share(memory.capacity)></b> });
    view! { <div class="bar" aria-hidden="true">{segments}{over}</div> }.into_any()
}

fn legend(part: &Part) -> Element {
    Element::new("li")
        .and(Element::new("i").with("class", part.class))
        .and(Element::new("span").say(text(part.name)))
        .and(Element::new("b").say(gib(part.bytes)))
}

fn table(memory: &report::Memory, parts: &[Part]) -> AnyView {
    let row = |name: Msg, bytes: Bytes| {
        Element::new("tr")
            .and(Element::heading("row", text(name)))
            .and(Element::new("td").say(gib(bytes)))
            .and(Element::new("td").say(percent(bytes / memory.capacity)))
    };
    let mut rows: Vec<Element> = parts
        .iter()
        .map(|part| row(part.name, part.bytes))
        .collect();
    rows.extend([
        row(Msg::LevelAllocated, memory.allocated),
        row(Msg::LevelPeak, memory.peak),
        row(Msg::LevelReserved, memory.reserved),
        row(Msg::Capacity, memory.capacity),
    ]);
    let heads = [Msg::TablePart, Msg::TableSize, Msg::TableShare]
        .map(|title| Element::heading("col", text(title)));
    twin::folded(heads, rows)
}
