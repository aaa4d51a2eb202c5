//! As much of a load as hardware that is there already, or a budget, carries.
//!
//! ```text
//! times = the largest t for which a sizing of t times the load keeps every demand
//!         on no more accelerators, or for no more money a month, than there are
//! ```
//!
//! Every sizing is the search's own ([`crate::serving::search`]), of the load `t` times, and a budget
//! buys what the search recommends of that ([`crate::serving::soundness`]). More of a load never
//! takes less, so the multiple is bracketed by doubling or halving, and then halved to within
//! [`PRECISION`]. Hardware that is there is not paid for: its offers are sized without prices, so
//! that the fewest accelerators count, and none is filled because it is paid for anyway. Of it the
//! closed form's multiple is where a simulation begins ([`met`]), which has the last word; a budget's
//! is the closed form's.

mod met;

use crate::offer::Offer;
use crate::parameters::{self, Parameters};
use crate::quantity::Usd;
use crate::serving::report::{Candidate, Sizing};
use crate::serving::scenario::{Limits, Scenario};
use crate::serving::search::{candidate, place};
use met::Met;

/// The factor within which the multiple is found.
pub const PRECISION: f64 = 1.01;
/// The least and the most of a load that are looked at, as multiples of it.
pub const MULTIPLES: (f64, f64) = (1.0 / 4096.0, 4096.0);
/// Offers that take so many times what the best takes for the load are left out of its multiples.
const HOPELESS: f64 = 8.0;

/// What a load must stay within.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Within {
    /// So many accelerators, which are there already.
    Accelerators(u32),
    /// So much money a month of 730 hours, for whole instances.
    Budget(Usd),
}

impl Within {
    /// What the limits of a question name; hardware that is there comes before money.
    pub fn of(limits: &Limits) -> impl Iterator<Item = Self> {
        let owned = limits.owned.map(Self::Accelerators);
        let budget = limits.budget.map(|dollars| Self::Budget(Usd::new(dollars)));
        owned.into_iter().chain(budget)
    }

    /// Whether a sizing stays within; one without a price stays within no budget.
    #[must_use]
    pub fn holds(self, sizing: &Sizing) -> bool {
        match self {
            Self::Accelerators(count) => sizing.accelerators() <= count,
            Self::Budget(most) => sizing.cost.is_some_and(|cost| cost.per_month <= most),
        }
    }

    /// What a sizing takes of it: accelerators, or dollars a month; `None` without a price.
    fn taken(self, sizing: &Sizing) -> Option<f64> {
        match self {
            Self::Accelerators(_) => Some(f64::from(sizing.accelerators())),
            Self::Budget(_) => sizing.cost.map(|cost| cost.per_month.get()),
        }
    }

    /// Where a sizing stands among others, the least first: by the accelerators it takes, or by its
    /// weighed bill; `None` where it takes nothing that is counted.
    fn rank(self, scenario: &Scenario, offer: &Offer, sizing: &Sizing) -> Option<f64> {
        let taken = self.taken(sizing)?;
        Some(match self {
            Self::Accelerators(_) => taken,
            Self::Budget(_) => place(scenario, offer, sizing),
        })
    }
}

/// As much of the load as is carried.
#[derive(Debug, Clone, PartialEq)]
pub struct Carried {
    /// By which offer.
    pub offer: usize,
    /// How many times the load; 1 or more where all of it is carried.
    pub times: f64,
    /// The sizing of that multiple: all that is there, or that money buys, works for it.
    pub sizing: Sizing,
}

/// The answer.
#[derive(Debug, Clone, PartialEq)]
pub struct Found {
    /// The most that is carried; `None` where nothing of the load is.
    pub most: Option<Carried>,
    /// What all of the load takes: accelerators of one offer, or dollars a month; `None` where
    /// nothing on offer keeps the demands.
    pub whole: Option<f64>,
    /// What the least of the load takes, where nothing of it is carried.
    pub least: Option<f64>,
    /// How many times the load is carried by the closed form: what changes are weighed by.
    pub estimated: f64,
}

/// Looks for the most that is carried, a sizing at a time.
#[derive(Debug)]
pub struct Search {
    scenario: Scenario,
    counted: Parameters,
    /// Those that may carry it, by their place among the question's.
    offers: Vec<(usize, Offer)>,
    within: Within,
    bracket: Bracket,
    trial: Trial,
    found: Found,
    met: Option<Met>,
    is_estimate: bool,
}

/// How far the multiple is known.
#[derive(Debug, Clone, Copy)]
struct Bracket {
    /// Carried.
    low: Option<f64>,
    /// Not carried.
    high: Option<f64>,
}

/// A multiple that is tried on one offer after another.
#[derive(Debug)]
struct Trial {
    times: f64,
    /// That of so many times the load.
    scenario: Scenario,
    next: usize,
    /// Those that keep the demands: where each stands, and its sizing.
    keeping: Vec<(f64, usize, Sizing)>,
}

impl Trial {
    fn of(scenario: &Scenario, times: f64) -> Self {
        let mut scenario = scenario.clone();
        scenario.workload.load = scenario.workload.load.over(1.0 / times);
        Self {
            times,
            scenario,
            next: 0,
            keeping: Vec::new(),
        }
    }

    /// The best of them.
    fn best(&self) -> Option<&(f64, usize, Sizing)> {
        let all = self.keeping.iter();
        all.min_by(|(one, ..), (other, ..)| one.total_cmp(other))
    }
}

impl Search {
    /// Of the `offers` of a question whose places are `among`.
    #[must_use]
    pub fn new(scenario: &Scenario, offers: &[Offer], among: &[usize], within: Within) -> Self {
        let picked = among.iter().filter_map(|place| {
            let mut offer = offers.get(*place)?.clone();
            if let Within::Accelerators(_) = within {
                offer.price = None;
                offer.instances.clear();
            }
            Some((*place, offer))
        });
        Self {
            counted: parameters::count(&scenario.model),
            scenario: scenario.clone(),
            offers: picked.collect(),
            within,
            bracket: Bracket {
                low: None,
                high: None,
            },
            trial: Trial::of(scenario, 1.0),
            found: Found {
                most: None,
                whole: None,
                least: None,
                estimated: 0.0,
            },
            met: None,
            is_estimate: false,
        }
    }

    /// The same by the closed form alone.
    #[must_use]
    pub const fn estimated(mut self) -> Self {
        self.is_estimate = true;
        self
    }

    /// Sizes one offer, or simulates one sizing; false where nothing is left to do.
    pub fn advance(&mut self) -> bool {
        if let Some(met) = &mut self.met {
            return met.advance(&mut self.found);
        }
        if let Some((place, offer)) = self.offers.get(self.trial.next) {
            self.trial.next += 1;
            let scaled = &self.trial.scenario;
            let answer = candidate(scaled, &self.counted, offer, *place);
            let least = least_of(self.within, (scaled, offer), &answer);
            if let Some((rank, sizing)) = least {
                self.trial.keeping.push((rank, *place, sizing.clone()));
            }
            return true;
        }
        self.judge();
        let next = self.bracket.next().filter(|_| !self.offers.is_empty());
        if let Some(times) = next {
            self.trial = Trial::of(&self.scenario, times);
            return true;
        }
        self.found.estimated = self.found.most.as_ref().map_or(0.0, |most| most.times);
        if self.is_estimate {
            return false;
        }
        self.met = Met::new(&self.scenario, &self.offers, self.within, &self.found);
        self.met.is_some()
    }

    /// Takes over what the multiple that was tried says.
    fn judge(&mut self) {
        let Trial { times, .. } = self.trial;
        let best = self.trial.best();
        let taken = best.and_then(|(_, _, sizing)| self.within.taken(sizing));
        let is_first = self.bracket.low.is_none() && self.bracket.high.is_none();
        if is_first {
            self.found.whole = taken;
        }
        let carried = best.filter(|(_, _, sizing)| self.within.holds(sizing));
        if let Some((_, offer, sizing)) = carried {
            self.bracket.low = Some(times);
            self.found.least = None;
            self.found.most = Some(Carried {
                offer: *offer,
                times,
                sizing: sizing.clone(),
            });
        } else {
            self.bracket.high = Some(times);
            if self.bracket.low.is_none() {
                self.found.least = taken;
            }
        }
        if is_first {
            let most = HOPELESS * best.map_or(0.0, |(rank, ..)| *rank);
            let hopeful = |place: usize| {
                let keeping = self.trial.keeping.iter();
                keeping
                    .clone()
                    .any(|(rank, one, _)| *one == place && *rank <= most)
            };
            self.offers.retain(|(place, _)| hopeful(*place));
        }
    }

    /// The answer, where nothing is left to do.
    #[must_use]
    pub fn into_found(self) -> Found {
        self.found
    }
}

impl Bracket {
    /// The multiple to try next; `None` where it is known, or beyond [`MULTIPLES`].
    fn next(&self) -> Option<f64> {
        match (self.low, self.high) {
            (Some(low), Some(high)) if high / low <= PRECISION => None,
            (Some(low), Some(high)) => Some((low * high).sqrt()),
            (Some(low), None) if low >= MULTIPLES.1 => None,
            (Some(low), None) => Some((2.0 * low).min(MULTIPLES.1)),
            (None, Some(high)) if high <= MULTIPLES.0 => None,
            (None, Some(high)) => Some((0.5 * high).max(MULTIPLES.0)),
            (None, None) => Some(1.0),
        }
    }
}

/// Of an offer's sizings that keep the demands, the one that stands first, and where.
fn least_of<'a>(
    within: Within,
    (scenario, offer): (&Scenario, &Offer),
    answer: &'a Candidate,
) -> Option<(f64, &'a Sizing)> {
    let sizings = answer.best.iter().chain(&answer.alternatives);
    let keeping = sizings.filter(|sizing| sizing.keeps());
    let ranked = keeping.filter_map(|one| Some((within.rank(scenario, offer, one)?, one)));
    ranked.min_by(|(one, _), (other, _)| one.total_cmp(other))
}

/// The most of a load that `offers` carry within, at once; [`Search`] does the same in steps.
#[must_use]
pub fn carried(scenario: &Scenario, offers: &[Offer], within: Within) -> Found {
    let among: Vec<usize> = (0..offers.len()).collect();
    let mut search = Search::new(scenario, offers, &among, within);
    while search.advance() {}
    search.into_found()
}
