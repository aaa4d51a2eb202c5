//! One accelerator's curves.

use crate::chart::axis::Frame;
use crate::i18n::{about, number, say, seconds};
use crate::serving::answer::candidates::speed;
use crate::serving::answer::words::{millis, split};
use crate::serving::draft::Pace;
use crate::serving::solve::Answer;
use estimator::serving::curve::{CurvePoint, curve};
use estimator::serving::report::Candidate;

/// What is measured of a replica with so many requests in it.
pub(super) type Read = fn(&CurvePoint) -> f64;

/// Output tokens a second of one user.
pub(super) fn each(point: &CurvePoint) -> f64 {
    point.tpot.get().recip()
}

/// Output tokens a second of the whole replica.
pub(super) fn total(point: &CurvePoint) -> f64 {
    point.output.get()
}

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
    /// Requests at once at the load asked for, on average.
    pub(super) here: f64,
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
            here: performance.concurrency,
        })
    }

    /// The largest of what is measured.
    pub(super) fn most(&self, read: Read) -> f64 {
        self.points.iter().map(read).fold(0.0, f64::max)
    }

    /// The line of it on the page.
    pub(super) fn line(&self, frame: &Frame, read: Read) -> Vec<(f64, f64)> {
        let points = self.points.iter();
        points
            .map(|point| frame.at(point.users, read(point)))
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

    /// Its outputs with `users` in it, by name; `None` where it holds fewer.
    pub(super) fn at(&self, users: f64) -> Option<[(String, String); 2]> {
        let mut points = self.points.iter();
        let point = points.find(|point| (point.users - users).abs() < 0.01)?;
        let tokens = |read: Read| say::unit_tokens_s(&number(read(point)));
        Some([
            (say::chart_per_user(&self.name), tokens(each)),
            (self.name.clone(), tokens(total)),
        ])
    }

    /// Its row in the table twin.
    pub(super) fn cells(&self, point: &CurvePoint) -> Vec<String> {
        vec![
            self.name.clone(),
            number(point.users),
            speed(point.tpot, Pace::Rate),
            number(total(point)),
            seconds(point.ttft),
            millis(point.tpot),
        ]
    }
}
