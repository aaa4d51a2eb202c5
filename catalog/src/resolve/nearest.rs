//! Where nobody on offer sells an accelerator that a fleet leaves: the nearest that somebody
//! sells.

use super::offers::{is_on_offer, is_wanted};
use crate::accelerators::accelerators;
use estimator::choice::{Area, Fleet, PriceBasis};

/// A filter to lift.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Filter {
    /// The part of the world.
    Area,
    /// The way to pay: by the hour instead.
    Basis,
    /// Sellers that were named.
    Sellers,
    /// Accelerators and makers that were named, and sellers.
    Accelerators,
}

impl Filter {
    /// The nearest first.
    const ALL: [Self; 4] = [Self::Area, Self::Basis, Self::Sellers, Self::Accelerators];

    /// Lifts it.
    pub fn lift(self, fleet: &mut Fleet) {
        match self {
            Self::Area => fleet.area = Area::Any,
            Self::Basis => fleet.basis = PriceBasis::OnDemand,
            Self::Sellers => fleet.providers.clear(),
            Self::Accelerators => {
                fleet.providers.clear();
                fleet.accelerators.clear();
                fleet.vendors.clear();
            }
        }
    }
}

/// The filters to lift, as few as will do, so that somebody sells something of a `fleet` of
/// which nobody sells anything; none where somebody does, and where lifting helps nothing.
/// Accelerators that nobody sells anywhere are no fault: they are sized without a price.
#[must_use]
pub fn nearest(fleet: &Fleet) -> Vec<Filter> {
    let sold = |fleet: &Fleet| {
        let mut records = accelerators().iter();
        records.any(|record| is_wanted(record, fleet) && is_on_offer(record, fleet))
    };
    if fleet.own_accelerator.is_some() || sold(fleet) {
        return Vec::new();
    }
    let leaves_some = accelerators().iter().any(|record| is_wanted(record, fleet));
    let mut lifted = fleet.clone();
    let mut all = Vec::new();
    for filter in Filter::ALL {
        if filter == Filter::Accelerators && leaves_some {
            break;
        }
        let mut one = fleet.clone();
        filter.lift(&mut one);
        if sold(&one) {
            return vec![filter];
        }
        let before = lifted.clone();
        filter.lift(&mut lifted);
        if lifted != before {
            all.push(filter);
        }
        if sold(&lifted) {
            return all;
        }
    }
    Vec::new()
}
