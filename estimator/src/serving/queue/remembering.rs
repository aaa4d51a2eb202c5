//! A rank that remembers what steps carried before, and works out again only what their
//! context changes: in a run most steps carry as many sequences as one not long ago, and as
//! much of a prompt.

use super::batch::Costs;
use crate::calibration::Correction;
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
    /// What was measured of such a placement, where somebody did.
    correction: Option<&'a Correction>,
    /// By where a step belongs: what it carried that was there last.
    places: Vec<Cell<Option<Carried>>>,
}

impl<'a> Remembering<'a> {
    pub(super) fn new(rank: &'a Rank, correction: Option<&'a Correction>) -> Self {
        Self {
            rank,
            correction,
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

impl Remembering<'_> {
    /// A step by the closed form.
    fn taken(&self, decoding: f64, prompt: f64, context: f64) -> f64 {
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
}

impl Costs for Remembering<'_> {
    fn step(&self, decoding: f64, prompt: f64, context: f64) -> f64 {
        let whole = self.taken(decoding, prompt, context);
        let Some(correction) = self.correction else {
            return whole;
        };
        let alone = if decoding <= 0.0 {
            0.0
        } else if prompt > 0.0 {
            self.taken(decoding, 0.0, context)
        } else {
            whole
        };
        correction.step(decoding, alone, whole)
    }

    fn attention(&self, cached: f64, from: f64, to: f64, whole: f64) -> f64 {
        let attention = self.rank.attention(cached, from, to, whole);
        self.correction
            .map_or(attention, |correction| attention * correction.prompts())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parameters;
    use crate::placement::Placement;
    use crate::published::{gpt_oss_120b, h100, llama_3_8b, scenario};
    use crate::serving::replica::Replica;
    use crate::workload::Load;
    use proptest::prelude::*;

    proptest! {
        /// What is remembered is what the rank says, to the bit, however often it is asked.
        #[test]
        fn it_is_what_the_rank_says(
            mixture: bool,
            asked in prop::collection::vec((0..40u32, 0..3u32, 1.0..9000.0f64), 1..200),
        ) {
            let model = if mixture { gpt_oss_120b() } else { llama_3_8b() };
            let scenario = scenario(model, Load::Poisson(1.0));
            let counted = parameters::count(&scenario.model);
            let placement = Placement { tensor: 2, ..Placement::SINGLE };
            let replica = Replica::new(&scenario, &counted, &h100(), placement).unwrap();
            let costs = Remembering::new(&replica.rank, None);
            for (decoding, prompts, context) in asked {
                let (decoding, prompt) = (f64::from(decoding), 512.0 * f64::from(prompts));
                let said = replica.rank.step(decoding, prompt, context);
                let remembered = costs.step(decoding, prompt, context);
                prop_assert_eq!(remembered.to_bits(), said.to_bits());
            }
        }
    }
}
