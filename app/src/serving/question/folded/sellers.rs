//! Who makes accelerators, who sells them, and how they are paid for.

use super::discounts::Discounts;
use super::makers::{Announced, ByAccelerator, Sellers, Vendors};
use crate::serving::question::way::{Chosen, Way};
use leptos::prelude::*;

/// The fields.
#[component]
pub(super) fn Offered() -> impl IntoView {
    let chosen = Chosen::of_page();
    // Of what is bought nobody asks a price by the hour.
    let bought = move || chosen.is(Way::Buy);
    view! {
        <Vendors/>
        <div hidden=bought>
            <Sellers/>
            <Discounts/>
        </div>
        <Announced/>
        <div hidden=bought>
            <ByAccelerator/>
        </div>
    }
    .into_any()
}
