//! Calibration held against the measured rows of the repository: of a family (accelerator, engine,
//! model) some rows are drawn and fitted, and the family's others are estimated by what they say.

use super::row::Row;
use estimator::calibration::{self, Fitted, Key, Record, Refusal, calibrate};
use estimator::serving::estimate::estimate;
use estimator::serving::release::Month;
use estimator::serving::speed::Constants;
use std::collections::BTreeMap;

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
        (row.tpot, row.ttft),
    )
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

/// Puts what a draw makes of the rows that it left into `met`.
pub fn judge(family: &Family, drawn: &[&Member], left: &[&Member], met: &mut Met) {
    let record = record(family, drawn);
    met.draws.0 += 1;
    met.draws.1 += usize::from(record.is_err());
    if let Ok(record) = &record {
        for (number, errors) in [record.tpot, record.ttft].into_iter().enumerate() {
            met.promised[number].extend(errors.map(|errors| errors.after));
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
        let measured = [row.tpot, row.ttft];
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
