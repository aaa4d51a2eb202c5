//! How near the laws of shared GPUs come to what was measured on them.

use crate::chart::twin::{self, Column, Twin};
use crate::i18n::{Msg, integer, percent, say, t, text};
use catalog::sharing::{HELD, Held, Law};
use leptos::prelude::*;

/// The part of the page.
#[component]
pub(super) fn SharedHeld() -> impl IntoView {
    view! {
        <section class="card">
            <h2>{t(Msg::SharedTitle)}</h2>
            <p>{t(Msg::SharedLead)}</p>
            <div class="scroll wrapping" tabindex="0" role="group" aria-label=t(Msg::SharedTitle)>
                {move || twin::table(&table(), text(Msg::SharedTitle))}
            </div>
        </section>
    }
    .into_any()
}

fn table() -> Twin {
    Twin {
        columns: vec![
            Column::words(text(Msg::HeldWhat)),
            Column::figures(text(Msg::AccuracyRows)),
            Column::figures(text(Msg::HeldHalf)),
            Column::figures(text(Msg::HeldMost)),
            Column::figures(text(Msg::SharedInside)),
        ],
        rows: HELD.iter().map(row).collect(),
    }
}

fn row(held: &Held) -> Vec<String> {
    let error = |value: Option<f64>| {
        let none = || text(Msg::NotKnown).to_owned();
        value.map_or_else(none, |value| percent(value / 100.0))
    };
    let (half, most) = held.errors.unzip();
    let rows = integer(f64::from(held.rows));
    let inside = held.inside.map_or_else(
        || text(Msg::NotKnown).to_owned(),
        |inside| say::shared_of(&rows, &integer(f64::from(inside))),
    );
    vec![
        text(name(held.law)).to_owned(),
        rows.clone(),
        error(half),
        error(most),
        inside,
    ]
}

const fn name(law: Law) -> Msg {
    match law {
        Law::Instances => Msg::SharedInstances,
        Law::TrainedOnInstances => Msg::SharedTraining,
        Law::Totals => Msg::SharedTotals,
        Law::Swaps => Msg::SharedSwaps,
    }
}
