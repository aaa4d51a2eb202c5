//! The rows that views show first: each is its accelerators' cheapest, as if nothing else were on
//! offer.

use super::questions::questions;
use super::{Answer, GRAIN, cases, resolved};
use estimator::offer::Offer;
use estimator::serving::confirm::search_confirmed;
use estimator::serving::scenario::Scenario;
use proptest::prelude::*;

/// Rows that are simulated.
const ROWS: usize = 4;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(20)))]

    /// A row asks no more than the answer to whoever allows its accelerators alone.
    #[test]
    fn a_row_costs_what_it_costs_alone(question in questions()) {
        let (scenario, offers) = resolved(&question).unwrap();
        let answer = Answer::to((scenario.clone(), offers.clone()), search_confirmed);
        let rows = answer.report.candidates.iter().take(ROWS);
        for row in rows.filter(|row| row.meets()) {
            let offer = &offers[row.offer];
            let weighed = answer.weighed((offer, row.best.as_ref().unwrap()));
            let alone: (Scenario, Vec<Offer>) = (scenario.clone(), vec![offer.clone()]);
            let least = Answer::to(alone, search_confirmed).least();
            let id = &offer.accelerator.id;
            prop_assert!(
                weighed.is_none_or(|weighed| (weighed / least - 1.0).abs() < GRAIN),
                "{id}: {weighed:?} where {least} will do"
            );
        }
    }
}
