//! From serving questions to a packing. How many replicas a question is depends on the type that
//! it is sized for: each type's numbers are packed, on all types, and the cheapest packing wins.
//! A replica too busy for a type stands on another.
//!
//! Where questions that span several GPUs take of a type that there is not enough of, the packing
//! has what they leave. It is proved by packing once more with all of them: no fleet costs less than
//! the cheapest of the ones and the cheapest of the others, each with all there is.

mod answer;
mod divisions;
mod holds;
mod spanning;
mod workloads;

pub use answer::{Answer, Item, Lot, Whole, sold};

use super::types::types;
use super::{Choice, Fit, Known, Wish};
use crate::fleet::question::{Gpu, Question};
use crate::fleet::{FleetError, Machines, least};
use crate::quantity::UsdPerHour;
use answer::bill;

/// Of the divisions that are left out at the end, how many are bounded.
const MOST_BOUNDED: usize = 16;

/// The way from questions to an answer, in steps.
#[derive(Debug, Clone)]
pub struct Planner {
    wish: Wish,
    fits: Vec<Vec<Option<Fit>>>,
    whole: Vec<Option<Whole>>,
    /// The choices, with what the questions beside the packing leave of them.
    left: Vec<Choice>,
    /// The divisions that are to be packed, the last first; `None` before all is sized.
    ways: Option<Vec<Vec<u32>>>,
    /// The divisions that are to be packed once more, with all there is of every type: those of a
    /// fleet whose questions beside the packing took of what is counted.
    again: Vec<Vec<u32>>,
    /// Whether they are being packed once more.
    bounding: bool,
    now: Option<(Vec<Item>, Box<Machines>, Question)>,
    best: Option<Answer>,
    all_proved: bool,
    /// The least bound of any division, in thousandths of a dollar an hour.
    below: Option<u64>,
    known: Known,
}

impl Planner {
    /// A plan that has not begun.
    ///
    /// # Errors
    /// As [`Wish::check`].
    pub fn new(wish: Wish) -> Result<Self, FleetError> {
        Self::after(wish, Known::default())
    }

    /// The same, with sizings that were made before.
    ///
    /// # Errors
    /// As [`Wish::check`].
    pub fn after(wish: Wish, known: Known) -> Result<Self, FleetError> {
        wish.check()?;
        Ok(Self {
            wish,
            fits: Vec::new(),
            whole: Vec::new(),
            left: Vec::new(),
            ways: None,
            again: Vec::new(),
            bounding: false,
            now: None,
            best: None,
            all_proved: true,
            below: Some(u64::MAX),
            known,
        })
    }

    /// The sizings that were made, for the next plan.
    #[must_use]
    pub fn into_known(self) -> Known {
        self.known
    }

    /// What was asked.
    #[must_use]
    pub const fn wish(&self) -> &Wish {
        &self.wish
    }

    /// Ends with the best so far, which is proved only where it is already; before the first
    /// packing there is none yet, and it goes on.
    pub fn settle(&mut self) {
        let Some(ways) = &mut self.ways else {
            return;
        };
        // The last is packed first.
        let last = usize::from(self.best.is_none());
        let mut dropped: Vec<Vec<u32>> = ways.drain(..ways.len().saturating_sub(last)).collect();
        // One that has only begun goes on to its first packing.
        let found = self.best.is_some();
        let any = |(_, search, _): &mut (_, Box<Machines>, _)| search.has_any();
        if let Some((items, search, question)) = self.now.take_if(|now| found || any(now)) {
            dropped.extend(self.ways.iter_mut().flat_map(std::mem::take));
            self.ended(items, question, &search);
        }
        if !self.again.is_empty() {
            // What was packed with less than there is bounds nothing.
            dropped = std::mem::take(&mut self.again);
            self.below = Some(u64::MAX);
        }
        if !dropped.is_empty() {
            self.all_proved = false;
            self.bound(&dropped);
        }
    }

    /// Whether something was packed already.
    #[must_use]
    pub fn has_any(&self) -> bool {
        let now = self.now.as_ref();
        self.best.is_some() || now.is_some_and(|(_, search, _)| search.has_any())
    }

    /// What the divisions that are not packed cost at least, where they are few.
    fn bound(&mut self, dropped: &[Vec<u32>]) {
        if dropped.len() > MOST_BOUNDED {
            self.below = None;
            return;
        }
        let best = self.best.as_ref();
        let most = best.and_then(|best| best.packing.price_milli_usd);
        for way in dropped {
            let (_, mut question) = self.question(way, true);
            // A machine beyond the best is part of no better packing.
            let costs = |gpu: &Gpu| u64::from(gpu.lot).saturating_mul(gpu.price_milli_usd);
            let within = |gpu: &Gpu| most.is_none_or(|most| costs(gpu) <= most);
            question.gpus.retain(within);
            // One that holds not all of it bounds nothing.
            if let Some(least) = least(question) {
                self.below = self.below.map(|below| below.min(least));
            }
        }
    }

    /// Goes on by so many steps: a question is sized on all types in one, some tens of
    /// milliseconds; a step of a packing takes some milliseconds. Says whether it is done.
    pub fn advance(&mut self, steps: u32) -> bool {
        (0..steps).any(|_| self.step())
    }

    /// The best so far; `None` before anything was packed.
    #[must_use]
    pub fn answer(&self) -> Option<&Answer> {
        self.best.as_ref()
    }

    /// The sizings of a question, by choice.
    #[must_use]
    pub fn fits(&self, served: usize) -> &[Option<Fit>] {
        self.fits.get(served).map_or(&[], Vec::as_slice)
    }

    fn step(&mut self) -> bool {
        if let Some(served) = self.wish.served.get(self.fits.len()) {
            let choices = self.wish.choices.iter();
            let fits: Vec<Option<Fit>> = choices
                .map(|choice| self.known.fit(served, choice))
                .collect();
            let place = self.fits.len();
            let whole = spanning::alone(&self.wish, place, served, &fits, &mut self.known);
            self.fits.push(fits);
            self.whole.push(whole);
            return false;
        }
        if self.ways.is_none() {
            self.deal();
        }
        if let Some((items, mut search, question)) = self.now.take() {
            if search.advance(1) {
                self.ended(items, question, &search);
            } else {
                self.now = Some((items, search, question));
            }
            return false;
        }
        let price = self.best.as_ref().map(|best| best.packing.price_milli_usd);
        if self.ways.as_ref().is_none_or(Vec::is_empty) && price.flatten().is_some() {
            self.bounding |= !self.again.is_empty();
            self.ways = Some(std::mem::take(&mut self.again));
        }
        let Some(way) = self.ways.as_mut().and_then(Vec::pop) else {
            self.judge();
            return true;
        };
        let (items, question) = self.question(&way, self.bounding);
        let best = self.best.as_ref();
        let known = best.and_then(|best| best.packing.cost());
        let search = Box::new(Machines::cheaper(question.clone(), known));
        self.now = Some((items, search, question));
        false
    }

    /// Deals the types to the questions beside the packing, and divides the others.
    fn deal(&mut self) {
        let whole = std::mem::take(&mut self.whole);
        let dealt = spanning::deal(&self.wish, &self.fits, whole, &mut self.known);
        self.whole = dealt.whole;
        self.left.clone_from(&self.wish.choices);
        let mut counted = false;
        for whole in self.whole.iter().flatten() {
            let choice = self.left.get_mut(whole.choice);
            if let Some(most) = choice.and_then(|choice| choice.most.as_mut()) {
                *most = most.saturating_sub(spanning::rented_by(&whole.sizing));
                counted = true;
            }
        }
        let ways = divisions::divisions(&self.wish, &self.fits);
        if counted && dealt.proved {
            self.again.clone_from(&ways);
        }
        if !dealt.proved {
            self.all_proved = false;
            self.below = None;
        }
        self.ways = Some(ways);
    }

    /// A search is over, or is ended.
    fn ended(&mut self, items: Vec<Item>, question: Question, search: &Machines) {
        if self.again.is_empty() {
            let below = search.below();
            let price = self
                .best
                .as_ref()
                .and_then(|best| best.packing.price_milli_usd);
            // What is cheaper with all there is may not be had: the best is not proved.
            let cheaper = self.bounding && price.is_none_or(|price| below < price);
            self.all_proved &= search.is_proved() && !cheaper;
            self.below = self.below.map(|known| known.min(below));
        }
        if !self.bounding {
            self.keep(items, question, search);
        }
    }

    /// Whether the best is proved, and what none costs less than.
    fn judge(&mut self) {
        let Some(best) = &mut self.best else {
            return;
        };
        best.optimal = self.all_proved && best.packing.price_milli_usd.is_some();
        let below = self.below.filter(|below| *below < u64::MAX);
        best.bound = match (best.optimal, best.packing.price_milli_usd, below) {
            (true, ..) => best.paid,
            (false, Some(price), Some(below)) => best.paid.map(|paid| {
                let over = price.saturating_sub(below) as f64 / 1000.0;
                UsdPerHour::new((paid.get() - over).max(0.0))
            }),
            _ => None,
        };
    }

    fn keep(&mut self, items: Vec<Item>, question: Question, search: &Machines) {
        let packing = search.answer();
        let (types, _) = types(&self.left);
        let unserved: Vec<usize> = (0..self.fits.len())
            .filter(|place| {
                let fits = self
                    .fits
                    .get(*place)
                    .is_some_and(|fits| fits.iter().any(Option::is_some));
                !fits && self.whole.get(*place).is_none_or(Option::is_none)
            })
            .collect();
        let whole: Vec<Whole> = self.whole.iter().flatten().cloned().collect();
        let beside: f64 = whole
            .iter()
            .filter_map(|one| one.sizing.cost)
            .map(|cost| cost.per_hour.get())
            .sum();
        let packed = packing.price_milli_usd.is_some();
        let paid =
            packed.then(|| UsdPerHour::new(beside + bill(&self.wish, &types, &question, &packing)));
        let per_hour = paid.filter(|_| unserved.is_empty());
        let better =
            self.best
                .as_ref()
                .is_none_or(|best| match (packing.cost(), best.packing.cost()) {
                    (Some(cost), Some(known)) => cost < known,
                    (found, known) => found.is_some() && known.is_none(),
                });
        if better {
            let engine = |fit: &Option<Fit>| fit.as_ref().map_or(1.0, |fit| fit.character.engine);
            let engines = self
                .fits
                .iter()
                .map(|fits| fits.iter().map(engine).collect())
                .collect();
            self.best = Some(Answer {
                question,
                packing,
                types,
                items,
                whole,
                unserved,
                per_hour,
                paid,
                bound: None,
                optimal: false,
                engines,
            });
        }
    }
}
