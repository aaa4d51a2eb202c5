//! One row of the table as elements.

use super::reason::reason;
use super::row::{Figures, Row, Standing};
use super::{detail, doubted};
use crate::i18n::{Msg, compact, dollars, integer, percent, seconds, text};
use crate::serving::answer::explained;
use crate::serving::answer::words::millis;
use crate::serving::state::State;
use estimator::serving::explain::DerivationId;
use leptos::prelude::*;

/// Columns of the table.
const COLUMNS: u32 = 11;

/// The row, and below it its details where it is `open`.
pub(super) fn row(row: &Row, open: bool, state: State) -> AnyView {
    let standing = match row.standing {
        Standing::Meets => "meets",
        Standing::Misses => "misses",
        Standing::Cannot => "cannot",
    };
    let id = row.id.clone();
    let toggle = move || {
        let next = (!open).then(|| id.clone());
        state.frame.select(next);
    };
    let by_row = toggle.clone();
    let detail_id = format!("candidate-{}", row.id);
    let controls = open.then(|| detail_id.clone());
    let mark = row.unverified.then(crate::serving::answer::doubt);
    let calibrated = row
        .calibrated
        .then(|| view! { <span class="badge calibrated">{text(Msg::TableCalibrated)}</span> });
    let best = row
        .recommended
        .then(|| view! { <span class="badge">{text(Msg::TableRecommended)}</span> });
    let detail = open.then(|| {
        view! {
            <tr class="detail-row" id=detail_id>
                <td colspan=COLUMNS>{detail::detail(row)}</td>
            </tr>
        }
    });
    view! {
        <tr class=standing class:recommended=row.recommended class:open=open on:click=move |_| by_row()>
            <th scope="row" class="name">
                <button
                    type="button"
                    aria-expanded=if open { "true" } else { "false" }
                    aria-controls=controls
                    on:click=move |event| {
                        event.stop_propagation();
                        toggle();
                    }
                >
                    {row.name.clone()}
                </button>
                {mark}
                {doubted::marks(row)}
                {calibrated}
                {best}
            </th>
            {cells(row, open)}
            <td class="score money">{row.score.map(score)}</td>
            <td class="verdict">{reason(&row.candidate)}</td>
        </tr>
        {detail}
    }
    .into_any()
}

/// The derivation of each of the eight figures.
const EXPLAINED: [Option<DerivationId>; 8] = [
    Some(DerivationId::Replicas),
    None,
    Some(DerivationId::Weights),
    Some(DerivationId::Ttft),
    Some(DerivationId::Tpot),
    Some(DerivationId::Replicas),
    Some(DerivationId::CostPerHour),
    Some(DerivationId::CostPerMillion),
];

/// The first of them that is an amount of money, as the others after it.
const PRICED: usize = 6;

/// The eight figures of a sizing with the classes of their cells; no words
/// where there is no figure.
pub(super) fn figures(figures: Option<&Figures>) -> [(&'static str, String); 8] {
    let blank = String::new;
    let Some(figures) = figures else {
        let class = |at| {
            if at < PRICED {
                "figure"
            } else {
                "figure money"
            }
        };
        return std::array::from_fn(|at| (class(at), blank()));
    };
    [
        ("figure", figures.count.clone()),
        ("words", figures.split.clone()),
        ("figure", percent(figures.memory)),
        ("figure", figures.ttft.map_or_else(blank, seconds)),
        ("figure", figures.tpot.map_or_else(blank, millis)),
        ("figure", figures.tokens.map_or_else(blank, tokens)),
        ("figure money", figures.per_hour.map_or_else(blank, dollars)),
        (
            "figure money",
            figures.per_million.map_or_else(blank, dollars),
        ),
    ]
}

/// The same as elements; those of the row that is `open` open their formulas.
fn cells(row: &Row, open: bool) -> Vec<AnyView> {
    let cells = figures(row.figures.as_ref()).into_iter().zip(EXPLAINED);
    cells
        .map(|((class, text), id)| {
            let shown = match id.filter(|_| open && !text.is_empty()) {
                Some(id) => explained::of_selected(id, text),
                None => text.into_any(),
            };
            view! { <td class=class>{shown}</td> }.into_any()
        })
        .collect()
}

/// Tokens a second: whole below a million.
fn tokens(rate: f64) -> String {
    if rate < 1e6 {
        let step = if rate < 1e3 { 1.0 } else { 10.0 };
        integer((rate / step).round() * step)
    } else {
        compact(rate)
    }
}

/// Performance per dollar as a bar and a number.
fn score(score: f64) -> AnyView {
    view! {
        <span class="score-bar" aria-hidden="true">
            <i style:width=format!("{}%", score.round())></i>
        </span>
        <span>{integer(score)}</span>
    }
    .into_any()
}
