//! What runs, how it is cached, and how fast it must be.

use super::select;
use crate::control::Choice;
use crate::i18n::{Msg, t, text};
use crate::page::sheet::Section;
use crate::serving::answer::at;
use crate::serving::question::formats::{cache_choices, weight_choices};
use crate::serving::question::import::Import;
use crate::serving::question::what::ModelField;
use crate::sessions::fields::Number;
use crate::sessions::state::State;
use crate::sessions::words;
use estimator::error;
use estimator::precision::{KvFormat, WeightFormat};
use estimator::session::Routing;
use estimator::session::sizing::Field;
use estimator::workload::Percentile;
use leptos::prelude::*;

/// The model and its formats.
#[component]
pub(super) fn What() -> impl IntoView {
    let state = State::of_page();
    let weights = move || {
        state
            .draft
            .with(|draft| weight_choices(&draft.chosen.asked.model))
    };
    let caches = move || {
        state.draft.with(|draft| {
            let asked = &draft.chosen.asked;
            cache_choices(asked.engine.engine, asked.kv_cache)
        })
    };
    view! {
        <Section heading=Msg::WhatHeading>
            <ModelField/>
            <div class="pair">
                {select(
                    (Msg::Weights, "field-Weights"),
                    weights,
                    WeightFormat::id,
                    WeightFormat::from_id,
                    |of| of.asked.weights,
                    |of, weights| of.asked.weights = weights,
                )}
                {select(
                    (Msg::KvCache, "field-KvCache"),
                    caches,
                    KvFormat::id,
                    KvFormat::from_id,
                    |of| of.asked.kv_cache,
                    |of, cache| of.asked.kv_cache = cache,
                )}
            </div>
            <Import/>
        </Section>
    }
    .into_any()
}

/// The tier in main memory, and the router.
#[component]
pub(super) fn Caches() -> impl IntoView {
    let routings = || {
        let all = Routing::ALL.iter();
        all.map(|routing| Choice::new(routing.id(), text(words::routing(*routing))))
            .collect::<Vec<_>>()
    };
    view! {
        <Section heading=Msg::SessionsCachesHeading>
            <Number
                field=Field::Host
                label=Msg::SessionsHost
                unit=Signal::derive(|| text(Msg::SymbolGb))
            />
            {select(
                (Msg::SessionsRouting, "field-Routing"),
                routings,
                Routing::id,
                Routing::from_id,
                |of| of.routing,
                |of, routing| of.routing = routing,
            )}
        </Section>
    }
    .into_any()
}

/// How fast it must be.
#[component]
pub(super) fn Promise() -> impl IntoView {
    let none = Signal::derive(|| text(Msg::NoLimit).to_owned());
    let percentiles = || {
        let all = Percentile::ALL.iter();
        all.map(|percentile| Choice::new(percentile.id(), at(*percentile)))
            .collect::<Vec<_>>()
    };
    view! {
        <Section heading=Msg::SpeedHeading>
            <div class="pair">
                <Number
                    field=Field::Shared(error::Field::Ttft)
                    label=Msg::Ttft
                    unit=Signal::derive(|| text(Msg::SymbolS))
                    empty=none
                />
                <Number
                    field=Field::Shared(error::Field::Tpot)
                    label=Msg::Tpot
                    unit=Signal::derive(|| text(Msg::MsPerToken))
                    empty=none
                />
            </div>
            {select(
                (Msg::Percentile, "field-Percentile"),
                percentiles,
                Percentile::id,
                Percentile::from_id,
                |of| of.asked.sla.percentile,
                |of, percentile| of.asked.sla.percentile = percentile,
            )}
            <p class="aside">{t(Msg::SessionsPromiseHint)}</p>
        </Section>
    }
    .into_any()
}
