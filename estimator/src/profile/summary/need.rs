//! By how much more, or less, was there than the run needed.
//!
//! ```text
//! boards     there = boards     needed = boards busy / 80 %,    where under half of the time is busy,
//!                               a whole number, 1 or more       and every board says so
//! memory     there = board      needed = peak                   where the peak is under half of it
//! requests   there = running    needed = running + waiting      where any wait
//! rate       there = achieved   needed = offered                where 5 % or more is missing
//! cache      there = 1          needed = fullest / 90 %         where it was under half full
//! ```

use super::super::fact::Group;
use super::board;

/// Busy time beyond which boards count as in full use; queues grow soon above.
const FULL: f64 = 0.8;
/// What a whole number of boards may be off by in floating point.
const ROUNDING: f64 = 1e-9;
/// Cache beyond which a server soon preempts.
const CACHE: f64 = 0.9;
/// Below this share of what is there, it is too much.
const HALF: f64 = 0.5;
/// Share of an offered rate that is still all of it.
const KEPT: f64 = 0.95;

/// What is there in the wrong amount.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Basis {
    /// Boards, by the time in which they did anything.
    Boards,
    /// Memory of the fullest board, by its peak.
    Memory,
    /// Requests that run at once, by those that wait.
    Requests,
    /// Requests answered a second, by those that came.
    Rate,
    /// The cache of a server, by how full it was at the most.
    Cache,
}

/// How much is there for what is needed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Need {
    /// Of what.
    pub basis: Basis,
    /// There over needed: above 1 too much, below 1 too little.
    pub there: f64,
}

/// What a run has too much or too little of, as far as the file tells; the largest first, too
/// little before too much.
#[must_use]
pub fn needs(facts: &Group) -> Vec<Need> {
    let at = |path: &str| facts.at(path);
    let positive = |path: &str| at(path).filter(|value| *value > 0.0);
    let busy = positive("gpu.engine_active")
        .or(positive("gpu.sm_active"))
        .or(positive("gpu.gpu_util"));
    let all = board::boards(facts).len() as f64;
    let read = board::unread(facts).is_empty();
    let boards = busy
        .filter(|busy| *busy < HALF && read)
        .map(|busy| all / (all * busy / FULL - ROUNDING).ceil().max(1.0))
        .filter(|there| *there > 1.0);
    let peak = positive("gpu.peak_memory_bytes").zip(positive("gpu.memory_bytes"));
    let memory = peak
        .filter(|(peak, board)| *peak < HALF * board)
        .map(|(peak, board)| board / peak);
    let counted =
        |name: &str| at(&format!("counters.{name}.mean")).or(at(&format!("counters.{name}")));
    let running = counted("running").filter(|running| *running > 0.0);
    let waiting = counted("waiting").filter(|waiting| *waiting > 0.0);
    let requests = running
        .zip(waiting)
        .map(|(running, waiting)| running / (running + waiting));
    let rate = positive("throughput.requests_per_s").zip(positive("load.request_rate"));
    let rate = rate
        .map(|(achieved, offered)| achieved / offered)
        .filter(|kept| *kept < KEPT);
    let cache = positive("counters.cache_usage.max").filter(|fullest| *fullest < HALF);
    let found = [
        (Basis::Requests, requests),
        (Basis::Rate, rate),
        (Basis::Boards, boards),
        (Basis::Memory, memory),
        (Basis::Cache, cache.map(|fullest| CACHE / fullest)),
    ];
    let known = found.into_iter().filter_map(|(basis, there)| {
        Some(Need {
            basis,
            there: there?,
        })
    });
    let mut needs: Vec<Need> = known.collect();
    let order = |need: &Need| (need.there > 1.0, -need.there.ln().abs());
    needs.sort_by(|one, other| {
        let ((over, far), (other_over, other_far)) = (order(one), order(other));
        over.cmp(&other_over).then(far.total_cmp(&other_far))
    });
    needs
}
