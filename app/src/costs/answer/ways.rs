//! The ways side by side: rented at the price asked, owned, and an API. What each is paid today,
//! every month and over the years looked ahead, a million tokens at this demand, and from where
//! it wins.

use super::against::from;
use super::verdict::{break_even, hardware};
use crate::costs::names::{self, way};
use crate::costs::solve::Costs;
use crate::element::Element;
use crate::i18n::{Msg, dollars, number, over_years, percent, say, text};
use crate::records::cell;
use estimator::money::course::Course;
use estimator::money::horizon::{BreakEven, Way};
use estimator::money::load::Point;
use estimator::money::{Input, Report};
use estimator::quantity::Usd;

/// Months of a year.
const YEAR: f64 = 12.0;

/// A figure, and small words below it; neither where there is nothing to say.
type Cell = (String, Option<String>);

/// A way as a column.
struct Column {
    /// Its colour, that of the calculator's card.
    class: &'static str,
    name: String,
    /// What answers.
    what: Option<String>,
    once: Option<Usd>,
    monthly: Option<Usd>,
    net: Option<Usd>,
    /// A million tokens at this demand.
    million: Option<Usd>,
    /// From where it is cheaper than the API.
    wins: String,
    /// Where it breaks even with renting.
    even: Cell,
}

/// The table.
pub(super) fn table(costs: &Costs, report: &Report) -> Element {
    let columns = columns(costs, report);
    let heads = columns.iter().map(|column| {
        let what = column.what.iter();
        let what = what.map(|what| Element::words("small", "range", what.clone()));
        let head = Element::heading("col", column.name.clone()).with("class", column.class);
        what.fold(head, Element::and)
    });
    let heads = std::iter::once(Element::new("td")).chain(heads).collect();
    let years = report.values.get(Input::Horizon).unwrap_or_default();
    let paid = |amount: Option<Usd>| super::known(amount, |amount| dollars(amount.get()));
    let exact = |amount: Option<Usd>| (paid(amount), None);
    // Of what is bought more is counted than its payments.
    let bought = |column: &Column, said: Msg| {
        let is_bought = column.once.is_some_and(|once| once > Usd::ZERO);
        is_bought.then(|| text(said).to_owned())
    };
    let over = |column: &Column| {
        let net = super::known(column.net, |net| over_years(net.get()));
        (net, bought(column, Msg::CostsLessResale))
    };
    let million = |column: &Column| {
        let below = bought(column, Msg::CostsWithDepreciation);
        (paid(column.million), below)
    };
    let row = |class: &'static str, name: String, read: &dyn Fn(&Column) -> Cell| {
        let cells = columns.iter().map(|column| filled(column, read(column)));
        let head = Element::heading("row", name);
        Element::of("tr", std::iter::once(head).chain(cells)).with("class", class)
    };
    let of = |name: Msg, read: &dyn Fn(&Column) -> Cell| row("", text(name).to_owned(), read);
    let mut rows = vec![
        of(Msg::CostsToday, &|column| exact(column.once)),
        of(Msg::CostsThenMonth, &|column| exact(column.monthly)),
        row("total", say::terms_over(years), &over),
        of(Msg::WeekBlended, &million),
    ];
    if break_even(report).is_some() {
        rows.push(of(Msg::CostsEvenWithRent, &|column| column.even.clone()));
    }
    if report.api.is_some() {
        rows.push(of(Msg::AgainstFrom, &|column| (column.wins.clone(), None)));
    }
    Element::table("parts cards ways-table", heads, rows)
}

/// A cell of a column.
fn filled(column: &Column, (figure, below): Cell) -> Element {
    let place = cell(column.name.clone(), true);
    // A card leaves out a cell without content.
    if figure.is_empty() {
        return place;
    }
    let below = below.into_iter();
    let below = below.map(|below| Element::words("small", "range", below));
    place.and(below.fold(Element::new("span").say(figure), Element::and))
}

fn columns(costs: &Costs, report: &Report) -> Vec<Column> {
    let rent = report.rents.first().map(|rent| Way::Rented(rent.basis));
    let rented = rent.map_or_else(|| text(Msg::WayRentedPlain).to_owned(), way);
    let mut columns = vec![
        Column {
            name: rented,
            ..served("rent", costs, report, rent, |point| point.rented)
        },
        Column {
            even: break_even(report).map_or_else(Cell::default, |even| met(report, even)),
            ..served("buy", costs, report, Some(Way::Owned), |point| point.owned)
        },
    ];
    columns.extend(report.api.as_ref().map(|api| Column {
        class: "api",
        name: way(Way::Api),
        what: costs.api().map(names::api),
        once: Some(Usd::ZERO),
        monthly: Some(api.per_month),
        net: Some(api.net),
        million: report.at_demand().and_then(|point| point.api),
        wins: String::new(),
        even: Cell::default(),
    }));
    columns
}

/// A way to serve oneself; without a price it has no figures.
fn served(
    class: &'static str,
    costs: &Costs,
    report: &Report,
    of: Option<Way>,
    million: fn(&Point) -> Option<Usd>,
) -> Column {
    let course = of.and_then(|of| report.horizon.course(of));
    let api = report.api.as_ref();
    let contest = api.and_then(|api| api.contests.iter().find(|contest| Some(contest.way) == of));
    Column {
        class,
        name: of.map(way).unwrap_or_default(),
        what: course.and_then(|course| hardware(costs, report, course.way)),
        once: course.map(|course| course.curve.bought),
        monthly: course.map(|course| course.curve.monthly),
        net: course.map(Course::net),
        million: report.at_demand().and_then(million),
        wins: contest.map_or_else(String::new, |contest| from(contest.wins_from)),
        even: Cell::default(),
    }
}

/// After how many months owning breaks even, and how busy it must be.
fn met(report: &Report, even: &BreakEven) -> Cell {
    let net = |way| report.horizon.course(way).map(Course::net);
    let nets = net(Way::Owned).zip(net(Way::Rented(even.basis)));
    let resold = nets.is_some_and(|(owned, rented)| owned < rented);
    // Known never to come is something else than not known.
    let month = match even.month {
        Some(month) => say::even_after(&number(month)),
        // What is sold in the end counts in the total beside it.
        None if resold => text(Msg::EvenResold).to_owned(),
        None => say::even_not_within(f64::from(report.horizon.months) / YEAR),
    };
    // A committed price is paid whether they work or not.
    let share = even.utilization.map(|share| {
        if share <= 1.0 {
            say::even_at(&percent(report.utilization), &percent(share))
        } else {
            text(Msg::EvenNoShare).to_owned()
        }
    });
    (month, share)
}
