//! How far a job is: an eviction throws it back to its last checkpoint, and each new start costs
//! its restart before work goes on.
//!
//! ```text
//! end = start + restart (not the first time) + seconds - done
//! done after an eviction = work rounded down to a checkpoint
//! ```

use super::question::Job;
use super::run::JobAnswer;

/// The progress of a job.
#[derive(Debug, Clone, Default)]
pub(super) struct Progress {
    starts: Vec<u64>,
    evicted: Vec<u64>,
    end: Option<u64>,
    /// Seconds of work that are safe.
    done: u64,
    lost: u64,
    /// Accelerator-seconds in place.
    pub(super) held: u64,
}

impl Progress {
    /// Enters; when it will end.
    pub(super) fn start(&mut self, job: &Job, now: u64) -> u64 {
        self.starts.push(now);
        now + self.restart(job) + job.seconds - self.done
    }

    /// Seconds of the last start without work.
    fn restart(&self, job: &Job) -> u64 {
        if self.starts.len() > 1 {
            job.restart
        } else {
            0
        }
    }

    /// Is evicted; when it would have ended.
    pub(super) fn evict(&mut self, job: &Job, now: u64) -> Option<u64> {
        let start = *self.starts.last()?;
        let end = start + self.restart(job) + job.seconds - self.done;
        let work = self.done + (now - start).saturating_sub(self.restart(job));
        let safe = match job.checkpoint {
            None => 0,
            Some(0) => work,
            Some(every) => work - work % every,
        };
        self.lost = self
            .lost
            .saturating_add((work - safe).saturating_mul(job.gpus));
        self.hold(job, now - start);
        self.done = safe;
        self.evicted.push(now);
        Some(end)
    }

    pub(super) fn end(&mut self, job: &Job, now: u64) {
        if let Some(&start) = self.starts.last() {
            self.hold(job, now - start);
        }
        self.end = Some(now);
    }

    fn hold(&mut self, job: &Job, seconds: u64) {
        self.held = self.held.saturating_add(seconds.saturating_mul(job.gpus));
    }

    pub(super) fn answer(&self, job: &Job) -> JobAnswer {
        JobAnswer {
            id: job.id.clone(),
            starts: self.starts.clone(),
            evicted: self.evicted.clone(),
            end: self.end,
            waited: self.starts.first().map(|start| start - job.submit),
            lost: self.lost,
        }
    }
}
