//! Quality and cost: the common index of each column's model over the month that it costs.

use super::figures::recommended;
use super::head::link_id;
use super::outcome::Outcome;
use super::quality::scores;
use super::state::State;
use crate::browser;
use crate::chart::axis::{Axis, Upwards, frame};
use crate::chart::drawing::{Drawing, Spot};
use crate::chart::figure::Figure;
use crate::chart::label::{Area, Labels};
use crate::chart::scale::Scale;
use crate::chart::twin::{Column, Twin};
use crate::i18n::{Msg, amount_short, dollars, number, say, text};
use catalog::quality::{COMMON, Test};
use leptos::prelude::*;
use std::sync::Arc;

/// Height of the chart, in pixels.
const HEIGHT: f64 = 280.0;

/// Radius of a dot, in pixels.
const RADIUS: f64 = 5.0;

/// The round number whose doublings are amounts on the axis, dollars a month.
const ROUND: f64 = 1000.0;

/// A column that has both.
struct Point {
    /// The id of its scenario's link.
    link: String,
    name: String,
    /// Dollars a month.
    month: f64,
    /// The index.
    index: f64,
}

/// The card; nothing where fewer than two columns have both.
#[component]
pub(super) fn QualityChart() -> impl IntoView {
    let state = State::of_page();
    let few = Memo::new(move |_| points(state).len() < 2);
    view! {
        <div class="quality" hidden=few>
            <Figure
                title=Signal::derive(|| text(Msg::CompareChart).to_owned())
                caption=Signal::derive(|| say::compare_chart_caption(COMMON.as_of, COMMON.name))
                draw=Callback::new(move |width| draw(&points(state), width))
                table=Callback::new(move |()| table(&points(state)))
                pick=Callback::new(|link: String| browser::focus(&link))
            />
        </div>
    }
    .into_any()
}

/// The columns that have both; reactive.
fn points(state: State) -> Vec<Point> {
    let columns = state.columns().into_iter().enumerate();
    let point = |(at, (_, outcome)): (usize, (_, Option<Arc<Outcome>>))| {
        let best = scores(outcome.as_ref()).into_iter().next();
        let best = best.filter(|score| score.is_common)?;
        let outcome = outcome?;
        let (_, sizing) = recommended(outcome.answer.as_ref().ok()?)?;
        Some(Point {
            link: link_id(at),
            name: state.name(at),
            month: sizing.cost?.per_month.get(),
            index: best.of(Test::Index)?,
        })
    };
    columns.filter_map(point).collect()
}

fn draw(points: &[Point], width: f64) -> Drawing {
    let mut drawing = Drawing::new(width, HEIGHT);
    if points.len() < 2 {
        return drawing;
    }
    let months = Scale::around(points.iter().map(|point| point.month), 1.0, 0.12);
    let most = points.iter().map(|point| point.index).fold(0.0, f64::max);
    let title = text(Msg::UnitMonth).to_owned();
    let x = Axis::doubling_from(months, title, ROUND, amount_short);
    let y = Axis::new(
        Scale::from_zero(most, 5),
        Test::Index.name().to_owned(),
        5,
        number,
    );
    let frame = frame(&mut drawing, &x, &y, Upwards::Larger);
    let mut labels = Labels::within(Area {
        x: frame.area.x,
        y: 14.0,
        width: width - frame.area.x,
        height: frame.bottom() - 14.0,
    });
    for point in points {
        let (x, y) = frame.at(point.month, point.index);
        drawing.dot("dot best", x, y, RADIUS);
        labels.avoid(Area::around(x, y, RADIUS));
    }
    for point in points {
        let (x, y) = frame.at(point.month, point.index);
        let place = labels.beside(x, y, RADIUS, &point.name);
        drawing.label("label strong", place, &point.name);
        drawing.spots.push(Spot {
            x,
            y,
            area: Area::around(x, y, 3.0 * RADIUS),
            title: point.name.clone(),
            lines: vec![
                (text(Msg::UnitMonth).to_owned(), dollars(point.month)),
                (Test::Index.name().to_owned(), number(point.index)),
            ],
            id: Some(point.link.clone()),
        });
    }
    drawing
}

fn table(points: &[Point]) -> Twin {
    let row = |point: &Point| {
        vec![
            point.name.clone(),
            dollars(point.month),
            number(point.index),
        ]
    };
    Twin {
        columns: vec![
            Column::words(text(Msg::Model)),
            Column::figures(text(Msg::UnitMonth)),
            Column::figures(Test::Index.name()),
        ],
        rows: points.iter().map(row).collect(),
    }
}
