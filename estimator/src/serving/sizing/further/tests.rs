//! Replicas beyond the fewest are as few as end a doubt, for less than it weighs.

use super::*;
use crate::parameters;
use crate::placement::Placement;
use crate::published::{h100, llama_3_8b, price, scenario};
use crate::quantity::Seconds;
use crate::serving::replica::Replica;
use crate::serving::sizing::{Draft, complete, draft, filled};
use crate::workload::{Load, Percentile, Sla};

fn offer(lot: u32) -> Offer {
    Offer {
        accelerator: h100(),
        price: None,
        instances: vec![price(lot, 2.0)],
        hosts: Vec::new(),
    }
}

/// Sold one by one, the number of replicas is the first that is in no doubt for less than half as much
/// again as the fewest, and the fewest where none is; sold by eight, what is paid for anyway works too.
#[test]
fn as_few_as_end_a_doubt_for_less_than_it_weighs() {
    let (mut bought, mut free, mut left) = (0, 0, 0);
    for (tenths, lot) in (2..120).flat_map(|tenths| [(tenths, 1), (tenths, 8)]) {
        let load = Load::Poisson(f64::from(tenths));
        let asked = Scenario {
            sla: Sla {
                ttft: Some(Seconds::new(0.4)),
                tpot: Some(Seconds::new(0.020)),
                percentile: Percentile::P95,
                ..scenario(llama_3_8b(), load).sla
            },
            ..scenario(llama_3_8b(), load)
        };
        let offer = offer(lot);
        let counted = parameters::count(&asked.model);
        let replica = Replica::new(&asked, &counted, &offer.accelerator, Placement::SINGLE);
        let replica = replica.unwrap();
        let fewest = draft(&replica, load, &asked.sla);
        let with = |replicas: u32| {
            let draft = Draft { replicas, ..fewest };
            complete(&asked, &offer, &replica, &draft)
        };
        let bill = |replicas: u32| with(replicas).cost.unwrap().per_hour.get();
        let few = fewest.replicas;
        let paid = with(few).cost.unwrap().bill.room(1);
        let worth = (few..=2 * few + 8).filter(|more| bill(*more) < DEARER * bill(few));
        let mut worth = worth.collect::<Vec<_>>().into_iter();
        let sound = worth.find(|more| !more_would_help(&asked, &offer, &with(*more)));
        let found = filled(&asked, &offer, &replica, &fewest);
        assert_eq!(found.working(), sound.unwrap_or(paid), "{tenths} {lot}");
        let beyond = (found.extra_replicas, found.margin_replicas);
        let more = found.working() - few;
        assert_eq!(
            beyond,
            if found.working() <= paid {
                (more, 0)
            } else {
                (0, more)
            }
        );
        bought += beyond.1;
        free += beyond.0;
        left += u32::from(sound.is_none());
    }
    assert!(bought > 5 && free > 5 && left > 5, "{bought} {free} {left}");
}
