//! The measurements nearest to the answer that the calculator gave: the question
//! stands behind the `#` of both pages.

use super::point::{Pair, Point, Quantity};
use super::words::{Spread, differences, load, load_of, spread, spread_of};
use crate::chart::twin::{self, Column, Twin};
use crate::i18n::{Msg, number, say, t, text};
use crate::serving::answer::shown;
use crate::serving::solve::solve;
use catalog::measured::{Configuration, Difference, nearest};
use estimator::serving::link;
use leptos::prelude::*;
use std::sync::Arc;

/// Count of measurements that are shown.
const COUNT: usize = 6;

/// One replica of the answer, and the nearest measurements with their differences.
type Nearby = (Configuration, Vec<(Point, Vec<Difference>)>);

fn find(fragment: &str) -> Option<Nearby> {
    let (asked, _) = link::read(fragment);
    let answer = solve(asked.question).ok()?;
    let candidate = shown(&answer, asked.view.selected.as_deref())?;
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

/// The card.
#[component]
pub(super) fn NearAnswer(
    /// The question, as it stands behind the `#`.
    fragment: Signal<String>,
) -> impl IntoView {
    view! {
        <section class="card">
            <h2>{t(Msg::AccuracyNear)}</h2>
            <Nearest fragment/>
        </section>
    }
}

/// The question and the measurements nearest to it; a sentence where the question has
/// no answer.
#[component]
pub(crate) fn Nearest(
    /// The question, as it stands behind the `#`.
    fragment: Signal<String>,
) -> impl IntoView {
    let found = Memo::new_with_compare(
        move |_| fragment.with(|fragment| find(fragment).map(Arc::new)),
        |_, _| true,
    );
    move || match found.get() {
        None => view! { <p>{t(Msg::AccuracyNone)}</p> }.into_any(),
        Some(found) => {
            let (replica, points) = &*found;
            view! {
                <p>{sentence(replica)}</p>
                <div
                    class="scroll wrapping"
                    tabindex="0"
                    role="group"
                    aria-label=text(Msg::AccuracyNear)
                >
                    {twin::table(&table(points), text(Msg::AccuracyNear))}
                </div>
            }
            .into_any()
        }
    }
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
