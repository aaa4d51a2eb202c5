//! A cycle: the heads of all queues are judged by the quota at its start, then each in turn
//! enters, takes its victims, has room kept for it, or is set aside.

use super::question::{Job, Queue, Reclaim, Strategy};
use super::quota::{Quota, signed};
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
    /// Running jobs and when they were admitted.
    pub(super) running: BTreeMap<usize, u64>,
    /// Waiting jobs by queue.
    pub(super) waiting: Vec<Line>,
    /// Those set aside.
    pub(super) aside: Vec<usize>,
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

    fn mode(&self, place: usize, job: &Job) -> Mode {
        let gpus = signed(job.gpus);
        if gpus > self.quota.potential(job.queue) {
            Mode::NoFit
        } else if gpus <= self.quota.available(job.queue) {
            Mode::Fit
        } else if gpus <= self.quota.nominal(job.queue)
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

    /// A cycle; its changes in order, and whether it changed anything at all.
    pub(super) fn cycle(&mut self, now: u64) -> (Vec<Change>, bool) {
        let mut heads: Vec<_> = self
            .waiting
            .iter()
            .filter_map(|line| line.first()?.3.into())
            .filter_map(|place: usize| {
                let job = self.job(place)?.clone();
                let mode = self.mode(place, &job);
                let beyond = !self.quota.within_nominal(job.queue, signed(job.gpus));
                Some((place, job, mode, beyond))
            })
            .collect();
        heads.sort_by(|(_, one, _, beyond), (_, other, _, other_beyond)| {
            let key = |job: &Job, beyond| (beyond, Reverse(job.priority), job.submit);
            let order = key(one, *beyond).cmp(&key(other, *other_beyond));
            order.then_with(|| one.id.cmp(&other.id))
        });
        // The quota taken and kept in this cycle, beside the quota used.
        let mut quota = self.quota.clone();
        let mut gone = HashSet::new();
        let mut evicted = Vec::new();
        let mut changes = Vec::new();
        let mut changed = false;
        for (place, job, mode, _) in heads {
            let gpus = signed(job.gpus);
            match mode {
                Mode::Fit => {
                    if gpus <= self.without(&quota, &evicted).available(job.queue) {
                        quota.add(job.queue, gpus);
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
                    if !shared && gpus <= self.without(&quota, &all).available(job.queue) {
                        quota.add(job.queue, gpus);
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
        }
    }
}
