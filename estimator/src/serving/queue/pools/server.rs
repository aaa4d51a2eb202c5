//! One replica of a pool: its engine, what it was sent, and its ports.

use crate::serving::queue::batch::{Costs, Engine, Rules};
use crate::serving::queue::source::{Request, Source};
use crate::serving::queue::tally::Tally;
use std::collections::VecDeque;

/// A request as a replica is sent it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Handed {
    pub journey: usize,
    pub request: Request,
}

/// What comes in and goes out.
#[derive(Debug, Default)]
struct Inbox {
    /// In the order of their arrival.
    due: VecDeque<Handed>,
    /// Nothing that is not there yet comes before.
    until: f64,
    /// Journeys as they were let in.
    taken: Vec<usize>,
    /// Journeys that left, with their first and their last token.
    gone: Vec<(usize, f64, f64)>,
}

impl Source for Inbox {
    fn next_at(&self) -> Option<f64> {
        let due = self.due.front().map(|handed| handed.request.arrival);
        Some(due.unwrap_or(f64::INFINITY).min(self.until))
    }

    fn take(&mut self) -> Option<Request> {
        let handed = self.due.pop_front()?;
        self.taken.push(handed.journey);
        Some(handed.request)
    }

    fn answered(&mut self, _at: f64) {}

    fn left(&mut self, number: u64, first: f64, last: f64) {
        let number = usize::try_from(number).unwrap_or(usize::MAX);
        if let Some(journey) = self.taken.get(number) {
            self.gone.push((*journey, first, last));
        }
    }
}

/// A replica of either kind.
pub(super) struct Server<'a, C: Costs> {
    pub engine: Engine<&'a C>,
    inbox: Inbox,
    /// When each port is free.
    ports: Vec<f64>,
    /// What is under way in it: prompt tokens, or requests.
    pub load: f64,
}

impl<'a, C: Costs> Server<'a, C> {
    pub(super) fn reading(costs: &'a C, rules: &Rules) -> Self {
        Self::of(Engine::new(costs, rules, Tally::new(0, 0, 0.0)), rules)
    }

    pub(super) fn decoding(costs: &'a C, rules: &Rules) -> Self {
        Self::of(Engine::decoding(costs, rules, Tally::new(0, 0, 0.0)), rules)
    }

    fn of(engine: Engine<&'a C>, rules: &Rules) -> Self {
        Self {
            engine,
            inbox: Inbox::default(),
            ports: vec![0.0; rules.ranks.max(1)],
            load: 0.0,
        }
    }

    /// When it takes its next step; never where there is nothing to do.
    pub(super) fn next(&self) -> f64 {
        if self.engine.is_busy() {
            return self.engine.now();
        }
        let due = self.inbox.due.front();
        due.map_or(f64::INFINITY, |handed| {
            handed.request.arrival.max(self.engine.now())
        })
    }

    /// Steps up to the next event; none comes in before `until` that is not there yet.
    pub(super) fn turn(&mut self, until: f64) {
        if !self.engine.is_busy() {
            self.engine.idle_until(self.next());
        }
        self.inbox.until = until;
        self.engine.turn(&mut self.inbox);
    }

    /// No answer ends before.
    pub(super) fn first_end(&self) -> f64 {
        if self.engine.is_busy() && self.inbox.due.is_empty() {
            self.engine.first_end()
        } else {
            self.next()
        }
    }

    /// Sends it a request; those with long caches may be overtaken.
    pub(super) fn hand(&mut self, handed: Handed) {
        let due = &mut self.inbox.due;
        let at = due.partition_point(|one| one.request.arrival <= handed.request.arrival);
        due.insert(at, handed);
    }

    /// Those that left since.
    pub(super) fn gone(&mut self) -> Vec<(usize, f64, f64)> {
        std::mem::take(&mut self.inbox.gone)
    }

    /// Requests that wait: for their prompt to be read, or for room.
    pub(super) fn line(&self) -> usize {
        let now = self.engine.now();
        let due = self.inbox.due.iter();
        self.engine.line() + due.take_while(|one| one.request.arrival <= now).count()
    }

    /// When a port is free, `now` at the earliest.
    pub(super) fn port_free(&self, now: f64) -> f64 {
        let (_, free) = least(&self.ports, |free| *free);
        free.max(now)
    }

    /// The port that is free first sends until then.
    pub(super) fn take_port(&mut self, until: f64) {
        let (port, _) = least(&self.ports, |free| *free);
        if let Some(free) = self.ports.get_mut(port) {
            *free = until;
        }
    }
}

/// Where something is least, the first of equals, and what it is there.
pub(super) fn least<T>(all: &[T], of: impl Fn(&T) -> f64) -> (usize, f64) {
    all.iter()
        .map(of)
        .enumerate()
        .fold((0, f64::INFINITY), |least, (index, value)| {
            if value < least.1 {
                (index, value)
            } else {
                least
            }
        })
}

/// The replica that has least under way, of equals the one whose step ends first.
pub(super) fn shortest<C: Costs>(servers: &[Server<'_, C>]) -> usize {
    let (_, load) = least(servers, |server| server.load);
    let (shortest, _) = least(servers, |server| {
        if server.load > load {
            f64::INFINITY
        } else {
            server.engine.now()
        }
    });
    shortest
}
