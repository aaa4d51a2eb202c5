//! KEDA's own part, which its `HorizontalPodAutoscaler` cannot do: from zero and back to it.
//!
//! ```text
//! active: measure > activation;  zero and active -> the least, one at least
//! idle:   last active poll + cooldown < now, and the least is zero -> zero, from any count
//! ```

/// The fields of a `ScaledObject` beside its autoscaler's.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Keda {
    /// `pollingInterval`, seconds.
    pub polling: u64,
    /// `cooldownPeriod`, seconds.
    pub cooldown: u64,
    /// `activationThreshold`: the measure above which it is awake, in the measure's unit.
    pub activation: f64,
}

impl Default for Keda {
    fn default() -> Self {
        Self {
            polling: 30,
            cooldown: 300,
            activation: 0.0,
        }
    }
}

impl Keda {
    /// The replicas asked for after a poll at `now`; `active` is the last active poll.
    pub(super) fn poll(
        &self,
        low: u32,
        now: u64,
        spec: u32,
        total: f64,
        active: &mut Option<u64>,
    ) -> u32 {
        if total > self.activation {
            *active = Some(now);
            return if spec == 0 { low.max(1) } else { spec };
        }
        let idle = active.is_none_or(|last| last.saturating_add(self.cooldown) < now);
        if low == 0 && idle {
            0
        } else if low > spec && spec == 0 {
            // Nothing is asked, but a least above zero is kept all the same.
            low
        } else {
            spec
        }
    }
}
