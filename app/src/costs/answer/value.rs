//! Performance per dollar and per watt of everything that keeps the demands.

use super::{known, table};
use crate::costs::solve::{Costs, Found};
use crate::i18n::{Msg, compact, dollars, integer, per_unit, text};
use crate::serving::answer::told;
use estimator::order::ascending;
use leptos::prelude::*;

/// Rows that are shown: the best.
const SHOWN: usize = 12;

/// The card's content.
pub(super) fn content(id: &'static str, costs: &Costs, found: &Found) -> AnyView {
    let candidates = costs.answer.report.candidates.iter().zip(&found.per_watt);
    let rows: Vec<(f64, String, Vec<String>)> = candidates
        .filter(|(candidate, _)| candidate.meets())
        .filter_map(|(candidate, per_watt)| {
            let offer = costs.answer.offer(candidate)?;
            let cost = candidate.best.as_ref()?.cost;
            let score = |score: Option<f64>| known(score, |score| integer(score.round()));
            let cells = vec![
                score(candidate.score),
                known(cost, |cost| compact(per_unit(cost.tokens_per_dollar))),
                known(cost, |cost| dollars(cost.per_hour.get())),
                score(*per_watt),
            ];
            let rank = -candidate.score.unwrap_or_default();
            Some((rank, offer.accelerator.name.clone(), cells))
        })
        .collect();
    let rows = ascending(rows, |(rank, ..)| *rank).into_iter().take(SHOWN);
    let heads = [
        Msg::ValueDollar,
        Msg::UnitPerDollar,
        Msg::UnitHour,
        Msg::ValueWatt,
    ]
    .map(|head| text(head).to_owned());
    view! {
        {told::aside(text(Msg::ValueNote).to_owned())}
        {table(id, &heads, rows.map(|(_, name, cells)| (name, cells)).collect())}
    }
    .into_any()
}
