//! Where nobody on offer sells what is asked, the nearest that somebody does.

#![allow(clippy::indexing_slicing, reason = "a test that cannot go on fails")]

use catalog::prices::sellers;
use catalog::{Filter, nearest, resolve};
use estimator::choice::{Area, Fleet, PriceBasis};
use estimator::hardware::Vendor;
use estimator::serving::question::Question;

/// Whether somebody has a price for something of a fleet.
fn is_sold(fleet: &Fleet) -> bool {
    let question = Question {
        fleet: fleet.clone(),
        ..Question::default()
    };
    resolve(&question).is_ok_and(|(_, offers)| offers.iter().any(|offer| offer.price.is_some()))
}

/// One filter does where one is at fault: the area of a seller who has none there, the basis
/// that it has no price on, the seller of what it does not have.
#[test]
fn one_filter_is_lifted_where_one_is_at_fault() {
    let nebius = |change: &dyn Fn(&mut Fleet)| {
        let mut fleet = Fleet {
            providers: vec!["nebius".to_owned()],
            ..Fleet::default()
        };
        change(&mut fleet);
        nearest(&fleet)
    };
    assert_eq!(nebius(&|_| {}), []);
    assert_eq!(
        nebius(&|fleet| fleet.vendors = vec![Vendor::Amd]),
        [Filter::Sellers]
    );
    let nothing = nebius(&|fleet| fleet.vendors = vec![Vendor::Apple]);
    assert_eq!(nothing, [Filter::Accelerators]);
}

/// Over every seller, area and basis, and one accelerator or all: nothing is lifted where
/// somebody sells, and what is lifted is enough, and no more than is needed.
#[test]
fn what_is_lifted_is_enough() {
    let mut lifted = [0_u32; 4];
    for (seller, _) in sellers() {
        for area in Area::ALL {
            for basis in PriceBasis::ALL {
                for accelerators in [vec![], vec!["nvidia-l4".to_owned()]] {
                    let fleet = Fleet {
                        providers: vec![(*seller).to_owned()],
                        accelerators,
                        area: *area,
                        basis: *basis,
                        ..Fleet::default()
                    };
                    let filters = nearest(&fleet);
                    assert_eq!(filters.is_empty(), is_sold(&fleet), "{fleet:?}");
                    let with = |filters: &[Filter]| {
                        let mut fleet = fleet.clone();
                        for filter in filters {
                            filter.lift(&mut fleet);
                        }
                        is_sold(&fleet)
                    };
                    assert!(with(&filters), "{filters:?} {fleet:?}");
                    let one_would_do = filters.iter().any(|one| with(&[*one]));
                    assert!(filters.len() < 2 || !one_would_do, "{filters:?}");
                    for filter in filters {
                        lifted[filter as usize] += 1;
                    }
                }
            }
        }
    }
    // Each kind of filter is met but the last.
    assert!(lifted[..3].iter().all(|count| *count > 0), "{lifted:?}");
}

/// Hardware that nobody rents out is sized without a price, and is no fault.
#[test]
fn what_nobody_rents_is_no_fault() {
    let fleet = Fleet {
        accelerators: vec!["apple-m3-ultra".to_owned()],
        ..Fleet::default()
    };
    assert_eq!(nearest(&fleet), []);
}
