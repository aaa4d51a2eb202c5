//! A run of an autoscaler, second by second where something happens: the plant's step, then
//! KEDA's poll, then the sync.
//!
//! ```text
//! served = min(queue + arrivals dt, ready rate dt);  the rest is the queue
//! in flight = served / dt service + queue
//! ```

use super::controller::Controller;
use super::fleet::Fleet;
use super::measure::Metric;
use super::question::{Drive, Question};
use crate::kubernetes::problem::FieldError;

/// A run that is advanced in pieces; dropping it cancels it.
#[derive(Debug, Clone)]
pub struct Run {
    question: Question,
    controller: Controller,
    fleet: Fleet,
    spec: u32,
    /// The next second at which something happens; `None` at the end.
    next: Option<u64>,
    /// Entries of the series that have begun.
    begun: usize,
    /// The measure as it was last taken.
    total: f64,
    /// Requests that wait.
    queue: f64,
    /// KEDA's last active poll.
    active: Option<u64>,
    answer: Answer,
}

/// The decisions of an autoscaler.
#[derive(Debug, Clone, PartialEq)]
pub struct Answer {
    /// The syncs of an open loop; empty for a closed one.
    pub rows: Vec<Row>,
    /// The replicas asked for, from second 0 on, at each change.
    pub changes: Vec<(u64, u32)>,
    /// The cost and the waiting of a closed loop.
    pub totals: Option<Totals>,
}

/// A sync.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Row {
    /// Its second.
    pub at: u64,
    /// The measure, in its own unit.
    pub metric: f64,
    /// Replicas that the measure asks for, before windows, policies and bounds.
    pub raw: u32,
    /// Replicas asked for afterwards.
    pub replicas: u32,
}

/// The sums of a closed loop.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Totals {
    /// Seconds of replicas asked for, those that load included.
    pub replica_seconds: u64,
    /// Seconds at whose end requests waited.
    pub seconds_with_waiting: u64,
    /// Requests waiting times seconds.
    pub waiting_request_seconds: f64,
    /// The most requests waiting.
    pub most_waiting: f64,
    /// Requests that came.
    pub requests: f64,
    /// Of them, those that came while the wait was longer than [`Plant::patience`].
    pub late_requests: f64,
}

/// A closed loop at one moment.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Moment {
    /// Its second.
    pub at: u64,
    /// Replicas asked for.
    pub asked: u32,
    /// Replicas that take load.
    pub ready: u32,
    /// Requests that wait.
    pub waiting: f64,
}

impl Totals {
    /// The share of the requests that came too late, 0 to 1.
    #[must_use]
    pub fn late(&self) -> f64 {
        self.late_requests / self.requests.max(f64::MIN_POSITIVE)
    }
}

impl Run {
    /// A run at its start.
    ///
    /// # Errors
    ///
    /// The first field out of range.
    pub fn new(question: Question) -> Result<Self, FieldError> {
        question.check()?;
        let closed = matches!(question.drive, Drive::Closed(_));
        Ok(Self {
            controller: Controller::default(),
            fleet: Fleet::ready_from_start(question.start),
            spec: question.start,
            next: Some(0),
            begun: 0,
            total: 0.0,
            queue: 0.0,
            active: None,
            answer: Answer {
                rows: Vec::new(),
                changes: vec![(0, question.start)],
                totals: closed.then(Totals::default),
            },
            question,
        })
    }

    /// Goes on for at most so many steps; whether the end is reached.
    pub fn advance(&mut self, steps: u64) -> bool {
        for _ in 0..steps {
            let Some(now) = self.next else {
                return true;
            };
            self.step(now);
            self.next = self.after(now);
        }
        self.next.is_none()
    }

    /// The share of the time that is simulated, from 0 to 1.
    #[must_use]
    pub fn progress(&self) -> f64 {
        self.next
            .map_or(1.0, |next| next as f64 / self.question.until.max(1) as f64)
    }

    /// The moment that the next step begins with; `None` at the end.
    #[must_use]
    pub fn moment(&self) -> Option<Moment> {
        Some(Moment {
            at: self.next?,
            asked: self.spec,
            ready: self.fleet.now_ready(),
            waiting: self.queue,
        })
    }

    /// The sums of a closed loop so far; zeros for an open one.
    #[must_use]
    pub fn totals(&self) -> Totals {
        self.answer.totals.unwrap_or_default()
    }

    /// The decisions so far.
    #[must_use]
    pub fn answer(self) -> Answer {
        self.answer
    }

    /// The second after `now` at which something happens.
    fn after(&self, now: u64) -> Option<u64> {
        let following = |every: u64| (now / every + 1) * every;
        let mut next = following(self.question.scaler.sync);
        if let Some(keda) = &self.question.keda {
            next = next.min(following(keda.polling));
        }
        if let Drive::Closed(plant) = &self.question.drive {
            next = next.min(following(plant.step));
        }
        (next <= self.question.until).then_some(next)
    }

    fn step(&mut self, now: u64) {
        let stepped = self.measure(now);
        let low = self.question.scaler.low;
        if let Some(keda) = self.question.keda
            && now.is_multiple_of(keda.polling)
        {
            let spec = keda.poll(low, now, self.spec, self.total, &mut self.active);
            self.resize(now, spec);
        }
        if now.is_multiple_of(self.question.scaler.sync) {
            // KEDA's autoscaler never goes to zero by itself.
            let low = if self.question.keda.is_some() {
                low.max(1)
            } else {
                low
            };
            let pods = (self.spec, self.fleet.ready(now));
            let synced = self
                .controller
                .sync(&self.question, low, now, pods, self.total);
            self.resize(now, synced.spec);
            if matches!(self.question.drive, Drive::Open(_)) {
                self.answer.rows.push(Row {
                    at: now,
                    metric: self.total,
                    raw: synced.raw,
                    replicas: synced.spec,
                });
            }
        }
        if let (Some(dt), Some(totals)) = (stepped, &mut self.answer.totals) {
            totals.replica_seconds += u64::from(self.spec) * dt;
            totals.waiting_request_seconds += self.queue * dt as f64;
            totals.most_waiting = totals.most_waiting.max(self.queue);
            if self.queue > 0.0 {
                totals.seconds_with_waiting += dt;
            }
        }
    }

    /// Takes the measure; the seconds of the plant's step where one falls on `now`.
    fn measure(&mut self, now: u64) -> Option<u64> {
        let series = match &self.question.drive {
            Drive::Open(series) => series,
            Drive::Closed(plant) => &plant.load,
        };
        while series
            .get(self.begun)
            .is_some_and(|(stamp, _)| *stamp <= now as f64)
        {
            self.begun += 1;
        }
        let place = self.begun.checked_sub(1);
        // Before the first stamp there is nothing.
        let value = place.and_then(|place| series.get(place));
        let value = value.map_or(0.0, |&(_, value)| value);
        let Drive::Closed(plant) = &self.question.drive else {
            self.total = value;
            return None;
        };
        if !now.is_multiple_of(plant.step) {
            return None;
        }
        let dt = plant.step as f64;
        let there = self.queue + value * dt;
        let rate = f64::from(self.fleet.ready(now)) * plant.rate;
        let served = there.min(rate * dt);
        self.queue = there - served;
        if let Some(totals) = &mut self.answer.totals {
            totals.requests += value * dt;
            // Who comes waits for all that wait already.
            if self.queue > rate * plant.patience {
                totals.late_requests += value * dt;
            }
        }
        self.total = if self.question.metric == Metric::Waiting {
            self.queue
        } else {
            served / dt * plant.service + self.queue
        };
        Some(plant.step)
    }

    fn resize(&mut self, now: u64, spec: u32) {
        if spec == self.spec {
            return;
        }
        let ready_at = now as f64 + self.question.cold_start;
        self.fleet.resize(self.spec, spec, ready_at);
        self.spec = spec;
        self.answer.changes.push((now, spec));
    }
}
