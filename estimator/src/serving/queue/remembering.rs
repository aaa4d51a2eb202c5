//! A rank that remembers what steps carried before, and works out again only what their
//! context changes: in a run most steps carry as many sequences as one not long ago, and as
//! much of a prompt.

use super::batch::Costs;
use crate::serving::speed::{Carried, Rank};
use std::cell::Cell;

/// Steps that are remembered, one in each place: a power of two.
const PLACES: usize = 1 << PLACE_BITS;
const PLACE_BITS: u32 = 9;

/// 2^64 over the golden ratio: spreads what differs in any bit over the highest ones (Knuth,
/// "The Art of Computer Programming", 6.4).
const SPREAD: u64 = 0x9E37_79B9_7F4A_7C15;

/// The costs of a rank.
#[derive(Debug)]
pub(super) struct Remembering<'a> {
    rank: &'a Rank,
    /// By where a step belongs: what it carried that was there last.
    places: Vec<Cell<Option<Carried>>>,
}

impl<'a> Remembering<'a> {
    pub(super) fn new(rank: &'a Rank) -> Self {
        Self {
            rank,
            places: vec![const { Cell::new(None) }; PLACES],
        }
    }
}

/// Where a step belongs.
fn place(decoding: f64, prompt: f64) -> usize {
    let bits = decoding.to_bits().rotate_left(32) ^ prompt.to_bits();
    let high = bits.wrapping_mul(SPREAD) >> (u64::BITS - PLACE_BITS);
    usize::try_from(high).unwrap_or(0)
}

impl Costs for Remembering<'_> {
    fn step(&self, decoding: f64, prompt: f64, context: f64) -> f64 {
        let Some(place) = self.places.get(place(decoding, prompt)) else {
            return self.rank.step(decoding, prompt, context);
        };
        let known = place.get().filter(|one| one.is_of(decoding, prompt));
        let carried = known.unwrap_or_else(|| {
            let carried = self.rank.carried(decoding, prompt);
            place.set(Some(carried));
            carried
        });
        self.rank.timed(&carried, context).total
    }

    fn attention(&self, cached: f64, from: f64, to: f64, whole: f64) -> f64 {
        self.rank.attention(cached, from, to, whole)
    }
}
