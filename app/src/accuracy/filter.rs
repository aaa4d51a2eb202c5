//! The choice of measurements that are shown.

use super::point::{Pair, Point, Quantity};
use super::words::engine;
use crate::control::{Choice, Select};
use crate::i18n::{Msg, text};
use leptos::prelude::*;
use std::collections::BTreeSet;
use std::sync::Arc;

/// A measurement that is shown, by its place among all.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Shown {
    pub(super) index: usize,
    pub(super) pair: Pair,
    pub(super) doubtful: bool,
}

/// The choices; an empty word stands for all.
#[derive(Clone, Copy)]
pub(super) struct Filter {
    quantity: RwSignal<String>,
    rows: RwSignal<String>,
    model: RwSignal<String>,
    chip: RwSignal<String>,
    engine: RwSignal<String>,
}

const TTFT: &str = "ttft";
const TPOT: &str = "tpot";
const KEPT: &str = "kept";

impl Filter {
    pub(super) fn new() -> Self {
        let all = || RwSignal::new(String::new());
        Self {
            quantity: RwSignal::new(TPOT.to_owned()),
            rows: all(),
            model: all(),
            chip: all(),
            engine: all(),
        }
    }

    /// Which figure is compared.
    pub(super) fn quantity(self) -> Quantity {
        self.quantity.with(|id| {
            if id == TTFT {
                Quantity::Ttft
            } else {
                Quantity::Tpot
            }
        })
    }

    /// Those of the points that are wanted.
    pub(super) fn pick(self, points: &[Point]) -> Vec<Shown> {
        let quantity = self.quantity();
        let kept = self.rows.with(|id| id == KEPT);
        let (model, chip, engine) = (self.model.get(), self.chip.get(), self.engine.get());
        let wanted = |choice: &str, value: &str| choice.is_empty() || choice == value;
        let mut shown = Vec::new();
        for (index, point) in points.iter().enumerate() {
            let doubtful = point.is_doubtful(quantity);
            let chosen = wanted(&model, point.row.model)
                && wanted(&chip, &point.chip)
                && wanted(&engine, point.row.engine)
                && !(kept && doubtful);
            if let Some(pair) = point.pair(quantity).filter(|_| chosen) {
                shown.push(Shown {
                    index,
                    pair,
                    doubtful,
                });
            }
        }
        shown
    }
}

const fn itself(value: &str) -> &str {
    value
}

/// The fields of a filter.
#[component]
pub(super) fn Filters(
    /// The filter that they set.
    filter: Filter,
    /// All measurements.
    points: Signal<Arc<Vec<Point>>>,
) -> impl IntoView {
    let words = |id: &str, name: Msg| Choice::new(id, text(name));
    let among = move |value: fn(&Point) -> &str, name: fn(&str) -> &str| {
        Signal::derive(move || {
            points.with(|points| {
                let values: BTreeSet<&str> = points.iter().map(value).collect();
                let all = words("", Msg::AccuracyAll);
                let named = values
                    .into_iter()
                    .map(|value| Choice::new(value, name(value)));
                std::iter::once(all).chain(named).collect::<Vec<_>>()
            })
        })
    };
    let quantities = Signal::derive(move || {
        vec![
            words(TPOT, Msg::ColTpotMeaning),
            words(TTFT, Msg::ColTtftMeaning),
        ]
    });
    let rows =
        Signal::derive(move || vec![words("", Msg::AccuracyAll), words(KEPT, Msg::AccuracyKept)]);
    let field = |label: Msg, id: &'static str, choices, chosen: RwSignal<String>| {
        view! { <Select label id choices chosen choose=move |id| chosen.set(id)/> }
    };
    view! {
        <div class="filters">
            {field(Msg::AccuracyQuantity, "quantity", quantities, filter.quantity)}
            {field(Msg::Model, "model", among(|point| point.row.model, itself), filter.model)}
            {field(Msg::ColAccelerator, "chip", among(|point| &point.chip, itself), filter.chip)}
            {field(Msg::Engine, "engine", among(|point| point.row.engine, engine), filter.engine)}
            {field(Msg::AccuracyRows, "rows", rows, filter.rows)}
        </div>
    }
    .into_any()
}
