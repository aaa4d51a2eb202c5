//! Base load owned, peaks rented.

use crate::costs::names::basis;
use crate::costs::solve::{Costs, Found};
use crate::i18n::{Msg, dollars, integer, percent, say, text};
use crate::serving::answer::told;
use estimator::money::split::Split;
use leptos::prelude::*;

/// The card's content.
pub(super) fn content(_: &'static str, _: &Costs, found: &Found) -> AnyView {
    told::facts(match &found.report.horizon.split {
        Some(split) => {
            let mut facts = facts(split);
            if found.report.horizon.growth != 0.0 {
                facts.push(text(Msg::SplitGrowth).to_owned());
            }
            facts
        }
        None => vec![text(Msg::SplitUnknown).to_owned()],
    })
}

/// The cheapest split, in sentences.
pub(in crate::costs) fn facts(split: &Split) -> Vec<String> {
    let month = dollars(split.per_month.get());
    let count = |replicas: u32| integer(f64::from(replicas));
    match (split.owned, split.rented) {
        (0, _) => vec![say::split_all_rented(basis(split.basis), &month)],
        (_, 0) => vec![say::split_all_owned(&month)],
        (owned, rented) => vec![
            say::split_lead(f64::from(owned), basis(split.basis), &month, &count(rented)),
            say::split_carried(&percent(split.carried)),
        ],
    }
}
