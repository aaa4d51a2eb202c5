//! Demand over the week and the capacity for it: the ways to pay for it against each other,
//! the time of a start, whether going to zero pays, and both charts.

mod chart;
mod words;

pub(in crate::costs) use words::autoscaled;

use super::charts::{self, Kind};
use super::{known, table};
use crate::costs::names::{basis, scaler};
use crate::costs::solve::{Costs, Found};
use crate::costs::state::State;
use crate::i18n::{Msg, dollars, integer, say, text};
use crate::serving::answer::told;
use estimator::money::demand::Capacity;
use estimator::serving::autoscaling::Controller;
use leptos::prelude::*;

/// The card's content.
pub(super) fn content(id: &'static str, _: &Costs, found: &Found) -> AnyView {
    let demand = &found.report.demand;
    let heads = [
        Msg::DemandHours,
        Msg::AgainstMonth,
        Msg::DemandIdle,
        Msg::DemandRisk,
        Msg::DemandSpares,
    ]
    .map(|head| text(head).to_owned());
    let by = demand.autoscaled.map(|tried| tried.by);
    let rows = demand.ways.iter().map(|way| (name(way, by), cells(way)));
    view! {
        {told::aside(words::lead(demand))}
        {table(id, &heads, rows.collect())}
        {told::facts(words::facts(&found.report))}
    }
    .into_any()
}

/// A way's name; `by` is the autoscaler that was tried.
fn name(way: &Capacity, by: Option<Controller>) -> String {
    match (way.follows, by) {
        (false, _) => say::demand_static(basis(way.basis)),
        (true, None) => say::demand_follows(basis(way.basis)),
        (true, Some(by)) => say::demand_autoscaled(basis(way.basis), scaler(by)),
    }
}

fn cells(way: &Capacity) -> Vec<String> {
    vec![
        integer(way.hours.round()),
        known(way.per_month, |month| dollars(month.get())),
        words::share(way.idle),
        integer((way.at_risk.get() / 60.0).round()),
        integer(f64::from(way.spares)),
    ]
}

/// Both charts; none where demand is even, whose lines would say nothing.
#[component]
pub(super) fn Charts() -> impl IntoView {
    let state = State::of_page();
    let varies = Memo::new(move |_| charts::of(state, |found| !found.report.demand.is_even()));
    let both = || {
        let kinds = [chart::WEEK, chart::DAY];
        let figures = kinds.into_iter().map(charts::figure).collect_view();
        view! { <section class="charts">{figures}</section> }
    };
    (move || varies.get().then(both)).into_any()
}

/// A chart of demand; nothing else differs between them.
const fn kind(
    title: Msg,
    draw: fn(&Found, f64) -> crate::chart::drawing::Drawing,
    table: fn(&Found) -> crate::chart::twin::Twin,
) -> Kind {
    Kind {
        title,
        caption: |_| text(Msg::ChartDemandCaption).to_owned(),
        draw,
        table,
    }
}
