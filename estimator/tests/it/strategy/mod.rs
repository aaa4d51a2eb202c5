//! Values that any question of any task may hold: counts, ids, models and fleets.

use estimator::choice::{Area, Fleet, ModelChoice, PriceBasis};
use estimator::currency::{Code, Currency, RATES};
use estimator::hardware::{Accelerator, Architecture, Link as Wire, LinkKind, Peaks, Vendor};
use estimator::import::plain;
use estimator::listed::{Listed, MOST_DISCOUNT};
use estimator::quantity::{Bytes, BytesPerSecond, FlopsPerSecond, UsdPerHour, Watts};
use proptest::prelude::*;

pub(crate) fn positive() -> impl Strategy<Value = f64> {
    prop_oneof![1e-4..1e6, (1..100_000_u32).prop_map(f64::from), Just(0.1)]
}

pub(crate) fn count() -> impl Strategy<Value = u32> {
    1..1_000_000_u32
}

pub(crate) fn share() -> impl Strategy<Value = f64> {
    prop_oneof![0.0..=1.0, Just(0.0), Just(1.0)]
}

/// Ids with everything that could confuse: separators, signs, other scripts.
pub(crate) fn id() -> impl Strategy<Value = String> {
    "[a-zA-Z0-9 ,&=%#+/:é中.-]{1,20}"
}

pub(crate) fn any<T: Copy + std::fmt::Debug + 'static>(
    all: &'static [T],
) -> impl Strategy<Value = T> {
    proptest::sample::select(all)
}

pub(crate) fn model() -> impl Strategy<Value = ModelChoice> {
    prop_oneof![
        id().prop_filter("a size is no id", |id| plain::billions(id).is_none())
            .prop_map(ModelChoice::Catalog),
        (0.02..9000.0).prop_map(ModelChoice::Plain),
        (0.02..900.0, id()).prop_map(|(size, id)| {
            let mut model = plain::model(size);
            model.id = id;
            ModelChoice::Custom(Box::new(model))
        }),
    ]
}

/// Whole gigabytes: JSON need not keep the last bit of a fraction.
pub(crate) fn own() -> impl Strategy<Value = Accelerator> {
    (id(), 1..1000_u32, 1..64_u32).prop_map(|(id, size, node_size)| Accelerator {
        name: id.clone(),
        id,
        vendor: Vendor::Other,
        architecture: Architecture::Other,
        memory: Bytes::gb(f64::from(size)),
        marketed_memory: Bytes::gb(f64::from(size)),
        bandwidth: BytesPerSecond::gb(f64::from(size)),
        peak: Peaks {
            sixteen: Some(FlopsPerSecond::tera(f64::from(size))),
            ..Peaks::default()
        },
        headline_factor: 1.0,
        link: Wire {
            kind: LinkKind::Pcie,
            per_direction: BytesPerSecond::gb(32.0),
            domain: node_size,
        },
        pcie: None,
        node_size,
        power: Some(Watts::new(700.0)),
        hbm: true,
        unified: false,
    })
}

/// Rows of a price list, any text empty.
pub(crate) fn listed() -> impl Strategy<Value = Listed> {
    let text = || proptest::option::of(id()).prop_map(Option::unwrap_or_default);
    let price = || proptest::option::of(positive().prop_map(UsdPerHour::new));
    (
        (text(), text(), text(), text(), text()),
        (any(Area::ALL), id(), count()),
        [price(), price(), price(), price()],
    )
        .prop_map(
            |((provider, instance, region, as_of, source), (area, accelerator, count), prices)| {
                Listed {
                    provider,
                    instance,
                    region,
                    area,
                    accelerator,
                    count,
                    prices,
                    as_of,
                    source,
                }
            },
        )
}

fn currency() -> impl Strategy<Value = Currency> {
    ("[A-Z]{3}", RATES.0..RATES.1).prop_filter_map("three letters", |(code, rate)| {
        let code = Code::new(&code).filter(|code| *code != Code::USD)?;
        Some(Currency::new(code, rate))
    })
}

pub(crate) fn fleet() -> impl Strategy<Value = Fleet> {
    let ids = || proptest::collection::vec(id(), 0..4);
    (
        proptest::collection::vec(any(Vendor::ALL), 0..4),
        ids(),
        ids(),
        (
            any(Area::ALL),
            any(PriceBasis::ALL),
            proptest::bool::ANY,
            proptest::bool::ANY,
        ),
        proptest::collection::btree_map(id(), positive().prop_map(UsdPerHour::new), 0..4),
        proptest::option::of(own().prop_map(Box::new)),
        (
            proptest::collection::vec(listed(), 0..4),
            proptest::collection::btree_map(id(), 0.0..=MOST_DISCOUNT, 0..4)
                .prop_map(|shares| shares.into_iter().collect()),
            proptest::option::of(currency()),
        ),
    )
        .prop_map(
            |(
                vendors,
                accelerators,
                providers,
                (area, basis, announced, by_accelerator),
                own_prices,
                own,
                (listed, discounts, currency),
            )| Fleet {
                vendors,
                accelerators,
                providers,
                area,
                basis,
                own_prices,
                listed,
                discounts,
                currency,
                own_accelerator: own,
                announced,
                by_accelerator,
                bought: false,
            },
        )
}
