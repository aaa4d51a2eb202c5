//! The answer about money, top to bottom: one section a file.

mod against;
mod charts;
mod demand;
mod energy;
mod run;
mod sold;
mod split;
mod terms;
mod units;
mod value;
mod verdict;
mod ways;
mod why;

pub(super) use against::{HEADS as AGAINST, rows as against_api, what as against_what};
pub(super) use charts::{paid_by, paid_over_time, ways_paid};
pub(super) use demand::autoscaled;
pub(super) use split::facts as split_in_words;
pub(super) use units::{ROWS as UNITS, accelerator_hour};
pub(super) use verdict::{
    Verdict, amounts, compared, growth, hardware, headline, lead, spoken, stranded, taken,
};

use super::solve::{Costs, Found};
use super::state::State;
use crate::element::Element;
use crate::i18n::{Msg, text};
use crate::page::paced::Paced;
use crate::serving::answer::told;
use leptos::prelude::*;

/// Everything below the verdict.
#[component]
pub(super) fn Details() -> impl IntoView {
    let state = State::of_page();
    let has = move |what: fn(&Costs) -> bool| {
        state
            .answer
            .with(|costs| costs.as_deref().is_some_and(what))
    };
    let none = move || !has(|costs| costs.found.is_some());
    let nothing = move || none() && !has(|costs| costs.run.is_some());
    view! {
        <div class="details" class:stale=move || state.is_stale() hidden=nothing>
            <Paced><run::Run/></Paced>
            <div class="of-serving" hidden=none>
            {card("units-title", Msg::UnitsHeading, units::content)}
            {card("terms-title", Msg::TermsHeading, terms::content)}
            {card("sold-title", Msg::SoldHeading, sold::content)}
            <charts::Charts/>
            {card("demand-title", Msg::DemandCard, demand::content)}
            <demand::Charts/>
            <div class="halves">
                {card("split-title", Msg::SplitHeading, split::content)}
                {card("energy-title", Msg::CostsEnergyHeading, energy::content)}
            </div>
            {card("against-title", Msg::AgainstHeading, against::content)}
            {card("value-title", Msg::ValueHeading, value::content)}
            {card("why-title", Msg::WhyTitle, why::content)}
            </div>
        </div>
    }
    .into_any()
}

/// A card of the answer: its content is told the id of its heading.
fn card(
    id: &'static str,
    heading: Msg,
    content: fn(&'static str, &Costs, &Found) -> AnyView,
) -> AnyView {
    let state = State::of_page();
    let content = move || {
        let costs = state.answer.get()?;
        Some(content(id, &costs, costs.found.as_ref()?))
    };
    view! {
        <section class="card" aria-labelledby=id>
            <h2 id=id>{move || text(heading)}</h2>
            <Paced>{content}</Paced>
        </section>
    }
    .into_any()
}

/// A table of rows by name, its columns named by `heads`.
fn table(title: &'static str, heads: &[String], rows: Vec<(String, Vec<String>)>) -> AnyView {
    let heads = std::iter::once(Element::new("td"))
        .chain(heads.iter().map(|head| Element::heading("col", head)))
        .collect();
    let rows = rows.into_iter().map(|(name, cells)| {
        let cells = cells.into_iter().map(|cell| Element::new("td").say(cell));
        Element::of(
            "tr",
            std::iter::once(Element::heading("row", name)).chain(cells),
        )
    });
    told::table(title, Element::table("parts", heads, rows.collect()))
}

/// A figure, or that it is not known.
fn known<T>(value: Option<T>, shown: impl Fn(T) -> String) -> String {
    value.map_or_else(|| text(Msg::NotKnown).to_owned(), shown)
}
