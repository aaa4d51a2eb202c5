//! The measurements nearest to the answer that the calculator gave: the question
//! stands behind the `#` of both pages.

use super::point::{Pair, Point, Quantity};
use super::words::{Spread, differences, load, load_of, spread, spread_of};
use crate::browser;
use crate::chart::twin::{self, Column, Twin};
use crate::i18n::{Msg, number, say, t, text};
use catalog::measured::{Configuration, Difference, nearest};
use estimator::link;
use estimator::report::Report;
use estimator::scenario::Offer;
use estimator::search::search;
use leptos::prelude::*;

/// How many are shown.
const COUNT: usize = 6;

/// The answer and what was measured near it.
#[derive(Clone)]
struct Nearby {
    asked: Configuration,
    points: Vec<(Point, Vec<Difference>)>,
}

/// The candidate that the link has chosen, else the recommended one, else the first
/// that fits.
fn chosen(report: &Report, offers: &[Offer], selected: Option<&str>) -> Option<usize> {
    let is_selected = |index: &usize| {
        let candidate = report.candidates.get(*index);
        let offer = candidate.and_then(|candidate| offers.get(candidate.offer));
        offer.is_some_and(|offer| Some(offer.accelerator.id.as_str()) == selected)
    };
    let all = 0..report.candidates.len();
    let is_sized = |index: &usize| {
        let candidate = report.candidates.get(*index);
        candidate.is_some_and(|candidate| candidate.best.is_some())
    };
    let picked = all
        .clone()
        .find(|index| is_selected(index) && is_sized(index));
    picked
        .or(report.best)
        .or_else(|| all.clone().find(is_sized))
}

fn find() -> Option<Nearby> {
    let (asked, _) = link::read(&browser::fragment());
    let (scenario, offers) = catalog::resolve(&asked.question).ok()?;
    let report = search(&scenario, &offers);
    let index = chosen(&report, &offers, asked.selected.as_deref())?;
    let candidate = report.candidates.get(index)?;
    let estimate = &candidate.best.as_ref()?.estimate;
    let configuration = Configuration {
        chip: offers.get(candidate.offer)?.accelerator.clone(),
        placement: estimate.placement,
        users: estimate.performance.as_ref()?.running,
        scenario,
    };
    let near = nearest(&configuration, COUNT);
    let points = near
        .into_iter()
        .filter_map(|near| Some((Point::of(near.row)?, near.differs)))
        .collect();
    Some(Nearby {
        asked: configuration,
        points,
    })
}

/// The card; nothing where the question has no answer.
#[component]
pub(super) fn NearAnswer() -> impl IntoView {
    let found = find();
    found.map(|found| {
        let asked = found.clone();
        view! {
            <section class="card">
                <h2>{t(Msg::AccuracyNear)}</h2>
                <p>{move || sentence(&asked.asked)}</p>
                <div
                    class="scroll"
                    tabindex="0"
                    role="group"
                    aria-label=t(Msg::AccuracyNear)
                >
                    {move || twin::table(&table(&found.points), text(Msg::AccuracyNear))}
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
