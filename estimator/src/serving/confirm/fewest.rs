//! Which numbers of replicas are tried, one after another, for the fewest that keep the SLA.

use super::TRIALS;
use crate::serving::queue::Simulated;

/// The search for the fewest replicas that keep the SLA. Up to the closed form's by even steps, in
/// hundredths of large fleets; beyond it by ever longer ones, and then back between the last two.
#[derive(Debug)]
pub(super) struct Fewest {
    /// To try next.
    pub(super) working: u32,
    /// Fewer are not told apart.
    fine: u32,
    step: u32,
    /// So many miss it.
    pub(super) low: u32,
    /// What is shown where nothing keeps it.
    pub(super) missed: Option<u32>,
    pub(super) kept: Option<(u32, Box<Simulated>)>,
    /// Numbers that may be tried yet.
    left: u32,
}

impl Fewest {
    pub(super) fn new(hoped: u32, closed_form: u32) -> Self {
        let span = closed_form.saturating_sub(hoped);
        let fine = (span / (TRIALS - TRIALS / 3)).max(hoped / 50).max(1);
        Self {
            working: hoped,
            fine,
            step: fine,
            low: hoped.saturating_sub(1),
            missed: None,
            kept: None,
            left: TRIALS,
        }
    }

    /// Takes over that the number tried keeps the SLA, by the run, or misses it; whether another
    /// is to be tried.
    pub(super) fn tell(&mut self, kept: Option<Box<Simulated>>, closed_form: u32) -> bool {
        let tried = self.working;
        if let Some(simulated) = kept {
            self.kept = Some((tried, simulated));
        } else {
            if self.missed.is_none() || tried <= closed_form {
                self.missed = Some(tried);
            }
            self.low = tried;
        }
        self.left = self.left.saturating_sub(1);
        self.working = match &self.kept {
            Some((most, _)) if most.saturating_sub(self.low) <= self.fine => return false,
            Some((most, _)) => self.low.midpoint(*most),
            None => {
                if tried >= closed_form {
                    self.step = self.step.saturating_mul(2);
                }
                tried.saturating_add(self.step)
            }
        };
        self.left > 0
    }
}
