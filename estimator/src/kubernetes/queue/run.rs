//! A run of a queue from moment to moment: ends of jobs, arrivals, then cycles. A moment whose
//! evictions come back to the same running jobs would never end; that is found and said.

use super::cycle::{Change, Cramped, State};
use super::progress::Progress;
use super::question::{MOST_CYCLES, Question};
use super::quota::Quota;
use super::topology::{Places, Rooms};
use crate::kubernetes::problem::FieldError;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// A run that is advanced in pieces; dropping it cancels it.
#[derive(Debug, Clone)]
pub struct Run {
    state: State,
    progress: Vec<Progress>,
    /// Jobs to come, the next one last.
    to_come: Vec<(u64, usize)>,
    /// When the running jobs end.
    ends: BTreeSet<(u64, usize)>,
    /// The moment whose cycles are not over.
    now: Option<u64>,
    log: Vec<Entry>,
    cycles: u64,
    watch: Watch,
}

/// Remembers a state of the moment, at ever larger distances, to find it again.
#[derive(Debug, Clone, Default)]
struct Watch {
    kept: Option<(BTreeMap<usize, u64>, BTreeMap<usize, Places>)>,
    evictions: u64,
    renew_at: u64,
    since: BTreeSet<usize>,
}

/// An event of a job.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Event {
    /// It entered.
    Admit,
    /// It was evicted.
    Evict,
    /// It ended.
    End,
}

/// A line of the log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// The second.
    pub at: u64,
    /// The event.
    pub event: Event,
    /// The place of the job.
    pub job: usize,
    /// Of one that enters, its accelerators by node, where the question has a topology.
    pub nodes: Vec<(usize, u64)>,
}

/// Why a run stopped before its end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Stopped {
    /// Jobs evict each other for ever at this second.
    Endless {
        /// The second.
        at: u64,
        /// The ids of those evicted, in the order of the question.
        jobs: Vec<String>,
    },
    /// It takes more than [`MOST_CYCLES`].
    TooLong,
}

impl fmt::Display for Stopped {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Endless { at, jobs } => {
                let jobs = jobs.join(", ");
                write!(
                    out,
                    "endless eviction at {at} s: {jobs} are evicted again and again"
                )
            }
            Self::TooLong => write!(out, "takes more than {MOST_CYCLES} cycles"),
        }
    }
}

impl std::error::Error for Stopped {}

/// The outcome of the jobs.
#[derive(Debug, Clone, PartialEq)]
pub struct Answer {
    /// All that happened.
    pub log: Vec<Entry>,
    /// The jobs, in the order of the question.
    pub jobs: Vec<JobAnswer>,
    /// The last end, in seconds; absent where no job ended.
    pub last_end: Option<u64>,
    /// Accelerator-seconds in place, restarts included.
    pub held: u64,
    /// Accelerator-seconds of work thrown away.
    pub lost: u64,
    /// Jobs that waited although the quota had room for them, since no nodes had.
    pub cramped: Vec<Cramped>,
    /// Share of quota held, `held / (sum of nominal x last end)`; absent where that is zero.
    pub share: Option<f64>,
}

/// The outcome of a job.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JobAnswer {
    /// Its id.
    pub id: String,
    /// When it entered.
    pub starts: Vec<u64>,
    /// When it was evicted.
    pub evicted: Vec<u64>,
    /// When it ended; absent where it never did.
    pub end: Option<u64>,
    /// Seconds to its first start; absent where it never started.
    pub waited: Option<u64>,
    /// Accelerator-seconds of work thrown away.
    pub lost: u64,
}

impl Run {
    /// A run at its start.
    ///
    /// # Errors
    ///
    /// The first field out of range.
    pub fn new(question: Question) -> Result<Self, FieldError> {
        question.check()?;
        let Question {
            queues,
            jobs,
            topology,
        } = question;
        let all = queues.iter().map(|queue| queue.nominal).sum();
        let submits = jobs.iter().enumerate();
        let mut to_come: Vec<(u64, usize)> =
            submits.map(|(place, job)| (job.submit, place)).collect();
        to_come.sort_unstable_by(|one, other| other.cmp(one));
        Ok(Self {
            progress: vec![Progress::default(); jobs.len()],
            state: State {
                quota: Quota::new(&queues),
                rooms: topology.map(|topology| Rooms::new(&topology, all)),
                placed: BTreeMap::new(),
                cramped: BTreeMap::new(),
                waiting: vec![BTreeSet::new(); queues.len()],
                running: BTreeMap::new(),
                aside: Vec::new(),
                queues,
                jobs,
            },
            to_come,
            ends: BTreeSet::new(),
            now: None,
            log: Vec::new(),
            cycles: 0,
            watch: Watch::default(),
        })
    }

    /// Goes on for at most so many cycles; whether the end is reached.
    ///
    /// # Errors
    ///
    /// Why it never will be.
    pub fn advance(&mut self, cycles: u64) -> Result<bool, Stopped> {
        for _ in 0..cycles {
            let Some(now) = self.now.or_else(|| self.begin()) else {
                return Ok(true);
            };
            self.cycles += 1;
            if self.cycles > MOST_CYCLES {
                return Err(Stopped::TooLong);
            }
            let (changes, changed) = self.state.cycle(now);
            self.now = changed.then_some(now);
            let evicts = self.note(now, &changes);
            if !evicts.is_empty() && self.watch.again(&self.state, &evicts) {
                let jobs = self.watch.since.iter().chain(&evicts);
                let ids: BTreeSet<usize> = jobs.copied().collect();
                let ids = ids.into_iter().filter_map(|place| self.state.job(place));
                return Err(Stopped::Endless {
                    at: now,
                    jobs: ids.map(|job| job.id.clone()).collect(),
                });
            }
        }
        Ok(self.now.is_none() && self.to_come.is_empty() && self.ends.is_empty())
    }

    /// Opens the next moment: all that end, in the order of the question, and all that come.
    fn begin(&mut self) -> Option<u64> {
        let end = self.ends.first().map(|(at, _)| *at);
        let come = self.to_come.last().map(|(at, _)| *at);
        let now = match (end, come) {
            (Some(end), Some(come)) => end.min(come),
            (one, other) => one.or(other)?,
        };
        let mut ended = false;
        while let Some(&(at, place)) = self.ends.first()
            && at == now
        {
            self.ends.pop_first();
            self.state.leave(place);
            if let (Some(job), Some(progress)) =
                (self.state.jobs.get(place), self.progress.get_mut(place))
            {
                progress.end(job, now);
            }
            self.log.push(Entry {
                at: now,
                event: Event::End,
                job: place,
                nodes: Vec::new(),
            });
            ended = true;
        }
        if ended {
            self.state.ask_again();
        }
        while let Some(&(at, place)) = self.to_come.last()
            && at == now
        {
            self.to_come.pop();
            self.state.wait(place);
        }
        self.watch = Watch::default();
        self.now = Some(now);
        Some(now)
    }

    /// Writes down the changes of a cycle; those evicted.
    fn note(&mut self, now: u64, changes: &[Change]) -> Vec<usize> {
        let mut evicts = Vec::new();
        for change in changes {
            let (Change::Admit(place) | Change::Evict(place)) = *change;
            let (Some(job), Some(progress)) =
                (self.state.jobs.get(place), self.progress.get_mut(place))
            else {
                continue;
            };
            let mut nodes = Vec::new();
            let event = if matches!(change, Change::Admit(_)) {
                self.ends.insert((progress.start(job, now), place));
                nodes = self.state.placed.get(&place).cloned().unwrap_or_default();
                Event::Admit
            } else {
                if let Some(end) = progress.evict(job, now) {
                    self.ends.remove(&(end, place));
                }
                evicts.push(place);
                Event::Evict
            };
            self.log.push(Entry {
                at: now,
                event,
                job: place,
                nodes,
            });
        }
        evicts
    }

    /// The outcome of the jobs so far.
    #[must_use]
    pub fn answer(self) -> Answer {
        let jobs: Vec<JobAnswer> = self
            .state
            .jobs
            .iter()
            .zip(&self.progress)
            .map(|(job, progress)| progress.answer(job))
            .collect();
        let last_end = jobs.iter().filter_map(|job| job.end).max();
        let held = self
            .progress
            .iter()
            .fold(0_u64, |sum, one| sum.saturating_add(one.held));
        let nominal: u64 = self.state.queues.iter().map(|queue| queue.nominal).sum();
        let whole = last_end.map(|end| nominal as f64 * end as f64);
        // One that evicted its way in at once did not wait.
        let waited = |one: &Cramped| {
            let start = jobs.get(one.job).and_then(|job| job.starts.first());
            start.is_none_or(|start| *start > one.at)
        };
        let cramped = self.state.cramped.into_values().filter(waited);
        Answer {
            log: self.log,
            cramped: cramped.collect(),
            last_end,
            held,
            lost: jobs
                .iter()
                .fold(0_u64, |sum, job| sum.saturating_add(job.lost)),
            share: whole
                .filter(|whole| *whole > 0.0)
                .map(|whole| held as f64 / whole),
            jobs,
        }
    }
}

impl Watch {
    /// Whether the running jobs, and their nodes, are those of a state before, of the same moment.
    /// At a moment nothing else decides, since after an eviction nobody is set aside.
    fn again(&mut self, state: &State, evicts: &[usize]) -> bool {
        self.evictions += 1;
        let kept = self.kept.as_ref();
        if kept.is_some_and(|kept| kept.0 == state.running && kept.1 == state.placed) {
            return true;
        }
        self.since.extend(evicts);
        if self.evictions > self.renew_at {
            self.renew_at = self.evictions * 2;
            self.kept = Some((state.running.clone(), state.placed.clone()));
            self.since.clear();
        }
        false
    }
}
