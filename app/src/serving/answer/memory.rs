//! Memory of one accelerator: a bar, its legend, and the same as a table.

use super::phrase::name;
use super::words::at;
use crate::browser::filled;
use crate::chart::twin;
use crate::control::named;
use crate::element::Element;
use crate::i18n::{Msg, compact, gb, gib, integer, number, percent, say, t, text};
use crate::serving::solve::Answer;
use crate::serving::state::State;
use estimator::quantity::Bytes;
use estimator::serving::memory::{Component, Held, MemoryBreakdown};
use estimator::serving::report::{Candidate, Sizing};
use leptos::prelude::*;

/// The card: of the candidate that is selected, or else the recommended one.
#[component]
pub(super) fn Memory() -> impl IntoView {
    let state = State::of_page();
    let content = move || {
        let answer = state.answer.get()?;
        let candidate = shown(&answer, state.frame.selected.get().as_deref())?;
        let sizing = candidate.best.as_ref()?;
        Some(card(state, &answer, candidate, sizing))
    };
    view! { <section class="card memory">{content}</section> }.into_any()
}

/// The candidate whose details are shown.
pub(crate) fn shown<'a>(answer: &'a Answer, selected: Option<&str>) -> Option<&'a Candidate> {
    let report = &answer.report;
    let is_selected = |candidate: &&Candidate| {
        let offer = answer.offer(candidate);
        offer.is_some_and(|offer| Some(offer.accelerator.id.as_str()) == selected)
            && candidate.best.is_some()
    };
    let selected = report.candidates.iter().find(is_selected);
    selected.or_else(|| report.recommended()).or_else(|| {
        report
            .candidates
            .iter()
            .find(|candidate| candidate.best.is_some())
    })
}

/// The name of the accelerator that hardware which is there is taken to be; `None` where only one
/// is on offer, so that nobody needs to say it.
pub(crate) fn taken_for<'a>(answer: &'a Answer, selected: Option<&str>) -> Option<&'a str> {
    let candidate = there(answer, selected)?;
    (answer.offers.len() > 1).then(|| name(answer, candidate))
}

/// The candidate whose accelerators are there: the one that is shown, or else the first.
pub(super) fn there<'a>(answer: &'a Answer, selected: Option<&str>) -> Option<&'a Candidate> {
    shown(answer, selected).or_else(|| answer.report.candidates.first())
}

/// A part of the bar: its class, name, bytes, and detail.
pub(crate) struct Part {
    pub(crate) class: &'static str,
    pub(crate) name: Msg,
    pub(crate) bytes: Bytes,
    detail: Option<String>,
}

/// The parts in the order of the bar.
pub(crate) fn parts(answer: &Answer, sizing: &Sizing) -> Vec<Part> {
    let memory = &sizing.estimate.memory;
    let mut parts: Vec<Part> = memory
        .parts
        .iter()
        .map(|(component, bytes)| {
            let (class, name) = match component {
                Component::Weights => ("weights", Msg::PartWeights),
                Component::Drafter => ("drafter", Msg::PartDrafter),
                Component::Adapters => ("adapters", Msg::PartAdapters),
                Component::KvCache => ("kv-cache", Msg::PartKvCache),
                Component::Activations => ("activations", Msg::PartActivations),
                Component::Runtime => ("runtime", Msg::PartRuntime),
                Component::Driver => ("driver", Msg::PartDriver),
            };
            let runs = sizing.estimate.performance.is_some();
            let detail = (runs && *component == Component::KvCache)
                .then(|| held(&memory.held, at(answer.question.sla.percentile)));
            Part {
                class,
                name,
                bytes: *bytes,
                detail,
            }
        })
        .collect();
    let (name, bytes, class) = if memory.used() > memory.capacity {
        (Msg::PartShort, memory.used() - memory.capacity, "short")
    } else {
        (Msg::PartFree, memory.free(), "free")
    };
    parts.push(Part {
        class,
        name,
        bytes,
        detail: None,
    });
    parts
}

/// The requests that the bytes of the cache are of, `at` the percentile that the answer is held
/// against: their number times their length, so that a reader can work it out.
fn held(held: &Held, at: &str) -> String {
    let (requests, tokens) = (number(held.requests), integer(held.tokens));
    if held.shared > 0.0 {
        say::kv_detail_shared(at, &requests, &integer(held.shared), &tokens)
    } else {
        say::kv_detail(at, &requests, &tokens)
    }
}

fn card(state: State, answer: &Answer, candidate: &Candidate, sizing: &Sizing) -> AnyView {
    let memory = &sizing.estimate.memory;
    let parts = parts(answer, sizing);
    let legend = legend(memory, &parts);
    let back = state.frame.selected.get().map(|_| {
        view! {
            <button type="button" class="plain" on:click=move |_| state.frame.select(None)>
                {t(Msg::ShowRecommended)}
            </button>
        }
    });
    let pool = say::kv_pool(
        &gib(memory.kv_pool),
        &integer(memory.guaranteed_concurrency.floor()),
        &compact(memory.kv_tokens),
    );
    view! {
        <header class="card-head">
            <h2>{say::memory_heading(name(answer, candidate))}</h2>
            {back}
            <p class="aside">{say::memory_usable(&gb(memory.marketed), &gib(memory.capacity))}</p>
        </header>
        {bar(memory, &parts)}
        <ul class="legend" use:filled=legend></ul>
        <p class="aside">{pool} " " {context(answer, memory)}</p>
        {table(memory, &parts)}
    }
    .into_any()
}

/// The longest request that fits, beside the window of the model.
fn context(answer: &Answer, memory: &MemoryBreakdown) -> Option<String> {
    let longest = memory.longest?;
    Some(match answer.scenario.model.max_context.map(f64::from) {
        Some(window) if longest >= window => say::context_whole(&integer(window)),
        Some(window) => say::context_part(&compact(longest), &integer(window)),
        None => say::context_open(&compact(longest)),
    })
}

/// A bar of the parts, as wide as its container. What a full cache would take is hatched beside
/// what it takes; a mark ends what the engine may take.
pub(crate) fn bar(memory: &MemoryBreakdown, parts: &[Part]) -> AnyView {
    let whole = memory.capacity.max(memory.used());
    let share = |bytes: Bytes| crate::element::length(bytes / whole);
    let room = memory.room();
    // The shortfall is part of the others already: the mark shows it.
    let there = parts.iter().filter(|part| part.class != "short");
    let segments = there
        .map(|part| {
            let hatched = if part.class == "free" {
                room
            } else {
                Bytes::ZERO
            };
            let beside = (part.class == "kv-cache" && room > Bytes::ZERO)
                .then(|| view! { <b class="cache-room" style:width=share(room)></b> });
            view! {
                <i class=part.class style:width=share(part.bytes - hatched)></i>
                {beside}
            }
        })
        .collect_view();
    let (class, mark) = match limit(memory) {
        Some(limit) => ("engine-limit", limit),
        None => ("capacity", memory.capacity),
    };
    let mark = view! { <b class=class style:left=share(mark)></b> };
    view! { <div class="bar" aria-hidden="true">{segments}{mark}</div> }.into_any()
}

/// The most that the engine may take; `None` where its parts do not fit.
fn limit(memory: &MemoryBreakdown) -> Option<Bytes> {
    (memory.used() <= memory.capacity).then(|| memory.limit())
}

/// The legend of the bar: its parts, what the cache may take of the rest, and the engine's limit.
pub(crate) fn legend(memory: &MemoryBreakdown, parts: &[Part]) -> Vec<Element> {
    let mut items: Vec<Element> = parts.iter().map(item).collect();
    let marks = marks(memory).map(|(class, name, bytes)| {
        Element::new("li")
            .and(Element::new("i").with("class", class))
            .and(named(name))
            .and(Element::new("b").say(gib(bytes)))
    });
    items.extend(marks);
    items
}

/// What is marked beside the parts: its class, name and bytes.
fn marks(memory: &MemoryBreakdown) -> impl Iterator<Item = (&'static str, Msg, Bytes)> {
    let room = Some(memory.room()).filter(|room| *room > Bytes::ZERO);
    let room = room.map(|room| ("cache-room", Msg::PartRoom, room));
    let limit = limit(memory).map(|limit| ("engine-limit", Msg::EngineLimit, limit));
    room.into_iter().chain(limit)
}

/// The legend of a part of the bar.
fn item(part: &Part) -> Element {
    let item = Element::new("li")
        .and(Element::new("i").with("class", part.class))
        .and(named(part.name))
        .and(Element::new("b").say(gib(part.bytes)));
    match &part.detail {
        Some(detail) => item.and(Element::new("small").say(detail)),
        None => item,
    }
}

fn table(memory: &MemoryBreakdown, parts: &[Part]) -> AnyView {
    let row = |name: Msg, bytes: Bytes| {
        Element::new("tr")
            .and(Element::heading("row", text(name)))
            .and(Element::new("td").say(gib(bytes)))
            .and(Element::new("td").say(percent(bytes / memory.capacity)))
    };
    let mut rows: Vec<Element> = Vec::new();
    for part in parts {
        rows.push(row(part.name, part.bytes));
    }
    for (_, name, bytes) in marks(memory) {
        rows.push(row(name, bytes));
    }
    rows.push(row(Msg::Capacity, memory.capacity));
    let heads = [Msg::TablePart, Msg::TableSize, Msg::TableShare]
        .map(|title| Element::heading("col", text(title)));
    twin::folded(heads, rows)
}
