//! The cost of a million tokens at other loads: rented, owned, and at an API. Each step up is one
//! more instance or node; where the API is cheaper, the distance to it is shaded.

use super::Kind;
use super::line::{self, At, Line};
use crate::chart::axis::{Axis, Frame};
use crate::chart::drawing::Drawing;
use crate::chart::label::{Anchor, Area, Labels, Place};
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
    let today = found.report.at_demand();
    let marked: Vec<(f64, f64)> = today
        .into_iter()
        .flat_map(|point| {
            let own = [point.rented, point.owned].into_iter().flatten();
            own.map(|cost| (point.requests.get(), in_currency(cost.get())))
        })
        .collect();
    let spots = points.iter().filter_map(spot).collect();
    let behind = |drawing: &mut Drawing, frame: &Frame| mark(drawing, frame, points, today);
    line::draw((&x, &y), &lines, &marked, spots, width, behind)
}

/// What each way costs at a load, and the replicas that it takes.
fn spot(point: &Point) -> Option<At> {
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
}

/// Marks the load that was asked for, and shades where the API asks less than the cheapest way of
/// one's own: from its line to theirs.
fn mark(drawing: &mut Drawing, frame: &Frame, points: &[Point], today: Option<&Point>) {
    let least = points.iter().filter_map(|point| {
        let own = [point.rented, point.owned].into_iter().flatten();
        let least = own.map(Usd::get).reduce(f64::min)?;
        Some(frame.at(point.requests.get(), in_currency(least)))
    });
    let least: Vec<(f64, f64)> = least.collect();
    let mut labels = Labels::within(frame.area);
    labels.avoid_line(&least);
    let level = points.iter().find_map(|point| point.api);
    let level = level.map(|api| frame.y.at(in_currency(api.get())));
    let dearer = level.map_or_else(Vec::new, |level| above(&least, level));
    if let (Some(level), Some((first, _)), Some((last, _))) = (level, dearer.first(), dearer.last())
    {
        labels.avoid_line(&[(*first, level), (*last, level)]);
        let above = dearer.iter().copied();
        let around = std::iter::once((*first, level)).chain(above);
        let around: Vec<(f64, f64)> = around.chain([(*last, level)]).collect();
        drawing.region("api-wins", &around);
    }
    if let Some(point) = today {
        mark_today(drawing, frame, &mut labels, point.requests.get());
    }
    // Within the shade, where it is wide and high enough.
    let places = level.into_iter().flat_map(|level| {
        let within = dearer.iter().copied().filter(move |(_, y)| *y < level);
        within.map(move |(x, y)| Place {
            x,
            y: f64::midpoint(y, level) + 4.0,
            anchor: Anchor::Middle,
        })
    });
    let name = text(Msg::ChartLoadApi);
    let place = labels.first(name, places);
    drawing.label("label", place, name);
}

/// An upright line at the load that was asked for, by its name.
fn mark_today(drawing: &mut Drawing, frame: &Frame, labels: &mut Labels, requests: f64) {
    let (x, top) = (frame.x.at(requests), frame.area.y);
    let upright = [(x, top), (x, frame.bottom())];
    drawing.line("line base", &upright);
    let name = say::chart_load_yours(&say::load_of_rate(&figures(requests)));
    let heights = [top + 14.0, frame.bottom() - 8.0];
    let places = heights.into_iter().flat_map(|y| {
        let beside = [
            (x + 6.0, Anchor::Start),
            (x - 6.0, Anchor::End),
            (x, Anchor::Middle),
        ];
        beside.map(|(x, anchor)| Place { x, y, anchor })
    });
    let place = labels.best(&name, places);
    drawing.label("label strong", place, &name);
    labels.avoid(Area {
        x: x - 2.0,
        width: 4.0,
        ..frame.area
    });
}

/// The parts of a line above a height, and that height between them; empty where no part is.
/// Heights grow downwards.
fn above(line: &[(f64, f64)], level: f64) -> Vec<(f64, f64)> {
    if line.iter().all(|(_, y)| *y >= level) {
        return Vec::new();
    }
    let mut above = Vec::with_capacity(line.len());
    let mut before: Option<(f64, f64)> = None;
    for (x, y) in line.iter().copied() {
        if let Some((from, height)) = before
            && (height < level) != (y < level)
        {
            let share = (level - height) / (y - height);
            above.push((from + share * (x - from), level));
        }
        above.push((x, y.min(level)));
        before = Some((x, y));
    }
    above
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

#[cfg(test)]
mod tests {
    use super::above;

    /// Heights grow downwards: 10 is above 20. The line goes below the level
    /// at 15 and comes back at 33.75.
    #[test]
    fn what_is_shaded_ends_where_the_lines_cross() {
        let line = [(0.0, 10.0), (30.0, 40.0), (40.0, 0.0)];
        let shaded = above(&line, 25.0);
        let wanted = [
            (0.0, 10.0),
            (15.0, 25.0),
            (30.0, 25.0),
            (33.75, 25.0),
            (40.0, 0.0),
        ];
        assert_eq!(shaded.len(), wanted.len());
        for (found, wanted) in shaded.iter().zip(wanted) {
            assert!((found.0 - wanted.0).abs() < 1e-9 && (found.1 - wanted.1).abs() < 1e-9);
        }
    }

    #[test]
    fn nothing_is_shaded_where_the_api_is_never_cheaper() {
        assert!(above(&[(0.0, 30.0), (10.0, 25.0)], 25.0).is_empty());
    }
}
