//! Reserved prices that no list has: by the formula, marked, and never on record.

#![allow(clippy::expect_used)] // helpers of tests

#[path = "../../build/reserved.rs"]
mod formula;

use catalog::{PriceRecord, prices};
use estimator::choice::{Area, Fleet, PriceBasis};
use formula::{Pair, ratio};

fn pair(accelerator: &str, ratio: f64) -> Pair {
    Pair {
        accelerator: accelerator.to_owned(),
        ratio,
    }
}

/// By hand: the middle of three, the mean of the two in the middle of four; another
/// accelerator takes all of them; no pair, no ratio.
#[test]
fn the_median_ratio_counts() {
    let mut pairs = vec![pair("a", 0.6), pair("a", 0.9), pair("a", 0.5)];
    assert_eq!(ratio(&pairs, "a"), Some(0.6));
    assert_eq!(ratio(&pairs, "b"), Some(0.6));
    pairs.push(pair("b", 0.4));
    assert_eq!(ratio(&pairs, "a"), Some(0.6));
    assert_eq!(ratio(&pairs, "b"), Some(0.4));
    assert_eq!(ratio(&pairs, "c"), Some(0.55));
    assert_eq!(ratio(&[], "a"), None);
}

const TERMS: [PriceBasis; 2] = [PriceBasis::Reserved1y, PriceBasis::Reserved3y];

/// What a row costs on a basis, and whether that was computed.
fn quoted(row: &PriceRecord, basis: PriceBasis) -> Option<(f64, bool)> {
    let quote = row.quote(basis)?;
    Some((quote.per_hour().get(), quote.estimated))
}

/// Every row of a seller that lists reserved prices has them, listed or estimated by the
/// seller's own rows; of other sellers none has.
#[test]
fn missing_reserved_prices_follow_the_formula() {
    let mut estimated = 0;
    for basis in TERMS {
        for row in prices().iter().filter(|row| !row.listed_only) {
            let Some((on_demand, false)) = quoted(row, PriceBasis::OnDemand) else {
                continue;
            };
            let of_seller = prices().iter().filter(|one| one.provider == row.provider);
            let pairs: Vec<Pair> = of_seller
                .filter(|one| !one.stale)
                .filter_map(|one| {
                    let (listed, false) = quoted(one, basis)? else {
                        return None;
                    };
                    let (beside, _) = quoted(one, PriceBasis::OnDemand)?;
                    Some(pair(one.accelerator, listed / beside))
                })
                .collect();
            match (quoted(row, basis), ratio(&pairs, row.accelerator)) {
                (Some((_, false)), _) | (None, None) => {}
                (Some((dollars, true)), Some(ratio)) => {
                    estimated += 1;
                    // The table keeps ratios in ten-thousandths.
                    let off = (dollars - on_demand * ratio).abs();
                    assert!(off <= 0.51e-4 * on_demand, "{row:?}");
                    let quote = row.quote(basis).expect("estimated");
                    let beside = row.on_demand.expect("its base");
                    assert_eq!(quote.as_of, beside.as_of);
                }
                (quote, ratio) => unreachable!("{row:?}: {quote:?}, {ratio:?}"),
            }
        }
    }
    assert!(estimated > 100, "{estimated}");
}

/// AWS in Europe lists none: what the term would cost there is estimated, and says so.
#[test]
fn an_estimate_is_marked_wherever_it_goes() {
    let fleet = Fleet {
        basis: PriceBasis::Reserved3y,
        area: Area::Europe,
        providers: vec!["aws".to_owned()],
        ..Fleet::default()
    };
    let price = catalog::cheapest("nvidia-l40s", &fleet).expect("estimated");
    let price = price.price();
    assert!(price.estimated && !price.verified);
    let listed = catalog::cheapest("nvidia-l40s", &Fleet::default()).expect("sold");
    assert!(!listed.price().estimated);
    // 1.974 dollars on demand in eu-north-1, at what AWS asks for the term in us-east-1.
    let each = price.per_accelerator.get();
    assert!((0.40..0.46).contains(&(each / 1.974)), "{each}");
}

/// Pairs that a median is taken of can be: a term saves a tenth to four fifths. A pair
/// outside shows that one of its prices is out of date.
#[test]
fn listed_terms_save_what_terms_can() {
    for row in prices().iter().filter(|row| !row.stale) {
        let Some((on_demand, false)) = quoted(row, PriceBasis::OnDemand) else {
            continue;
        };
        for basis in TERMS {
            if let Some((reserved, false)) = quoted(row, basis) {
                let ratio = reserved / on_demand;
                assert!((0.2..0.75).contains(&ratio), "{row:?}: {ratio}");
            }
        }
    }
}
