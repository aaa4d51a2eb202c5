//! The cost of a training run, rented and owned.

use super::terms::source;
use super::{known, table};
use crate::costs::names::{basis, way};
use crate::costs::state::State;
use crate::i18n::{Msg, about, dollars, integer, number, percent, say, t, text};
use crate::serving::answer::told;
use estimator::money::horizon::Way;
use estimator::money::run::{RentedRun, RunCost, RunReport};
use estimator::serving::plan::term;
use leptos::prelude::*;

/// The id of the heading.
const TITLE: &str = "run-title";

/// The card; nothing where no run is asked for.
#[component]
pub(super) fn Run() -> impl IntoView {
    let state = State::of_page();
    let card = move || {
        let costs = state.answer.get()?;
        costs.run.as_ref().map(card)
    };
    view! { {card} }.into_any()
}

fn card(run: &RunReport) -> AnyView {
    view! {
        <section class="card" aria-labelledby=TITLE>
            <h2 id=TITLE>{t(Msg::RunCostsHeading)}</h2>
            {content(run)}
        </section>
    }
    .into_any()
}

fn content(run: &RunReport) -> AnyView {
    let heads = [Msg::RunOne, Msg::RunBillion, Msg::RunEven].map(|head| text(head).to_owned());
    let mut rows: Vec<(String, Vec<String>)> = run.rented.iter().map(rented).collect();
    if let Some(owned) = &run.owned {
        let mut cells = costs(owned.cost);
        cells.push(String::new());
        rows.push((way(Way::Owned), cells));
    }
    let lead = say::run_lead(
        &integer(f64::from(run.count)),
        &run.accelerator,
        &number(run.hours),
    );
    view! {
        {told::aside(lead)}
        {table(TITLE, &heads, rows)}
        {told::facts(facts(run))}
    }
    .into_any()
}

fn rented(run: &RentedRun) -> (String, Vec<String>) {
    let mut cells = costs(run.cost);
    cells.push(match run.owning_from {
        Some(runs) => say::run_runs(&about(runs)),
        // A committed price is paid whatever the number of runs.
        None if term(run.basis) > 1 => String::new(),
        None => text(Msg::RunNever).to_owned(),
    });
    (say::way_rented(basis(run.basis)), cells)
}

fn costs(cost: RunCost) -> Vec<String> {
    vec![
        dollars(cost.per_run.get()),
        known(cost.per_billion, |cost| dollars(cost.get())),
    ]
}

fn facts(run: &RunReport) -> Vec<String> {
    let sources = run.rented.iter();
    let sources = sources.map(|run| say::terms_line(basis(run.basis), &source(&run.price)));
    let mut facts: Vec<String> = sources.collect();
    match &run.owned {
        Some(owned) => facts.push(say::run_owned(
            &integer(f64::from(owned.hardware.accelerators)),
            &dollars(owned.per_hour.get()),
            &dollars(owned.purchase.get()),
            &percent(owned.utilization),
        )),
        None => facts.push(text(Msg::CostsUnowned).to_owned()),
    }
    if let (Some(energy), Some(carbon)) = (run.energy, run.carbon) {
        facts.push(say::run_takes(
            &say::costs_kg(&number(carbon.get())),
            &say::costs_kwh(&number(energy.get())),
        ));
    }
    facts.push(text(Msg::RunNote).to_owned());
    facts
}
