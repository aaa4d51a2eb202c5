//! The numbers of the question, a row each, in the order in which links write them.
//!
//! Ranges are those of [`LoadField::range`], in the unit of the question (seconds, tokens, shares,
//! gigabytes); what others of them narrow is checked beside.

use super::error::Field;
use super::question::Question;
use crate::error;
use crate::field::{Kind, Place, Row, Unit, rows};
use crate::session::{LoadField, Population};

/// The most main memory for caches, gigabytes: a petabyte.
const MOST_HOST: f64 = 1e6;

fn at_once(of: &Question) -> bool {
    matches!(of.load.population, Population::AtOnce(_))
}

/// How many there are.
pub const POPULATION: &[Row<Question, Field>] = &[
    Row {
        field: Field::AtOnce,
        key: "sessions",
        kind: Kind::Amount,
        unit: Unit::One,
        range: LoadField::AtOnce.range(),
        optional: false,
        typical: None,
        asked: at_once,
        get: |of| match of.load.population {
            Population::AtOnce(many) => Some(many),
            Population::PerHour(_) => None,
        },
        set: |of, value| {
            if let Some(many) = value {
                of.load.population = Population::AtOnce(many);
            }
        },
    },
    Row {
        field: Field::PerHour,
        key: "begun",
        kind: Kind::Amount,
        unit: Unit::One,
        range: LoadField::PerHour.range(),
        optional: false,
        typical: None,
        asked: |of| !at_once(of),
        get: |of| match of.load.population {
            Population::AtOnce(_) => None,
            Population::PerHour(many) => Some(many),
        },
        set: |of, value| {
            if let Some(many) = value {
                of.load.population = Population::PerHour(many);
            }
        },
    },
];

rows! { Field:
    /// The seven numbers, and the two shares beside them.
    LOAD: Question {
        Turns "turns" Number One (LoadField::Turns.range()), load.turns;
        First "first" Amount One (LoadField::First.range()), load.first;
        Common "common" Amount One (LoadField::Shared.range()), load.shared;
        Added "added" Amount One (LoadField::Added.range()), load.added;
        Answer "answer" Amount One (LoadField::Answer.range()), load.answer;
        Delay "delay" Number One (LoadField::DelayP50.range()), load.delay.p50;
        DelayTail "delay90" Number One (LoadField::DelayP90.range()), load.delay.p90;
        Single "single" Share Percent (LoadField::SingleShare.range()), load.single_share;
        Compaction "anew" Share Percent (LoadField::Compaction.range()), load.compaction;
        Dropped "dropped" Share Percent (LoadField::Dropped.range()), load.dropped;
    }

    /// The cache in main memory.
    CACHE: Question {
        Host "host" Amount One (0.0, MOST_HOST), host;
    }
}

/// The promise and the spare replicas, which the calculator asks, too.
pub const SHARED: &[Row<Question, Field>] = &[
    Row {
        field: Field::Shared(error::Field::Ttft),
        key: "ttft",
        kind: Kind::Time,
        unit: Unit::One,
        range: (1e-3, 3600.0),
        optional: true,
        typical: None,
        asked: |_| true,
        get: |of| Place::number(&of.asked.sla.ttft),
        set: |of, value| Place::put(&mut of.asked.sla.ttft, value),
    },
    Row {
        field: Field::Shared(error::Field::Tpot),
        key: "tpot",
        kind: Kind::Time,
        unit: Unit::Millis,
        range: (1e-4, 3600.0),
        optional: true,
        typical: None,
        asked: |_| true,
        get: |of| Place::number(&of.asked.sla.tpot),
        set: |of, value| Place::put(&mut of.asked.sla.tpot, value),
    },
    Row {
        field: Field::Shared(error::Field::Spares),
        key: "spare",
        kind: Kind::Count,
        unit: Unit::One,
        range: (0.0, 1000.0),
        optional: false,
        typical: None,
        asked: |_| true,
        get: |of| Place::number(&of.asked.limits.spare_replicas),
        set: |of, value| Place::put(&mut of.asked.limits.spare_replicas, value),
    },
];

/// All of them, in the order of the page.
pub const ALL: [&[Row<Question, Field>]; 4] = [POPULATION, LOAD, CACHE, SHARED];

/// Those that links write under keys of their own; the others are the calculator's.
pub const OWN: [&[Row<Question, Field>]; 3] = [POPULATION, LOAD, CACHE];

/// The row of a field; `None` where it is no number of one.
#[must_use]
pub fn row(field: Field) -> Option<&'static Row<Question, Field>> {
    ALL.into_iter().flatten().find(|row| row.field == field)
}
