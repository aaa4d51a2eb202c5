//! Curves of one board: time and throughput over the batch, over resolution, over steps.

use super::question::Question;
use super::scenario::{Scenario, Task, sides};
use super::served::Replica;
use super::service::BATCHES;
use crate::precision::formats;
use crate::quantity::{Bytes, Seconds};
use crate::vision::Board;
use serde::{Deserialize, Serialize};

/// Shares of the sides that a curve over resolution asks.
const SHARES: [f64; 6] = [0.5, 0.75, 1.0, 1.25, 1.5, 2.0];
/// Shares of the steps.
const STEPS: [f64; 6] = [0.25, 0.5, 0.75, 1.0, 1.5, 2.0];
/// Images of a request.
const IMAGES: [u32; 6] = [1, 2, 4, 8, 16, 32];

formats!(
    /// What a curve goes over.
    Along {
        /// Items at once.
        Batch = "batch",
        /// Height in pixels, width in proportion.
        Resolution = "resolution",
        /// Denoising steps.
        Steps = "steps",
        /// Images of a request.
        Images = "images",
    }
);

/// A point.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Point {
    /// Where it stands.
    pub at: f64,
    /// Time of a batch, a generation, a window, the tower.
    pub seconds: Seconds,
    /// Items a second of one replica that is always full.
    pub rate: f64,
    /// Bytes of an accelerator.
    pub bytes: Bytes,
    /// Whether they fit.
    pub fits: bool,
}

/// The curves that a kind has.
#[must_use]
pub fn along(scenario: &Scenario) -> &'static [Along] {
    match scenario.task {
        _ if scenario.question.trains() => &[Along::Batch],
        Task::Pipeline(_) => &[Along::Resolution, Along::Steps],
        Task::Reader(_) => &[Along::Images],
        _ => &[Along::Batch],
    }
}

/// The points of a curve, from left to right.
#[must_use]
pub fn points(scenario: &Scenario, board: &Board, along: Along) -> Vec<Point> {
    match (along, &scenario.task) {
        (Along::Batch, Task::Reader(_)) => Vec::new(),
        (Along::Batch, Task::Pipeline(_)) if scenario.question.generates() => Vec::new(),
        (Along::Batch, _) => {
            let library = scenario.arrivals() <= 0.0;
            let sizes = BATCHES.into_iter().filter(|size| *size != 7);
            sizes
                .map(|size| point(scenario, board, f64::from(size), (size, library)))
                .collect()
        }
        (Along::Resolution, Task::Pipeline(model)) => {
            let [height, width] = sides(&scenario.question, model);
            let [_, rows, columns] = model.denoiser.patch;
            let space = model.decoder.space;
            let asked = SHARES.into_iter().map(|share| {
                let question = Question {
                    height: Some(rounded(height, share, space * rows)),
                    width: Some(rounded(width, share, space * columns)),
                    ..scenario.question.clone()
                };
                (f64::from(question.height.unwrap_or(0)), question)
            });
            asked
                .map(|(at, question)| other(scenario, board, at, question))
                .collect()
        }
        (Along::Steps, Task::Pipeline(model)) => {
            let steps = scenario.question.steps.unwrap_or(model.steps);
            let mut asked: Vec<u32> = STEPS
                .into_iter()
                .map(|share| rounded(steps, share, 1))
                .collect();
            asked.dedup();
            let asked = asked.into_iter().map(|steps| {
                let question = Question {
                    steps: Some(steps),
                    ..scenario.question.clone()
                };
                other(scenario, board, f64::from(steps), question)
            });
            asked.collect()
        }
        (Along::Images, Task::Reader(reader)) => {
            let Some(count) = reader.count else {
                return Vec::new();
            };
            let counts = IMAGES.into_iter().map(|images| {
                let question = Question {
                    images,
                    ..scenario.question.clone()
                };
                let of = super::Reader::new(
                    &question,
                    reader.family,
                    (Some(count), reader.heard),
                    reader.serving.clone(),
                );
                let bytes = of.aside();
                let seconds = of.tower(&question, board, 1);
                Point {
                    at: f64::from(images),
                    seconds,
                    rate: of.prompt(&question),
                    bytes,
                    fits: bytes <= board.accelerator.memory,
                }
            });
            counts.collect()
        }
        _ => Vec::new(),
    }
}

/// A share of a number, in whole units, at least one.
fn rounded(value: u32, share: f64, unit: u32) -> u32 {
    let unit = f64::from(unit.max(1));
    let units = (f64::from(value) * share / unit).round().max(1.0);
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "at least 1; casts of floats saturate"
    )]
    let whole = (units * unit) as u32;
    whole
}

fn other(scenario: &Scenario, board: &Board, at: f64, question: Question) -> Point {
    let scenario = Scenario {
        question,
        task: scenario.task.clone(),
    };
    point(&scenario, board, at, (1, false))
}

fn point(scenario: &Scenario, board: &Board, at: f64, (batch, library): (u32, bool)) -> Point {
    let replica = Replica { scenario, board };
    let served = replica.served(batch, library);
    let question = &scenario.question;
    let items = if question.generates() {
        question.together()
    } else {
        f64::from(batch)
    };
    let bytes = served.needed();
    Point {
        at,
        seconds: served.seconds,
        rate: items / served.seconds.get(),
        bytes,
        fits: bytes <= board.accelerator.memory,
    }
}
