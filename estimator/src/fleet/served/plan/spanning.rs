//! Questions whose replicas span several GPUs: sized and billed as Size does, beside the packing.
//!
//! ```text
//! a question spans       where that costs less than any replica on one GPU, or nothing else serves it
//! enough of every type   each takes what Size recommends
//! too few of one         sum of the bills -> least, as many questions as possible served,
//!                        GPUs of the questions on a type <= its count
//! ```
//!
//! Too few of a type: every question is sized on each type alone, and the types are dealt by branch
//! and bound, those first that lose most without their own. What is left costs at least its own
//! cheapest each.

use super::super::{Choice, Fit, Known, Served, Wish};
use super::answer::Whole;
use crate::serving::report::Sizing;
use std::cmp::Ordering;

/// Ways to deal the types that are looked at, at most.
const MOST_DEALT: u32 = 50_000;

/// The questions beside the packing.
pub(super) struct Dealt {
    /// By question: what serves it; `None` where the packing has it, or nothing.
    pub(super) whole: Vec<Option<Whole>>,
    /// Whether no other way to deal serves as many for less, none of them left to the packing.
    pub(super) proved: bool,
}

/// A question on a type.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Taken {
    /// The choice's place; `None`: the question is left to the packing, or not served.
    choice: Option<usize>,
    /// GPUs that are billed.
    gpus: u32,
    /// Dollars an hour.
    cost: f64,
    /// Whether something serves it.
    served: bool,
}

/// Several GPUs a replica for one question, counts left aside: Size's recommendation over all
/// choices that have enough for it alone.
pub(super) fn alone(
    wish: &Wish,
    place: usize,
    served: &Served,
    fits: &[Option<Fit>],
    known: &mut Known,
) -> Option<Whole> {
    let scenario = served.scenario()?;
    let mut choices: Vec<(usize, &Choice)> = wish.choices.iter().enumerate().collect();
    loop {
        let offers: Vec<_> = choices.iter().map(|(_, one)| one.offer.clone()).collect();
        let (at, sizing) = known.spanning(scenario, &offers)?;
        let (choice, most) = choices.get(at).map(|(place, one)| (*place, one.most))?;
        if sizing.estimate.placement.accelerators() <= 1 {
            return None;
        }
        if most.is_none_or(|most| rented_by(&sizing) <= most) {
            return cheaper(wish, place, fits, choice, sizing);
        }
        choices.remove(at);
    }
}

/// Deals the types to the questions that each would span its own.
pub(super) fn deal(
    wish: &Wish,
    fits: &[Vec<Option<Fit>>],
    whole: Vec<Option<Whole>>,
    known: &mut Known,
) -> Dealt {
    let taken = |choice: usize| -> u32 {
        let on = |one: &&Whole| one.choice == choice;
        let gpus = whole.iter().flatten().filter(on);
        gpus.map(|one| rented_by(&one.sizing))
            .fold(0, u32::saturating_add)
    };
    let mut choices = wish.choices.iter().enumerate();
    let enough = choices.all(|(place, one)| one.most.is_none_or(|most| taken(place) <= most));
    if enough {
        return Dealt {
            whole,
            proved: true,
        };
    }
    let spans: Vec<usize> = whole.iter().flatten().map(|one| one.served).collect();
    let mut sizings: Vec<Vec<Whole>> = Vec::new();
    let mut ways: Vec<Vec<Taken>> = Vec::new();
    for &place in &spans {
        let own = fits.get(place).map_or(&[][..], Vec::as_slice);
        let each = on_each(wish, place, own, known);
        let mut of: Vec<Taken> = each
            .iter()
            .map(|one| Taken {
                choice: Some(one.choice),
                gpus: rented_by(&one.sizing),
                cost: hourly(&one.sizing),
                served: true,
            })
            .collect();
        let singly = singly(own);
        let served = own.iter().any(Option::is_some);
        of.push(Taken {
            choice: None,
            gpus: 0,
            cost: if served { singly } else { 0.0 },
            served,
        });
        of.sort_by(|one, other| (!one.served).cmp(&!other.served).then(order(one, other)));
        ways.push(of);
        sizings.push(each);
    }
    let counts: Vec<Option<u32>> = wish.choices.iter().map(|one| one.most).collect();
    let (picked, over) = dealt(&ways, &counts);
    let mut kept: Vec<Option<Whole>> = vec![None; whole.len()];
    let mut all = over;
    for ((place, each), one) in spans.iter().zip(sizings).zip(picked) {
        let found = each
            .into_iter()
            .find(|whole| Some(whole.choice) == one.choice);
        // What the packing makes of one that is left to it is not known here.
        all &= found.is_some() || !one.served;
        if let Some(slot) = kept.get_mut(*place) {
            *slot = found;
        }
    }
    Dealt {
        whole: kept,
        proved: all,
    }
}

fn order(one: &Taken, other: &Taken) -> Ordering {
    one.cost
        .total_cmp(&other.cost)
        .then(one.gpus.cmp(&other.gpus))
}

/// A question on each type that has enough for it alone.
fn on_each(wish: &Wish, place: usize, fits: &[Option<Fit>], known: &mut Known) -> Vec<Whole> {
    let scenario = wish.served.get(place).and_then(Served::scenario);
    let Some(scenario) = scenario else {
        return Vec::new();
    };
    let on = |(choice, one): (usize, &Choice)| {
        let (_, sizing) = known.spanning(scenario, std::slice::from_ref(&one.offer))?;
        let several = sizing.estimate.placement.accelerators() > 1;
        let enough = one.most.is_none_or(|most| rented_by(&sizing) <= most);
        let whole = cheaper(wish, place, fits, choice, sizing);
        whole.filter(|_| several && enough)
    };
    wish.choices.iter().enumerate().filter_map(on).collect()
}

/// The cheapest way for each that the counts allow, as many as possible served; and whether all ways
/// were looked at.
fn dealt(ways: &[Vec<Taken>], counts: &[Option<u32>]) -> (Vec<Taken>, bool) {
    // Those first that lose most where they do not get their own.
    let loss = |of: &Vec<Taken>| {
        let mut costs = of.iter().filter(|one| one.served).map(|one| one.cost);
        let first = costs.next().unwrap_or_default();
        costs.next().map_or(f64::INFINITY, |next| next - first)
    };
    let mut places: Vec<usize> = (0..ways.len()).collect();
    places.sort_by(|one, other| {
        let of = |place: &usize| ways.get(*place).map_or(0.0, loss);
        of(other).total_cmp(&of(one))
    });
    let ordered: Vec<&[Taken]> = places
        .iter()
        .filter_map(|place| ways.get(*place).map(Vec::as_slice))
        .collect();
    // What those from a place on cost at least.
    let mut rest = vec![(0, 0.0)];
    for of in ordered.iter().rev() {
        let (unserved, cost) = rest.last().copied().unwrap_or_default();
        let own = of.first();
        let none = u32::from(own.is_none_or(|one| !one.served));
        rest.push((unserved + none, cost + own.map_or(0.0, |one| one.cost)));
    }
    rest.reverse();
    let mut dealing = Dealing {
        ways: ordered,
        rest,
        left: counts.to_vec(),
        now: Vec::new(),
        best: None,
        looked: 0,
    };
    dealing.go(0, 0.0);
    let over = dealing.looked <= MOST_DEALT;
    let mut found: Vec<(usize, Taken)> = places
        .into_iter()
        .zip(dealing.best.map_or_else(Vec::new, |(_, _, best)| best))
        .collect();
    found.sort_by_key(|(place, _)| *place);
    (found.into_iter().map(|(_, one)| one).collect(), over)
}

/// Types that are being dealt.
struct Dealing<'a> {
    ways: Vec<&'a [Taken]>,
    /// From each place on: questions that nothing serves, and the least cost.
    rest: Vec<(u32, f64)>,
    left: Vec<Option<u32>>,
    now: Vec<Taken>,
    /// Questions not served, their cost, and who takes what.
    best: Option<(u32, f64, Vec<Taken>)>,
    looked: u32,
}

impl Dealing<'_> {
    /// Goes on with what is dealt so far: so many not served, at such a cost.
    fn go(&mut self, unserved: u32, cost: f64) {
        self.looked += 1;
        // The first way all down is always found.
        if self.looked > MOST_DEALT && self.best.is_some() {
            return;
        }
        let place = self.now.len();
        let (none, least) = self.rest.get(place).copied().unwrap_or_default();
        let bound = (unserved + none, cost + least);
        let dearer = self
            .best
            .as_ref()
            .is_some_and(|(known, price, _)| (bound.0, bound.1) >= (*known, *price));
        if dearer {
            return;
        }
        let Some(&of) = self.ways.get(place) else {
            self.best = Some((unserved, cost, self.now.clone()));
            return;
        };
        for one in of {
            let left = one
                .choice
                .and_then(|choice| self.left.get(choice).copied())
                .flatten();
            if left.is_some_and(|left| one.gpus > left) {
                continue;
            }
            self.rent(one.choice, left.map(|left| left - one.gpus));
            self.now.push(*one);
            self.go(unserved + u32::from(!one.served), cost + one.cost);
            self.now.pop();
            self.rent(one.choice, left);
        }
    }

    /// Sets what is left of a type that is counted.
    fn rent(&mut self, choice: Option<usize>, left: Option<u32>) {
        let slot = choice.and_then(|choice| self.left.get_mut(choice));
        if let (Some(slot), Some(_)) = (slot, left) {
            *slot = left;
        }
    }
}

/// GPUs that a sizing is billed for.
pub(super) fn rented_by(sizing: &Sizing) -> u32 {
    let bill = sizing.cost.map(|cost| cost.bill.accelerators);
    bill.unwrap_or_else(|| sizing.accelerators())
}

/// Dollars an hour; endless without a price.
fn hourly(sizing: &Sizing) -> f64 {
    sizing
        .cost
        .map_or(f64::INFINITY, |cost| cost.per_hour.get())
}

/// The least that a question costs on single GPUs of its own.
fn singly(fits: &[Option<Fit>]) -> f64 {
    let fits = fits.iter().flatten();
    let costs = fits.filter_map(|fit| Some(hourly(fit.sizing.as_ref()?)));
    costs.fold(f64::INFINITY, f64::min)
}

/// The sizing on several GPUs a replica, where it costs less than single ones.
fn cheaper(
    wish: &Wish,
    place: usize,
    fits: &[Option<Fit>],
    choice: usize,
    sizing: Sizing,
) -> Option<Whole> {
    let free = fits
        .iter()
        .zip(&wish.choices)
        .any(|(fit, choice)| fit.is_some() && choice.have > 0);
    let cheaper = hourly(&sizing) < singly(fits);
    (cheaper && !free).then_some(Whole {
        served: place,
        choice,
        sizing,
    })
}

#[cfg(test)]
mod tests;
