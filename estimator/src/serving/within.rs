//! As much of a load as hardware that is there already, or a budget, carries.
//!
//! ```text
//! times = the largest t for which a sizing of t times the load keeps every demand
//!         on no more accelerators, or for no more money a month, than there are
//! ```
//!
//! Every sizing is the search's own ([`crate::serving::search`]), of the load `t` times. More of a
//! load never takes less, so the multiple is bracketed by doubling or halving, and then halved to
//! within [`PRECISION`]. Hardware that is there is not paid for: its offers are sized without
//! prices, so that the fewest accelerators count, and none is filled because it is paid for anyway.
//! Latencies are the closed form's; nothing here is simulated.

use crate::offer::Offer;
use crate::parameters::{self, Parameters};
use crate::quantity::Usd;
use crate::serving::report::{Candidate, Sizing};
use crate::serving::scenario::{Limits, Scenario};
use crate::serving::search::candidate;

/// The factor within which the multiple is found.
pub const PRECISION: f64 = 1.005;
/// The least and the most of a load that are looked at, as multiples of it.
pub const MULTIPLES: (f64, f64) = (1.0 / 4096.0, 4096.0);

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
    /// What all of the load takes at the least: accelerators of one offer, or dollars a month;
    /// `None` where nothing on offer keeps the demands.
    pub whole: Option<f64>,
    /// What the least of the load takes at the least; `None` where nothing carries even that.
    pub least: Option<f64>,
}

/// Looks for the most that is carried, a sizing at a time.
#[derive(Debug)]
pub struct Search {
    scenario: Scenario,
    counted: Parameters,
    /// Those that may carry it, by their place among the question's.
    offers: Vec<(usize, Offer)>,
    within: Within,
    next: usize,
    bracket: Option<Bracket>,
    found: Found,
}

/// How far one offer's multiple is known.
#[derive(Debug)]
struct Bracket {
    /// Carried, with its sizing.
    low: Option<(f64, Sizing)>,
    /// Not carried.
    high: Option<f64>,
    /// Below it nothing is worth knowing.
    floor: f64,
    /// Which is tried next.
    tried: f64,
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
            next: 0,
            bracket: None,
            found: Found {
                most: None,
                whole: None,
                least: None,
            },
        }
    }

    /// Works out one sizing; false where nothing is left to do.
    pub fn advance(&mut self) -> bool {
        let Some((place, offer)) = self.offers.get(self.next) else {
            return false;
        };
        let place = *place;
        let Some(bracket) = &mut self.bracket else {
            self.least(place);
            return true;
        };
        let tried = bracket.tried;
        let answer = sized(&self.scenario, &self.counted, (place, offer), tried);
        let fits = least_of(self.within, &answer).filter(|sizing| self.within.holds(sizing));
        match fits.cloned() {
            Some(sizing) => bracket.low = Some((tried, sizing)),
            None => bracket.high = Some(tried),
        }
        match bracket.next() {
            Some(tried) => bracket.tried = tried,
            None => self.end(place),
        }
        true
    }

    /// What an offer takes for all of the load and for the least of it, and where its bracket
    /// begins: above the best so far, or else it is left out.
    fn least(&mut self, place: usize) {
        let Some((_, offer)) = self.offers.get(self.next) else {
            return;
        };
        let takes = |times| {
            let answer = sized(&self.scenario, &self.counted, (place, offer), times);
            least_of(self.within, &answer).and_then(|sizing| self.within.taken(sizing))
        };
        let whole = takes(1.0);
        let least = takes(MULTIPLES.0);
        let beaten = self.found.most.as_ref().map(|most| most.times * PRECISION);
        let is_none = least.is_none();
        self.found.whole = lesser(self.found.whole, whole);
        self.found.least = lesser(self.found.least, least);
        match beaten {
            _ if is_none => self.next += 1,
            Some(beaten) if beaten > MULTIPLES.1 => self.next += 1,
            beaten => {
                self.bracket = Some(Bracket {
                    low: None,
                    high: None,
                    floor: beaten.unwrap_or(MULTIPLES.0),
                    tried: beaten.unwrap_or(1.0),
                });
            }
        }
    }

    /// Takes an offer's multiple over where it is the most, and goes on to the next.
    fn end(&mut self, place: usize) {
        let low = self.bracket.take().and_then(|bracket| bracket.low);
        let most = self.found.most.as_ref().map_or(0.0, |most| most.times);
        if let Some((times, sizing)) = low.filter(|(times, _)| *times > most) {
            self.found.most = Some(Carried {
                offer: place,
                times,
                sizing,
            });
        }
        self.next += 1;
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
        let low = self.low.as_ref().map(|(low, _)| *low);
        match (low, self.high) {
            (Some(low), Some(high)) if high / low <= PRECISION => None,
            (Some(low), Some(high)) => Some((low * high).sqrt()),
            (Some(low), None) if low >= MULTIPLES.1 => None,
            (Some(low), None) => Some((2.0 * low).min(MULTIPLES.1)),
            (None, Some(high)) if high <= self.floor => None,
            (None, Some(high)) => Some((0.5 * high).max(self.floor)),
            (None, None) => Some(1.0),
        }
    }
}

/// The lesser of two, where there are any.
fn lesser(one: Option<f64>, other: Option<f64>) -> Option<f64> {
    match (one, other) {
        (Some(one), Some(other)) => Some(one.min(other)),
        (one, other) => one.or(other),
    }
}

/// An offer's answer to so many times the load.
fn sized(
    scenario: &Scenario,
    counted: &Parameters,
    (place, offer): (usize, &Offer),
    times: f64,
) -> Candidate {
    let mut scaled = scenario.clone();
    scaled.workload.load = scaled.workload.load.over(1.0 / times);
    candidate(&scaled, counted, offer, place)
}

/// Of the sizings that keep the demands, the one that takes the least.
fn least_of(within: Within, answer: &Candidate) -> Option<&Sizing> {
    let sizings = answer.best.iter().chain(&answer.alternatives);
    let keeping = sizings.filter(|sizing| sizing.keeps());
    let taken = keeping.filter_map(|sizing| Some((within.taken(sizing)?, sizing)));
    let least = taken.min_by(|(one, _), (other, _)| one.total_cmp(other));
    least.map(|(_, sizing)| sizing)
}

/// The most of a load that `offers` carry within, at once; [`Search`] does the same in steps.
#[must_use]
pub fn carried(scenario: &Scenario, offers: &[Offer], within: Within) -> Found {
    let among: Vec<usize> = (0..offers.len()).collect();
    let mut search = Search::new(scenario, offers, &among, within);
    while search.advance() {}
    search.into_found()
}
