//! Checkpoints and failures: a run's losses beside its steps.
//!
//! A run of `T` seconds writes a checkpoint, `delta` seconds long, after every `tau` seconds of
//! work. A failure comes every `M` seconds on average, one accelerator's mean time over their
//! number; it throws away the work since the last checkpoint and takes `R` seconds to come back
//! from.
//!
//! - best interval: `tau = sqrt(2 delta M)` (Young 1974, Comm. ACM 17(9)), of higher order
//!   `tau = sqrt(2 delta M) (1 + sqrt(delta / 2M) / 3 + (delta / 2M) / 9) - delta`, and
//!   `tau = M` from `delta = 2M` on (Daly 2006, FGCS 22(3), equation 37)
//! - expected time: `W = M e^(R/M) (e^((tau + delta)/M) - 1) T / tau` (the same, equation 20)
//!
//! A run shorter than `tau` writes one checkpoint, at its end.

use crate::hardware::Accelerator;
use crate::quantity::{Bytes, Seconds};
use crate::training::job::Job;
use crate::training::layout::Layout;
use crate::training::memory;
use crate::training::parameters;
use crate::training::report::Component;

/// The largest exponent a failure rate is taken to: beyond `e^40` times its work a run is
/// as good as endless, and its numbers stay finite.
const ENDLESS: f64 = 40.0;

/// Bytes of one checkpoint: the state training goes on from, once over all ranks. Weights, their
/// fp32 copy and the moments of trained ones; not gradients, not a frozen base.
#[must_use]
pub fn checkpoint_bytes(job: &Job, chip: &Accelerator) -> Bytes {
    let alone = Job {
        reference: false,
        ..job.clone()
    };
    let whole = memory::memory(&alone, chip, &Layout::SINGLE);
    let weights = match job.method.adapter() {
        None => whole.part(Component::Weights),
        Some(adapter) => {
            let bytes = if adapter.half { 2.0 } else { 4.0 };
            Bytes::new(parameters::trainable(job) * bytes)
        }
    };
    weights + whole.part(Component::MasterWeights) + whole.part(Component::Optimizer)
}

/// The time between checkpoints that loses least, for checkpoints of `write` and failures
/// every `between`.
#[must_use]
pub fn interval(write: Seconds, between: Seconds) -> Seconds {
    let (delta, mean) = (write.get(), between.get());
    if delta >= 2.0 * mean {
        return between;
    }
    let share = delta / (2.0 * mean);
    let young = (2.0 * delta * mean).sqrt();
    Seconds::new(young * (1.0 + share.sqrt() / 3.0 + share / 9.0) - delta)
}

/// The time that checkpoints and failures add to a run.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Loss {
    /// Time between checkpoints.
    pub every: Seconds,
    /// Time spent writing them.
    pub writing: Seconds,
    /// Failures expected.
    pub failures: f64,
    /// Work done again and restarts.
    pub lost: Seconds,
}

/// The loss of a run of `work` where a checkpoint takes `write`, something fails every `between`,
/// and coming back takes `restart`.
#[must_use]
pub fn loss(work: Seconds, write: Seconds, between: Seconds, restart: Seconds) -> Loss {
    let best = interval(write, between);
    let parts = if best.get() > 0.0 {
        // No more than the run has seconds: checkpoints that cost nothing are not
        // written endlessly often.
        (work / best).ceil().max(1.0).min(work.get().max(1.0))
    } else {
        work.get().max(1.0)
    };
    let every = work / parts;
    let writing = write * parts;
    let mean = between.get();
    if mean.is_nan() || mean <= 0.0 {
        return Loss {
            every,
            writing,
            failures: 0.0,
            lost: Seconds::ZERO,
        };
    }
    let grown = |time: f64| (time / mean).min(ENDLESS);
    let one = mean * grown(restart.get()).exp() * grown((every + write).get()).exp_m1();
    let total = one * parts;
    Loss {
        every,
        writing,
        failures: total / mean,
        lost: Seconds::new(total - (work + writing).get()).max(Seconds::ZERO),
    }
}

#[cfg(test)]
mod tests {
    use super::{interval, loss};
    use crate::quantity::Seconds;

    /// Worked by hand: a checkpoint of five minutes, a failure a day. Young:
    /// `sqrt(2 * 300 * 86400) = 7200 s`. Daly adds `7200 (sqrt(1/576)/3 + 1/576/9)
    /// = 7200 (1/72 + 1/5184) = 101.39` and takes 300 away.
    #[test]
    fn interval_of_a_worked_example() {
        let every = interval(Seconds::new(300.0), Seconds::new(86_400.0));
        assert!((every.get() - 7_001.388_888).abs() < 1e-3, "{every:?}");
        // So long a write that nothing but the mean time is left.
        let long = interval(Seconds::new(200.0), Seconds::new(100.0));
        assert!((long.get() - 100.0).abs() < 1e-9);
    }

    /// To first order a run loses `delta / tau` to writing and `(tau + delta) / 2 + R` to
    /// each failure; Daly's exact count agrees where failures are rare.
    #[test]
    fn losses_agree_with_the_first_order() {
        let day = 86_400.0;
        let run = loss(
            Seconds::new(30.0 * day),
            Seconds::new(60.0),
            Seconds::new(10.0 * day),
            Seconds::new(600.0),
        );
        assert!((run.failures - 3.0).abs() < 0.1, "{run:?}");
        let each = f64::midpoint(run.every.get(), 60.0) + 600.0;
        let first = run.failures * each;
        assert!(
            (run.lost.get() / first - 1.0).abs() < 0.02,
            "{run:?} {first}"
        );
        let written = 30.0 * day / run.every.get() * 60.0;
        assert!((run.writing.get() / written - 1.0).abs() < 1e-9);
    }

    /// A run of a minute writes one checkpoint, at its end, and expects no failure.
    #[test]
    fn a_tiny_run_writes_once() {
        let run = loss(
            Seconds::new(60.0),
            Seconds::new(5.0),
            Seconds::new(1e8),
            Seconds::new(600.0),
        );
        assert!((run.every.get() - 60.0).abs() < 1e-9);
        assert!((run.writing.get() - 5.0).abs() < 1e-9);
        assert!(run.failures < 1e-5 && run.lost.get() < 1e-2, "{run:?}");
    }

    /// However often something fails, the numbers stay finite and not negative.
    #[test]
    fn bounded_at_the_edges() {
        for work in [0.0, 1e-3, 1.0, 1e9] {
            for write in [0.0, 1e-6, 1e4] {
                for between in [0.0, 1e-3, 1.0, 1e12] {
                    for restart in [0.0, 1e6] {
                        let run = loss(
                            Seconds::new(work),
                            Seconds::new(write),
                            Seconds::new(between),
                            Seconds::new(restart),
                        );
                        assert!(run.every.is_valid() && run.writing.is_valid());
                        assert!(run.lost.is_valid() && run.failures.is_finite(), "{run:?}");
                    }
                }
            }
        }
    }

    /// More reliable machines never lose more.
    #[test]
    fn rarer_failures_lose_less() {
        let mut last = f64::INFINITY;
        for days in [0.1, 0.5, 1.0, 5.0, 50.0, 500.0] {
            let run = loss(
                Seconds::new(20.0 * 86_400.0),
                Seconds::new(120.0),
                Seconds::new(days * 86_400.0),
                Seconds::new(600.0),
            );
            let all = run.lost.get() + run.writing.get();
            assert!(all <= last, "{days} {run:?}");
            last = all;
        }
    }
}
