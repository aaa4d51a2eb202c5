//! The loads in a table: what each is taken for, what was measured, and what the estimate says of it
//! before and after, on the other rows.

use super::outcome::{Loaded, Outcome, seen};
use super::words;
use crate::i18n::{Msg, integer, seconds, text};
use crate::measure::unit::Unit;
use crate::page::dropped::harmless;
use estimator::calibration::{Arrivals, LeftOut, Row};
use estimator::export::paper::{Heading, Table};
use estimator::quantity::Seconds;

/// The columns: names, and whether they hold figures.
const COLUMNS: [(Msg, bool); 11] = [
    (Msg::CalibFile, false),
    (Msg::CalibArrivals, false),
    (Msg::CalibUsers, true),
    (Msg::ProfilePrompt, true),
    (Msg::ProfileAnswer, true),
    (Msg::CalibTpotMeasured, true),
    (Msg::CalibBefore, true),
    (Msg::CalibAfter, true),
    (Msg::CalibTtftMeasured, true),
    (Msg::CalibBefore, true),
    (Msg::CalibAfter, true),
];

/// The rows.
pub(super) fn table(loads: &[Loaded], outcome: &Outcome) -> Table {
    let heading = |(name, figure): (Msg, bool)| Heading {
        name: text(name).to_owned(),
        numeric: figure,
    };
    let rows = loads.iter().enumerate().map(|(at, loaded)| {
        let row = match outcome {
            Outcome::Done { rows, .. } => rows.get(at).copied(),
            Outcome::Nothing | Outcome::Wrong(_) => None,
        };
        let why = match row {
            Some(Err(why)) => Some(why),
            Some(Ok(_)) => None,
            None => loaded.load.left_out,
        };
        let head = [harmless(&loaded.file), taken(loaded, why)];
        let figures = figures(loaded, row.and_then(Result::ok), outcome);
        head.into_iter().chain(figures).collect()
    });
    Table {
        rows: rows.collect(),
        columns: COLUMNS.map(heading).to_vec(),
    }
}

/// What a load is taken for, or why it is left out.
fn taken(loaded: &Loaded, why: Option<LeftOut>) -> String {
    let taken = match why {
        Some(why) => words::left_out(why),
        None => match loaded.load.arrivals {
            Arrivals::Closed => Msg::CalibClosed,
            Arrivals::Steady => Msg::CalibSteady,
            Arrivals::Open => Msg::CalibOpen,
            Arrivals::Burst => Msg::CalibBurst,
        },
    };
    text(taken).to_owned()
}

/// Users, lengths, and both latencies: measured, before, after.
fn figures(loaded: &Loaded, row: Option<Row>, outcome: &Outcome) -> [String; 9] {
    let load = &loaded.load;
    let count = |number: Option<f64>| number.map_or_else(String::new, integer);
    let time =
        |time: Option<f64>| time.map_or_else(String::new, |time| seconds(Seconds::new(time)));
    let after = match outcome {
        Outcome::Done {
            fit: Ok(fitted), ..
        } => row.and_then(|row| seen(fitted, &row)),
        _ => None,
    };
    let users = match (load.users, load.rate) {
        (None, Some(rate)) => Unit::Requests.shown(rate),
        (users, _) => count(users),
    };
    let of = |measured: Option<f64>, before: Option<f64>, after: Option<f64>| {
        // What was not measured is compared with nothing.
        [
            time(measured),
            time(before.filter(|_| measured.is_some())),
            time(after.filter(|_| measured.is_some())),
        ]
    };
    let [tpot, tpot_before, tpot_after] = of(
        load.tpot,
        row.map(|row| row.base.tpot),
        after.map(|seen| seen.tpot),
    );
    let [ttft, ttft_before, ttft_after] = of(
        load.ttft,
        row.map(|row| row.base.ttft),
        after.map(|seen| seen.ttft),
    );
    [
        users,
        count(load.input),
        count(load.output),
        tpot,
        tpot_before,
        tpot_after,
        ttft,
        ttft_before,
        ttft_after,
    ]
}
