//! What the last file says: the limit with its evidence, what to change, what is not known, and
//! every fact.

use super::calibrate::Calibrate;
use super::sheet;
use super::state::{Measured, State};
use super::table::{card, table};
use super::views::save_button;
use super::{advice, course, elsewhere, file, format, loaded, size, submitted, verdict};
use crate::browser::{self, filled};
use crate::control::emphasised;
use crate::i18n::{Msg, say, t, text};
use crate::page::dropped::harmless;
use estimator::calibration::told;
use estimator::export::Format;
use leptos::prelude::*;
use std::sync::Arc;

/// Everything about the file; nothing before the first.
#[component]
pub(super) fn Results() -> impl IntoView {
    let state = State::of_page();
    let shown = move || {
        let measured = state.measured.get()?;
        // What stands further down is made in turns of its own, so that none takes long.
        let turn = RwSignal::new(0_u8);
        next(turn);
        let after = |turns: u8, make: fn(State, &Arc<Measured>) -> AnyView| {
            let measured = Arc::clone(&measured);
            let due = Memo::new(move |_| turn.get() >= turns);
            move || due.get().then(|| make(state, &measured))
        };
        let charts = after(1, |state, measured| {
            view! {
                {course::of_work(state, measured)}
                {course::of_memory(state, measured)}
                {loaded::memory(measured)}
            }
            .into_any()
        });
        let tables = after(3, |_, measured| {
            let sections = sheet::sections(&measured.facts);
            sections.iter().map(card).collect_view().into_any()
        });
        let elsewhere = after(4, |state, measured| {
            elsewhere::card(state, measured).into_any()
        });
        let before = state.before.get();
        // A client's latencies say little of limits: what they are good for comes first.
        let submitted = submitted::card(state, &measured.facts);
        let measures = submitted.is_some() || told(&measured.facts).is_some();
        // What was measured is asked for once.
        let first =
            measures.then(|| submitted.unwrap_or_else(|| view! { <Calibrate/> }.into_any()));
        let last = (!measures).then(|| after(2, |_, _| view! { <Calibrate/> }.into_any()));
        Some(view! {
            {first}
            {limit(state, &measured)}
            {course::of_time(state, &measured)}
            {charts}
            {last}
            {before.map(|before| compared(state, &before, &measured))}
            {tables}
            {elsewhere}
        })
    };
    view! {
        <div id="answer" class="results" tabindex="-1" role="group" aria-label=t(Msg::ProfileHeading)>
            {shown}
        </div>
    }
    .into_any()
}

/// Counts the turns after this one, up to the last that anything waits for.
fn next(turn: RwSignal<u8>) {
    const LAST: u8 = 4;
    browser::after_paint(move || {
        let now = turn.try_update(|turn| {
            *turn += 1;
            *turn
        });
        if now.is_some_and(|now| now < LAST) {
            next(turn);
        }
    });
}

/// The card of the verdict.
fn limit(state: State, measured: &Arc<Measured>) -> AnyView {
    let facts = &measured.facts;
    let certainty = verdict::certainty(facts).map(|certainty| {
        let class = match certainty {
            Msg::ProfileMeasured => "certainty sure",
            _ => "certainty",
        };
        view! { <span class=class>{text(certainty)}</span> }
    });
    let evidence = verdict::evidence(facts);
    let evidence = evidence
        .iter()
        .map(|one| view! { <li>{emphasised(one)}</li> })
        .collect_view();
    let is_calibrated = Memo::new(move |_| state.calibration().is_fitted());
    let first = {
        let measured = Arc::clone(measured);
        move || {
            let first = advice::first(&measured.facts, is_calibrated.get());
            first.map(|first| view! { <p class="first">{say::profile_first(&first)}</p> })
        }
    };
    let id = facts.words("format").unwrap_or_default();
    let source = harmless(format::name(id));
    let notes = verdict::notes(facts);
    let notes = notes
        .into_iter()
        .map(|note| view! { <p class="aside">{note}</p> })
        .collect_view();
    view! {
        <section class="card limit">
            <header class="card-head">
                <h2 class="headline">{text(verdict::headline(facts))}</h2>
                {certainty}
            </header>
            {first}
            <ul class="reasons">{evidence}</ul>
            <p class="aside source">{measured.name.clone()} " · " {source}</p>
            {notes}
            <div class="ways">
                {actions(measured, is_calibrated)} {amounts(measured)} {unknown(measured)}
                {sizing(state, measured)} {loaded::changes(measured)}
            </div>
            {downloads(state)}
        </section>
    }
    .into_any()
}

/// This file beside the one before.
fn compared(state: State, before: &Measured, now: &Measured) -> Option<AnyView> {
    let section = sheet::compared(before, now)?;
    let title = text(section.title);
    let other = !sheet::are_alike(&before.facts, &now.facts);
    let save = save_button(section.title, &section.table);
    let table = table(&section);
    let forget = move |_| {
        state.beside.set(None);
        browser::focus("answer");
    };
    let changed = sheet::changed(before, now).map(|changed| card(&changed));
    Some(
        view! {
            <section class="card">
                <header class="card-head">
                    <h2>{title}</h2>
                    <button type="button" class="plain" on:click=forget>
                        {text(Msg::ProfileForget)}
                    </button>
                </header>
                <p class="stale-note" hidden=!other>{text(Msg::ProfileOtherRun)}</p>
                <div class="scroll wrapping" tabindex="0" role="group" aria-label=title>
                    <table use:filled=table></table>
                </div>
                {save}
            </section>
            {changed}
        }
        .into_any(),
    )
}

/// Changes, each with the most that it could gain.
fn actions(measured: &Arc<Measured>, is_calibrated: Memo<bool>) -> AnyView {
    let measured = Arc::clone(measured);
    let list = move || {
        let actions = advice::actions(&measured.facts, is_calibrated.get());
        let none = actions.is_empty();
        let items = actions.into_iter().map(|(action, gain)| {
            view! {
                <li>
                    {text(action)} " "
                    <b>{gain}</b>
                </li>
            }
        });
        let items = items.collect_view();
        view! {
            <ol hidden=none>{items}</ol>
            <p class="aside" hidden=!none>{text(Msg::ProfileNoAction)}</p>
        }
    };
    view! {
        <div>
            <h3>{text(Msg::ProfileActions)}</h3>
            {list}
        </div>
    }
    .into_any()
}

/// What there is too much or too little of.
fn amounts(measured: &Measured) -> Option<AnyView> {
    let amounts = advice::amounts(&measured.facts);
    if amounts.is_empty() {
        return None;
    }
    let items = amounts
        .into_iter()
        .map(|amount| view! { <li>{amount}</li> });
    Some(
        view! {
            <div>
                <h3>{text(Msg::ProfileNeeds)}</h3>
                <ul>{items.collect_view()}</ul>
            </div>
        }
        .into_any(),
    )
}

/// What the file cannot tell, with the commands that would.
fn unknown(measured: &Measured) -> Option<AnyView> {
    let unknown = verdict::unknown(&measured.facts);
    if unknown.is_empty() {
        return None;
    }
    let items = unknown.into_iter().map(|(lack, command)| {
        view! {
            <li>
                {text(lack)}
                <code>{command}</code>
            </li>
        }
    });
    Some(
        view! {
            <div>
                <h3>{text(Msg::ProfileLacks)}</h3>
                <ul>{items.collect_view()}</ul>
            </div>
        }
        .into_any(),
    )
}

/// The way to the calculator with what the file says filled in.
fn sizing(state: State, measured: &Measured) -> Option<AnyView> {
    let filled = size::filled(&measured.facts)?;
    let items = size::words(&filled.says);
    let items = items
        .into_iter()
        .map(|item| view! { <li>{item}</li> })
        .collect_view();
    let question = filled.question.clone();
    let unsaid = filled.unsaid().map(|words| view! { <p>{words}</p> });
    // The search takes its time: the facts are shown first.
    let least = RwSignal::new(None::<String>);
    browser::after_paint(move || {
        let found = untrack(|| filled.least());
        let _ = least.try_set(found);
    });
    let address = move || size::address(state, question.clone());
    Some(
        view! {
            <div>
                <h3>{text(Msg::ProfileSize)}</h3>
                <p class="aside">{text(Msg::ProfileSizeSays)}</p>
                <ul>{items}</ul>
                {unsaid}
                <p role="status">{move || least.get()}</p>
                <a class="plain" href=address>{text(Msg::ProfileSizeOpen)}</a>
            </div>
        }
        .into_any(),
    )
}

/// Files to take away.
fn downloads(state: State) -> AnyView {
    let button = move |(format, name): (Format, Msg)| {
        // A browser that cannot save a file says so itself.
        let save = move |_| {
            let _ = file::save(state, format);
        };
        view! {
            <button type="button" class="tool" on:click=save>
                {text(name)}
            </button>
        }
    };
    let all = [
        (Format::Markdown, Msg::ProfileAsMarkdown),
        (Format::Json, Msg::ProfileAsJson),
        (Format::Csv, Msg::ProfileAsCsv),
    ];
    view! {
        <div class="downloads" role="group" aria-label=text(Msg::ProfileDownload)>
            {all.map(button)}
        </div>
    }
    .into_any()
}
