//! Calibration held against the measured rows of the repository: of a family (accelerator, engine,
//! model) some rows are drawn and fitted, and the family's others are estimated by what they say.

#![allow(
    clippy::indexing_slicing,
    reason = "of the two quantities, and of places in a family's own rows"
)]

use super::residual::Quantity;
use super::row::Row;
use estimator::calibration::{self, Fitted, Key, Record, Refusal, calibrate};
use estimator::serving::estimate::estimate;
use estimator::serving::release::Month;
use estimator::serving::speed::Constants;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// Rows that are drawn.
pub const SIZES: [usize; 4] = [1, 3, 10, 40];
/// Draws of each family.
pub const DRAWS: u64 = 20;
/// Rows that are left to judge by, at the least.
const LEFT: usize = 3;

/// A family's rows, one a configuration.
#[derive(Debug, Clone)]
pub struct Family {
    /// Accelerator, engine and model.
    pub name: String,
    /// Its rows.
    pub rows: Vec<Member>,
}

/// A row of a family, and the same as calibrations read it.
#[derive(Debug, Clone)]
pub struct Member {
    /// As measured.
    pub row: Row,
    /// Beside its estimate.
    pub fitted: calibration::Row,
}

/// Families of rows that were measured and can be estimated.
#[must_use]
pub fn families(rows: &[Row]) -> Vec<Family> {
    let mut found: BTreeMap<String, Vec<Member>> = BTreeMap::new();
    for row in rows {
        let Some(fitted) = fitted(row) else { continue };
        let name = format!("{}, {}, {}", row.chip.name, row.engine().id(), row.model);
        let family = found.entry(name).or_default();
        if family.iter().all(|one| one.fitted.place != fitted.place) {
            let row = row.clone();
            family.push(Member { row, fitted });
        }
    }
    let families = found.into_iter();
    families.map(|(name, rows)| Family { name, rows }).collect()
}

/// A row as calibrations read it.
fn fitted(row: &Row) -> Option<calibration::Row> {
    let replica = row.replica(&Constants::FITTED)?;
    calibration::Row::new(
        &replica,
        row.scenario.weights,
        row.scenario.workload.load,
        kept(row),
    )
}

/// Measured times per output token and to the first token, seconds, without those that a fit
/// leaves out: a run that began cold is nobody's calibration.
fn kept(row: &Row) -> (Option<f64>, Option<f64>) {
    let of = |quantity: Quantity| {
        let measured = quantity.measured(row);
        measured.filter(|_| quantity.is_kept(row))
    };
    (of(Quantity::Tpot), of(Quantity::Ttft))
}

/// Errors of the rows that were not drawn, before and after, by quantity.
#[derive(Debug, Clone, Default)]
pub struct Met {
    /// |shipped / measured - 1|.
    pub before: [Vec<f64>; 2],
    /// |calibrated / measured - 1|.
    pub after: [Vec<f64>; 2],
    /// Errors that leaving one out promised, one a draw.
    pub promised: [Vec<f64>; 2],
    /// Draws, and those that changed nothing.
    pub draws: (usize, usize),
}

/// The record of some rows of a family; `None` where they change nothing.
fn record(family: &Family, drawn: &[&Member]) -> Result<Record, Refusal> {
    let rows: Vec<calibration::Row> = drawn.iter().map(|member| member.fitted).collect();
    let fitted: Fitted = calibrate(&rows)?;
    let first = &family.rows[0].row;
    Ok(Record::new(
        &fitted,
        Key {
            engine: first.engine(),
            engine_version: None,
            accelerator: first.chip.id.clone(),
            model: first.scenario.model.id.clone(),
        },
        Month::new(2026, 11),
    ))
}

/// Puts what a draw makes of the rows that it left into `met`; where they lie `beyond` it, it
/// promises the error of a level of users left out.
pub fn judge(family: &Family, drawn: &[&Member], left: &[&Member], beyond: bool, met: &mut Met) {
    let record = record(family, drawn);
    met.draws.0 += 1;
    met.draws.1 += usize::from(record.is_err());
    if let Ok(record) = &record {
        for (number, errors) in [record.tpot, record.ttft].into_iter().enumerate() {
            met.promised[number].extend(
                errors.map(|errors| errors.beyond.filter(|_| beyond).unwrap_or(errors.after)),
            );
        }
    }
    for member in left {
        let row = &member.row;
        let of = |record: Option<&Record>| {
            let mut scenario = row.scenario.clone();
            scenario.calibration = record.cloned().map(Box::new);
            let speed = estimate(&scenario, &row.chip, row.placement)?.performance?;
            Some([speed.tpot.mean.get(), speed.ttft.mean.get()])
        };
        let (Some(before), Some(after)) = (of(None), of(record.as_ref().ok())) else {
            continue;
        };
        let (tpot, ttft) = kept(row);
        let measured = [tpot, ttft];
        for (number, measured) in measured.into_iter().enumerate() {
            if let Some(measured) = measured {
                met.before[number].push((before[number] / measured - 1.0).abs());
                met.after[number].push((after[number] / measured - 1.0).abs());
            }
        }
    }
}

/// `count` rows of a family, and the others, by a draw of its own.
#[must_use]
pub fn drawn(family: &Family, count: usize, draw: u64) -> (Vec<&Member>, Vec<&Member>) {
    let mut order: Vec<(u64, &Member)> = family
        .rows
        .iter()
        .enumerate()
        .map(|(number, member)| (mixed(draw << 32 | number as u64), member))
        .collect();
    order.sort_by_key(|(key, _)| *key);
    let members: Vec<&Member> = order.into_iter().map(|(_, member)| member).collect();
    let (drawn, left) = members.split_at(count.min(members.len()));
    (drawn.to_vec(), left.to_vec())
}

/// A number without an order (`SplitMix64`, Steele et al. 2014).
fn mixed(number: u64) -> u64 {
    let mut z = number.wrapping_add(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// Whether a family has rows enough to draw so many.
#[must_use]
pub fn has(family: &Family, count: usize) -> bool {
    family.rows.len() >= count + LEFT
}

/// What comes of the families with rows enough: errors pooled over all families and draws, and the
/// families that get worse.
#[derive(Debug, Clone, Default)]
pub struct Outcome {
    /// Families.
    pub families: usize,
    /// All of them.
    pub met: Met,
    /// The largest growth of a family's median error, as a share of it, by quantity.
    pub worst: [f64; 2],
}

/// Pools what `draws` make of every family that is wanted.
fn pooled(
    families: &[Family],
    wanted: impl Fn(&Family) -> bool,
    draws: impl Fn(&Family, &mut Met),
) -> Outcome {
    let mut outcome = Outcome::default();
    for family in families.iter().filter(|family| wanted(family)) {
        let mut met = Met::default();
        draws(family, &mut met);
        outcome.families += 1;
        outcome.met.draws.0 += met.draws.0;
        outcome.met.draws.1 += met.draws.1;
        let all = &mut outcome.met;
        for number in 0..2 {
            if let (Some(before), Some(after)) =
                (at(&met.before[number], 0.5), at(&met.after[number], 0.5))
            {
                let growth = after / before - 1.0;
                outcome.worst[number] = outcome.worst[number].max(growth);
            }
            all.before[number].extend(&met.before[number]);
            all.after[number].extend(&met.after[number]);
            all.promised[number].extend(&met.promised[number]);
        }
    }
    outcome
}

/// Draws of so many rows.
#[must_use]
pub fn of_size(families: &[Family], size: usize) -> Outcome {
    pooled(
        families,
        |family| has(family, size),
        |family, met| {
            for draw in 0..DRAWS {
                let (drawn, left) = drawn(family, size, draw);
                judge(family, &drawn, &left, false, met);
            }
        },
    )
}

/// Rows with fewer users than the middle one, judged on those with more: families with at least
/// ten of each.
#[must_use]
pub fn of_fewer_users(families: &[Family]) -> Outcome {
    let halves = |family: &Family| {
        let mut users: Vec<f64> = family
            .rows
            .iter()
            .map(|one| one.fitted.place.users)
            .collect();
        users.sort_by(f64::total_cmp);
        let middle = users[users.len() / 2];
        let few = |member: &&Member| member.fitted.place.users < middle;
        let few: (Vec<usize>, Vec<usize>) =
            (0..family.rows.len()).partition(|at| few(&&family.rows[*at]));
        few
    };
    pooled(
        families,
        |family| {
            let (few, many) = halves(family);
            few.len() >= 10 && many.len() >= 10
        },
        |family, met| {
            let (few, many) = halves(family);
            let of = |places: &[usize]| places.iter().map(|at| &family.rows[*at]).collect();
            let (few, many): (Vec<&Member>, Vec<&Member>) = (of(&few), of(&many));
            judge(family, &few, &many, true, met);
        },
    )
}

/// A quantile of errors; `None` of none.
fn at(errors: &[f64], share: f64) -> Option<f64> {
    let mut errors = errors.to_vec();
    errors.sort_by(f64::total_cmp);
    estimator::serving::summary::quantile(&errors, share)
}

/// The median error of a quantity before and after.
#[must_use]
pub fn medians(outcome: &Outcome, number: usize) -> (f64, f64) {
    let median = |errors: &[f64]| at(errors, 0.5).unwrap_or(f64::NAN);
    (
        median(&outcome.met.before[number]),
        median(&outcome.met.after[number]),
    )
}

/// The tables of `docs/calibration.md`.
#[must_use]
pub fn tables(rows: &[Row]) -> String {
    let families = families(rows);
    let mut text = String::from(
        "| rows | families | quantity | before | after | promised | changed nothing | worst family |\n\
         | --- | --- | --- | --- | --- | --- | --- | --- |\n",
    );
    let all = SIZES
        .map(|size| (size.to_string(), of_size(&families, size)))
        .into_iter()
        .chain([("fewer users".to_owned(), of_fewer_users(&families))]);
    for (name, outcome) in all {
        for (number, quantity) in ["TPOT", "TTFT"].into_iter().enumerate() {
            let errors = |errors: &[f64]| {
                let of = |share| at(errors, share).map_or(0.0, |error| error * 100.0);
                format!("{:.1} / {:.0} %", of(0.5), of(0.9))
            };
            let promised = at(&outcome.met.promised[number], 0.5).unwrap_or(0.0) * 100.0;
            let (draws, nothing) = outcome.met.draws;
            // Writing to a string cannot fail.
            let _ = writeln!(
                text,
                "| {name} | {} | {quantity} | {} | {} | {promised:.1} % | {:.0} % | {:+.0} % |",
                outcome.families,
                errors(&outcome.met.before[number]),
                errors(&outcome.met.after[number]),
                100.0 * nothing as f64 / draws.max(1) as f64,
                100.0 * outcome.worst[number],
            );
        }
    }
    text
}

/// Where the tables stand in their document.
const MARKS: [&str; 2] = ["<!-- tables -->\n", "<!-- end of tables -->"];

/// The document with `tables` in their place; `None` where it has no place for them.
#[must_use]
pub fn written(document: &str, tables: &str) -> Option<String> {
    let [begin, end] = MARKS;
    let (before, rest) = document.split_once(begin)?;
    let (_, after) = rest.split_once(end)?;
    Some(format!("{before}{begin}{tables}{end}{after}"))
}
