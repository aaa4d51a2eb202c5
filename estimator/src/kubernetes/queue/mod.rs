//! A queue of several teams, computed as Kueue admits: one resource (accelerators of one kind),
//! one flat cohort, classic preemption; where the question has a topology, jobs are placed on nodes.
//!
//! ```text
//! own = max(0, nominal - lend), or 0 without a limit;  pool = sum(nominal - own)
//! available = max(0, own - usage)
//!           + min(pool - used, nominal - own - max(0, usage - own) + borrow)
//! moment: all that end, all that come, then cycles until one changes nothing
//! cycle:  the head of each queue: enters, takes victims, has room kept for it, or is set aside
//! ```
//!
//! Sources: the Kueue documentation, "`ClusterQueue`" (quotas, cohorts, queueing strategies) and
//! "Preemption", "Topology Aware Scheduling"; the scheduler's sources, `pkg/scheduler` and its `preemption`.
//!
//! ```
//! use estimator::kubernetes::queue::{Job, Question, Queue, Run};
//!
//! let job = |id: &str, submit| Job { gpus: 8, ..Job::new(id, 0, submit, 3_600) };
//! let question = Question {
//!     queues: vec![Queue::new("a", 8)],
//!     jobs: vec![job("first", 0), job("second", 60)],
//!     topology: None,
//! };
//! let mut run = Run::new(question).expect("in range");
//! while !run.advance(1_000).expect("no endless eviction") {}
//! assert_eq!(run.answer().jobs[1].waited, Some(3_540));
//! ```

mod cycle;
mod progress;
mod question;
mod quota;
mod read;
mod run;
#[cfg(test)]
mod tests;
mod topology;
#[cfg(test)]
mod topology_tests;
mod victims;

pub use cycle::Cramped;
pub use question::{
    Job, Level, MOST_CYCLES, MOST_JOBS, MOST_NODES, Near, Question, Queue, Reclaim, Strategy,
    Topology, Within,
};
pub use read::{Case, cases};
pub use run::{Answer, Entry, Event, JobAnswer, Run, Stopped};
