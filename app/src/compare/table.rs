//! The comparison as it is shown and printed.

use super::figures::recommended;
use super::head::head;
use super::outcome::Outcome;
use super::sheet::{Cell, Row, Sheet, sheet};
use super::state::State;
use crate::browser::{filled, kept_filled};
use crate::element::Element;
use crate::i18n::{Msg, gib, say, t, text};
use crate::serving::answer::{memory_bar, memory_legend, memory_parts};
use catalog::quality::COMMON;
use estimator::quantity::Bytes;
use leptos::prelude::*;
use std::sync::Arc;

/// The card.
#[component]
pub(super) fn Comparison() -> impl IntoView {
    let state = State::of_page();
    let sheet = Memo::new(move |_| sheet(state));
    let count = move || state.scenarios.with(Vec::len);
    let heads = move || {
        let scenarios = state.scenarios.get();
        let all = scenarios.len();
        let heads = scenarios.iter().enumerate();
        heads
            .map(|(at, named)| head(state, at, all, named))
            .collect_view()
    };
    let hint = move || {
        t(match count() {
            0 => Msg::CompareNone,
            1 => Msg::CompareOne,
            _ => Msg::CompareAgainst,
        })()
    };
    let rows = move |read: fn(&Sheet) -> Vec<Element>| Signal::derive(move || sheet.with(read));
    let equal = move || sheet.with(|sheet| say::compare_equal(sheet.equal.len() as f64));
    view! {
        <section id="answer" class="card" tabindex="-1" aria-label=t(Msg::CompareHeading)>
            <p class="aside">{hint}</p>
            <p class="stale-note" hidden=move || !state.unsimulated.get()>{t(Msg::LoadFailed)}</p>
            <div hidden=move || count() == 0>
                <div class="wide" tabindex="0" role="group" aria-label=t(Msg::CompareHeading)>
                    <table class="columns">
                        <caption class="unseen">{t(Msg::CompareHeading)}</caption>
                        <thead>
                            <tr>
                                <td></td>
                                {heads}
                            </tr>
                        </thead>
                        <tbody use:kept_filled=rows(differing)></tbody>
                        <tbody use:kept_filled=rows(answers)></tbody>
                        <tbody class="quality" use:kept_filled=rows(quality)></tbody>
                        <tbody>
                            <tr class="bars">
                                <th scope="row">{t(Msg::CompareMemory)}</th>
                                {move || memory(state)}
                            </tr>
                        </tbody>
                    </table>
                </div>
                <p class="aside" hidden=move || sheet.with(|sheet| sheet.quality.is_empty())>
                    {move || say::compare_source(COMMON.as_of)}
                    " "
                    <a class="aside" href=COMMON.link target="_blank" rel="noreferrer" lang="en">{COMMON.name}</a>
                </p>
                <details class="equal" hidden=move || sheet.with(|sheet| sheet.equal.is_empty())>
                    <summary>{equal}</summary>
                    <dl use:kept_filled=rows(the_same)></dl>
                </details>
            </div>
        </section>
    }
    .into_any()
}

/// The heading of a group of rows.
fn group(name: Msg, columns: usize) -> Element {
    let cell = Element::words("th", "group", text(name))
        .with("scope", "rowgroup")
        .with("colspan", (columns + 1).to_string());
    Element::of("tr", [cell])
}

fn differing(sheet: &Sheet) -> Vec<Element> {
    let columns = sheet.names.len();
    if columns < 2 {
        return Vec::new();
    }
    let mut rows = vec![group(Msg::CompareDiffers, columns)];
    if sheet.differing.is_empty() && !sheet.equal.is_empty() {
        let cell = Element::new("td")
            .with("colspan", (columns + 1).to_string())
            .say(text(Msg::CompareSame));
        rows.push(Element::of("tr", [cell]));
    }
    rows.extend(sheet.differing.iter().map(row));
    rows
}

fn answers(sheet: &Sheet) -> Vec<Element> {
    let mut rows = vec![group(Msg::Answer, sheet.names.len())];
    rows.extend(sheet.answers.iter().map(row));
    rows
}

fn quality(sheet: &Sheet) -> Vec<Element> {
    let head = (!sheet.quality.is_empty()).then(|| group(Msg::CompareQuality, sheet.names.len()));
    head.into_iter()
        .chain(sheet.quality.iter().map(row))
        .collect()
}

fn row(row: &Row) -> Element {
    let name = Element::heading("row", &row.name);
    Element::of(
        "tr",
        std::iter::once(name).chain(row.cells.iter().map(cell)),
    )
}

/// A difference is marked by a sign and a word, whatever its colour.
fn cell(cell: &Cell) -> Element {
    let words = if cell.differs {
        Element::of(
            "td",
            [Element::new("mark")
                .and(Element::words("span", "unseen", text(Msg::CompareUnlike)))
                .say(format!("≠\u{a0}{}", cell.words))],
        )
    } else {
        Element::new("td").say(&cell.words)
    };
    let small = [&cell.beside, &cell.change];
    let small = small.into_iter().filter(|words| !words.is_empty());
    small.fold(words, |words, small| {
        words.say(" ").and(Element::new("small").say(small))
    })
}

fn the_same(sheet: &Sheet) -> Vec<Element> {
    let facts = sheet.equal.iter().map(|(name, value)| {
        let (name, value) = (Element::new("dt").say(name), Element::new("dd").say(value));
        Element::of("div", [name, value])
    });
    facts.collect()
}

/// The memory of one accelerator of each column: bars on one scale, the largest as wide as
/// its cell.
fn memory(state: State) -> AnyView {
    let columns = state.columns();
    let capacities = columns
        .iter()
        .filter_map(|(_, outcome)| capacity(outcome.as_ref()?));
    let most = capacities.fold(Bytes::ZERO, Bytes::max);
    let cells = columns.iter().map(|(_, outcome)| {
        let bar = outcome.as_ref().and_then(|outcome| bar(outcome, most));
        let none = || view! { {t(Msg::NotKnown)} }.into_any();
        view! { <td class="memory">{bar.unwrap_or_else(none)}</td> }
    });
    cells.collect_view().into_any()
}

/// The memory of one accelerator of the recommendation, or its use where the model takes more.
fn capacity(outcome: &Arc<Outcome>) -> Option<Bytes> {
    let (_, sizing) = recommended(outcome.answer.as_ref().ok()?)?;
    let memory = &sizing.estimate.memory;
    Some(memory.capacity.max(memory.used()))
}

fn bar(outcome: &Arc<Outcome>, most: Bytes) -> Option<AnyView> {
    let answer = outcome.answer.as_ref().ok()?;
    let (name, sizing) = recommended(answer)?;
    let memory = &sizing.estimate.memory;
    let parts = memory_parts(answer, sizing);
    let share = 100.0 * (capacity(outcome)? / most);
    let width = format!("{}%", estimator::decimal::round(share, 3));
    let legend = memory_legend(memory, &parts);
    let whole = format!("{name}: {}", gib(memory.capacity));
    Some(
        view! {
            <div style:width=width>{memory_bar(memory, &parts)}</div>
            <p class="aside">{whole}</p>
            <ul class="legend" use:filled=legend></ul>
        }
        .into_any(),
    )
}
