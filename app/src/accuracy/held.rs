//! How near the estimates come to everything that was measured, memory and training
//! included: the figures of the report, `docs/accuracy.md`.

use crate::chart::twin::{self, Column, Twin};
use crate::i18n::{Msg, integer, number, percent, say, t, text};
use catalog::measured::held::{Held, Quantity, held};
use leptos::prelude::*;

/// The part of the page.
#[component]
pub(super) fn EverythingHeld() -> impl IntoView {
    view! {
        <section class="card">
            <h2>{t(Msg::HeldTitle)}</h2>
            <p>{t(Msg::HeldLead)}</p>
            <div class="scroll wrapping" tabindex="0" role="group" aria-label=t(Msg::HeldTitle)>
                {move || twin::table(&table(), text(Msg::HeldTitle))}
            </div>
        </section>
    }
    .into_any()
}

fn table() -> Twin {
    let rows = Quantity::ALL.iter().zip(held());
    Twin {
        columns: vec![
            Column::words(text(Msg::HeldWhat)),
            Column::figures(text(Msg::AccuracyRows)),
            Column::figures(text(Msg::HeldHalf)),
            Column::figures(text(Msg::HeldMost)),
        ],
        rows: rows
            .map(|((quantity, _), held)| row(*quantity, held))
            .collect(),
    }
}

fn row(quantity: Quantity, held: &Held) -> Vec<String> {
    let error = |value: f64| match quantity {
        Quantity::Working => say::unit_gib(&number(value)),
        _ => percent(value / 100.0),
    };
    vec![
        text(name(quantity)).to_owned(),
        integer(f64::from(held.count)),
        error(held.median),
        error(held.most),
    ]
}

const fn name(quantity: Quantity) -> Msg {
    match quantity {
        Quantity::Tpot => Msg::HeldTpot,
        Quantity::Ttft => Msg::HeldTtft,
        Quantity::FullBatch => Msg::HeldFull,
        Quantity::SingleStream => Msg::HeldSingle,
        Quantity::Weights => Msg::HeldWeights,
        Quantity::CachePerToken => Msg::HeldCacheToken,
        Quantity::CacheTokens => Msg::HeldCacheTokens,
        Quantity::Working => Msg::HeldWorking,
        Quantity::TrainingAllocated => Msg::HeldAllocated,
        Quantity::TrainingPeak => Msg::HeldPeak,
        Quantity::FrameworkPeak => Msg::HeldFrameworks,
        Quantity::Adapters => Msg::HeldAdapters,
        Quantity::TrainingDense => Msg::HeldDense,
        Quantity::TrainingMixture => Msg::HeldMixture,
        Quantity::TrainingImages => Msg::HeldImages,
    }
}
