//! A cycle: the heads of all queues are judged by the quota and the nodes at its start, then each in
//! turn enters, takes its victims, has room kept for it, or is set aside.

use super::question::{Job, Queue, Reclaim, Strategy};
use super::quota::{Quota, signed};
use super::topology::{Places, Rooms};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashSet};

/// Waiting jobs in their order: priority, submission, id; then the place.
pub(super) type Line = BTreeSet<(Reverse<i64>, u64, String, usize)>;

/// Who runs and who waits.
#[derive(Debug, Clone)]
pub(super) struct State {
    pub(super) queues: Vec<Queue>,
    pub(super) jobs: Vec<Job>,
    pub(super) quota: Quota,
    /// The nodes, where jobs are placed on them.
    pub(super) rooms: Option<Rooms>,
    /// The places of the running jobs there.
    pub(super) placed: BTreeMap<usize, Places>,
    /// Jobs that the quota had room for and no nodes, each once, with what was free then.
    pub(super) cramped: BTreeMap<usize, Cramped>,
    /// Running jobs and when they were admitted.
    pub(super) running: BTreeMap<usize, u64>,
    /// Waiting jobs by queue.
    pub(super) waiting: Vec<Line>,
    /// Those set aside.
    pub(super) aside: Vec<usize>,
}

/// A job that the quota had room for and no nodes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cramped {
    /// Its place.
    pub job: usize,
    /// The second of the first time.
    pub at: u64,
    /// Accelerators free then.
    pub free: u64,
    /// The most of them in one domain of the level that its pods need.
    pub most: u64,
}

/// A change by a cycle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Change {
    Admit(usize),
    Evict(usize),
}

/// The mode of a head at the start of a cycle.
enum Mode {
    Fit,
    Preempt(Vec<usize>),
    NoFit,
}

impl State {
    pub(super) fn job(&self, place: usize) -> Option<&Job> {
        self.jobs.get(place)
    }

    /// Puts a job behind those before it in its queue.
    pub(super) fn wait(&mut self, place: usize) {
        if let Some(job) = self.jobs.get(place)
            && let Some(line) = self.waiting.get_mut(job.queue)
        {
            line.insert((Reverse(job.priority), job.submit, job.id.clone(), place));
        }
    }

    /// Those set aside are asked again.
    pub(super) fn ask_again(&mut self) {
        for place in std::mem::take(&mut self.aside) {
            self.wait(place);
        }
    }

    /// Where only topology keeps a head out, victims are looked for whatever its quota.
    fn mode(&mut self, place: usize, job: &Job, now: u64) -> Mode {
        let gpus = signed(job.gpus);
        if gpus > self.quota.potential(job.queue) {
            return Mode::NoFit;
        }
        let fits = gpus <= self.quota.available(job.queue);
        if fits && placed(self.rooms.as_ref(), job).is_some() {
            return Mode::Fit;
        }
        if fits {
            self.note_cramped(place, job, now);
        }
        let rooms = self.rooms.as_ref();
        if rooms.is_some_and(|rooms| rooms.place_empty(job).is_none()) {
            Mode::NoFit
        } else if fits
            || gpus <= self.quota.nominal(job.queue)
            || self
                .queues
                .get(job.queue)
                .is_some_and(|queue| queue.borrow_within)
        {
            Mode::Preempt(self.victims(place))
        } else {
            Mode::NoFit
        }
    }

    fn note_cramped(&mut self, place: usize, job: &Job, now: u64) {
        if let Some(rooms) = &self.rooms {
            let (free, most) = rooms.most(job);
            self.cramped.entry(place).or_insert(Cramped {
                job: place,
                at: now,
                free,
                most,
            });
        }
    }

    /// The heads of all queues, in the order they are asked: place, job, mode.
    fn heads(&mut self, now: u64) -> Vec<(usize, Job, Mode)> {
        let places = self.waiting.iter().filter_map(|line| Some(line.first()?.3));
        let places: Vec<usize> = places.collect();
        let heads = places.into_iter().filter_map(|place| {
            let job = self.job(place)?.clone();
            let mode = self.mode(place, &job, now);
            let beyond = !self.quota.within_nominal(job.queue, signed(job.gpus));
            Some((place, job, mode, beyond))
        });
        let mut heads: Vec<_> = heads.collect();
        heads.sort_by(|(_, one, _, beyond), (_, other, _, other_beyond)| {
            let key = |job: &Job, beyond| (beyond, Reverse(job.priority), job.submit);
            let order = key(one, *beyond).cmp(&key(other, *other_beyond));
            order.then_with(|| one.id.cmp(&other.id))
        });
        let heads = heads.into_iter();
        heads
            .map(|(place, job, mode, _)| (place, job, mode))
            .collect()
    }

    /// A cycle; its changes in order, and whether it changed anything at all.
    pub(super) fn cycle(&mut self, now: u64) -> (Vec<Change>, bool) {
        let heads = self.heads(now);
        // The quota and the nodes taken and kept in this cycle, beside those used. Victims hold
        // their nodes to its end.
        let mut quota = self.quota.clone();
        let mut rooms = self.rooms.clone();
        let mut gone = HashSet::new();
        let mut evicted = Vec::new();
        let mut changes = Vec::new();
        let mut changed = false;
        for (place, job, mode) in heads {
            let gpus = signed(job.gpus);
            match mode {
                Mode::Fit => {
                    let fits = gpus <= self.without(&quota, &evicted).available(job.queue);
                    if fits && let Some(places) = placed(rooms.as_ref(), &job) {
                        quota.add(job.queue, gpus);
                        take(rooms.as_mut(), &places);
                        take(self.rooms.as_mut(), &places);
                        self.placed.insert(place, places);
                        self.leave_line(place, &job);
                        self.running.insert(place, now);
                        self.quota.add(job.queue, gpus);
                        changes.push(Change::Admit(place));
                        changed = true;
                    }
                }
                Mode::Preempt(victims) if !victims.is_empty() => {
                    let shared = victims.iter().any(|victim| gone.contains(victim));
                    let all = [evicted.as_slice(), &victims].concat();
                    let fits = gpus <= self.without(&quota, &all).available(job.queue);
                    let room = self.rooms_without(rooms.as_ref(), &all);
                    if !shared
                        && fits
                        && let Some(places) = placed(room.as_ref(), &job)
                    {
                        quota.add(job.queue, gpus);
                        take(rooms.as_mut(), &places);
                        gone.extend(victims.iter().copied());
                        changes.extend(victims.iter().map(|victim| Change::Evict(*victim)));
                        evicted = all;
                        changed = true;
                    }
                }
                Mode::Preempt(_) | Mode::NoFit => {
                    let queue = self.queues.get(job.queue);
                    let called_back = queue.is_some_and(|queue| queue.reclaim == Reclaim::Any);
                    if matches!(mode, Mode::Preempt(_)) && !called_back {
                        quota.add(job.queue, quota.kept(job.queue, gpus));
                        let empty = self
                            .rooms
                            .as_ref()
                            .and_then(|rooms| rooms.place_empty(&job));
                        take(rooms.as_mut(), &empty.unwrap_or_default());
                    }
                    if queue.is_some_and(|queue| queue.strategy == Strategy::BestEffortFifo) {
                        self.leave_line(place, &job);
                        self.aside.push(place);
                        changed = true;
                    }
                }
            }
        }
        if !evicted.is_empty() {
            for place in evicted {
                self.leave(place);
                self.wait(place);
            }
            self.ask_again();
        }
        (changes, changed)
    }

    /// The quota without some running jobs.
    fn without(&self, quota: &Quota, evicted: &[usize]) -> Quota {
        let mut quota = quota.clone();
        for job in evicted.iter().filter_map(|place| self.job(*place)) {
            quota.add(job.queue, -signed(job.gpus));
        }
        quota
    }

    /// The nodes without some running jobs.
    fn rooms_without(&self, rooms: Option<&Rooms>, evicted: &[usize]) -> Option<Rooms> {
        let mut rooms = rooms?.clone();
        for places in evicted.iter().filter_map(|place| self.placed.get(place)) {
            rooms.free(places);
        }
        Some(rooms)
    }

    fn leave_line(&mut self, place: usize, job: &Job) {
        if let Some(line) = self.waiting.get_mut(job.queue) {
            line.remove(&(Reverse(job.priority), job.submit, job.id.clone(), place));
        }
    }

    /// A running job leaves.
    pub(super) fn leave(&mut self, place: usize) {
        if self.running.remove(&place).is_some()
            && let Some(job) = self.jobs.get(place)
        {
            self.quota.add(job.queue, -signed(job.gpus));
            let places = self.placed.remove(&place).unwrap_or_default();
            if let Some(rooms) = &mut self.rooms {
                rooms.free(&places);
            }
        }
    }
}

/// The places of a job: none in particular where nodes are not played.
fn placed(rooms: Option<&Rooms>, job: &Job) -> Option<Places> {
    rooms.map_or_else(|| Some(Places::new()), |rooms| rooms.place(job))
}

fn take(rooms: Option<&mut Rooms>, places: &Places) {
    if let Some(rooms) = rooms {
        rooms.take(places);
    }
}
