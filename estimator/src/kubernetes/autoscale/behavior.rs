//! How fast an autoscaler may go up and down: windows, policies and tolerances, with the
//! controller's defaults.
//!
//! ```text
//! start of a policy's period = replicas - added + removed within the period
//! limit = start +- pods   or   ceil(start (1 + p)) up, trunc(start (1 - p)) down
//! ```

/// Both directions.
#[derive(Debug, Clone, PartialEq)]
pub struct Behavior {
    /// `scaleUp`.
    pub up: Rules,
    /// `scaleDown`.
    pub down: Rules,
}

/// The rules of a direction.
#[derive(Debug, Clone, PartialEq)]
pub struct Rules {
    /// `stabilizationWindowSeconds`.
    pub window: u64,
    /// `selectPolicy`.
    pub select: Select,
    /// The relative change of the measure that is let pass, a share; the cluster's where absent.
    pub tolerance: Option<f64>,
    /// `policies`, at least one.
    pub policies: Vec<Policy>,
}

/// Which of the policies counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Select {
    /// The one that allows the larger change.
    Max,
    /// The one that allows the smaller change.
    Min,
    /// None: there is no change in this direction.
    Disabled,
}

/// A change that is allowed within a period.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Policy {
    /// The change.
    pub size: Size,
    /// `periodSeconds`.
    pub period: u64,
}

/// The size of a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Size {
    /// So many replicas.
    Pods(u32),
    /// So many in a hundred of those at the start of the period.
    Percent(u32),
}

/// `--horizontal-pod-autoscaler-tolerance`, which a direction's own takes the place of.
const TOLERANCE: f64 = 0.1;
/// Replicas from which a tenth of them is several, and the share that is let pass upwards then.
const MANY: u32 = 30;
const FINE: f64 = 0.02;
/// The period of the default policies, seconds.
const PERIOD: u64 = 15;
/// The default window downwards, seconds.
const WINDOW_DOWN: u64 = 300;

/// The tolerance upwards of a workload of at most so many replicas; the cluster's of few.
#[must_use]
pub fn finely(peak: u32) -> Option<f64> {
    (peak >= MANY).then_some(FINE)
}

impl Default for Behavior {
    /// Up at once by the larger of 100 % and four replicas in 15 s; down after 300 s.
    fn default() -> Self {
        let policy = |size| Policy {
            size,
            period: PERIOD,
        };
        let rules = |window, policies| Rules {
            window,
            select: Select::Max,
            tolerance: None,
            policies,
        };
        Self {
            up: rules(0, vec![policy(Size::Percent(100)), policy(Size::Pods(4))]),
            down: rules(WINDOW_DOWN, vec![policy(Size::Percent(100))]),
        }
    }
}

impl Behavior {
    /// Whether a ratio of measure to target is let pass.
    pub(super) fn tolerates(&self, ratio: f64) -> bool {
        let least = 1.0 - self.down.tolerance.unwrap_or(TOLERANCE);
        let most = 1.0 + self.up.tolerance.unwrap_or(TOLERANCE);
        least <= ratio && ratio <= most
    }
}

impl Rules {
    /// The most replicas on the way up, given those at the start of a period. May lie below the
    /// replicas that there are.
    pub(super) fn most(&self, spec: i64, start: impl Fn(u64) -> i64) -> i64 {
        let limits = self.policies.iter().map(|policy| {
            let start = start(policy.period);
            match policy.size {
                Size::Pods(pods) => start + i64::from(pods),
                Size::Percent(share) => {
                    truncated((start as f64 * (1.0 + f64::from(share) / 100.0)).ceil())
                }
            }
        });
        match self.select {
            Select::Max => limits.max(),
            Select::Min => limits.min(),
            Select::Disabled => None,
        }
        .unwrap_or(spec)
    }

    /// The least replicas on the way down. May lie above the replicas that there are.
    pub(super) fn least(&self, spec: i64, start: impl Fn(u64) -> i64) -> i64 {
        let limits = self.policies.iter().map(|policy| {
            let start = start(policy.period);
            match policy.size {
                Size::Pods(pods) => start - i64::from(pods),
                Size::Percent(share) => truncated(start as f64 * (1.0 - f64::from(share) / 100.0)),
            }
        });
        match self.select {
            Select::Max => limits.min(),
            Select::Min => limits.max(),
            Select::Disabled => None,
        }
        .unwrap_or(spec)
    }
}

/// The whole part. The bounds of a question keep it far within the range.
#[allow(clippy::cast_possible_truncation)]
const fn truncated(number: f64) -> i64 {
    number as i64
}
