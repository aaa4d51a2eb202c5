//! Numbers of replicas that the questions are divided into: each is packed for itself.

use super::super::{Choice, Fit, Wish};

/// Ways to divide the questions into replicas that are packed at most.
const MOST_WAYS: usize = 16;
/// Workloads of a packing at most, as a file may have.
const MOST_ITEMS: u32 = 1000;

/// Numbers of replicas: those of every choice, where it serves a question, else the fewest
/// of any; the choice's own first in the end, since the last is packed first.
pub(super) fn divisions(wish: &Wish, fits: &[Vec<Option<Fit>>]) -> Vec<Vec<u32>> {
    let numbers =
        |fits: &[Option<Fit>]| -> Vec<u32> { fits.iter().flatten().map(Fit::replicas).collect() };
    let mut ways: Vec<Vec<u32>> = Vec::new();
    for choice in 0..wish.choices.len() {
        let of = |fits: &Vec<Option<Fit>>| {
            let own = fits.get(choice).and_then(Option::as_ref).map(Fit::replicas);
            own.or_else(|| numbers(fits).into_iter().min()).unwrap_or(0)
        };
        ways.push(fits.iter().map(of).collect());
    }
    for pick in [
        Iterator::min as fn(std::vec::IntoIter<u32>) -> Option<u32>,
        Iterator::max,
    ] {
        let of = |fits: &Vec<Option<Fit>>| pick(numbers(fits).into_iter()).unwrap_or(0);
        ways.push(fits.iter().map(of).collect());
    }
    ways.sort_unstable();
    ways.dedup();
    // The likely cheapest is packed first, from the end: the others end where they cannot
    // be cheaper.
    let likely = |way: &Vec<u32>| {
        let each = fits.iter().zip(way).map(|(fits, many)| {
            let price = |(fit, choice): (&Option<Fit>, &Choice)| {
                let enough = fit.as_ref()?.replicas() <= *many;
                let prices = choice.offer.prices().iter();
                let each = prices.map(|price| price.per_accelerator.get());
                let each = if choice.have > 0 {
                    Some(0.0)
                } else {
                    each.reduce(f64::min)
                };
                each.filter(|_| enough)
            };
            let prices = fits.iter().zip(&wish.choices).filter_map(price);
            prices.fold(f64::INFINITY, f64::min) * f64::from(*many)
        });
        let unserved = |cost: &f64| cost.is_finite();
        each.filter(unserved).sum::<f64>()
    };
    ways.sort_by(|one, other| {
        let many = |way: &Vec<u32>| way.iter().map(|many| u64::from(*many)).sum::<u64>();
        let costs = likely(other).total_cmp(&likely(one));
        costs.then_with(|| many(other).cmp(&many(one)))
    });
    ways.retain(|way| {
        way.iter()
            .fold(0, |sum: u32, many| sum.saturating_add(*many))
            <= MOST_ITEMS
    });
    let least = ways.len().saturating_sub(MOST_WAYS);
    ways.drain(..least);
    ways
}
