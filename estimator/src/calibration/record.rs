//! A calibration as it is carried, in a link, a scenario file or a line of the batch estimator:
//! what a person's rows made of the estimate, and nothing of where they came from.
//!
//! ```json
//! {"v":4,"engine":"vllm","engine_version":"0.11.0","accelerator":"nvidia-h100-sxm-80gb",
//!  "model":"meta-llama/Llama-3.1-70B","weights":["fp8"],"decode":0.93,"prefill":1.08,"step_us":240,
//!  "rows":12,"error":{"tpot":[0.11,0.04],"ttft":[0.22,0.12]},"of":"2026-11",
//!  "near":[[0,5,10,10,4,1,-0.06,0.11]]}
//! ```
//!
//! `v` is the version of the constants that the rows were compared with. `error` holds medians
//! before and after, and where several numbers of users were measured the one of a level of users
//! left out; a quantity that it lacks is not calibrated. `near`: format, logarithms to base 2 of
//! users, prompt and answer, tensor and data parallelism, logarithms of TPOT and TTFT over what the
//! constants say (`null` where it was not measured). `off` is there, and `true`, where it is carried
//! and not used.

use super::constants::Constants;
use super::fit::prior_of;
use super::judge::{Errors, Fitted, left};
use super::place::Place;
use super::row::Quantity;
use super::thin::{Near, thinned};
use crate::engine::Engine;
use crate::precision::WeightFormat;
use crate::serving::release::Month;
use serde::{Deserialize, Serialize};
use std::fmt::Write as _;

/// The version of the constants that estimates are made with: one more whenever they change.
pub const VERSION: u32 = 4;
/// The most rows that a record keeps as neighbours: some 600 characters.
pub const MOST_NEAR: usize = 24;
/// The most rows that are believed.
const MOST_COUNT: u32 = 10_000;
/// The largest median error that is believed, as a share.
const MOST_ERROR: f64 = 100.0;
/// The largest logarithm to base 2 of users and lengths.
const MOST_OCTAVES: f64 = 32.0;
/// The most accelerators that a degree spans.
const MOST_DEGREE: u32 = 4096;

/// What is calibrated: one engine, accelerator and model. To others it does not travel.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Key {
    /// The engine.
    pub engine: Engine,
    /// Its version, where it was said.
    pub engine_version: Option<String>,
    /// Id of the accelerator.
    pub accelerator: String,
    /// Id of the model.
    pub model: String,
}

/// A calibration as it is carried.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Record {
    /// What is calibrated.
    pub key: Key,
    /// Formats of weights that were measured.
    pub weights: Vec<WeightFormat>,
    /// The constants.
    pub constants: Constants,
    /// Rows that it is made of.
    pub rows: u32,
    /// Errors of times per output token, where they are calibrated.
    pub tpot: Option<Errors>,
    /// Errors of times to the first token, where they are calibrated.
    pub ttft: Option<Errors>,
    /// When it was made.
    pub of: Month,
    /// What the constants leave of measured loads.
    pub near: Vec<Near>,
    /// Whether it is carried and not used.
    pub off: bool,
}

impl Record {
    /// That of a fit of rows of `key`, made in the month `of`.
    #[must_use]
    pub fn new(fitted: &Fitted, key: Key, of: Month) -> Self {
        let rows: Vec<_> = fitted.rows.iter().map(|seen| seen.row).collect();
        let constants = Constants {
            decode: inside(fitted.constants.decode, 1e3, Constants::DECODE),
            prefill: inside(fitted.constants.prefill, 1e3, Constants::PREFILL),
            host: inside(fitted.constants.host, 1e6, Constants::HOST),
        };
        let deviation = |quantity: Quantity, row: &super::Row| {
            let one = left(&constants, quantity, std::slice::from_ref(row));
            let most = prior_of(quantity).most;
            one.first().map(|(_, by)| by.clamp(-most, most))
        };
        let near = rows
            .iter()
            .map(|row| Near {
                place: row.place,
                tpot: deviation(Quantity::Tpot, row),
                ttft: deviation(Quantity::Ttft, row),
            })
            .collect();
        let near: Vec<Near> = thinned(near, MOST_NEAR).into_iter().map(told).collect();
        let mut weights: Vec<WeightFormat> = near.iter().map(|near| near.place.weights).collect();
        weights.sort_unstable();
        weights.dedup();
        Self {
            key,
            weights,
            constants,
            rows: u32::try_from(rows.len()).unwrap_or(MOST_COUNT),
            tpot: fitted.applied(Quantity::Tpot).map(shown),
            ttft: fitted.applied(Quantity::Ttft).map(shown),
            of,
            near,
            off: false,
        }
    }

    /// Whether rows are too few to tell whether it makes the estimate nearer.
    #[must_use]
    pub fn is_unproven(&self) -> bool {
        usize::try_from(self.rows).is_ok_and(|rows| rows < super::judge::PROVEN)
    }

    /// Whether every figure can be: what is read is as bounded as what is fitted.
    #[must_use]
    pub fn is_possible(&self) -> bool {
        let errors = |errors: Option<Errors>| {
            errors.is_none_or(|errors| {
                let all = [errors.before, errors.after, errors.beyond.unwrap_or(0.0)];
                all.iter().all(|error| (0.0..=MOST_ERROR).contains(error))
            })
        };
        let place = |place: &Place| {
            let octaves = [place.users, place.input, place.output];
            let degrees = [place.tensor, place.data];
            octaves.iter().all(|one| (0.0..=MOST_OCTAVES).contains(one))
                && degrees.iter().all(|one| (1..=MOST_DEGREE).contains(one))
        };
        let deviation = |quantity: Quantity, near: &Near| {
            let most = prior_of(quantity).most + 0.01;
            near.of(quantity).is_none_or(|by| by.abs() <= most)
        };
        let near = |near: &Near| {
            place(&near.place)
                && Quantity::ALL
                    .into_iter()
                    .all(|quantity| deviation(quantity, near))
        };
        let text = |text: &str, most: usize| {
            !text.is_empty() && text.len() <= most && !text.contains(char::is_control)
        };
        text(&self.key.accelerator, 200)
            && text(&self.key.model, 200)
            && self.key.engine_version.iter().all(|one| text(one, 40))
            && self.constants.cap().is_none()
            && (1..=MOST_COUNT).contains(&self.rows)
            && (self.tpot.is_some() || self.ttft.is_some())
            && errors(self.tpot)
            && errors(self.ttft)
            && (1..=MOST_NEAR).contains(&self.near.len())
            && self.near.iter().all(near)
    }

    /// The record as JSON, in one line.
    #[must_use]
    pub fn to_json(&self) -> String {
        let mut text = format!("{{\"v\":{VERSION},\"engine\":\"{}\"", self.key.engine.id());
        if let Some(version) = &self.key.engine_version {
            put(&mut text, "engine_version", version);
        }
        put(&mut text, "accelerator", &self.key.accelerator);
        put(&mut text, "model", &self.key.model);
        let weights = self.weights.iter().map(|format| quoted(format.id()));
        list(&mut text, ",\"weights\":", weights);
        let Constants {
            decode,
            prefill,
            host,
        } = self.constants;
        // Writing to a text cannot fail.
        let _ = write!(
            text,
            ",\"decode\":{decode},\"prefill\":{prefill},\"step_us\":{},\"rows\":{},\"error\":{{",
            rounded(host * 1e6, 1.0),
            self.rows
        );
        let errors = [("\"tpot\":", self.tpot), ("\"ttft\":", self.ttft)];
        let known = errors
            .into_iter()
            .filter_map(|(name, errors)| Some((name, errors?)));
        for (number, (name, errors)) in known.enumerate() {
            if number > 0 {
                text.push(',');
            }
            let all = [Some(errors.before), Some(errors.after), errors.beyond];
            let all = all.into_iter().flatten().map(|error| error.to_string());
            list(&mut text, name, all);
        }
        let _ = write!(text, "}},\"of\":\"{}\"", self.of);
        let near = self.near.iter().map(|near| {
            let place = &near.place;
            let format = self
                .weights
                .iter()
                .position(|format| *format == place.weights);
            let by = |by: Option<f64>| by.map_or_else(|| "null".to_owned(), |by| by.to_string());
            format!(
                "[{},{},{},{},{},{},{},{}]",
                format.unwrap_or(0),
                place.users,
                place.input,
                place.output,
                place.tensor,
                place.data,
                by(near.tpot),
                by(near.ttft)
            )
        });
        list(&mut text, ",\"near\":", near);
        if self.off {
            text.push_str(",\"off\":true");
        }
        text.push('}');
        text
    }
}

impl From<Record> for String {
    fn from(record: Record) -> Self {
        record.to_json()
    }
}

impl TryFrom<String> for Record {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        Self::read(&text).ok_or("no calibration that can be")
    }
}

/// A neighbour in the digits that a record keeps.
fn told(near: Near) -> Near {
    let place = near.place;
    let two = |by: Option<f64>| by.map(|by| rounded(by, 1e2));
    Near {
        place: Place {
            users: rounded(place.users, 1e2),
            input: rounded(place.input, 1e2),
            output: rounded(place.output, 1e2),
            ..place
        },
        tpot: two(near.tpot),
        ttft: two(near.ttft),
    }
}

/// Errors in the digits that a record keeps.
fn shown(errors: Errors) -> Errors {
    let three = |error: f64| rounded(error, 1e3).min(MOST_ERROR);
    Errors {
        before: three(errors.before),
        after: three(errors.after),
        beyond: errors.beyond.map(three),
    }
}

/// A number in so many parts of one, a part inside of its range at the least: none is rounded to
/// what a record refuses.
fn inside(number: f64, parts: f64, (low, high): (f64, f64)) -> f64 {
    let part = parts.recip();
    rounded(number.clamp(low + part, high - part), parts)
}

/// A number in so many parts of one, without a minus before zero.
fn rounded(number: f64, parts: f64) -> f64 {
    (number * parts).round() / parts + 0.0
}

fn put(text: &mut String, name: &str, value: &str) {
    let _ = write!(text, ",\"{name}\":{}", quoted(value));
}

/// A text as JSON has it.
fn quoted(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push('"');
    for letter in text.chars() {
        if matches!(letter, '"' | '\\') {
            quoted.push('\\');
        }
        quoted.push(letter);
    }
    quoted.push('"');
    quoted
}

fn list(text: &mut String, before: &str, entries: impl Iterator<Item = String>) {
    text.push_str(before);
    text.push('[');
    for (number, entry) in entries.enumerate() {
        if number > 0 {
            text.push(',');
        }
        text.push_str(&entry);
    }
    text.push(']');
}
