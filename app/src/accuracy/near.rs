//! The measurements nearest to the answer that the calculator gave: the question
//! stands behind the `#` of both pages.

use super::point::{Pair, Point, Quantity};
use super::words::{Spread, differences, load, load_of, spread, spread_of};
use crate::answer::shown;
use crate::browser;
use crate::chart::twin::{self, Column, Twin};
use crate::i18n::{Msg, number, say, t, text};
use crate::solve::solve;
use catalog::measured::{Configuration, Difference, nearest};
use estimator::link;
use leptos::prelude::*;

/// How many are shown.
const COUNT: usize = 6;

/// One replica of the answer, and the nearest measurements with what differs.
type Nearby = (Configuration, Vec<(Point, Vec<Difference>)>);

fn find() -> Option<Nearby> {
    let (asked, _) = link::read(&browser::fragment());
    let answer = solve(asked.question).ok()?;
    let candidate = shown(&answer, asked.selected.as_deref())?;
    let estimate = &candidate.best.as_ref()?.estimate;
    let replica = Configuration {
        chip: answer.offer(candidate)?.accelerator.clone(),
        placement: estimate.placement,
        users: estimate.performance.as_ref()?.running,
        scenario: answer.scenario.clone(),
    };
    let points = nearest(&replica, COUNT)
        .into_iter()
        .filter_map(|near| Some((Point::of(near.row)?, near.differs)))
        .collect();
    Some((replica, points))
}

/// The card; nothing where the question has no answer.
#[component]
pub(super) fn NearAnswer() -> impl IntoView {
    find().map(|(replica, points)| {
        view! {
            <section class="card">
                <h2>{t(Msg::AccuracyNear)}</h2>
                <p>{move || sentence(&replica)}</p>
                <div
                    class="scroll"
                    tabindex="0"
                    role="group"
                    aria-label=t(Msg::AccuracyNear)
                >
                    {move || twin::table(&table(&points), text(Msg::AccuracyNear))}
                </div>
            </section>
        }
    })
}

fn sentence(asked: &Configuration) -> String {
    let scenario = &asked.scenario;
    let work = &scenario.workload;
    let configuration = spread(&Spread {
        accelerators: asked.placement.accelerators(),
        chip: &asked.chip.name,
        engine: scenario.engine.engine.id(),
        version: "",
        weights: scenario.weights.id(),
        placement: asked.placement,
    });
    let load = load(asked.users, work.input_tokens, work.output_tokens);
    say::accuracy_asked(&configuration, &load, &scenario.model.id)
}

fn table(points: &[(Point, Vec<Difference>)]) -> Twin {
    let both = |quantity: Msg, side: Msg| {
        let words = [text(quantity), text(side)].join(text(Msg::ListComma));
        Column::figures(words)
    };
    let cell = |pair: Option<Pair>, value: fn(&Pair) -> f64| {
        pair.map_or_else(String::new, |pair| {
            say::unit_ms(&number(value(&pair) * 1e3))
        })
    };
    Twin {
        columns: vec![
            Column::words(text(Msg::Model)),
            Column::words(text(Msg::AccuracyConfiguration)),
            Column::words(text(Msg::AccuracyLoad)),
            both(Msg::ColTpotMeaning, Msg::AccuracyMeasured),
            both(Msg::ColTpotMeaning, Msg::AccuracyEstimated),
            both(Msg::ColTtftMeaning, Msg::AccuracyMeasured),
            both(Msg::ColTtftMeaning, Msg::AccuracyEstimated),
            Column::words(text(Msg::AccuracyDiffers)),
        ],
        rows: points
            .iter()
            .map(|(point, differs)| {
                let (tpot, ttft) = (point.pair(Quantity::Tpot), point.pair(Quantity::Ttft));
                vec![
                    point.row.model.to_owned(),
                    spread_of(point),
                    load_of(point),
                    cell(tpot, |pair| pair.measured),
                    cell(tpot, |pair| pair.estimated),
                    cell(ttft, |pair| pair.measured),
                    cell(ttft, |pair| pair.estimated),
                    differences(differs),
                ]
            })
            .collect(),
    }
}
