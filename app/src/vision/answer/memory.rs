//! Memory of an accelerator, moment by moment: a bar each against its capacity, the legend, the
//! same as a table.

use crate::browser::filled;
use crate::chart::twin;
use crate::element::Element;
use crate::i18n::{Msg, gb, gib, percent, say, t, text};
use crate::vision::solve::Answer;
use crate::vision::state::State;
use crate::vision::words;
use estimator::quantity::Bytes;
use estimator::vision::sizing::report::{Candidate, Moment, Part, Sizing};
use leptos::prelude::*;

/// The card: of the candidate that is selected, or else the recommended one.
#[component]
pub(super) fn Memory() -> impl IntoView {
    let state = State::of_page();
    let content = move || {
        let answer = state.answer.get()?;
        let (candidate, sizing) = answer.shown(state.frame.selected.get().as_deref())?;
        Some(card(state, &answer, candidate, sizing))
    };
    view! { <section class="card memory">{content}</section> }.into_any()
}

fn card(state: State, answer: &Answer, candidate: &Candidate, sizing: &Sizing) -> AnyView {
    let capacity = answer
        .offer(candidate)
        .map_or(Bytes::ZERO, |offer| offer.accelerator.memory);
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
    let usable = sold.map(|sold| say::memory_usable(&sold, &gib(capacity)));
    let several = sizing.moments.len() > 1;
    let bars = sizing.moments.iter().map(|moment| {
        let name = several.then(|| {
            let name = text(words::phase(moment.phase));
            view! { <p class="moment"><span>{name}</span><b>{gib(moment.total())}</b></p> }
        });
        view! { {name} {bar(moment, capacity)} }
    });
    let legend = legend(sizing, capacity);
    view! {
        <header class="card-head">
            <h2>{say::memory_heading(answer.name(candidate))}</h2>
            {back}
            <p class="aside">{usable}</p>
        </header>
        {bars.collect_view()}
        <ul class="legend" use:filled=legend></ul>
        <p class="aside">{known(sizing)}</p>
        {table(sizing, capacity)}
    }
    .into_any()
}

/// How far the memory is known.
fn known(sizing: &Sizing) -> String {
    sizing.trust.memory.map_or_else(
        || text(Msg::VisionMemoryGuessed).to_owned(),
        |factor| say::vision_memory_band(&percent(factor - 1.0)),
    )
}

fn bar(moment: &Moment, capacity: Bytes) -> AnyView {
    let whole = capacity.max(moment.total());
    let share = |bytes: Bytes| crate::element::length(bytes / whole);
    let segments = moment
        .parts
        .iter()
        .map(|(part, bytes)| {
            let (class, _) = words::part(*part);
            view! { <i class=class style:width=share(*bytes)></i> }
        })
        .collect_view();
    let free = (capacity - moment.total()).max(Bytes::ZERO);
    view! {
        <div class="bar" aria-hidden="true">
            {segments} <i class="free" style:width=share(free)></i>
        </div>
    }
    .into_any()
}

/// The parts of the fullest moment, and what is free then.
fn legend(sizing: &Sizing, capacity: Bytes) -> Vec<Element> {
    let Some(moment) = sizing.fullest() else {
        return Vec::new();
    };
    let entry = |class: &'static str, name: Msg, bytes: Bytes| {
        Element::new("li")
            .and(Element::new("i").with("class", class))
            .and(Element::new("span").say(text(name)))
            .and(Element::new("b").say(gib(bytes)))
    };
    let mut entries: Vec<Element> = moment
        .parts
        .iter()
        .map(|(part, bytes)| {
            let (class, name) = words::part(*part);
            entry(class, name, *bytes)
        })
        .collect();
    let free = (capacity - moment.total()).max(Bytes::ZERO);
    entries.push(entry("free", Msg::PartFree, free));
    entries
}

fn table(sizing: &Sizing, capacity: Bytes) -> AnyView {
    let mut heads = vec![Element::heading("col", text(Msg::TablePart))];
    heads.extend(
        sizing
            .moments
            .iter()
            .map(|moment| Element::heading("col", text(words::phase(moment.phase)))),
    );
    let row = |name: Msg, of: &dyn Fn(&Moment) -> Bytes| {
        let cells = sizing.moments.iter().map(|moment| {
            let bytes = of(moment);
            let shown = if bytes.get() > 0.0 {
                gib(bytes)
            } else {
                "–".to_owned()
            };
            Element::new("td").say(shown)
        });
        let name = Element::heading("row", text(name));
        Element::of("tr", std::iter::once(name).chain(cells))
    };
    let has = |part: Part| {
        let mut moments = sizing.moments.iter();
        moments.any(|moment| moment.parts.iter().any(|(known, _)| *known == part))
    };
    let parts = Part::ALL.iter().copied().filter(|part| has(*part));
    let mut rows: Vec<Element> = parts
        .map(|part| {
            let (_, name) = words::part(part);
            row(name, &move |moment: &Moment| {
                let found = moment.parts.iter().find(|(known, _)| *known == part);
                found.map_or(Bytes::ZERO, |(_, bytes)| *bytes)
            })
        })
        .collect();
    rows.push(row(Msg::VisionAll, &Moment::total));
    rows.push(row(Msg::Capacity, &|_| capacity));
    twin::folded(heads, rows)
}
