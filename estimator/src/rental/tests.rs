//! Nodes and bills by hand, and laws of all of them.

use super::*;
use crate::offer::Offer;
use crate::placement::Placement;
use crate::published::{assert_near, h100, llama_3_8b, price, scenario};
use crate::quantity::{Bytes, RequestsPerSecond, TokensPerSecond};
use crate::serving::memory::{Held, MemoryBreakdown};
use crate::serving::replica::disaggregated::Pools;
use crate::serving::report::{Cost, Estimate, Sizing};
use crate::workload::Load;
use proptest::prelude::*;

/// Three accelerators of an instance of eight at 2.40: 19.20 an hour, of which five
/// stranded ones cost 12, or 8,760 in a month.
#[test]
fn eight_are_sold_where_three_are_needed() {
    let rented = rented(3, 1, &price(8, 2.4));
    assert_eq!(
        (rented.instances, rented.accelerators, rented.stranded),
        (1, 8, 5)
    );
    assert!((rented.per_hour.get() - 19.2).abs() < 1e-9);
    assert!((rented.stranded_per_hour.get() - 12.0).abs() < 1e-9);
    assert!((rented.stranded_per_month.get() - 8760.0).abs() < 1e-9);
}

/// One accelerator goes to the single one, dearer each as it is; eight that were timed on
/// one node's links to the eight, though singles are cheaper each; and where nobody sells
/// so many together, nowhere.
#[test]
fn the_whole_bill_chooses_the_instance() {
    let sold = [price(8, 2.4), price(1, 2.95), price(1, 2.0), price(4, 2.6)];
    let of = |each, node, sold: &[Price]| {
        let (place, rented) = cheapest_rented(1, each, sold, node)?;
        Some((place, rented.instances, rented.per_hour.get()))
    };
    assert_eq!(of(1, 8, &sold), Some((2, 1, 2.0)));
    assert_eq!(of(2, 8, &sold), Some((3, 1, 10.4)));
    assert_eq!(of(8, 8, &sold), Some((0, 1, 19.2)));
    assert_eq!(of(16, 8, &sold), Some((0, 2, 38.4)));
    // Nodes of four are joined by no more than four are.
    assert_eq!(of(12, 4, &sold), Some((3, 3, 12.0 * 2.6)));
    assert_eq!(of(8, 8, &[price(1, 2.0), price(2, 2.1)]), None);
    assert!(cheapest_rented(1, 8, &[], 8).is_none());
    // By the accelerator, as many as are used.
    let single = Price {
        by_accelerator: true,
        ..price(8, 2.1)
    };
    assert_eq!(of(6, 8, &[single]), Some((0, 6, 6.0 * 2.1)));
}

/// A price of more than a year ago counts where there is no newer one, however cheap.
#[test]
fn expired_prices_come_last() {
    let old = Price {
        expired: true,
        ..price(1, 0.5)
    };
    let bill = |sold: &[Price]| cheapest_rented(1, 1, sold, 8).map(|(place, _)| place);
    assert_eq!(bill(&[old.clone(), price(8, 2.0)]), Some(1));
    assert_eq!(bill(&[old]), Some(0));
}

/// Replicas of five fit one to an instance of eight; of sixteen, they span two.
#[test]
fn replicas_are_not_cut_up() {
    let fives = rented(3, 5, &price(8, 1.0));
    assert_eq!((fives.instances, fives.stranded), (3, 9));
    let sixteens = rented(3, 16, &price(8, 1.0));
    assert_eq!((sixteens.instances, sixteens.stranded), (6, 0));
    // Sold one by one, nothing is stranded.
    assert_eq!(rented(3, 5, &price(1, 1.0)).stranded, 0);
}

/// `replicas` of `each` accelerators, a fifth more than the load needs.
fn sizing(replicas: u32, spare_replicas: u32, each: u32) -> Sizing {
    Sizing {
        replicas,
        spare_replicas,
        extra_replicas: 0,
        margin_replicas: 0,
        estimate: Estimate {
            placement: Placement {
                tensor: each,
                ..Placement::SINGLE
            },
            memory: MemoryBreakdown {
                capacity: Bytes::ZERO,
                marketed: Bytes::ZERO,
                parts: Vec::new(),
                held: Held {
                    requests: 0.0,
                    tokens: 0.0,
                    shared: 0.0,
                },
                kv_pool: Bytes::ZERO,
                kv_per_token: Bytes::ZERO,
                kv_of_prompt: Bytes::ZERO,
                kv_tokens: 0.0,
                guaranteed_concurrency: 0.0,
                mean_concurrency: 0.0,
                longest: None,
                short: Bytes::ZERO,
            },
            performance: None,
        },
        max_concurrency: 0.0,
        goodput: None,
        headroom: 0.2,
        even_headroom: 0.2,
        chance: None,
        full_output: TokensPerSecond::ZERO,
        cost: None,
        pools: None,
        misses: Vec::new(),
        simulated: None,
    }
}

/// Prefill and decode apart at 10 requests a second: so many replicas of each kind, each good
/// for so many requests a second.
fn pools(prefill: (u32, f64), decode: (u32, f64)) -> Pools {
    Pools {
        prefill: prefill.0,
        decode: decode.0,
        rate: RequestsPerSecond::new(10.0),
        prefill_most: RequestsPerSecond::new(prefill.1),
        decode_most: RequestsPerSecond::new(decode.1),
        transfer: Seconds::ZERO,
        moved: Bytes::ZERO,
    }
}

/// Two replicas of three fit a node of eight, so that five fill 2 + 2 + 1, three nodes:
/// 24 accelerators, of which 15 are used. Those of twelve span two nodes each and leave four.
#[test]
fn nodes_hold_whole_replicas() {
    assert_eq!(on_nodes(5, 3, 8), (3, 9));
    assert_eq!(on_nodes(4, 3, 8), (2, 4));
    assert_eq!(on_nodes(3, 8, 8), (3, 0));
    assert_eq!(on_nodes(3, 12, 8), (6, 12));
    assert_eq!(on_nodes(2, 16, 8), (4, 0));
    assert_eq!(on_nodes(7, 1, 8), (1, 1));
    // None of anything is one of it.
    assert_eq!(on_nodes(0, 0, 0), (1, 0));
}

/// The fullest of three nodes has two of five replicas. Three remain of four that work, which
/// have a fifth to spare: 1.2 x 3/4 of the load.
#[test]
fn a_node_fails() {
    let fleet = sizing(5, 1, 3).fleet(8);
    assert_eq!((fleet.nodes, fleet.node), (3, 8));
    assert_eq!((fleet.stranded, fleet.left), (9, 3));
    assert_near(fleet.carried, 0.9);
    assert!(!fleet.survives());
}

/// Two spares of four take over from the two that fail: all of it, and no more than all.
#[test]
fn spares_step_in() {
    let fleet = sizing(4, 2, 4).fleet(8);
    assert_eq!(fleet.left, 2);
    assert_eq!(fleet.carried.to_bits(), 1.0f64.to_bits());
    assert!(fleet.survives());
}

/// Of requests at once the last part is none: one more than 39.8 says is one too many.
#[test]
fn a_part_of_a_request_is_none() {
    let of = |max_concurrency: f64| Sizing {
        max_concurrency,
        ..sizing(1, 0, 1)
    };
    assert_near(of(39.82).most_at_once(), 39.0);
    assert_near(of(9.4).most_at_once(), 9.4);
    assert_near(of(10.7).most_at_once(), 10.0);
    assert_near(of(2.5).most_at_once(), 2.5);
}

/// A replica over two nodes goes when one of them does; of one replica nothing remains.
#[test]
fn what_spans_nodes_fails_whole() {
    let fleet = sizing(3, 0, 16).fleet(8);
    assert_eq!((fleet.nodes, fleet.left), (6, 2));
    assert_near(fleet.carried, 1.2 * 2.0 / 3.0);
    let alone = sizing(1, 0, 1).fleet(8);
    assert_eq!((alone.nodes, alone.stranded, alone.left), (1, 7, 0));
    assert_eq!(alone.carried.to_bits(), 0.0f64.to_bits());
    // Spares alone are taken for one that works.
    assert_near(sizing(2, 2, 8).fleet(8).carried, 1.0);
    // A node of none is one of one.
    assert_eq!(sizing(3, 0, 1).fleet(0).nodes, 3);
}

/// Two replicas of four go with a node. Of prefill `(4 + 1 - 2) x 3 = 9` requests a second of
/// ten remain, of decode `(6 + 1 - 2) x 2 = 10`: the worse. Where a decode replica answers 1.6,
/// eight remain.
#[test]
fn either_kind_of_replica_fails() {
    let of = |pools: Pools| Sizing {
        pools: Some(pools),
        ..sizing(11, 1, 4)
    };
    assert_near(of(pools((4, 3.0), (6, 2.0))).fleet(8).carried, 0.9);
    assert_near(of(pools((4, 3.0), (6, 1.6))).fleet(8).carried, 0.8);
    // Headroom of neither is more than all.
    let ample = of(pools((4, 30.0), (6, 20.0))).fleet(8).carried;
    assert_eq!(ample.to_bits(), 1.0f64.to_bits());
}

/// The accelerators paid for together: an instance, at least one, or each by itself.
#[test]
fn lots() {
    let single = Price {
        by_accelerator: true,
        ..price(8, 2.0)
    };
    assert_eq!(price(8, 2.0).lot(), 8);
    assert_eq!(price(0, 2.0).lot(), 1);
    assert_eq!(single.lot(), 1);
}

/// A replica lies in one instance, or over whole nodes: instances of four hold twelve that
/// were timed on nodes of four, and not those of eight.
#[test]
fn instances_hold_replicas() {
    let four = price(4, 2.0);
    assert!(four.holds(4, 8));
    assert!(four.holds(12, 4));
    assert!(!four.holds(12, 8));
    assert!(!four.holds(5, 8));
    // A replica of exactly a node needs the node.
    assert!(!four.holds(8, 8));
    assert!(price(8, 2.0).holds(8, 8));
    assert!(price(0, 2.0).holds(1, 8) && !price(0, 2.0).holds(2, 8));
    let single = Price {
        by_accelerator: true,
        ..four
    };
    assert!(single.holds(12, 8));
}

/// Of equal bills the first counts.
#[test]
fn the_first_of_equals() {
    let sold = [price(1, 3.0), price(1, 2.0), price(1, 2.0), price(2, 1.0)];
    let found = cheapest_rented(1, 1, &sold, 8).map(|(place, _)| place);
    assert_eq!(found, Some(1));
}

/// Clusters of the instances sold: the largest instance, within what a node of the hardware holds.
#[test]
fn nodes_are_as_sold() {
    assert_eq!(node_as_sold(&[price(2, 1.0), price(4, 1.0)], 8), 4);
    assert_eq!(node_as_sold(&[price(16, 1.0)], 8), 8);
    assert_eq!(node_as_sold(&[price(0, 1.0)], 8), 1);
    assert_eq!(node_as_sold(&[], 8), 8);
    let single = Price {
        by_accelerator: true,
        ..price(1, 1.0)
    };
    assert_eq!(node_as_sold(&[price(2, 1.0), single], 8), 8);
}

fn offer(instances: Vec<Price>) -> Offer {
    Offer {
        accelerator: h100(),
        price: None,
        instances,
        hosts: Vec::new(),
    }
}

/// Three replicas of two on an instance of eight at 2 dollars each, and two idle: 16 an hour,
/// 16 x 730 = 11,680 a month, of which two eighths for nothing.
#[test]
fn a_sizing_is_rented() {
    let bill = sizing(3, 1, 2).rented(&price(8, 2.0));
    assert_eq!((bill.instances, bill.instance, bill.stranded), (1, 8, 2));
    assert_near(bill.per_hour.get(), 16.0);
    assert_near(bill.per_month.get(), 11_680.0);
    assert_near(bill.stranded_per_month.get(), 2920.0);
}

/// The price that the bill is of, and the nodes that come with it; without a bill, or by the
/// accelerator, the hardware's.
#[test]
fn nodes_are_the_bills() {
    let single = Price {
        by_accelerator: true,
        ..price(2, 3.0)
    };
    let offer = offer(vec![price(8, 2.0), price(4, 2.5), single]);
    let scenario = scenario(llama_3_8b(), Load::Steady(1.0));
    let billed = |place: usize| {
        let bill = rented(1, 1, &price(1, 1.0));
        Sizing {
            cost: Some(Cost {
                per_hour: bill.per_hour,
                per_month: bill.per_month,
                per_million_output: Usd::ZERO,
                per_million_input: Usd::ZERO,
                tokens_per_dollar: 0.0,
                bill,
                price: place,
            }),
            ..sizing(1, 0, 1)
        }
    };
    let label = |sizing: &Sizing| {
        sizing
            .price(&offer)
            .map(|price| price.per_accelerator.get())
    };
    assert_eq!(label(&billed(1)), Some(2.5));
    assert_eq!(label(&billed(3)), None);
    assert_eq!(label(&sizing(1, 0, 1)), None);
    assert_eq!(billed(1).node(&scenario, &offer), 4);
    assert_eq!(billed(2).node(&scenario, &offer), 8);
    assert_eq!(sizing(1, 0, 1).node(&scenario, &offer), 8);
}

/// Accelerators rented together are asked of the same prices: five replicas of two, timed on nodes
/// of eight. By twos they cost 5 x 2 x 2.5 = 25, by eights 2 x 8 x 1.5 = 24, by ones nothing holds
/// them.
#[test]
fn a_lot_goes_to_the_cheapest_bill() {
    let scenario = scenario(llama_3_8b(), Load::Steady(1.0));
    let prices = vec![price(1, 0.5), price(2, 2.5), price(8, 1.5)];
    let offer = offer(prices.clone());
    let lot = Lot::of(&scenario, &offer, &sizing(5, 1, 2));
    let expected = Lot {
        replicas: 5,
        each: 2,
        node: 8,
    };
    assert_eq!(lot, expected);
    assert_eq!(lot.cheapest(&prices), prices.get(2));
    assert_eq!(Lot::SINGLE.cheapest(&prices), prices.first());
    assert_eq!(lot.cheapest(&[]), None);
}

proptest! {
    /// Accelerators paid for are used or stranded, and cost their price; another replica never
    /// makes it less.
    #[test]
    fn instances_add_up(
        replicas in 1..10_000_u32,
        each in 1..72_u32,
        instance in 1..80_u32,
        usd in 0.01..300.0f64,
    ) {
        let price = price(instance, usd);
        let paid = rented(replicas, each, &price);
        prop_assert_eq!(paid.accelerators, replicas * each + paid.stranded);
        prop_assert_eq!(paid.accelerators, paid.instances * instance);
        let used = usd * f64::from(replicas * each);
        let sum = paid.stranded_per_hour.get() + used;
        prop_assert!((sum / paid.per_hour.get() - 1.0).abs() < 1e-9);
        let more = rented(replicas + 1, each, &price);
        prop_assert!(more.per_hour >= paid.per_hour);
    }

    /// Nodes are the fewest that hold all replicas whole: as many fit as there are, and not in
    /// one node fewer; none is cut up, and nothing is used twice.
    #[test]
    fn nodes_are_the_fewest(replicas in 1..5000_u32, each in 1..80_u32, node in 1..80_u32) {
        let (nodes, stranded) = on_nodes(replicas, each, node);
        prop_assert_eq!(nodes * node, replicas * each + stranded);
        let held = |nodes: u32| {
            if each <= node {
                nodes * (node / each)
            } else {
                // Whole nodes a replica, the last one partly idle.
                let mut spanned = 0;
                while spanned * node < each {
                    spanned += 1;
                }
                nodes / spanned
            }
        };
        prop_assert!(held(nodes) >= replicas);
        prop_assert!(held(nodes - 1) < replicas);
    }

    /// Replicas left when a node fails are never more than before, and carry the less the more
    /// replicas a node has; another spare never carries less.
    #[test]
    fn failures_leave_less(
        working in 1..200_u32,
        spares in 0..4_u32,
        each in 1..17_u32,
        node in 1..17_u32,
    ) {
        let fleet = sizing(working + spares, spares, each).fleet(node);
        prop_assert!(fleet.left < working + spares);
        prop_assert!((0.0..=1.0).contains(&fleet.carried));
        let more = sizing(working + spares + 1, spares + 1, each).fleet(node);
        prop_assert!(more.carried >= fleet.carried - 1e-12);
        let larger = sizing(working + spares, spares, each).fleet(2 * node);
        prop_assert!(larger.carried <= fleet.carried + 1e-12);
    }
}
