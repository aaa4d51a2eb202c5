//! The same by simulation, for hardware that is there.
//!
//! ```text
//! times = the largest t for which a sizing whose single requests keep every demand of t times
//!         the load works on no more accelerators than there are
//! ```
//!
//! What the page recommends for the load is simulated ([`crate::serving::confirm`]), and so is
//! this, so that neither refutes the other. Offers cost a dollar an accelerator and hour, each by
//! itself: the least bill is then that of the fewest accelerators. All of the load is looked at
//! first, then the multiple that the closed form found.

use super::{Bracket, Carried, PRECISION, least_of};
use super::{Found, MULTIPLES, Within};
use crate::offer::{Billing, Offer, Price};
use crate::quantity::UsdPerHour;
use crate::serving::confirm::Confirmation;
use crate::serving::report::Sizing;
use crate::serving::scenario::Scenario;
use crate::workload::Load;

/// The factor by which the first step leaves the closed form's multiple; each further one is its
/// square.
const STRIDE: f64 = 1.1;

/// A multiple that is simulated, and what is known of others.
#[derive(Debug)]
pub(super) struct Met {
    scenario: Scenario,
    /// At a dollar an accelerator, with their places among the question's.
    offers: Vec<(usize, Offer)>,
    within: Within,
    bracket: Bracket,
    /// What the closed form found.
    guess: f64,
    stride: f64,
    times: f64,
    run: Confirmation<'static>,
}

impl Met {
    /// Begins with all of the load; `None` where it has no percentiles to simulate, or what is
    /// counted is money.
    pub(super) fn new(
        scenario: &Scenario,
        offers: &[(usize, Offer)],
        within: Within,
        found: &Found,
    ) -> Option<Self> {
        let has_percentiles = matches!(scenario.workload.load, Load::Poisson(_) | Load::Steady(_));
        let Within::Accelerators(_) = within else {
            return None;
        };
        let guess = found.most.as_ref()?.times;
        let offers: Vec<(usize, Offer)> = offers
            .iter()
            .map(|(place, offer)| (*place, by_accelerator(offer)))
            .collect();
        has_percentiles.then(|| Self {
            run: begun(scenario, &offers, 1.0),
            scenario: scenario.clone(),
            offers,
            within,
            bracket: Bracket {
                low: None,
                high: None,
            },
            guess,
            stride: STRIDE,
            times: 1.0,
        })
    }

    /// Simulates one sizing more, and takes over into `found` what a multiple came to; false where
    /// nothing is left to do.
    pub(super) fn advance(&mut self, found: &mut Found) -> bool {
        if self.run.advance() {
            return true;
        }
        self.judge(found);
        let Some(times) = self.next() else {
            return false;
        };
        self.times = times;
        self.run = begun(&self.scenario, &self.offers, times);
        true
    }

    fn judge(&mut self, found: &mut Found) {
        let times = self.times;
        let report = self.run.report();
        let ranked = report.candidates.iter().filter_map(|candidate| {
            let (place, offer) = self.offers.get(candidate.offer)?;
            let mut met = candidate.clone();
            met.best = met.best.filter(is_met);
            met.alternatives.retain(is_met);
            let (rank, sizing) = least_of(self.within, (&self.scenario, offer), &met)?;
            Some((rank, *place, sizing.clone()))
        });
        let least = ranked.min_by(|(one, ..), (other, ..)| one.total_cmp(other));
        if self.bracket.low.is_none() && self.bracket.high.is_none() {
            found.whole = least.as_ref().map(|(rank, ..)| *rank);
            found.most = None;
        }
        match least.filter(|(_, _, sizing)| self.within.holds(sizing)) {
            Some((_, offer, sizing)) => {
                self.bracket.low = Some(times);
                found.most = Some(Carried {
                    offer,
                    times,
                    // Nobody pays for what is there.
                    sizing: Sizing {
                        cost: None,
                        ..sizing
                    },
                });
            }
            None => self.bracket.high = Some(times),
        }
    }

    /// The multiple to look at next; `None` where it is known, or beyond [`MULTIPLES`].
    fn next(&mut self) -> Option<f64> {
        let Bracket { low, high } = self.bracket;
        if let Some((low, high)) = low.zip(high) {
            return (high / low > PRECISION).then(|| (low * high).sqrt());
        }
        let stride = self.stride;
        let next = match (low, high.unwrap_or(1.0)) {
            (Some(low), _) if self.guess > low => self.guess,
            (None, high) if self.guess < high => self.guess,
            (known, high) => {
                self.stride *= stride;
                known.map_or(high / stride, |low| low * stride)
            }
        };
        (MULTIPLES.0..=MULTIPLES.1).contains(&next).then_some(next)
    }
}

fn is_met(sizing: &Sizing) -> bool {
    sizing.simulated.is_some()
}

fn begun(scenario: &Scenario, offers: &[(usize, Offer)], times: f64) -> Confirmation<'static> {
    let mut scenario = scenario.clone();
    scenario.workload.load = scenario.workload.load.over(1.0 / times);
    let offers = offers.iter().map(|(_, offer)| offer.clone()).collect();
    Confirmation::kept(scenario, offers)
}

/// An offer at a dollar an accelerator and hour.
fn by_accelerator(offer: &Offer) -> Offer {
    let price = Price {
        per_accelerator: UsdPerHour::new(1.0),
        instance_accelerators: 1,
        by_accelerator: true,
        label: String::new(),
        seller: String::new(),
        read_from: String::new(),
        as_of: String::new(),
        verified: true,
        discount: 0.0,
        outdated: false,
        expired: false,
        unplaced: false,
        estimated: false,
        purchase: None,
        billing: Billing::default(),
        machine: None,
    };
    Offer {
        price: Some(price),
        instances: Vec::new(),
        ..offer.clone()
    }
}
