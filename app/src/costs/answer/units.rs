//! The cost of an answer: per hour, month and year, per million tokens, request and user,
//! rented and owned.

use super::verdict::unused;
use super::{known, table};
use crate::costs::names::basis;
use crate::costs::solve::{Costs, Found};
use crate::i18n::{Msg, compact, dollars, integer, per_unit, percent, say, text};
use crate::serving::answer::told;
use estimator::money::Report;
use estimator::money::report::Owned;
use estimator::money::units::Units;
use estimator::quantity::Usd;
use leptos::prelude::*;

/// A figure of one way.
pub(in crate::costs) type Read = fn(&Units) -> Option<String>;

/// The rows: a name and its figure.
pub(in crate::costs) const ROWS: [(Msg, Read); 17] = [
    (Msg::UnitHour, |units| Some(dollars(units.per_hour.get()))),
    (Msg::UnitMonth, |units| Some(usd(units.per_month))),
    (Msg::UnitYear, |units| Some(usd(units.per_year))),
    (Msg::UnitInput, |units| Some(usd(units.demanded.input))),
    (Msg::UnitOutput, |units| Some(usd(units.demanded.output))),
    (Msg::UnitBlended, |units| Some(usd(units.demanded.blended))),
    (Msg::UnitInputFull, |units| Some(usd(units.full.input))),
    (Msg::UnitOutputFull, |units| Some(usd(units.full.output))),
    (Msg::UnitBlendedFull, |units| Some(usd(units.full.blended))),
    (Msg::UnitRequests, |units| {
        Some(usd(units.per_request * 1000.0))
    }),
    (Msg::UnitUser, |units| units.per_user.map(usd)),
    (Msg::UnitUserAtOnce, |units| units.per_user_at_once.map(usd)),
    (Msg::UnitUsed, |units| Some(percent(units.utilization))),
    (Msg::UnitIdle, |units| Some(usd(units.idle))),
    (Msg::UnitFloor, |units| Some(usd(units.floor))),
    (Msg::UnitPerDollar, |units| {
        Some(compact(per_unit(units.per_dollar)))
    }),
    (Msg::UnitPerKwh, |units| {
        units.per_kilowatt_hour.map(compact)
    }),
];

fn usd(cost: Usd) -> String {
    dollars(cost.get())
}

/// The card's content.
pub(super) fn content(id: &'static str, _: &Costs, found: &Found) -> AnyView {
    let report = &found.report;
    let rented = report
        .rents
        .first()
        .map_or(text(Msg::WayRentedPlain).to_owned(), |rent| {
            say::way_rented(basis(rent.basis))
        });
    let heads = [rented, text(Msg::WayOwned).to_owned()];
    let ways = [&report.rented, &report.owned_units];
    // What is not known of either way is no row.
    let rows = ROWS.iter().filter_map(|(name, read)| {
        let cells = ways.map(|units| units.as_ref().and_then(*read));
        let is_known = cells.iter().any(Option::is_some);
        let cells = cells.map(|cell| known(cell, |cell| cell));
        is_known.then(|| (text(*name).to_owned(), cells.to_vec()))
    });
    let mut facts = bought(report);
    facts.push(text(Msg::UnitsPeak).to_owned());
    facts.push(text(Msg::UnitsNote).to_owned());
    view! {
        {table(id, &heads, rows.collect())}
        {told::facts(facts)}
    }
    .into_any()
}

/// The purchase, and the cost of an hour of it.
fn bought(report: &Report) -> Vec<String> {
    let Some(owned) = &report.owned else {
        return Vec::new();
    };
    let count = |count: u32| integer(f64::from(count));
    let purchase = || {
        say::units_bought(
            f64::from(owned.hardware.nodes),
            &count(owned.hardware.accelerators),
            &dollars(owned.resale.get()),
        )
    };
    // Of what is there already not all is bought.
    let purchase = (report.there() == 0).then(purchase);
    let mut facts: Vec<String> = purchase.into_iter().collect();
    facts.push(accelerator_hour(owned, report.utilization));
    facts.extend(unused(report));
    facts
}

/// The cost of an accelerator-hour of the purchase, at work all the time and as expected: one figure
/// where these are the same. (Boards that no replica uses draw less.)
pub(in crate::costs) fn accelerator_hour(owned: &Owned, utilization: f64) -> String {
    let expected = dollars(owned.expected.per_hour().get());
    let share = percent(utilization);
    if share == percent(1.0) {
        return say::units_gpu_hour_full(&expected, &share);
    }
    say::units_gpu_hour(&dollars(owned.always.per_hour().get()), &expected, &share)
}
