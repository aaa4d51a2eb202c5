//! One row of the table as elements.

use super::column::Column;
use super::machine::joined;
use super::reason::in_short;
use super::row::{Figures, Row, Standing};
use super::{detail, doubted, evidence};
use crate::browser;
use crate::i18n::{Msg, compact, dollars, figures as three, integer, percent, seconds, text};
use crate::serving::answer::explained;
use crate::serving::answer::trust::{About, link};
use crate::serving::answer::words::millis;
use crate::serving::draft::Pace;
use crate::serving::question::folded::makers::vendor_name;
use crate::serving::state::State;
use estimator::quantity::Seconds;
use estimator::serving::explain::DerivationId;
use estimator::serving::report::Demand;
use leptos::prelude::*;

/// The row in `columns`, and below it its details where it is `open`.
pub(super) fn row(row: &Row, columns: &[Column], pace: Pace, open: bool) -> AnyView {
    let state = State::of_page();
    let standing = match row.standing {
        Standing::Meets if row.doubts.is_empty() => "meets",
        Standing::Meets => "meets doubted",
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
    let span = columns.len().to_string();
    let detail = open.then(|| {
        view! {
            <tr class="detail-row" id=detail_id>
                <td colspan=span>{detail::detail(row, pace)}</td>
            </tr>
        }
    });
    let others = columns.iter().skip(1);
    let others: Vec<AnyView> = others
        .map(|column| cell(row, *column, pace, open))
        .collect();
    // Cards have no column of accelerators in use.
    let used = row.figures.as_ref().map(|figures| {
        let used = integer(f64::from(figures.accelerators));
        view! { <span class="used" aria-hidden="true">{used} " × "</span> }
    });
    view! {
        <tr class=standing class:recommended=row.recommended class:open=open on:click=move |event| {
            // A badge leads elsewhere, and leaves the row as it is.
            if !browser::is_on_link(&event) {
                by_row();
            }
        }>
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
                    {maker(row)}
                    {used}
                    {row.name.clone()}
                </button>
                {badges(row)}
            </th>
            {others}
        </tr>
        {detail}
    }
    .into_any()
}

/// The dot in its maker's colour, which says whose it is.
fn maker(row: &Row) -> AnyView {
    let name = vendor_name(row.vendor);
    let class = format!("maker {}", row.vendor.id());
    view! { <i class=class role="img" aria-label=name title=name></i> }.into_any()
}

/// The marks beside a name.
fn badges(row: &Row) -> Vec<AnyView> {
    let mark = row.unproven.map(crate::serving::answer::doubt);
    let calibrated = row.calibrated.then(|| {
        view! { <span class="badge calibrated">{text(Msg::TableCalibrated)}</span> }.into_any()
    });
    let best = row
        .recommended
        .then(|| view! { <span class="badge">{text(Msg::TableRecommended)}</span> }.into_any());
    [best, mark, calibrated].into_iter().flatten().collect()
}

/// The cell of a column; a figure of the row that is `open` opens its formula.
fn cell(row: &Row, column: Column, pace: Pace, open: bool) -> AnyView {
    let sizing = row.candidate.best.as_ref();
    let words = match column {
        Column::Score => row.score.map(integer).unwrap_or_default(),
        Column::Seller => joined([&row.seller, &row.machine].into_iter()),
        Column::Spare => in_short(&row.candidate),
        Column::Age => row.age.words(),
        _ => row
            .figures
            .as_ref()
            .map_or_else(String::new, |figures| figure(figures, column, pace)),
    };
    let id = explanation(column).filter(|_| open && !words.is_empty());
    let shown = match (column, id) {
        (_, Some(id)) => explained::of_selected(id, words),
        (Column::Evidence, _) => {
            let badge = sizing.and_then(|sizing| evidence::badge(sizing, open));
            badge.into_any()
        }
        (Column::Age, _) if open && !words.is_empty() => {
            link(About::Prices, "age-link".to_owned(), words, None)
        }
        (Column::Spare, _) => view! { {words} {doubted::marks(row, open)} }.into_any(),
        _ => words.into_any(),
    };
    let hint = match column {
        Column::Age => row.age.hint.clone(),
        _ => String::new(),
    };
    let hint = (!hint.is_empty()).then_some(hint);
    let missed = row
        .figures
        .as_ref()
        .is_some_and(|figures| is_missed(figures, column));
    let old = column == Column::Age && !row.age.is_fresh && row.age.days.is_some();
    view! {
        <td
            class=column.class()
            class:missed=missed
            class:old=old
            data-title=text(column.title(pace))
            title=hint
        >
            {shown}
        </td>
    }
    .into_any()
}

/// Whether the limit on a column's figure is not kept.
pub(super) fn is_missed(figures: &Figures, column: Column) -> bool {
    match column {
        Column::First => figures.missed.contains(&Demand::Ttft),
        Column::Speed => figures.missed.contains(&Demand::Tpot),
        _ => false,
    }
}

/// The derivation of a column's figures.
const fn explanation(column: Column) -> Option<DerivationId> {
    Some(match column {
        Column::Gpus | Column::Count | Column::Tokens => DerivationId::Replicas,
        Column::Memory => DerivationId::Weights,
        Column::First => DerivationId::Ttft,
        Column::Speed => DerivationId::Tpot,
        Column::Sold => DerivationId::CostPerHour,
        Column::PerMillion => DerivationId::CostPerMillion,
        _ => return None,
    })
}

/// The figure of a sizing in a column; no words where there is none.
pub(super) fn figure(figures: &Figures, column: Column, pace: Pace) -> String {
    let shown = match column {
        Column::Gpus => Some(gpus(figures)),
        Column::Count => Some(figures.count.clone()),
        Column::Split => Some(figures.split.clone()),
        Column::Memory => Some(percent(figures.memory)),
        Column::First => figures.ttft.map(seconds),
        Column::Speed => figures.tpot.map(|tpot| speed(tpot, pace)),
        Column::Tokens => figures.tokens.map(tokens),
        Column::Sold => figures.per_hour.map(dollars),
        Column::PerMillion => figures.per_million.map(dollars),
        Column::Accelerator
        | Column::Seller
        | Column::Score
        | Column::Spare
        | Column::Evidence
        | Column::Age => None,
    };
    shown.unwrap_or_default()
}

/// Accelerators in use and paid for: `3 / 8`.
fn gpus(figures: &Figures) -> String {
    let used = integer(f64::from(figures.accelerators));
    match figures.paid {
        Some(paid) => format!("{used}\u{a0}/\u{a0}{}", integer(f64::from(paid))),
        None => used,
    }
}

/// What one user sees: tokens a second, or the time of one.
pub(crate) fn speed(tpot: Seconds, pace: Pace) -> String {
    match pace {
        Pace::Millis => millis(tpot),
        Pace::Rate => three(tpot.get().recip()),
    }
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
