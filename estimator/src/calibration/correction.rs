//! A record on one placement: what it makes of the placement's latencies and bands.

use super::constants::Constants;
use super::fit::prior_of;
use super::judge::Errors;
use super::near::{Neighbours, OverUsers};
use super::place::{Place, octave};
use super::prior::{OF_MEDIAN, SHIPPED_ROWS};
use super::record::Record;
use super::row::{Base, Quantity};
use crate::band::{Band, EDGE_Z};
use crate::hardware::Accelerator;
use crate::placement::Placement;
use crate::serving::scenario::Scenario;

/// A record on a placement.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Correction {
    constants: Constants,
    rows: f64,
    tpot: Option<Part>,
    ttft: Option<Part>,
    /// The placement, at one user.
    place: Place,
    measured: Vec<Place>,
}

/// What it makes of one quantity.
#[derive(Debug, Clone, PartialEq)]
struct Part {
    errors: Errors,
    near: OverUsers,
}

/// Whether a record says anything of `scenario` on `chip`: the same engine, accelerator and model,
/// served as it was measured. Drafts, adapters, and prefill and decode apart were not.
#[must_use]
pub fn matches(record: &Record, scenario: &Scenario, chip: &Accelerator) -> bool {
    let serving = &scenario.serving;
    record.key.engine == scenario.engine.engine
        && record.key.accelerator == chip.id
        && record.key.model == scenario.model.id
        && !record.off
        && serving.speculation.is_none()
        && serving.adapters.is_none()
        && !serving.disaggregated
}

/// Whether a load lies farther from every measured one than deviations go on: beyond what was
/// measured. `users` are in one replica; lengths are of prompt and answer, tokens.
#[must_use]
pub fn is_beyond(record: &Record, scenario: &Scenario, placement: Placement, users: f64) -> bool {
    let work = &scenario.workload;
    let lengths = (work.input_tokens, work.output_tokens);
    let asked = Place::new(scenario.weights, placement, users, lengths);
    !record.near.iter().any(|near| near.place.is_near(&asked))
}

impl Correction {
    /// That of `scenario`'s record on `placement` of `chip`, for mean prompts and answers of so
    /// many tokens; `None` where there is none or it says nothing of them.
    pub(crate) fn of(
        scenario: &Scenario,
        chip: &Accelerator,
        placement: Placement,
        lengths: (f64, f64),
    ) -> Option<Self> {
        let record = scenario.calibration.as_deref()?;
        matches(record, scenario, chip).then(|| {
            let place = Place::new(scenario.weights, placement, 1.0, lengths);
            Self::at(record, place)
        })
    }

    /// That of a record at a place, whatever its users.
    pub(super) fn at(record: &Record, place: Place) -> Self {
        let part = |quantity: Quantity, errors: Option<Errors>| {
            let known = record
                .near
                .iter()
                .filter_map(|near| Some((near.place, near.of(quantity)?)));
            let rows: Vec<(Place, f64)> = known.collect();
            Some(Part {
                errors: errors?,
                near: Neighbours::new(prior_of(quantity), &rows).over_users(&place),
            })
        };
        Self {
            constants: record.constants,
            rows: f64::from(record.rows),
            tpot: part(Quantity::Tpot, record.tpot),
            ttft: part(Quantity::Ttft, record.ttft),
            place,
            measured: record.near.iter().map(|near| near.place).collect(),
        }
    }

    /// Times per output token and to the first token at so many users, seconds.
    pub(crate) fn latencies(&self, users: f64, base: &Base) -> (f64, f64) {
        let tpot = if self.tpot.is_some() {
            self.constants.tpot(base) * self.tokens(users)
        } else {
            base.tpot
        };
        let ttft = if self.ttft.is_some() {
            self.constants.ttft(base) * self.first(users)
        } else {
            base.ttft
        };
        (tpot, ttft)
    }

    /// Factor of the neighbours on times per output token.
    pub(crate) fn tokens(&self, users: f64) -> f64 {
        factor(self.tpot.as_ref(), users)
    }

    /// Factor of the neighbours on times to the first token.
    pub(crate) fn first(&self, users: f64) -> f64 {
        factor(self.ttft.as_ref(), users)
    }

    /// The factor on what prompts take.
    pub(crate) const fn prompts(&self) -> f64 {
        if self.ttft.is_some() {
            self.constants.prefill
        } else {
            1.0
        }
    }

    /// A step of `users` sequences that would take `decoding` seconds alone and `whole` with
    /// prompts beside it.
    pub(crate) fn step(&self, users: f64, decoding: f64, whole: f64) -> f64 {
        let prompts = (whole - decoding).max(0.0);
        if self.tpot.is_none() {
            return decoding + prompts * self.prompts();
        }
        // Who only reads prompts keeps nobody's tokens.
        let near = if decoding > 0.0 {
            self.tokens(users)
        } else {
            1.0
        };
        near * self.constants.step(decoding, prompts)
    }

    /// The bands of times per output token and to the first token at so many users: as narrow as
    /// what was measured says.
    pub(crate) fn bands(&self, users: f64, tpot: Band, ttft: Band) -> (Band, Band) {
        let asked = Place {
            users: octave(users),
            ..self.place
        };
        let near = self.measured.iter().any(|place| place.is_near(&asked));
        let of = |band: Band, part: Option<&Part>| {
            part.map_or(band, |part| narrowed(band, self.rows, &part.errors, near))
        };
        (of(tpot, self.tpot.as_ref()), of(ttft, self.ttft.as_ref()))
    }
}

fn factor(part: Option<&Part>, users: f64) -> f64 {
    part.map_or(1.0, |part| part.near.at(octave(users)).exp())
}

/// A band by the evidence of rows: `variance = (8 shipped + rows measured) / (8 + rows)`, the
/// measured one that of the median error.
fn narrowed(band: Band, rows: f64, errors: &Errors, near: bool) -> Band {
    // Beyond what was measured the error met is half as much again as a level of users left out
    // promises (`docs/calibration.md`): nothing is promised there but the shipped one.
    let error = if near { errors.after } else { errors.before };
    let measured = (OF_MEDIAN * error).powi(2);
    let edge = |edge: f64| {
        let shipped = (edge / EDGE_Z).powi(2);
        let variance = (SHIPPED_ROWS * shipped + rows * measured) / (SHIPPED_ROWS + rows);
        variance.sqrt() * EDGE_Z
    };
    Band {
        low: (-edge(band.low.ln())).exp(),
        high: edge(band.high.ln()).exp(),
        ..band
    }
}
