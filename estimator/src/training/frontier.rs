//! Time against money and against accelerators: which runs nothing beats, and how well
//! more accelerators pay.

use crate::quantity::{Seconds, Usd};
use crate::training::report::{Report, Run};
use serde::Serialize;

/// A run that no other beats in both time and cost.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Point {
    /// Index into the report's candidates.
    pub candidate: usize,
    /// Index into its scaling curve.
    pub run: usize,
    /// From first to last.
    pub wall: Seconds,
    /// Price of the run.
    pub cost: Usd,
}

/// The runs of all candidates that nothing beats in both, the fastest first.
#[must_use]
pub fn frontier(report: &Report) -> Vec<Point> {
    let mut all: Vec<Point> = report
        .candidates
        .iter()
        .enumerate()
        .flat_map(|(candidate, entry)| {
            entry
                .scaling
                .iter()
                .enumerate()
                .filter_map(move |(run, entry)| {
                    Some(Point {
                        candidate,
                        run,
                        wall: entry.wall,
                        cost: entry.cost?,
                    })
                })
        })
        .collect();
    all.sort_by(|a, b| {
        let by_time = a.wall.get().total_cmp(&b.wall.get());
        by_time.then(a.cost.get().total_cmp(&b.cost.get()))
    });
    let mut least = f64::INFINITY;
    all.retain(|point| {
        let better = point.cost.get() < least;
        least = least.min(point.cost.get());
        better
    });
    all
}

/// Work of each accelerator in each run of a scaling curve over that in the first, which
/// has the fewest: 1 where twice as many take half as long.
#[must_use]
pub fn efficiency(scaling: &[Run]) -> Vec<f64> {
    let work = |run: &Run| run.wall.get() * f64::from(run.accelerators());
    let first = scaling.first().map_or(0.0, work);
    scaling
        .iter()
        .map(|run| {
            let own = work(run);
            if own > 0.0 { first / own } else { 0.0 }
        })
        .collect()
}
