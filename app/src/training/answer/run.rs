//! The whole run: its steps, and the overheads on top of them.

use crate::browser::{kept_filled, page_at};
use crate::element::Element;
use crate::i18n::{Msg, about, gb, number, percent, say, t, text};
use crate::page::carried::{departing, without};
use crate::training::address::carried;
use crate::training::state::State;
use crate::training::words::{cost, duration};
use estimator::decimal::round;
use estimator::money::Input;
use estimator::quantity::Seconds;
use estimator::training::report::Run;
use leptos::prelude::*;

/// Failures a run below which a number would say less than the words.
const FEW: f64 = 0.01;

/// The card: of the candidate that is shown.
#[component]
pub(super) fn WholeRun() -> impl IntoView {
    let state = State::of_page();
    let shown = move |read: fn(&Run) -> Vec<Element>| {
        Signal::derive(move || {
            let answer = state.details.get();
            let selected = state.frame.selected.get();
            let candidate = answer
                .as_ref()
                .and_then(|answer| answer.shown(selected.as_deref()));
            let run = candidate.and_then(|candidate| candidate.best.as_ref());
            run.map(read).unwrap_or_default()
        })
    };
    let (table, facts) = (shown(table), shown(facts));
    view! {
        <section class="card" aria-labelledby="run-title">
            <h2 id="run-title">{t(Msg::RunHeading)}</h2>
            <table class="parts" use:kept_filled=table></table>
            <ul class="run-facts" use:kept_filled=facts></ul>
            <a class="aside" href=move || costs(state)>{t(Msg::RunCosts)}</a>
        </section>
    }
    .into_any()
}

/// The page about costs with this run in its question, beside the part that both pages ask.
fn costs(state: State) -> String {
    // An earlier run that is carried along gives way to this one.
    let asked = departing(&carried(&state.fragment().unwrap_or_default()));
    let asked = without(&asked, "cost.run");
    let run = state.answer.with(|answer| {
        let answer = answer.as_ref()?;
        let candidate = state
            .frame
            .selected
            .with(|selected| answer.shown(selected.as_deref()))?;
        let (run, offer) = (candidate.best.as_ref()?, answer.offer(candidate)?);
        let (hours, billions) = (run.wall.get() / 3600.0, answer.job.tokens / 1e9);
        let within = |input: Input, value: f64| {
            let (least, most) = input.bounds();
            (least..=most).contains(&value)
        };
        // A run beyond that page's bounds is none there.
        if !within(Input::RunHours, hours) || !within(Input::RunTokens, billions) {
            return None;
        }
        Some(format!(
            "&cost.run={}&cost.run-gpus={}&cost.run-hours={}&cost.run-tokens={}",
            offer.accelerator.id,
            run.estimate.layout.accelerators,
            round(hours, 6),
            round(billions, 6),
        ))
    });
    page_at("costs/", &format!("{asked}{}", run.unwrap_or_default()))
}

/// Where the time goes.
fn table(run: &Run) -> Vec<Element> {
    let overheads = &run.overheads;
    let row = |name: Msg, time: Seconds| {
        Element::new("tr")
            .and(Element::heading("row", text(name)))
            .and(Element::new("td").say(duration(time)))
            .and(Element::new("td").say(percent(time / run.wall)))
    };
    let heads = [Msg::TablePart, Msg::StepTime, Msg::TableShare]
        .map(|title| Element::heading("col", text(title)));
    let parts = [
        (Msg::RunStart, run.start.total()),
        (Msg::RunCompute, run.compute),
        (Msg::RunWriting, overheads.writing),
        (Msg::RunLoading, overheads.loading),
        (Msg::RunLost, overheads.lost),
        (Msg::RunWall, run.wall),
    ];
    let parts = parts.into_iter().filter(|(_, time)| time.get() > 0.0);
    let rows = parts.map(|(name, time)| row(name, time));
    vec![
        Element::of("thead", [Element::of("tr", heads)]),
        Element::of("tbody", rows),
    ]
}

/// Other facts worth knowing of it.
fn facts(run: &Run) -> Vec<Element> {
    let overheads = &run.overheads;
    let start = &run.start;
    let mut facts = vec![
        say::run_started(
            &duration(start.download),
            &duration(start.loading),
            &duration(start.machine),
        ),
        say::run_steps(run.steps),
        say::run_checkpoints(
            &duration(overheads.checkpoint_every),
            &gb(overheads.checkpoint),
        ),
        if overheads.failures < FEW {
            text(Msg::RunFailuresFew).to_owned()
        } else {
            say::run_failures(&number(overheads.failures))
        },
    ];
    if run.billed > run.wall {
        facts.push(say::run_billed(&duration(run.billed)));
    }
    facts.push(say::run_hours(
        &cost(run.cost),
        &about(run.accelerator_hours),
    ));
    facts.extend(
        run.energy_kwh
            .map(|energy| say::run_energy(&say::unit_kwh(&number(energy)))),
    );
    facts
        .into_iter()
        .map(|words| Element::new("li").say(words))
        .collect()
}
