//! Which numbers of replicas are tried, one after another, for the fewest that keep the SLA.

use super::TRIALS;
use crate::serving::queue::Simulated;
use crate::serving::sizing::Draft;

/// The search for the fewest replicas that keep the SLA. Up to the closed form's by even steps,
/// beyond it by ever longer ones, and then back between the last two: in hundredths of large fleets.
#[derive(Debug)]
pub(super) struct Fewest {
    /// To try next.
    pub(super) working: u32,
    /// As many by the closed form, where that keeps the SLA.
    expected: u32,
    /// Of more it is not shown that they miss it.
    shown: u32,
    /// Fewer are not told apart.
    fine: u32,
    step: u32,
    /// So many miss it.
    pub(super) low: u32,
    /// What is shown where nothing keeps it.
    pub(super) missed: Option<u32>,
    pub(super) kept: Option<(u32, Box<Simulated>)>,
    /// Numbers that may be tried yet until one keeps it.
    left: u32,
}

impl Fewest {
    /// From `hoped` on, or down to `least` where so many keep it.
    pub(super) fn new(hoped: u32, closed_form: &Draft, least: u32) -> Self {
        // One that misses the SLA counts replicas for another.
        let expected = if closed_form.excess > 1.0 {
            hoped
        } else {
            closed_form.replicas
        };
        let span = expected.saturating_sub(hoped);
        let fine = (hoped / 50).max(1);
        Self {
            working: hoped,
            expected,
            shown: closed_form.replicas,
            fine,
            // The closed form's is among them.
            step: span.div_ceil(TRIALS - TRIALS / 3).max(fine),
            low: least.min(hoped).saturating_sub(1),
            missed: None,
            kept: None,
            left: TRIALS,
        }
    }

    /// Takes over that the number tried keeps the SLA, by the run, or misses it; whether another
    /// is to be tried.
    pub(super) fn tell(&mut self, kept: Option<Box<Simulated>>) -> bool {
        let tried = self.working;
        if let Some(simulated) = kept {
            self.kept = Some((tried, simulated));
        } else {
            if self.missed.is_none() || tried <= self.shown {
                self.missed = Some(tried);
            }
            self.low = tried;
        }
        self.left = self.left.saturating_sub(1);
        self.working = match &self.kept {
            Some((most, _)) if most.saturating_sub(self.low) <= self.fine => return false,
            Some((most, _)) => self.low.midpoint(*most),
            None => {
                if tried >= self.expected {
                    self.step = self.step.saturating_mul(2);
                }
                tried.saturating_add(self.step)
            }
        };
        self.left > 0 || self.kept.is_some()
    }
}
