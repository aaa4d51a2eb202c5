//! Where requests come from: open arrivals, which do not mind how long others wait,
//! or users who wait for an answer, think, and ask again.
//!
//! Lengths are lognormal, as published traces nearly are, with the mean and the 95th
//! percentile asked for.
//! Times between open arrivals are gamma-distributed with the squared coefficient of
//! variation asked for: 1 is Poisson, more is bursty.

use crate::workload::spread;
use rand_distr::{Distribution, Exp1, Gamma, LogNormal, StandardUniform};
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::SeedableRng;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Lengths beyond this many standard deviations of their logarithm are drawn at it.
const WIDEST: f64 = 3.5;

/// One request.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Request {
    /// When it arrives, seconds.
    pub arrival: f64,
    /// Prompt tokens to compute.
    pub fresh: f64,
    /// Prompt tokens found in the prefix cache.
    pub cached: f64,
    /// Prompt tokens copied from host memory.
    pub restored: f64,
    /// Prompt tokens that the accelerator's cache holds of this request's session alone: they
    /// need no time, and take room as its others do.
    pub own: f64,
    /// Output tokens.
    pub output: f64,
}

/// Something that sends requests, in the order of their arrival.
pub trait Source {
    /// When the next one arrives; `None` while none is under way.
    fn next_at(&self) -> Option<f64>;
    /// The next one.
    fn take(&mut self) -> Option<Request>;
    /// Hears that a request was answered at `at`.
    fn answered(&mut self, at: f64);
    /// Hears which one it was, counted from 0 as they were taken, and when its first and
    /// its last token were there.
    fn left(&mut self, _number: u64, _first: f64, _last: f64) {}
    /// Whether an answer may bring another request.
    fn asks_again(&self) -> bool {
        false
    }
    /// Requests that are under way, each of which took some work to draw.
    fn due(&self) -> usize {
        1
    }
}

impl<S: Source> Source for &mut S {
    fn next_at(&self) -> Option<f64> {
        (**self).next_at()
    }

    fn take(&mut self) -> Option<Request> {
        (**self).take()
    }

    fn answered(&mut self, at: f64) {
        (**self).answered(at);
    }

    fn left(&mut self, number: u64, first: f64, last: f64) {
        (**self).left(number, first, last);
    }

    fn asks_again(&self) -> bool {
        (**self).asks_again()
    }

    fn due(&self) -> usize {
        (**self).due()
    }
}

/// A length in tokens: its mean, and how far it spreads.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Length {
    mean: f64,
    /// How it spreads, if it does.
    law: Option<LogNormal<f64>>,
    /// Nothing that is drawn is longer.
    longest: f64,
}

impl Length {
    /// Of `mean` tokens with the 95th percentile at `p95`; `None` has no spread.
    #[must_use]
    pub fn new(mean: f64, p95: Option<f64>) -> Self {
        let mean = mean.max(1.0);
        let sigma = p95.map_or(0.0, |p95| spread(p95 / mean));
        let middle = mean.ln() - sigma * sigma / 2.0;
        Self {
            mean,
            law: LogNormal::new(middle, sigma).ok().filter(|_| sigma > 0.0),
            longest: (middle + WIDEST * sigma).exp(),
        }
    }

    /// The same, with whatever is longer cut to `longest`, as an engine turns it away; the
    /// mean at the least.
    #[must_use]
    pub fn at_most(self, longest: f64) -> Self {
        Self {
            longest: self.longest.min(longest.max(self.mean)),
            ..self
        }
    }

    fn draw(&self, random: &mut Pcg64Mcg) -> f64 {
        self.law.map_or(self.mean, |law| {
            law.sample(random).min(self.longest).max(1.0).round()
        })
    }
}

/// What requests look like.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Shape {
    /// Prompt tokens, cached ones included.
    pub input: Length,
    /// Output tokens.
    pub output: Length,
    /// Share of a prompt that is found in the prefix cache.
    pub cached: f64,
    /// Share that is copied from host memory.
    pub restored: f64,
}

impl Shape {
    fn draw(&self, arrival: f64, random: &mut Pcg64Mcg) -> Request {
        let input = self.input.draw(random);
        // Something is always new.
        let cached = (input * self.cached).min(input - 1.0).max(0.0);
        let restored = (input * self.restored).min(input - cached - 1.0).max(0.0);
        Request {
            arrival,
            fresh: input - cached - restored,
            cached,
            restored,
            own: 0.0,
            output: self.output.draw(random),
        }
    }
}

/// Open arrivals at a rate.
#[derive(Debug)]
pub struct Open {
    shape: Shape,
    mean_gap: f64,
    gaps: Option<Gamma<f64>>,
    next: f64,
    random: Pcg64Mcg,
}

impl Open {
    /// `rate` requests a second whose gaps have the squared coefficient of variation
    /// `variation`.
    #[must_use]
    pub fn new(shape: Shape, rate: f64, variation: f64, seed: u64) -> Self {
        let mean_gap = 1.0 / rate.max(1e-9);
        let variation = variation.clamp(0.01, 100.0);
        let is_poisson = (variation - 1.0).abs() < 1e-9;
        let mut open = Self {
            shape,
            mean_gap,
            gaps: if is_poisson {
                None
            } else {
                Gamma::new(1.0 / variation, mean_gap * variation).ok()
            },
            next: 0.0,
            random: Pcg64Mcg::seed_from_u64(seed),
        };
        open.advance();
        open
    }

    fn advance(&mut self) {
        let gap = if let Some(law) = &self.gaps {
            law.sample(&mut self.random)
        } else {
            let unit: f64 = Exp1.sample(&mut self.random);
            unit * self.mean_gap
        };
        self.next += gap;
    }
}

impl Source for Open {
    fn next_at(&self) -> Option<f64> {
        Some(self.next)
    }

    fn take(&mut self) -> Option<Request> {
        let request = self.shape.draw(self.next, &mut self.random);
        self.advance();
        Some(request)
    }

    fn answered(&mut self, _at: f64) {}
}

/// A moment in time, ordered.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Moment(pub f64);

impl Eq for Moment {}

impl PartialOrd for Moment {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Moment {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.0.total_cmp(&other.0)
    }
}

/// Users who wait for their answers, and think between them.
#[derive(Debug)]
pub struct Closed {
    shape: Shape,
    think: f64,
    due: BinaryHeap<Reverse<Moment>>,
    random: Pcg64Mcg,
}

impl Closed {
    /// `users` users who think for `think` seconds on average (exponentially) and stay
    /// for about `stay` seconds, begun as if they had always been there: each is thinking,
    /// or is answered within that time and thinks then.
    #[must_use]
    pub fn new(shape: Shape, users: u32, think: f64, stay: f64, seed: u64) -> Self {
        let mut random = Pcg64Mcg::seed_from_u64(seed);
        let (think, stay) = (think.max(0.0), stay.max(0.0));
        let thinking = think / (think + stay).max(f64::MIN_POSITIVE);
        let due = (0..users.max(1))
            .map(|_| {
                let (who, when): (f64, f64) = (
                    StandardUniform.sample(&mut random),
                    StandardUniform.sample(&mut random),
                );
                let thought: f64 = Exp1.sample(&mut random);
                let answered = if who < thinking { 0.0 } else { when * stay };
                Reverse(Moment(answered + thought * think))
            })
            .collect();
        Self {
            shape,
            think,
            due,
            random,
        }
    }
}

impl Source for Closed {
    fn next_at(&self) -> Option<f64> {
        self.due.peek().map(|Reverse(moment)| moment.0)
    }

    fn take(&mut self) -> Option<Request> {
        let Reverse(Moment(at)) = self.due.pop()?;
        Some(self.shape.draw(at, &mut self.random))
    }

    fn answered(&mut self, at: f64) {
        let thought: f64 = Exp1.sample(&mut self.random);
        self.due.push(Reverse(Moment(at + thought * self.think)));
    }

    fn asks_again(&self) -> bool {
        true
    }

    fn due(&self) -> usize {
        self.due.len()
    }
}

/// Either of them.
#[derive(Debug)]
pub enum Either {
    /// Open arrivals.
    Open(Open),
    /// Users.
    Closed(Closed),
}

impl Source for Either {
    fn next_at(&self) -> Option<f64> {
        match self {
            Self::Open(open) => open.next_at(),
            Self::Closed(closed) => closed.next_at(),
        }
    }

    fn take(&mut self) -> Option<Request> {
        match self {
            Self::Open(open) => open.take(),
            Self::Closed(closed) => closed.take(),
        }
    }

    fn answered(&mut self, at: f64) {
        match self {
            Self::Open(open) => open.answered(at),
            Self::Closed(closed) => closed.answered(at),
        }
    }

    fn asks_again(&self) -> bool {
        matches!(self, Self::Closed(_))
    }

    fn due(&self) -> usize {
        match self {
            Self::Open(open) => open.due(),
            Self::Closed(closed) => closed.due(),
        }
    }
}
