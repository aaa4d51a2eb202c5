//! GPUs that are rented several to a machine, against trying every partition; and invariants of
//! whole machines.

use super::{best, drawn, fleet};
use crate::fleet::fitting::Fleet;
use crate::fleet::machines::machines;
use crate::fleet::question::Question;
use crate::fleet::{Machines, Packing};
use proptest::prelude::*;

fn rented(question: &Question) -> Packing {
    let mut search = Machines::new(question.clone());
    while !search.advance(1000) {}
    search.answer()
}

/// The least bill over every partition of the workloads and every type for each part.
fn tried(fleet: &Fleet, of: &[usize], bins: &mut Vec<Vec<usize>>) -> Option<(u64, usize)> {
    let Some((&next, rest)) = of.split_first() else {
        return typed(fleet, bins, &mut vec![0; fleet.question.gpus.len()], 0);
    };
    let mut least = None;
    for bin in 0..=bins.len() {
        if bin == bins.len() {
            bins.push(Vec::new());
        }
        bins[bin].push(next);
        let cost = tried(fleet, rest, bins);
        bins[bin].pop();
        if bins[bin].is_empty() {
            bins.pop();
        }
        least = least.into_iter().chain(cost).min();
    }
    least
}

fn typed(
    fleet: &Fleet,
    bins: &[Vec<usize>],
    used: &mut Vec<u64>,
    licences: u64,
) -> Option<(u64, usize)> {
    let gpus = &fleet.question.gpus;
    let Some((bin, rest)) = bins.split_first() else {
        let machines = gpus.iter().zip(used.iter()).map(|(gpu, used)| {
            let lot = u64::from(gpu.lot);
            used.div_ceil(lot) * lot * gpu.price_milli_usd
        });
        let all = usize::try_from(used.iter().sum::<u64>()).unwrap();
        return Some((machines.sum::<u64>() + licences, all));
    };
    let mut least = None;
    for (gpu, offer) in gpus.iter().enumerate() {
        let Some((price, _)) = fleet.price(gpu, bin) else {
            continue;
        };
        used[gpu] += 1;
        let paid = |other: &usize| {
            let lot = u64::from(gpus[*other].lot);
            used[*other].div_ceil(lot) * lot
        };
        let pool = (0..gpus.len()).filter(|other| fleet.pool(*other) == fleet.pool(gpu));
        let rented: u64 = pool.map(|other| paid(&other)).sum();
        if fleet.count(gpu).is_some_and(|count| rented > count) {
            used[gpu] -= 1;
            continue;
        }
        let cost = typed(fleet, rest, used, licences + price - offer.price_milli_usd);
        used[gpu] -= 1;
        least = least.into_iter().chain(cost).min();
    }
    least
}

proptest! {
    #![proptest_config(drawn(200))]

    /// The least bill, and of equal ones the fewest GPUs; the bill is that of its machines.
    #[test]
    fn whole_machines_are_packed_as_trying_everything_packs_them(
        mut question in fleet(false, 5),
        lots in (1..5_u32, 1..4_u32),
    ) {
        (question.gpus[0].lot, question.gpus[1].lot) = lots;
        let found = rented(&question);
        let drawn = Fleet::new(question.clone());
        let kinds: Vec<usize> = question
            .workloads
            .iter()
            .map(|one| (0..drawn.kinds.len()).find(|kind| drawn.workload(*kind).unwrap().equals(one)).unwrap())
            .collect();
        prop_assert_eq!(found.cost(), tried(&drawn, &kinds, &mut Vec::new()));
        if let Some(price) = found.price_milli_usd {
            prop_assert!(found.optimal && found.gap() == Some(0.0));
            let paid: u64 = machines(&question, &found).iter().map(|machine| machine.price_milli_usd).sum();
            let licences: u64 = found
                .bins
                .iter()
                .map(|bin| bin.price_milli_usd - question.gpus.iter().find(|gpu| gpu.name == bin.gpu).unwrap().price_milli_usd)
                .sum();
            prop_assert_eq!(price, paid + licences);
        }
    }

    /// Larger machines are never cheaper; machines of one are GPUs.
    #[test]
    fn whole_machines_cost_no_less(mut question in fleet(true, 6), lot in 2..9_u32) {
        let single = best(&question);
        prop_assert_eq!(rented(&question).cost(), single);
        question.gpus[0].lot = lot;
        let whole = rented(&question);
        prop_assert!(single.is_none_or(|(price, _)| whole.price_milli_usd.unwrap() >= price));
    }
}

/// Three workloads that each fill a GPU, of a type sold in fours for 4 x $1, or singly for $1.50:
/// four cost 4.000, three singly 4.500. With two of them, singly: 3.000 against 4.000.
#[test]
fn a_machine_is_rented_where_it_pays() {
    let text = |many: usize| {
        let load = [0.9; 24];
        let ones: Vec<String> = (0..many)
            .map(|one| format!(r#"{{"id": "w{one}", "memory_mib": 900, "load": {load:?}, "isolation": "hardware"}}"#))
            .collect();
        format!(
            r#"{{"name": "fours", "gpus": [
            {{"name": "four", "memory_mib": 1000, "price_milli_usd": 1000, "modes": ["exclusive"], "lot": 4}},
            {{"name": "one", "memory_mib": 1000, "price_milli_usd": 1500, "modes": ["exclusive"]}}],
            "workloads": [{}]}}"#,
            ones.join(",")
        )
    };
    for (many, price, idle) in [
        (2, 3000, 0),
        (3, 4000, 1),
        (4, 4000, 0),
        (5, 5500, 0),
        (6, 7000, 0),
        (7, 8000, 1),
    ] {
        let question = crate::fleet::read::case(&text(many)).unwrap();
        let packing = rented(&question);
        assert_eq!(packing.price_milli_usd, Some(price), "{many}");
        let idles: u64 = machines(&question, &packing)
            .iter()
            .map(|machine| machine.idle)
            .sum();
        assert_eq!(idles, idle);
        assert!(packing.optimal);
    }
}
