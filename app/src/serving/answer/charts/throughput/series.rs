//! One accelerator's curve.

use crate::chart::axis::Frame;
use crate::i18n::{about, number, say, seconds};
use crate::serving::answer::words::{millis, split};
use crate::serving::solve::Answer;
use estimator::serving::curve::{CurvePoint, curve};
use estimator::serving::report::Candidate;

/// The output of one replica of an accelerator with more and more requests in it.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Series {
    pub(super) name: String,
    pub(super) split: String,
    pub(super) points: Vec<CurvePoint>,
    /// Factors that the output lies within, four times in five.
    pub(super) band: (f64, f64),
    /// Requests at once where the replica has to stop, and why.
    pub(super) stop: f64,
    pub(super) full: bool,
}

impl Series {
    /// The curve of a candidate; `None` where it holds nothing.
    pub(super) fn of(answer: &Answer, candidate: &Candidate) -> Option<Self> {
        let offer = answer.offer(candidate)?;
        let sizing = candidate.best.as_ref()?;
        let performance = sizing.estimate.performance.as_ref()?;
        let placement = sizing.estimate.placement;
        let points = curve(&answer.scenario, offer, placement);
        let holds = sizing.estimate.memory.mean_concurrency;
        (points.len() > 1).then_some(Self {
            name: offer.accelerator.name.clone(),
            split: split(placement),
            points,
            band: (performance.output_band.low, performance.output_band.high),
            stop: sizing.most_at_once(),
            full: sizing.max_concurrency > 0.97 * holds,
        })
    }

    /// Output with the most requests.
    pub(super) fn last(&self) -> f64 {
        self.points.last().map_or(0.0, |point| point.output.get())
    }

    /// The line on the page.
    pub(super) fn line(&self, frame: &Frame) -> Vec<(f64, f64)> {
        let points = self.points.iter();
        points
            .map(|point| frame.at(point.users, point.output.get()))
            .collect()
    }

    /// Where it stops, and why.
    pub(super) fn stop_label(&self) -> String {
        let users = about(self.stop);
        if self.full {
            say::chart_memory_full(&users)
        } else {
            say::chart_sla_reached(&users)
        }
    }

    /// Name and throughput with `users` in it.
    pub(super) fn at(&self, users: f64) -> Option<(String, String)> {
        let point = self
            .points
            .iter()
            .find(|point| (point.users - users).abs() < 0.01)?;
        Some((
            self.name.clone(),
            say::unit_tokens_s(&number(point.output.get())),
        ))
    }

    /// Its row in the table twin.
    pub(super) fn cells(&self, point: &CurvePoint) -> Vec<String> {
        vec![
            self.name.clone(),
            number(point.users),
            number(point.output.get()),
            seconds(point.ttft),
            millis(point.tpot),
        ]
    }
}
