//! Payments by the end of each month, each way, and where owning breaks even.

use super::Kind;
use super::line::{self, At, Line};
use crate::chart::axis::Axis;
use crate::chart::drawing::Drawing;
use crate::chart::scale::Scale;
use crate::chart::twin::{Column, Twin};
use crate::costs::names::way;
use crate::costs::solve::Found;
use crate::i18n::{
    Msg, amount_short, dollars, in_currency, language, number, over_years, say, text,
};
use estimator::money::horizon::Way;
use estimator::quantity::Usd;

/// The chart.
pub(super) const KIND: Kind = Kind {
    title: Msg::ChartPaidTitle,
    caption,
    draw,
    table,
};

fn caption(found: &Found) -> String {
    let lines = text(Msg::ChartPaidCaption).to_owned();
    // All others stand in the tables of ways and of prices.
    let split = ways(found).find(|one| one.way == Way::Both);
    let split = split.map(|split| say::chart_paid_both(&over_years(split.net.get())));
    let all: Vec<String> = std::iter::once(lines).chain(split).collect();
    all.join(language().gap())
}

/// One way over the months.
pub(in crate::costs) struct Paid<'a> {
    /// Which.
    way: Way,
    /// Its name.
    pub(in crate::costs) name: String,
    /// Paid by the end of each month.
    pub(in crate::costs) months: &'a [Usd],
    /// Its net cost in the end.
    pub(in crate::costs) net: Usd,
}

/// Every way to come by accelerators, and the API they are held against.
pub(in crate::costs) fn ways(found: &Found) -> impl Iterator<Item = Paid<'_>> {
    let courses = found.report.horizon.courses.iter().map(|course| Paid {
        way: course.way,
        name: way(course.way),
        months: &course.paid,
        net: course.net(),
    });
    let api = found.report.api.iter().map(|api| Paid {
        way: Way::Api,
        name: way(Way::Api),
        months: &api.paid,
        net: api.net,
    });
    courses.chain(api)
}

/// A sum paid by the end of a month, in words: the first day's purchase is exact.
pub(in crate::costs) fn paid_by(month: usize, paid: f64) -> String {
    if month == 0 {
        dollars(paid)
    } else {
        over_years(paid)
    }
}

/// The sum each way has paid by the end of `month`, in dollars.
fn paid(found: &Found, month: u32) -> Vec<(String, f64)> {
    let index = month as usize;
    ways(found)
        .filter_map(|way| Some((way.name, way.months.get(index)?.get())))
        .collect()
}

pub(super) fn draw(found: &Found, width: f64) -> Drawing {
    let horizon = &found.report.horizon;
    if horizon.courses.is_empty() {
        return Drawing::default();
    }
    let lines: Vec<Line> = ways(found)
        .map(|one| Line {
            way: one.way,
            name: one.name,
            points: (0..)
                .zip(one.months)
                .map(|(month, paid)| (f64::from(month), in_currency(paid.get())))
                .collect(),
        })
        .collect();
    let most = lines.iter().flat_map(|line| &line.points);
    let most = most.map(|(_, paid)| *paid).fold(0.0, f64::max);
    let x = Axis::new(
        Scale::exactly(0.0, f64::from(horizon.months)),
        text(Msg::ChartMonths).to_owned(),
        6,
        number,
    );
    let y = Axis::new(
        Scale::from_zero(most, 5),
        text(Msg::ChartPaid).to_owned(),
        5,
        amount_short,
    );
    // Where payments for owning equal those for renting at the price asked.
    let owned = horizon.course(Way::Owned);
    let even = horizon.break_even.first().and_then(|even| even.month);
    let marked: Vec<(f64, f64)> = owned
        .zip(even)
        .map(|(course, month)| (month, in_currency(course.paid_by(month).get())))
        .into_iter()
        .collect();
    let spots = (0..=horizon.months).map(|month| {
        let values = paid(found, month);
        At {
            x: f64::from(month),
            y: values.first().map_or(0.0, |(_, paid)| in_currency(*paid)),
            title: say::chart_month(&number(f64::from(month))),
            lines: values
                .into_iter()
                .map(|(name, paid)| (name, paid_by(month as usize, paid)))
                .collect(),
        }
    });
    let spots = spots.collect();
    line::draw((&x, &y), &lines, &marked, spots, width, |_, _| {})
}

fn table(found: &Found) -> Twin {
    let horizon = &found.report.horizon;
    let columns = ways(found).map(|way| Column::figures(way.name));
    let rows = (0..=horizon.months).map(|month| {
        let values = paid(found, month).into_iter();
        let values = values.map(|(_, paid)| paid_by(month as usize, paid));
        std::iter::once(number(f64::from(month)))
            .chain(values)
            .collect()
    });
    Twin {
        columns: std::iter::once(Column::figures(text(Msg::ChartMonths)))
            .chain(columns)
            .collect(),
        rows: rows.collect(),
    }
}
