//! Prices: of known accelerators, dated, and chosen by the rules.

#![allow(clippy::expect_used, clippy::panic)] // helpers of tests

use catalog::{accelerator, cheapest, prices};
use estimator::question::{Area, Fleet, PriceBasis};

fn fleet() -> Fleet {
    Fleet::default()
}

fn price(id: &str, fleet: &Fleet) -> f64 {
    let choice = cheapest(id, fleet).unwrap_or_else(|| panic!("{id} has no price"));
    choice.per_accelerator.get()
}

#[track_caller]
fn close(one: f64, other: f64) {
    assert!((one / other - 1.0).abs() < 1e-4, "{one} {other}");
}

#[test]
fn every_price_is_of_a_known_accelerator_and_dated() {
    for record in prices() {
        assert!(accelerator(record.accelerator).is_some(), "{record:?}");
        assert!(record.count >= 1);
        let quotes = [
            record.on_demand,
            record.spot,
            record.reserved_1y,
            record.reserved_3y,
        ];
        assert!(quotes.iter().flatten().count() >= 1, "{record:?}");
        for quote in quotes.iter().flatten() {
            assert!(quote.per_hour().get() > 0.0 && quote.as_of.len() >= 4);
        }
    }
}

#[test]
fn cheaper_commitments_cost_less() {
    for record in prices() {
        let on_demand = record.on_demand.map(|quote| quote.per_hour().get());
        let (Some(on_demand), false) = (on_demand, record.stale) else {
            continue;
        };
        for quote in [record.spot, record.reserved_1y, record.reserved_3y] {
            let less = quote.is_none_or(|quote| quote.per_hour().get() < on_demand);
            assert!(less, "{record:?}");
        }
    }
}

/// As the collection's own summary chose them.
#[test]
fn the_cheapest_verified_price_counts() {
    for (id, usd) in [
        ("amd-mi300x", 6.0),
        ("aws-trainium1", 1.34375),
        ("google-tpu-v6e", 2.7),
        ("nvidia-a10g", 1.006),
        ("nvidia-a100-sxm-80gb", 3.4309),
        ("nvidia-b200-sxm", 5.5),
        ("nvidia-b300-sxm", 17.802),
        ("nvidia-gb200", 27.04),
        ("nvidia-h100-sxm-80gb", 2.4),
        ("nvidia-h200-sxm-141gb", 3.5),
        ("nvidia-l4", 0.7045),
        ("nvidia-l40s", 1.5484),
        ("nvidia-t4", 0.526),
    ] {
        close(price(id, &fleet()), usd);
        let choice = cheapest(id, &fleet()).expect("a price");
        assert!(choice.record.verified && !choice.record.stale, "{id}");
    }
}

#[test]
fn unverified_prices_count_where_there_are_no_others() {
    let choice = cheapest("nvidia-rtx-4090", &fleet()).expect("a price");
    close(choice.per_accelerator.get(), 0.34);
    assert!(!choice.record.verified && !choice.price().verified);
    // Serverless ones never do, and what nobody sells has no price.
    assert_eq!(cheapest("nvidia-p100-pcie-16gb", &fleet()), None);
    assert!(prices().iter().any(|record| record.serverless));
}

#[test]
fn out_of_date_prices_are_the_last_resort() {
    let mut fleet = fleet();
    fleet.area = Area::Europe;
    fleet.providers = vec!["AWS".to_owned()];
    let choice = cheapest("nvidia-h100-sxm-80gb", &fleet).expect("a price");
    assert!(choice.record.stale);
    fleet.providers.push("nebius".to_owned());
    let choice = cheapest("nvidia-h100-sxm-80gb", &fleet).expect("a price");
    assert_eq!(choice.record.provider, "nebius");
}

#[test]
fn basis_area_and_seller_filter() {
    let mut fleet = fleet();
    fleet.basis = PriceBasis::Spot;
    close(price("nvidia-h100-sxm-80gb", &fleet), 1.25);
    fleet.basis = PriceBasis::Reserved3y;
    fleet.area = Area::AsiaPacific;
    fleet.providers = vec!["gcp".to_owned()];
    close(price("nvidia-h100-sxm-80gb", &fleet), 40.4663 / 8.0);
    // A price that holds everywhere holds in any area.
    fleet.basis = PriceBasis::OnDemand;
    fleet.providers = vec!["lambda".to_owned()];
    close(price("nvidia-a10", &fleet), 0.86);
}

#[test]
fn estimated_spot_prices_are_marked() {
    let mut fleet = fleet();
    fleet.basis = PriceBasis::Spot;
    let choice = cheapest("nvidia-t4", &fleet).expect("a price");
    assert!(choice.quote.estimated && !choice.price().verified);
    assert_eq!(choice.quote.as_of, "2025-07-28");
    let label = choice.price().label;
    assert!(label.starts_with("aws g4dn"), "{label}");
}
