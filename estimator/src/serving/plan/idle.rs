//! Scaling to zero, only where it pays.
//!
//! Without a replica, a request waits for a cold start `C`; with requests at a rate `l` that
//! come independently of each other, and a replica kept for `t` after the last one, the
//! replica is paid for during
//!
//! ```text
//! 1 - 1 / (l*C + exp(l*t))                       of the time
//! (1 + l*C) / (l*C + exp(l*t))                   of the requests wait
//! ```
//!
//! (off for `1/l` on average, `C` starting, and `(exp(l*t) - 1)/l` until a gap of `t`; the
//! requests that wait are the first one and those that come during the start.)
//!
//! An hour goes to zero where nobody comes; or where the mean gap between requests is longer
//! than a cold start, so that starting is not all it does, and all requests of all such
//! hours together, the quietest first, are no more than the demand's percentile leaves out:
//! then the demands hold even if every one of them waits.

use serde::Serialize;

/// Why no hour goes to zero.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum NotZero {
    /// Users are counted, not requests: how often one comes is not known.
    Uncounted,
    /// In every hour requests come faster than a replica starts.
    Busy,
    /// The requests that would wait are more than the demands leave out.
    Demands,
}

/// The rules that the hours of a week are judged by.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Idle {
    /// Requests a second at the peak; `None` where only users are counted.
    pub(super) peak: Option<f64>,
    /// Cold start, seconds.
    pub(super) cold: f64,
    /// How long a replica is kept, seconds.
    pub(super) kept: f64,
    /// Share of the requests that the demands leave out.
    pub(super) left_out: f64,
}

impl Idle {
    /// Which hours go to zero, given their shares of the peak.
    pub(super) fn hours(&self, shares: &[f64]) -> Vec<bool> {
        let mut quiet: Vec<bool> = shares.iter().map(|share| *share <= 0.0).collect();
        let Some(peak) = self.peak else {
            return quiet;
        };
        let mut sparse: Vec<(usize, f64)> = shares
            .iter()
            .copied()
            .enumerate()
            .filter(|(_, share)| *share > 0.0 && self.is_sparse(*share, peak))
            .collect();
        sparse.sort_unstable_by(|(_, one), (_, other)| one.total_cmp(other));
        let mut left = self.left_out * shares.iter().sum::<f64>();
        for (hour, share) in sparse {
            left -= share;
            if left < 0.0 {
                break;
            }
            if let Some(quiet) = quiet.get_mut(hour) {
                *quiet = true;
            }
        }
        quiet
    }

    /// Whether the mean gap between requests is longer than a cold start.
    fn is_sparse(&self, share: f64, peak: f64) -> bool {
        share * peak * self.cold < 1.0
    }

    /// Why none of these hours goes to zero; `None` where one does.
    pub(super) fn why_not(&self, shares: &[f64]) -> Option<NotZero> {
        if self.hours(shares).contains(&true) {
            return None;
        }
        Some(match self.peak {
            None => NotZero::Uncounted,
            Some(peak) if shares.iter().any(|share| self.is_sparse(*share, peak)) => {
                NotZero::Demands
            }
            Some(_) => NotZero::Busy,
        })
    }

    /// In an hour at zero with this share of the peak: the share of time that a replica is
    /// paid for, and the share of requests that wait for one.
    pub(super) fn at(&self, share: f64) -> (f64, f64) {
        let rate = share * self.peak.unwrap_or(0.0);
        let starting = rate * self.cold;
        let cycle = starting + (rate * self.kept).exp();
        (1.0 - 1.0 / cycle, ((1.0 + starting) / cycle).min(1.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// By hand: a request in a thousand seconds, 200 to start and 300 kept. A cycle is off
    /// for 1,000, starts for 200, stays for 1000 (e^0.3 - 1) = 350: paid for 550 of 1,550,
    /// and of its 1.55 requests 1.2 wait.
    #[test]
    fn a_quiet_hour_by_hand() {
        let idle = Idle {
            peak: Some(0.001),
            cold: 200.0,
            kept: 300.0,
            left_out: 0.05,
        };
        let (paid, waiting) = idle.at(1.0);
        let stays = 1000.0 * (0.3_f64.exp() - 1.0);
        assert!((paid - (200.0 + stays) / (1200.0 + stays)).abs() < 1e-12);
        assert!((waiting - 1.2 / ((1200.0 + stays) / 1000.0)).abs() < 1e-12);
        assert_eq!(idle.at(0.0), (0.0, 1.0));
    }

    /// Two hours at a hundredth of the peak hold 2 % of the requests: at the 95th percentile
    /// they go to zero, at the 99th only one does, and none where gaps are short.
    #[test]
    fn hours_go_to_zero_where_it_pays() {
        let shares = [1.0, 1.0, 0.02, 0.02, 0.0];
        let idle = |peak, left_out| Idle {
            peak,
            cold: 200.0,
            kept: 300.0,
            left_out,
        };
        let hours = |idle: Idle| idle.hours(&shares);
        let (yes, no) = (true, false);
        assert_eq!(hours(idle(Some(0.1), 0.05)), [no, no, yes, yes, yes]);
        assert_eq!(hours(idle(Some(0.1), 0.01)), [no, no, yes, no, yes]);
        assert_eq!(hours(idle(Some(10.0), 0.05)), [no, no, no, no, yes]);
        assert_eq!(hours(idle(None, 0.05)), [no, no, no, no, yes]);
    }

    /// The reason that keeps a week from going to zero is told, and nothing where it goes.
    #[test]
    fn it_is_told_why_nothing_goes_to_zero() {
        let why = |peak, left_out, least: f64| {
            let idle = Idle {
                peak,
                cold: 200.0,
                kept: 300.0,
                left_out,
            };
            idle.why_not(&[1.0, 1.0, 0.02, least])
        };
        assert_eq!(why(Some(0.1), 0.05, 0.02), None);
        assert_eq!(why(Some(0.1), 0.001, 0.02), Some(NotZero::Demands));
        assert_eq!(why(Some(10.0), 0.05, 0.02), Some(NotZero::Busy));
        assert_eq!(why(None, 0.05, 0.02), Some(NotZero::Uncounted));
        assert_eq!(why(None, 0.05, 0.0), None);
    }

    proptest! {
        /// Keeping a replica longer pays for more and lets fewer wait.
        #[test]
        fn keeping_costs_and_helps(rate in 0.0..1.0f64, cold in 0.0..3600.0f64, kept in 0.0..3600.0f64) {
            let idle = Idle { peak: Some(rate), cold, kept, left_out: 0.05 };
            let (paid, waiting) = idle.at(1.0);
            prop_assert!((0.0..=1.0).contains(&paid) && (0.0..=1.0).contains(&waiting));
            let longer = Idle { kept: kept + 10.0, ..idle };
            prop_assert!(longer.at(1.0).0 >= paid && longer.at(1.0).1 <= waiting);
        }
    }
}
