//! How many accelerators a run is tried on: powers of two up to the limit, every number up to
//! eight and four to each doubling beyond, in whole nodes where one is not enough; and doublings
//! of the fixed degrees.

use crate::hardware::Accelerator;
use crate::order::ascending;
use crate::training::question::{Fixed, Limits};

impl Limits {
    /// Accelerators of one node of `chip`: as many as the hardware holds, or less where the user
    /// says so; at least one.
    #[must_use]
    pub fn node(&self, chip: &Accelerator) -> u32 {
        let node = chip.node_size.max(1);
        self.max_per_node.map_or(node, |most| node.min(most.max(1)))
    }
}

/// The counts worth a try on `chip`, fewest first. Clusters are built of boards with
/// HBM; others end at the machine, unless the user fixes more. A higher limit only adds
/// counts, so that it never makes an answer worse.
pub(super) fn counts(limits: &Limits, fixed: &Fixed, chip: &Accelerator) -> Vec<u32> {
    if let Some(count) = fixed.accelerators {
        return vec![count];
    }
    let node = limits.node(chip);
    let most = if chip.hbm {
        limits.max_accelerators
    } else {
        limits.max_accelerators.min(node)
    };
    let copy = [fixed.tensor, fixed.pipeline, fixed.context]
        .into_iter()
        .flatten()
        .fold(1, u32::saturating_mul)
        .max(1);
    let singles = round().take_while(|count| *count <= node);
    let nodes = round().map(|nodes| nodes.saturating_mul(node));
    let powers = (0..32).map(|power| 1_u32 << power);
    let copies = powers.clone().map(|power| power.saturating_mul(copy));
    let all: Vec<u32> = singles
        .chain(nodes)
        .chain(powers)
        .chain(copies)
        .filter(|count| *count > 0 && *count <= most)
        .collect();
    let mut all = ascending(all, |count| f64::from(*count));
    all.dedup();
    all
}

/// 1 to 8, then four numbers to each doubling.
fn round() -> impl Iterator<Item = u32> {
    (1..8).chain((0..27).flat_map(|power| (4..8).map(move |quarter| (quarter << power) * 2)))
}

#[cfg(test)]
mod tests {
    use super::round;

    /// Every number up to 8, each doubling in four, rising.
    #[test]
    fn round_numbers() {
        let all: Vec<u32> = round().collect();
        assert_eq!(
            all[..15],
            [1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16, 20, 24, 28]
        );
        assert!(all.is_sorted());
    }
}
