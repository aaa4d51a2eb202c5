//! Turns of sessions as requests: each with what its session left in the caches, the next one
//! after its answer and the tool. Overload makes sessions slower, and no line grows without end.
//!
//! ```text
//! found in a tier = room - what runs - what others left since, at most the context
//! ```
//!
//! Contexts lie in the order in which their last answers ended, as an LRU evicts them, each from
//! its tail; a slower tier holds what the faster ones do. A turn is looked up when it arrives.
//! Of several replicas one is met: where sessions keep to theirs it has its share of them, and
//! where they do not every turn comes here by chance, and finds what an older one left.

use super::batch::Run;
use super::source::{Moment, Request, Source};
use super::tally::Simulated;
use crate::serving::speed::Rank;
use crate::session::draw::{Course, Draw, Turn};
use crate::session::settle::{Shares, Tiers};
use crate::session::{Population, Routing, Sessions};
use crate::workload::Sla;
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::SeedableRng;
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, VecDeque};

/// Sessions that are met one by one at the most.
const MOST: f64 = 1e5;
/// Turns elsewhere that a session is followed for before it comes back.
const ELSEWHERE: u32 = 10_000;
/// Tokens of a block of the cache.
const BLOCK: f64 = crate::serving::memory::kv_cache::BLOCK;

/// A session, what it asks next and what it left here.
#[derive(Debug, Clone, Copy)]
struct Session {
    course: Course,
    turn: Turn,
}

/// A context in the order of its last use.
#[derive(Debug, Clone, Copy)]
struct Left {
    /// Whose; a session that is over or began anew leaves it to nobody.
    of: Option<usize>,
    tokens: f64,
}

/// A turn that is being answered.
#[derive(Debug, Clone, Copy)]
struct Asked {
    of: usize,
    arrival: f64,
    output: f64,
    /// Private tokens that it holds at its end.
    holds: f64,
}

/// Sums over the turns that were taken.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Found {
    /// Turns.
    pub turns: u64,
    /// Tokens of input.
    pub input: f64,
    /// Of them found on the accelerators.
    pub accelerator: f64,
    /// Found in main memory.
    pub host: f64,
    /// Found on disk.
    pub disk: f64,
    /// Turns that were answered.
    pub answered: u64,
    /// Of them those within the demands.
    pub good: u64,
}

impl Found {
    /// As shares of the input.
    #[must_use]
    pub fn shares(&self) -> Shares {
        let of = |tokens: f64| tokens / self.input.max(1.0);
        Shares {
            accelerator: of(self.accelerator),
            host: of(self.host),
            disk: of(self.disk),
        }
    }

    /// Share of the answers within the demands.
    #[must_use]
    pub fn goodput(&self) -> f64 {
        self.good as f64 / (self.answered as f64).max(1.0)
    }
}

/// Sends the turns of sessions.
#[derive(Debug)]
pub struct Turns {
    draw: Draw,
    tiers: Tiers,
    sla: Sla,
    /// The chance that a turn comes here.
    here: f64,
    /// Seconds between sessions that begin, where they come whatever others wait.
    gap: Option<f64>,
    sessions: Vec<Option<Session>>,
    free: Vec<usize>,
    due: BinaryHeap<Reverse<(Moment, usize)>>,
    /// The oldest first.
    left: VecDeque<Left>,
    asked: HashMap<u64, Asked>,
    taken: u64,
    running: f64,
    /// Whom the last answer was for.
    answered: Option<usize>,
    /// Seconds that a turn took on average.
    latency: f64,
    common: bool,
    random: Pcg64Mcg,
    found: Found,
    /// Turns before this one are not counted.
    warm: u64,
}

/// Number of the event that another session begins.
const BEGINS: usize = usize::MAX;

impl Turns {
    /// The part of `load` that one of `replicas` meets, with caches of `tiers` and turns that
    /// take about `latency`; the sessions have always been there. The first `warm` turns are
    /// not counted.
    #[must_use]
    pub fn new(
        load: &Sessions,
        (routing, replicas): (Routing, f64),
        tiers: Tiers,
        (sla, latency): (Sla, f64),
        (warm, seed): (u32, u64),
    ) -> Self {
        let replicas = replicas.max(1.0);
        let spread = routing == Routing::None;
        let parts = if spread { 1.0 } else { replicas };
        let gap = match load.population {
            Population::AtOnce(_) => None,
            Population::PerHour(many) => Some(3600.0 / many * parts),
        };
        let mut turns = Self {
            draw: Draw::new(load),
            tiers,
            sla,
            here: if spread { 1.0 / replicas } else { 1.0 },
            gap,
            sessions: Vec::new(),
            free: Vec::new(),
            due: BinaryHeap::new(),
            left: VecDeque::new(),
            asked: HashMap::new(),
            taken: 0,
            running: 0.0,
            answered: None,
            latency,
            common: false,
            random: Pcg64Mcg::seed_from_u64(seed),
            found: Found::default(),
            warm: u64::from(warm),
        };
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        // At most a hundred thousand.
        let many = (load.present(latency) / parts).round().clamp(0.0, MOST) as usize;
        for _ in 0..many.max(usize::from(gap.is_none())) {
            let course = turns.draw.under_way(&mut turns.random);
            let of = turns.sessions.len();
            turns.sessions.push(None);
            turns.leave(Some(of), Draw::context(&course) - load.shared);
            let waits = turns.draw.delay(&mut turns.random) + latency;
            let part = Draw::about(waits, &mut turns.random).min(waits);
            turns.go_on(of, course, part);
        }
        if let Some(gap) = gap {
            let first = Draw::about(gap, &mut turns.random);
            turns.due.push(Reverse((Moment(first), BEGINS)));
        }
        turns
    }

    /// What was found so far.
    #[must_use]
    pub const fn found(&self) -> Found {
        self.found
    }

    /// The next turn of a session that comes here, not before `at`; another session where it
    /// is over and there are always as many.
    fn go_on(&mut self, of: usize, mut course: Course, mut at: f64) {
        for _ in 0..ELSEWHERE {
            let next = self.draw.go_on(course, &mut self.random);
            let (now, turn) = match (next, self.gap) {
                (Some(next), _) => next,
                (None, None) => {
                    self.forget(of);
                    self.draw.begin(&mut self.random)
                }
                (None, Some(_)) => break,
            };
            if Draw::happens(self.here, &mut self.random) {
                self.ask(of, Session { course: now, turn }, at);
                return;
            }
            if turn.known <= self.draw.load().shared {
                self.forget(of);
            }
            course = now;
            at += self.latency + self.draw.delay(&mut self.random);
        }
        self.forget(of);
        if let Some(place) = self.sessions.get_mut(of) {
            *place = None;
        }
        self.free.push(of);
    }

    fn ask(&mut self, of: usize, session: Session, at: f64) {
        if let Some(place) = self.sessions.get_mut(of) {
            *place = Some(session);
            self.due.push(Reverse((Moment(at), of)));
        }
    }

    /// Nobody asks for what a session left.
    fn forget(&mut self, of: usize) {
        let mut all = self.left.iter_mut();
        if let Some(left) = all.find(|left| left.of == Some(of)) {
            left.of = None;
        }
    }

    /// A context is the latest.
    fn leave(&mut self, of: Option<usize>, tokens: f64) {
        let tokens = tokens.max(0.0);
        self.left.push_back(Left { of, tokens });
        // What more than the largest tier lies on is never found again.
        if self.left.len().is_multiple_of(64) {
            let most = self
                .tiers
                .accelerator
                .max(self.tiers.host)
                .max(self.tiers.disk);
            let mut all: f64 = self.left.iter().map(|left| left.tokens).sum();
            while let Some(oldest) = self.left.front()
                && all - oldest.tokens > most
            {
                all -= oldest.tokens;
                self.left.pop_front();
            }
        }
    }

    /// Tokens of a session's context here, and those that others left since.
    fn take_left(&mut self, of: usize) -> Option<(f64, f64)> {
        let mut since = 0.0;
        let mut place = None;
        for (index, left) in self.left.iter().enumerate().rev() {
            if left.of == Some(of) {
                place = Some((index, left.tokens));
                break;
            }
            since += left.tokens;
        }
        let (index, tokens) = place?;
        self.left.remove(index);
        Some((tokens, since))
    }

    /// Another session that begins at `at`.
    fn another(&mut self, at: f64) {
        let of = self.free.pop().unwrap_or_else(|| {
            self.sessions.push(None);
            self.sessions.len() - 1
        });
        self.go_on(of, Draw::NEW, at);
    }

    fn request(&mut self, of: usize, session: &Session, arrival: f64) -> Request {
        let Turn {
            input,
            known,
            output,
        } = session.turn;
        let shared = self.draw.load().shared.min(input - 1.0);
        let common = if self.common { shared } else { 0.0 };
        self.common = true;
        let private = (known - shared).max(0.0);
        // A compaction, or a new session: what was left is of no use.
        if private <= 0.0 {
            self.forget(of);
        }
        let left = self.take_left(of);
        let in_tier = |room: f64| {
            let (context, since) = left.unwrap_or((0.0, 0.0));
            let fits = (room - shared - self.running - since).max(0.0);
            let whole = (fits.min(context).min(private) / BLOCK).floor() * BLOCK;
            whole.min(input - common - 1.0).max(0.0)
        };
        let tiers = self.tiers;
        let own = in_tier(tiers.accelerator);
        let host = (in_tier(tiers.host) - own).max(0.0);
        let disk = (in_tier(tiers.disk) - own - host).max(0.0);
        let number = self.taken;
        self.taken += 1;
        let holds = input + output - shared;
        self.running += holds;
        let asked = Asked {
            of,
            arrival,
            output,
            holds,
        };
        self.asked.insert(number, asked);
        if number >= self.warm {
            self.found.turns += 1;
            self.found.input += input;
            self.found.accelerator += common + own;
            self.found.host += host;
            self.found.disk += disk;
        }
        Request {
            arrival,
            fresh: input - common - own - host - disk,
            cached: common,
            restored: host + disk,
            own,
            output,
        }
    }
}

impl Source for Turns {
    fn next_at(&self) -> Option<f64> {
        self.due.peek().map(|Reverse((at, _))| at.0)
    }

    fn take(&mut self) -> Option<Request> {
        loop {
            let Reverse((Moment(at), of)) = self.due.pop()?;
            if of == BEGINS {
                let gap = self.gap?;
                let next = at + Draw::about(gap, &mut self.random);
                self.due.push(Reverse((Moment(next), BEGINS)));
                self.another(at);
                continue;
            }
            let session = self.sessions.get(of).copied().flatten()?;
            return Some(self.request(of, &session, at));
        }
    }

    fn left(&mut self, number: u64, first: f64, last: f64) {
        let Some(asked) = self.asked.remove(&number) else {
            return;
        };
        self.running -= asked.holds;
        self.leave(Some(asked.of), asked.holds);
        self.answered = Some(asked.of);
        let took = last - asked.arrival;
        self.latency += (took - self.latency) / 64.0;
        if number >= self.warm {
            self.found.answered += 1;
            let token = (last - first) / (asked.output - 1.0).max(1.0);
            let over = self.sla.excess(first - asked.arrival, token);
            self.found.good += u64::from(over <= 1.0);
        }
    }

    fn answered(&mut self, at: f64) {
        let Some(of) = self.answered.take() else {
            return;
        };
        let session = self.sessions.get(of).copied().flatten();
        if let Some(Session { course, .. }) = session {
            let at = at + self.draw.delay(&mut self.random);
            self.go_on(of, course, at);
        }
    }

    fn asks_again(&self) -> bool {
        true
    }

    fn due(&self) -> usize {
        self.due.len()
    }
}

/// A replica that meets sessions, simulated in parts.
pub struct SessionRun<'a>(pub(crate) Run<&'a Rank, Turns>);

impl SessionRun<'_> {
    /// Goes on for `turns` turns of the engine, or until the run is over; whether it is not.
    pub fn advance(&mut self, turns: u64) -> bool {
        self.0.advance(turns)
    }

    /// What was seen so far, and what was found.
    #[must_use]
    pub fn close(self) -> (Simulated, Found) {
        let found = self.0.source().found();
        (self.0.close(), found)
    }
}
