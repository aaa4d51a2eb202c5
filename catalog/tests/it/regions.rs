//! What is proposed for parts of the world: known, sourced, dated, and by the formula.

#![allow(clippy::expect_used)] // helpers of tests

use catalog::money::{defaults, grid};
use catalog::regions::{self, rate, rates, reference};
use estimator::choice::Area;
use estimator::currency::{Currency, RATES};
use estimator::date::Date;
use estimator::money::Input;

/// Every area but "any" has a proposal, whose names are known and whose figures can be.
#[test]
fn every_area_has_a_proposal() {
    assert_eq!(regions::defaults(Area::Any), None);
    for area in Area::ALL.iter().filter(|area| **area != Area::Any) {
        let region = regions::defaults(*area).expect("an area");
        assert!(grid(region.grid).is_some(), "{region:?}");
        let known = region.currency == "USD" || rate(region.currency).is_some();
        assert!(known, "{region:?}");
        if let Some(electricity) = region.electricity {
            let (least, most) = Input::Electricity.bounds();
            assert!((least..=most).contains(&electricity.usd_per_kwh));
            assert!(electricity.source.len() > 10);
            assert!(Date::parse(electricity.as_of).is_some());
        }
    }
    let kwh = |area| {
        let region = regions::defaults(area).expect("an area");
        region
            .electricity
            .map(|electricity| electricity.usd_per_kwh)
    };
    let usual = defaults()
        .iter()
        .find(|preset| preset.input == Input::Electricity);
    let usual = usual.expect("a default").value;
    assert_eq!(kwh(Area::Americas), None);
    assert!(kwh(Area::Europe).is_some_and(|dearer| dearer > 2.0 * usual));
}

/// By hand: a euro of 1.1172 dollars, so a dollar buys 1 / 1.1172 euros and 175.68 / 1.1172
/// yen; each rate is one that a page takes, of a day, and stands once.
#[test]
fn rates_are_what_a_dollar_buys() {
    let of = |code: &str| rate(code).expect("known").per_usd;
    assert!((of("EUR") - 0.895_095).abs() < 1e-6);
    assert!((of("jpy") - 157.250).abs() < 1e-3);
    assert!((of("UAH") - 44.924).abs() < 1e-9);
    assert_eq!(rate("USD"), None);
    for one in rates() {
        assert!((RATES.0..=RATES.1).contains(&one.per_usd), "{one:?}");
        assert!(one.as_of.len() == 10 && Date::parse(one.as_of).is_some());
        assert_eq!(rate(one.code), Some(one));
        let currency = one.currency().expect("a code");
        assert_eq!(currency.code().as_str(), one.code);
        assert_eq!(reference(currency), Some(one));
        let own = Currency::new(currency.code(), one.per_usd * 1.01);
        assert_eq!(reference(own), None);
    }
    assert!(rates().iter().any(|one| !one.verified));
}
