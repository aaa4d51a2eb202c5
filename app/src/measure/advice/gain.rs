//! The most that a change could gain.

use crate::i18n::{number, say};
use crate::measure::unit::share;
use estimator::profile::summary::ceiling;

/// A share of the time below which nothing is left of it.
const NOTHING: f64 = 1e-6;

/// The most that a change could gain.
#[derive(Clone)]
pub(super) enum Gain {
    /// A share of the time that is freed; shares of several changes are none of each other's.
    Time(f64),
    /// A share of the time of kernels, of a file that does not say how long it idles.
    Kernels(f64),
    /// In words.
    Said(String),
    /// The file does not tell.
    Untold,
}

impl Gain {
    /// Of a share that the file may tell.
    pub(super) fn of(share: Option<f64>, gain: fn(f64) -> Self) -> Self {
        share.map_or(Self::Untold, gain)
    }

    /// In words, once `gone` of the time is freed by the changes above: then the rest is the whole,
    /// and what this frees is a larger share of that.
    pub(super) fn words(self, gone: &mut f64) -> String {
        match self {
            Self::Time(share) => {
                let first = *gone <= 0.0;
                let left = 1.0 - *gone;
                let times = ceiling(share / left).filter(|_| share < left - NOTHING);
                *gone += share;
                let say = if first {
                    say::profile_gain_faster
                } else {
                    say::profile_gain_then
                };
                times.map_or_else(String::new, |times| say(&number(times)))
            }
            Self::Kernels(share) => ceiling(share).map_or_else(String::new, |times| {
                say::profile_gain_kernels(&number(times))
            }),
            Self::Said(words) => words,
            Self::Untold => String::new(),
        }
    }
}

/// A share in words.
pub(super) fn said(gain: Option<f64>, say: fn(&str) -> String) -> Gain {
    Gain::Said(most(gain, say))
}

/// The same where nothing else is added.
pub(super) fn most(gain: Option<f64>, say: fn(&str) -> String) -> String {
    gain.map_or_else(String::new, |gain| say(&share(gain)))
}
