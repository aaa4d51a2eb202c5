//! Prices: of known accelerators, dated, and chosen by the rules.

#![allow(clippy::expect_used, clippy::panic)] // helpers of tests

use catalog::prices::{ages, seller_name};
use catalog::{
    accelerator, accelerators, cheapest, cheapest_listed, cheapest_on, instances, instances_on,
    prices,
};
use estimator::choice::{Area, Fleet, PriceBasis};
use estimator::date::Date;
use estimator::listed::Listed;
use estimator::offer::Price;
use estimator::price_age::Age;
use estimator::quantity::UsdPerHour;
use estimator::serving::question::Question;
use proptest::prelude::*;

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

/// Prices are listed by seller: each has a name of its own, also who rents by the call alone.
#[test]
fn every_seller_goes_by_a_name_of_its_own() {
    let known = ages(Date::parse("2026-11-01").unwrap());
    let mut names: Vec<&str> = Vec::new();
    for (id, _) in &known.sellers {
        let name = seller_name(id);
        assert_ne!(name, *id);
        assert!(!names.contains(&name), "{name} twice");
        names.push(name);
    }
    assert!(names.len() > 10, "{names:?}");
}

/// Labels stand on the page as they are, in every language: seller, machine and region, no words.
#[test]
fn labels_have_no_english_words_of_their_own() {
    for price in prices() {
        let label = price.label();
        assert!(
            !label.contains("(per ") && !label.contains("per GPU"),
            "{label}"
        );
    }
    let by_gpu = prices().iter().find(|price| price.instance == "per GPU");
    let by_gpu = by_gpu.expect("a rate without a machine");
    assert!(!by_gpu.label().contains(", ,") && !by_gpu.label().ends_with(", "));
    for record in accelerators() {
        let name = &record.accelerator.name;
        assert!(!name.contains("per GPU"), "{name}");
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

/// Worked out from the records by hand: the least an accelerator, whoever saw it.
#[test]
fn the_cheapest_price_counts() {
    for (id, usd, verified) in [
        ("amd-mi300x", 1.5, false),
        ("amd-mi325x", 1.95, false),
        ("aws-trainium1", 1.34375, true),
        ("google-tpu-v6e", 2.7, true),
        ("google-tpu-v7", 12.0, true),
        ("nvidia-a10g", 1.006, true),
        ("nvidia-a100-sxm-80gb", 1.49, false),
        ("nvidia-b200-sxm", 5.5, true),
        ("nvidia-b300-sxm", 17.802, true),
        ("nvidia-gb200", 10.5, true),
        ("nvidia-gb300", 18.0, true),
        ("nvidia-h100-sxm-80gb", 2.4, true),
        ("nvidia-h200-sxm-141gb", 3.5, true),
        ("nvidia-l4", 0.44, false),
        ("nvidia-l40s", 0.79, false),
        ("nvidia-t4", 0.526, true),
    ] {
        let choice = cheapest(id, &fleet()).expect("a price");
        close(choice.per_accelerator.get(), usd);
        assert_eq!(choice.record.verified, verified, "{id}");
        assert!(!choice.record.stale, "{id}");
    }
}

/// Of a rate without a machine, a whole node is paid for; a marketplace sells to nobody, even
/// where it is named.
#[test]
fn only_what_can_be_ordered_is_sized_by() {
    let sold = catalog::instances("amd-mi300x", &fleet());
    let sold = sold
        .iter()
        .find(|price| price.label.starts_with("TensorWave"));
    assert_eq!(sold.expect("a price").instance_accelerators, 8);
    let mut fleet = fleet();
    fleet.providers = vec!["vast".to_owned()];
    assert_eq!(cheapest("nvidia-h100-sxm-80gb", &fleet), None);
}

#[test]
fn unverified_prices_count_where_there_are_no_others() {
    let choice = cheapest("nvidia-rtx-4090", &fleet()).expect("a price");
    close(choice.per_accelerator.get(), 0.34);
    assert!(!choice.record.verified && !choice.price().verified);
    // Serverless ones and those of marketplaces never do, and what nobody sells has no price.
    assert_eq!(cheapest("nvidia-p100-pcie-16gb", &fleet()), None);
    assert!(prices().iter().any(|record| record.listed_only));
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
    close(price("nvidia-h100-sxm-80gb", &fleet), 1.75);
    fleet.basis = PriceBasis::Reserved3y;
    fleet.area = Area::AsiaPacific;
    fleet.providers = vec!["gcp".to_owned()];
    close(price("nvidia-h100-sxm-80gb", &fleet), 40.4663 / 8.0);
    // A price that holds everywhere holds in any area.
    fleet.basis = PriceBasis::OnDemand;
    fleet.providers = vec!["lambda".to_owned()];
    close(price("nvidia-a100-sxm-40gb", &fleet), 1.99);
}

#[test]
fn estimated_spot_prices_are_marked() {
    let mut fleet = fleet();
    fleet.basis = PriceBasis::Spot;
    let choice = cheapest("nvidia-v100-sxm-32gb", &fleet).expect("a price");
    assert!(choice.quote.estimated && !choice.price().verified);
    assert_eq!(choice.quote.as_of, "2025-07-28");
    let label = choice.price().label;
    assert!(label.starts_with("AWS, p3dn"), "{label}");
}

/// A row of a list: H100s of a seller on demand, so many in an instance.
fn row(provider: &str, area: Area, count: u32, usd: f64) -> Listed {
    Listed {
        provider: provider.to_owned(),
        area,
        accelerator: "nvidia-h100-sxm-80gb".to_owned(),
        count,
        prices: [Some(UsdPerHour::new(usd)), None, None, None],
        as_of: "2026-08-01".to_owned(),
        ..Listed::default()
    }
}

/// By hand: 98.32 dollars for eight less 25 % are 9.2175 for one, still dearer than
/// another seller's; 90 % off and it is the cheapest.
#[test]
fn discounts_are_taken_off() {
    let mut fleet = fleet();
    fleet.providers = vec!["aws".to_owned()];
    let list = cheapest("nvidia-h100-sxm-80gb", &fleet).expect("a price");
    fleet.discounts = [("AWS".to_owned(), 0.25)].into();
    let choice = cheapest("nvidia-h100-sxm-80gb", &fleet).expect("a price");
    close(
        choice.per_accelerator.get(),
        0.75 * list.per_accelerator.get(),
    );
    close(choice.price().discount, 0.25);
    fleet.providers.clear();
    let other = cheapest("nvidia-h100-sxm-80gb", &fleet).expect("a price");
    assert_ne!(other.record.provider, "aws");
    fleet.discounts = [("aws".to_owned(), 0.9)].into();
    let other = cheapest("nvidia-h100-sxm-80gb", &fleet).expect("a price");
    assert_eq!(other.record.provider, "aws");
}

/// Of the user's list the cheapest row counts that the filters leave, discounts taken off.
#[test]
fn the_cheapest_listed_row_counts() {
    let mut fleet = fleet();
    fleet.listed = vec![
        row("ACME", Area::Europe, 8, 16.0),
        row("ACME", Area::Americas, 8, 24.0),
        row("Other", Area::Any, 1, 2.5),
    ];
    let price = |fleet: &Fleet| {
        let found = cheapest_listed("nvidia-h100-sxm-80gb", fleet);
        found.map(|(_, price)| (price.per_accelerator.get(), price.instance_accelerators))
    };
    assert_eq!(price(&fleet), Some((2.0, 8)));
    fleet.area = Area::Americas;
    assert_eq!(price(&fleet), Some((2.5, 1)));
    fleet.discounts = [("acme".to_owned(), 0.5)].into();
    assert_eq!(price(&fleet), Some((1.5, 8)));
    fleet.providers = vec!["other".to_owned()];
    assert_eq!(price(&fleet), Some((2.5, 1)));
    fleet.basis = PriceBasis::Spot;
    assert_eq!(price(&fleet), None);
}

proptest! {
    /// A discount never raises the price of anything, and never more than it says lowers it.
    #[test]
    fn a_discount_never_raises_a_price(
        share in 0.0..0.99f64,
        seller in proptest::sample::select(catalog::prices::sellers()),
        basis in proptest::sample::select(PriceBasis::ALL),
        area in proptest::sample::select(Area::ALL),
    ) {
        let mut before = fleet();
        (before.basis, before.area) = (basis, area);
        before.listed = vec![row(seller.0, area, 8, 16.0), row("else", area, 1, 2.1)];
        let mut after = before.clone();
        after.discounts = [(seller.0.to_owned(), share)].into();
        for record in catalog::accelerators() {
            let id = &record.accelerator.id;
            let listed = |fleet: &Fleet| {
                cheapest_listed(id, fleet).map(|(_, price)| price.per_accelerator.get())
            };
            let known = |fleet: &Fleet| {
                cheapest(id, fleet).map(|choice| choice.per_accelerator.get())
            };
            for (before, after) in [
                (listed(&before), listed(&after)),
                (known(&before), known(&after)),
            ] {
                prop_assert_eq!(before.is_some(), after.is_some());
                if let (Some(before), Some(after)) = (before, after) {
                    prop_assert!(after <= before);
                    prop_assert!(after >= before * (1.0 - share) * (1.0 - 1e-12));
                }
            }
        }
    }
}

/// The instances an accelerator is sold in: the one whose price counts among them, all of
/// them as trustworthy; the user's list stands for them, a price of the user's for none.
#[test]
fn instances_are_those_of_the_price_that_counts() {
    let id = "nvidia-h100-sxm-80gb";
    let mut fleet = fleet();
    fleet.providers = vec!["aws".to_owned()];
    let sold = instances(id, &fleet);
    let counts: Vec<u32> = sold
        .iter()
        .map(|price| price.instance_accelerators)
        .collect();
    assert!(counts.contains(&1) && counts.contains(&8), "{counts:?}");
    let counted = cheapest(id, &fleet).expect("a price").price();
    // A choice knows no machine; an instance does.
    let bare = |price: &Price| Price {
        machine: None,
        ..price.clone()
    };
    assert!(sold.iter().any(|price| bare(price) == counted));
    assert!(sold.iter().all(|price| price.verified && !price.outdated));
    fleet.providers.clear();
    fleet.listed = vec![row("ACME", Area::Europe, 4, 16.0)];
    assert_eq!(instances(id, &fleet).len(), 1);
    fleet.own_prices.insert(id.to_owned(), UsdPerHour::new(1.0));
    assert_eq!(instances(id, &fleet), []);
}

/// Every price says where it was read: a page or a repository that a reader finds, the
/// same in the price that a search goes by.
#[test]
fn every_price_says_where_it_was_read() {
    let mut seen = std::collections::BTreeSet::new();
    for record in catalog::prices() {
        for basis in PriceBasis::ALL {
            let Some(quote) = record.quote(*basis) else {
                continue;
            };
            let source = quote.source();
            let (host, path) = source.split_once('/').expect(source);
            assert!(host.contains('.') && !path.is_empty(), "{source}");
            seen.insert(source);
        }
    }
    assert!(seen.contains("github.com/aws/karpenter-provider-aws"));
    assert!(seen.len() > 10);
    let fleet = Fleet::default();
    let price = catalog::cheapest("nvidia-h100-sxm-80gb", &fleet);
    let price = price.expect("sold").price();
    assert!(seen.contains(price.read_from.as_str()), "{price:?}");
    assert_eq!(
        price.sourced(),
        format!("{} ({})", price.label, price.read_from)
    );
}

/// By hand, on 24 November 2026: AWS's list of eu-north-1 is of 2025-04-04 and has expired.
/// Beside newer prices of the accelerator it does not count, alone it does; with no clock
/// nothing expires. The day before it is a year old it counts.
#[test]
fn expired_prices_give_way_to_newer_ones() {
    let day = |text: &str| Date::parse(text);
    let id = "nvidia-l4";
    let mut fleet = fleet();
    fleet.area = Area::Europe;
    fleet.providers = vec!["aws".to_owned()];
    let of = |fleet: &Fleet, today: Option<Date>| {
        let choice = cheapest_on(id, fleet, today).expect("a price");
        (choice.record.provider, choice.quote.as_of)
    };
    let alone = ("aws", "2025-04-04");
    assert_eq!(of(&fleet, day("2026-11-24")), alone);
    fleet.providers.push("gcp".to_owned());
    // Google's is the cheaper one: a discount makes AWS's the one that would count.
    fleet.discounts = [("aws".to_owned(), 0.5)].into();
    assert_eq!(of(&fleet, None), alone);
    assert_eq!(of(&fleet, day("2026-04-04")), alone);
    assert_eq!(of(&fleet, day("2026-04-05")), ("gcp", "2026-07-30"));
    assert_eq!(of(&fleet, day("2026-11-24")), ("gcp", "2026-07-30"));
    let sold = instances_on(id, &fleet, day("2026-11-24"));
    assert!(!sold.is_empty());
    let today = day("2026-11-24").expect("a day");
    assert!(
        sold.iter()
            .all(|price| price.age_class(today) != Age::Expired)
    );
    let question = Question {
        fleet,
        ..Question::default()
    };
    let (_, offers) = catalog::resolve_on(&question, Some(today)).expect("complete");
    let offer = offers.iter().find(|offer| offer.accelerator.id == id);
    let price = offer.and_then(|offer| offer.price.as_ref()).expect("sold");
    assert!(price.label.starts_with("Google Cloud"), "{price:?}");
}

/// Every price that is not computed is counted once, in all and at its seller; by the days of 90
/// and of 365, and whoever looks long after them finds all expired.
#[test]
fn ages_count_every_price_once() {
    let read = |day: &str| Date::parse(day).expect("a day");
    let quotes = || {
        let of = |record: &'static catalog::PriceRecord| {
            let quotes = PriceBasis::ALL
                .iter()
                .map(move |basis| record.quote(*basis));
            quotes.flatten().map(move |quote| (record.provider, quote))
        };
        prices()
            .iter()
            .flat_map(of)
            .filter(|(_, quote)| !quote.estimated)
    };
    let today = read("2026-12-01");
    let found = ages(today);
    let days = |quote: catalog::Quote| read(quote.as_of).days_to(today).max(0);
    let over = |least: i32| quotes().filter(|(_, quote)| days(*quote) > least).count();
    let count = |count: u32| usize::try_from(count).expect("few");
    assert_eq!(count(found.all.count()), quotes().count());
    assert_eq!(count(found.all.marked()), over(90));
    assert_eq!(count(found.all.expired), over(365));
    let every = || quotes().map(|(_, quote)| read(quote.as_of));
    assert_eq!(found.all.oldest.map(read), every().min());
    assert_eq!(found.all.newest.map(read), every().max());
    for (seller, ages) in &found.sellers {
        let own = quotes().filter(|(provider, _)| provider == seller);
        assert_eq!(count(ages.count()), own.count(), "{seller}");
    }
    let sum: u32 = found.sellers.iter().map(|(_, ages)| ages.count()).sum();
    assert_eq!(sum, found.all.count());
    let later = ages(read("2999-01-01")).all;
    assert_eq!(later.expired, found.all.count());
}
