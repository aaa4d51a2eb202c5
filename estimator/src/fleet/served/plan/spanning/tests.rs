//! Types dealt to questions against trying all ways.

use super::{Taken, dealt};
use proptest::prelude::*;

/// Every way to deal: questions not served, and the cost.
fn all(ways: &[Vec<Taken>], left: &[Option<u32>]) -> (u32, f64) {
    let Some((first, rest)) = ways.split_first() else {
        return (0, 0.0);
    };
    let mut least = (u32::MAX, f64::INFINITY);
    for one in first {
        let mut after = left.to_vec();
        if let Some(choice) = one.choice
            && let Some(many) = after[choice]
        {
            let Some(many) = many.checked_sub(one.gpus) else {
                continue;
            };
            after[choice] = Some(many);
        }
        let (unserved, cost) = all(rest, &after);
        let found = (unserved + u32::from(!one.served), cost + one.cost);
        if found < least {
            least = found;
        }
    }
    least
}

fn question() -> impl Strategy<Value = Vec<Taken>> {
    let on = prop::collection::vec(prop::option::of((1_u32..9, 1_u32..40)), 3);
    (on, prop::option::of(5_u32..60)).prop_map(|(on, singly)| {
        let mut ways: Vec<Taken> = on
            .into_iter()
            .enumerate()
            .filter_map(|(choice, one)| {
                let (gpus, cost) = one?;
                Some(Taken {
                    choice: Some(choice),
                    gpus,
                    cost: f64::from(cost),
                    served: true,
                })
            })
            .collect();
        ways.push(Taken {
            choice: None,
            gpus: 0,
            cost: singly.map_or(0.0, f64::from),
            served: singly.is_some(),
        });
        ways.sort_by(|one, other| {
            (!one.served)
                .cmp(&!other.served)
                .then(super::order(one, other))
        });
        ways
    })
}

proptest! {
    /// As many are served, at the same cost, as by trying every way; no type is rented beyond its
    /// count.
    #[test]
    fn the_cheapest_deal_is_found(
        ways in prop::collection::vec(question(), 0..6),
        counts in prop::collection::vec(prop::option::of(0_u32..16), 3),
    ) {
        let (picked, over) = dealt(&ways, &counts);
        prop_assert!(over);
        prop_assert_eq!(picked.len(), ways.len());
        let unserved = picked.iter().filter(|one| !one.served).count();
        let cost: f64 = picked.iter().map(|one| one.cost).sum();
        prop_assert_eq!((u32::try_from(unserved).unwrap(), cost), all(&ways, &counts));
        for (choice, count) in counts.iter().enumerate() {
            let on = picked.iter().filter(|one| one.choice == Some(choice));
            let gpus: u32 = on.map(|one| one.gpus).sum();
            prop_assert!(count.is_none_or(|count| gpus <= count));
        }
        for (one, of) in picked.iter().zip(&ways) {
            prop_assert!(of.contains(one));
        }
    }
}
