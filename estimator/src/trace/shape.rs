//! The shape of a recorded load: how many requests come when, and how long inputs and answers are,
//! as bars.
//!
//! ```text
//! rate      requests in equal slices of the time, a minute
//! lengths   share of the requests from 2^k to 2^(k+1) tokens
//! ```

use super::Trace;

/// Slices of the time.
const SLICES: usize = 32;
/// The most doublings of a length.
const DOUBLINGS: u32 = 40;

/// Bars of a recorded load.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Shape {
    /// Requests a minute in equal slices of the time, the first first; nothing where all came at
    /// once.
    pub rate: Vec<f64>,
    /// Tokens of inputs.
    pub input: Doublings,
    /// Tokens of answers.
    pub answer: Doublings,
}

/// Shares of all by doublings of a length.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Doublings {
    /// Tokens where the first bar begins, a power of two.
    pub from: f64,
    /// Shares, 0 to 1, each bar from a power of two to the next; the last is not empty.
    pub shares: Vec<f64>,
}

impl Doublings {
    fn of(lengths: impl Iterator<Item = u64>) -> Self {
        let mut counts = vec![0.0; DOUBLINGS as usize];
        let mut all = 0.0;
        for length in lengths {
            let place = length.max(1).ilog2().min(DOUBLINGS - 1);
            if let Some(count) = counts.get_mut(place as usize) {
                *count += 1.0;
                all += 1.0;
            }
        }
        let first = counts.iter().take_while(|count| **count <= 0.0).count();
        let last = counts.iter().rposition(|count| *count > 0.0);
        let held = counts.get(first..=last.unwrap_or(first)).unwrap_or(&[]);
        Self {
            from: 2_f64.powf(first as f64),
            shares: held
                .iter()
                .map(|count| count / f64::max(all, 1.0))
                .collect(),
        }
    }
}

impl Trace {
    /// Its bars.
    #[must_use]
    pub fn shape(&self) -> Shape {
        let requests = || self.requests.iter();
        Shape {
            rate: rate(&self.times()),
            input: Doublings::of(requests().map(|request| request.input)),
            answer: Doublings::of(requests().map(|request| request.output)),
        }
    }
}

/// Requests a minute in slices of the time between the first of `times` and the last, which are in
/// order.
fn rate(times: &[f64]) -> Vec<f64> {
    let whole = times.last().copied().unwrap_or(0.0);
    if whole <= 0.0 || !whole.is_finite() {
        return Vec::new();
    }
    let minutes = whole / 60.0 / SLICES as f64;
    let mut counts = vec![0.0; SLICES];
    for time in times {
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        // Between 0 and the number of slices.
        let slice = (time / whole * SLICES as f64).clamp(0.0, SLICES as f64 - 1.0) as usize;
        if let Some(count) = counts.get_mut(slice) {
            *count += 1.0 / minutes;
        }
    }
    counts
}
