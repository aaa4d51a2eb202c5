//! What rows make of the estimate: constants and neighbours, held against rows that they have not
//! seen, one left out at a time, and a whole level of users.

use super::constants::{Cap, Constants};
use super::fit::{fit, prior_of};
use super::near::Neighbours;
use super::place::Place;
use super::row::{Quantity, Row};

/// The most rows that are fitted; more say no more.
pub const MOST_ROWS: usize = 64;
/// Rows below which a calibration is unproven: leaving one of them out leaves nothing, or chance.
pub const PROVEN: usize = 3;
/// The most that is left of the median error where a calibration is applied, and the least share of
/// left-out rows that it meets nearer, in thirds: by less, errors fall by chance. Of families of
/// measured rows with ten drawn, the worst is then met 4 % worse per token; it was 16 %.
const NEARER: (f64, usize) = (0.8, 2);

/// Median errors of a quantity, |estimate / measurement - 1|.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Errors {
    /// With the shipped constants.
    pub before: f64,
    /// Calibrated on the other rows, each row left out in turn.
    pub after: f64,
    /// Calibrated on the rows with fewer or more users, each level of users left out in turn; `None`
    /// where there is one level.
    pub beyond: Option<f64>,
}

/// What rows say of one quantity.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Judged {
    /// How near it is.
    pub errors: Errors,
    /// Whether it is applied: its error falls where rows are left out, or there are too few to say.
    pub applied: bool,
}

/// A row, and what a calibration on the others says of it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Seen {
    /// The row.
    pub row: Row,
    /// The time per output token left out, seconds.
    pub tpot: f64,
    /// The time to the first token left out, seconds.
    pub ttft: f64,
}

/// Rows with what they make of the estimate.
#[derive(Debug, Clone, PartialEq)]
pub struct Fitted {
    /// The constants.
    pub constants: Constants,
    /// The rows, in an order of their own.
    pub rows: Vec<Seen>,
    /// Of times per output token; `None` where none was measured.
    pub tpot: Option<Judged>,
    /// Of times to the first token.
    pub ttft: Option<Judged>,
}

/// Why rows change nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refusal {
    /// There is none.
    NoRows,
    /// They ask for more than is believed.
    Cap(Cap),
    /// Left-out rows are met no better.
    NoNearer,
}

impl Fitted {
    /// Whether there are rows enough to tell.
    #[must_use]
    pub fn is_proven(&self) -> bool {
        self.rows.len() >= PROVEN
    }

    /// One quantity, where it is applied.
    pub(super) fn applied(&self, quantity: Quantity) -> Option<Errors> {
        let judged = match quantity {
            Quantity::Tpot => self.tpot,
            Quantity::Ttft => self.ttft,
        }?;
        judged.applied.then_some(judged.errors)
    }
}

/// Fits rows of one engine, accelerator and model.
///
/// # Errors
/// Why they change nothing.
pub fn calibrate(rows: &[Row]) -> Result<Fitted, Refusal> {
    let mut rows: Vec<Row> = rows
        .iter()
        .filter(|row| row.tpot.is_some() || row.ttft.is_some())
        .copied()
        .collect();
    if rows.is_empty() {
        return Err(Refusal::NoRows);
    }
    rows.sort_by(Row::order);
    if rows.len() > MOST_ROWS {
        rows = spread(&rows);
    }
    let model = Model::of(&rows);
    if let Some(cap) = model.constants.cap() {
        return Err(Refusal::Cap(cap));
    }
    if model.is_far(&rows) {
        return Err(Refusal::Cap(Cap::Neighbours));
    }
    let left_out = |number: usize| {
        let others: Vec<Row> = rows
            .iter()
            .enumerate()
            .filter(|(other, _)| *other != number)
            .map(|(_, row)| *row)
            .collect();
        Model::of(&others)
    };
    let seen: Vec<Seen> = rows
        .iter()
        .enumerate()
        .map(|(number, row)| {
            let others = left_out(number);
            Seen {
                row: *row,
                tpot: others.says(Quantity::Tpot, row),
                ttft: others.says(Quantity::Ttft, row),
            }
        })
        .collect();
    let fitted = Fitted {
        constants: model.constants,
        tpot: judged(Quantity::Tpot, &seen),
        ttft: judged(Quantity::Ttft, &seen),
        rows: seen,
    };
    let applied = |judged: Option<Judged>| judged.is_some_and(|judged| judged.applied);
    if applied(fitted.tpot) || applied(fitted.ttft) {
        Ok(fitted)
    } else {
        Err(Refusal::NoNearer)
    }
}

/// As many rows as are fitted, evenly from all of them.
fn spread(rows: &[Row]) -> Vec<Row> {
    let count = rows.len();
    (0..MOST_ROWS)
        .filter_map(|number| rows.get(number * count / MOST_ROWS))
        .copied()
        .collect()
}

fn judged(quantity: Quantity, seen: &[Seen]) -> Option<Judged> {
    let error = |row: &Row, says: f64| Some((says / row.measured(quantity)? - 1.0).abs());
    let says = |seen: &Seen| match quantity {
        Quantity::Tpot => seen.tpot,
        Quantity::Ttft => seen.ttft,
    };
    let shipped = |row: &Row| Constants::SHIPPED.of(quantity, &row.base);
    let before = seen
        .iter()
        .filter_map(|one| error(&one.row, shipped(&one.row)));
    let after = seen.iter().filter_map(|one| error(&one.row, says(one)));
    let (before, after): (Vec<f64>, Vec<f64>) = (before.collect(), after.collect());
    let both = before.iter().zip(&after);
    let nearer = both.filter(|(before, after)| after < before).count();
    let is_most = nearer * 3 >= before.len() * NEARER.1;
    let errors = Errors {
        before: median(before)?,
        after: median(after)?,
        beyond: beyond(quantity, seen),
    };
    Some(Judged {
        errors,
        applied: seen.len() < PROVEN || (errors.after <= NEARER.0 * errors.before && is_most),
    })
}

/// The median error of each level of users by the rows of the others.
fn beyond(quantity: Quantity, seen: &[Seen]) -> Option<f64> {
    let rows: Vec<Row> = seen.iter().map(|one| one.row).collect();
    let mut levels: Vec<f64> = rows.iter().map(|row| level(row.place.users)).collect();
    levels.sort_by(f64::total_cmp);
    levels.dedup();
    if levels.len() < 2 {
        return None;
    }
    let mut errors = Vec::with_capacity(rows.len());
    for left in levels {
        let is_left = |row: &&Row| level(row.place.users).total_cmp(&left).is_eq();
        let others: Vec<Row> = rows.iter().filter(|row| !is_left(row)).copied().collect();
        let model = Model::of(&others);
        errors.extend(rows.iter().filter(is_left).filter_map(|row| {
            Some((model.says(quantity, row) / row.measured(quantity)? - 1.0).abs())
        }));
    }
    median(errors)
}

/// Users, a quarter of an octave apart.
fn level(users: f64) -> f64 {
    (4.0 * users).round()
}

/// The middle of numbers, the mean of two.
pub(super) fn median(mut numbers: Vec<f64>) -> Option<f64> {
    numbers.sort_by(f64::total_cmp);
    let last = numbers.len().checked_sub(1)?;
    let (low, high) = (numbers.get(last / 2)?, numbers.get(last.div_ceil(2))?);
    Some(f64::midpoint(*low, *high))
}

/// Constants and neighbours of rows.
#[derive(Debug, Clone)]
pub(super) struct Model {
    pub(super) constants: Constants,
    near: [Neighbours; 2],
}

impl Model {
    pub(super) fn of(rows: &[Row]) -> Self {
        let constants = fit(rows);
        let near = Quantity::ALL
            .map(|quantity| Neighbours::new(prior_of(quantity), &left(&constants, quantity, rows)));
        Self { constants, near }
    }

    /// A quantity of a row's load by them, seconds.
    pub(super) fn says(&self, quantity: Quantity, row: &Row) -> f64 {
        let [tpot, ttft] = &self.near;
        let near = match quantity {
            Quantity::Tpot => tpot,
            Quantity::Ttft => ttft,
        };
        self.constants.of(quantity, &row.base) * near.at(&row.place).exp()
    }

    /// Whether most rows are farther from the constants than neighbours may change.
    fn is_far(&self, rows: &[Row]) -> bool {
        let quantity = Quantity::Tpot;
        let most = prior_of(quantity).most;
        let left = left(&self.constants, quantity, rows);
        let far = left.iter().filter(|(_, by)| by.abs() >= most).count();
        2 * far > left.len()
    }
}

/// What the constants leave of the measurements, logarithms.
pub(super) fn left(constants: &Constants, quantity: Quantity, rows: &[Row]) -> Vec<(Place, f64)> {
    let of = |row: &Row| {
        let measured = row.measured(quantity)?;
        Some((
            row.place,
            (measured / constants.of(quantity, &row.base)).ln(),
        ))
    };
    rows.iter().filter_map(of).collect()
}
