//! The fields that are folded away: experts' knobs, a file a heading. Their headings are there at
//! once, what is under them comes with the parts below the first view.

mod discounts;
mod engine;
pub(crate) mod growth;
mod limits;
pub(crate) mod makers;
mod own_accelerator;
pub(crate) mod own_prices;
mod sellers;
pub(crate) mod serving;
mod variety;

use crate::serving::answer::Below;
use crate::serving::later;
use leptos::prelude::*;

/// Makes the fields under a heading.
type Make = fn() -> AnyView;

/// The fields under each heading.
#[derive(Clone, Copy)]
pub struct Folded {
    /// How requests differ from the mean one, and in when they come.
    pub(super) variety: Make,
    /// What the load will be.
    pub(super) growth: Make,
    /// Makers, sellers and their discounts.
    pub(super) sellers: Make,
    /// Prices of one's own.
    pub(super) prices: Make,
    /// An accelerator of one's own.
    pub(super) accelerator: Make,
    /// How many may stand together, and how many in reserve.
    pub(super) limits: Make,
    /// Settings of the engine.
    pub(super) engine: Make,
    /// Ways to serve.
    pub(super) serving: Make,
}

/// All of them.
pub(crate) fn all() -> Folded {
    Folded {
        variety: || view! { <variety::Variety/> }.into_any(),
        growth: || view! { <growth::Growing/> }.into_any(),
        sellers: || view! { <sellers::Offered/> }.into_any(),
        prices: || view! { <own_prices::OwnPrices/> }.into_any(),
        accelerator: || view! { <own_accelerator::OwnAccelerator/> }.into_any(),
        limits: || view! { <limits::LimitFields/> }.into_any(),
        engine: || view! { <engine::EngineFields/> }.into_any(),
        serving: || view! { <serving::ServingFields/> }.into_any(),
    }
}

/// The fields under a heading, once they are there.
pub(super) fn folded(fields: fn(&Folded) -> Make) -> AnyView {
    let there =
        Memo::new(move |last: Option<&bool>| last == Some(&true) || later::whole_below().is_some());
    let view = move || {
        there.get().then(|| {
            let below: Option<Below> = untrack(later::below);
            below.map(|below| fields(&below.folded)())
        })
    };
    view.into_any()
}
