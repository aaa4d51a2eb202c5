//! The cost of a million tokens at other loads: rented, owned, and at an API.

use super::Kind;
use super::line::{self, At, Line};
use crate::chart::axis::Axis;
use crate::chart::drawing::Drawing;
use crate::chart::scale::Scale;
use crate::chart::twin::{Column, Twin};
use crate::costs::solve::Found;
use crate::i18n::{Msg, amount_short, dollars, figures, in_currency, integer, say, text};
use estimator::choice::PriceBasis;
use estimator::money::horizon::Way;
use estimator::money::load::Point;
use estimator::quantity::Usd;

/// The chart.
pub(super) const KIND: Kind = Kind {
    title: Msg::ChartLoadTitle,
    caption: |_| text(Msg::ChartLoadCaption).to_owned(),
    draw,
    table,
};

/// The cost of a way at a load.
type Cost = fn(&Point) -> Option<Usd>;

/// The ways: rented at the price asked, owned, and an API.
const WAYS: [(Msg, Cost); 3] = [
    (Msg::WayRentedPlain, |point| point.rented),
    (Msg::WayOwned, |point| point.owned),
    (Msg::AgainstApi, |point| point.api),
];

fn draw(found: &Found, width: f64) -> Drawing {
    let points = &found.report.loads;
    let asked = found.report.rents.first();
    let basis = asked.map_or(PriceBasis::OnDemand, |rent| rent.basis);
    let lines: Vec<Line> = [Way::Rented(basis), Way::Owned, Way::Api]
        .into_iter()
        .zip(WAYS)
        .map(|(way, (name, cost))| Line {
            way,
            name: text(name).to_owned(),
            points: points
                .iter()
                .filter_map(|point| Some((point.requests.get(), in_currency(cost(point)?.get()))))
                .collect(),
        })
        .collect();
    let costs = || lines.iter().flat_map(|line| &line.points);
    let (Some(first), Some(last)) = (points.first(), points.last()) else {
        return Drawing::default();
    };
    if costs().next().is_none() {
        return Drawing::default();
    }
    let x = Axis::new(
        Scale::log(first.requests.get(), last.requests.get()),
        text(Msg::ChartLoad).to_owned(),
        6,
        crate::i18n::number,
    );
    let y = Axis::new(
        Scale::around(costs().map(|(_, cost)| *cost), 6.0, 0.06),
        text(Msg::WeekBlended).to_owned(),
        5,
        amount_short,
    );
    // Today's load.
    let today = found.report.at_demand();
    let marked: Vec<(f64, f64)> = today
        .into_iter()
        .flat_map(|point| {
            let own = [point.rented, point.owned].into_iter().flatten();
            own.map(|cost| (point.requests.get(), in_currency(cost.get())))
        })
        .collect();
    let spots = points.iter().filter_map(|point| {
        let y = [point.rented, point.owned, point.api];
        let y = y.into_iter().flatten().next()?;
        let costs = WAYS
            .iter()
            .filter_map(|(name, cost)| Some((text(*name).to_owned(), dollars(cost(point)?.get()))));
        let replicas = (
            text(Msg::ChartReplicas).to_owned(),
            integer(f64::from(point.replicas)),
        );
        Some(At {
            x: point.requests.get(),
            y: in_currency(y.get()),
            title: say::load_of_rate(&figures(point.requests.get())),
            lines: costs.chain([replicas]).collect(),
        })
    });
    line::draw((&x, &y), &lines, &marked, spots.collect(), width)
}

fn table(found: &Found) -> Twin {
    let rows = found.report.loads.iter().map(|point| {
        let costs = WAYS.iter().map(|(_, cost)| {
            cost(point)
                .map(|cost| dollars(cost.get()))
                .unwrap_or_default()
        });
        [
            figures(point.requests.get()),
            integer(f64::from(point.replicas)),
        ]
        .into_iter()
        .chain(costs)
        .collect()
    });
    let ways = WAYS.iter().map(|(name, _)| Column::figures(text(*name)));
    let first = [Msg::ChartLoad, Msg::ChartReplicas].map(|name| Column::figures(text(name)));
    Twin {
        columns: first.into_iter().chain(ways).collect(),
        rows: rows.collect(),
    }
}
