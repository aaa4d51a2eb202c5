//! Energy and carbon of the fleet.

use super::{known, table};
use crate::costs::solve::{Costs, Found};
use crate::i18n::{Msg, number, say, text};
use crate::serving::answer::told;
use estimator::quantity::{KilogramsCo2e, KilowattHours};
use leptos::prelude::*;

/// The card's content.
pub(super) fn content(id: &'static str, _: &Costs, found: &Found) -> AnyView {
    let Some(energy) = &found.report.energy else {
        return told::aside(text(Msg::EnergyUnknown).to_owned());
    };
    let kwh = |energy: Option<KilowattHours>| {
        known(energy, |energy| say::costs_kwh(&number(energy.get())))
    };
    let carbon = |carbon: Option<KilogramsCo2e>| {
        known(carbon, |carbon| say::costs_kg(&number(carbon.get())))
    };
    let rows = [
        (
            Msg::AgainstMonth,
            kwh(Some(energy.per_month)),
            carbon(energy.carbon_per_month),
        ),
        (
            Msg::WeekYear,
            kwh(Some(energy.per_year)),
            carbon(energy.carbon_per_year),
        ),
        (
            Msg::WeekOutput,
            kwh(energy.per_million),
            carbon(energy.carbon_per_million),
        ),
    ];
    let rows = rows
        .into_iter()
        .map(|(name, energy, carbon)| (text(name).to_owned(), vec![energy, carbon]));
    let heads = [Msg::EnergyColumn, Msg::InputCarbon].map(|head| text(head).to_owned());
    view! {
        {told::aside(say::energy_lead(&number(energy.drawn.to_kilo())))}
        {table(id, &heads, rows.collect())}
        {told::aside(text(Msg::EnergyNote).to_owned())}
    }
    .into_any()
}
