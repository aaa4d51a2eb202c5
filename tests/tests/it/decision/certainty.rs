//! How sure the demands must be kept: that is had, and more of it never costs less.

use super::questions::questions;
use super::{Answer, GRAIN, cases, resolved};
use estimator::serving::options::Parallelism;
use estimator::serving::search::search;
use estimator::workload::Certainty;
use proptest::prelude::*;
use proptest::sample::select;

/// What a chance may lack: limits are kept to a tenth of a per mille of a latency, which is less
/// than a per mille of the cases.
const SLACK: f64 = 1e-3;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(200)))]

    /// Whatever keeps the demands keeps them with the chance that was asked for, the recommendation
    /// first.
    #[test]
    fn the_chance_is_at_least_what_was_asked(
        question in questions(),
        certainty in select(Certainty::ALL),
    ) {
        let mut question = question;
        question.sla.certainty = certainty;
        let answer = Answer::of(&question, search);
        for (offer, sizing) in answer.recommended().into_iter().chain(answer.keeping()) {
            let chance = sizing.chance.unwrap();
            let id = &offer.accelerator.id;
            prop_assert!(chance >= certainty.chance() - SLACK, "{id}: {chance} of {certainty:?}");
        }
    }

    /// Who asks for more certainty pays no less, weighed by doubts. Of replicas that are all split
    /// in one way: a search takes the way that needs the fewest, and of two that differ little
    /// another may be the one that leaves a margin.
    #[test]
    fn more_certainty_never_costs_less(question in questions()) {
        let (mut scenario, offers) = resolved(&question).unwrap();
        // With these a number of accelerators has one placement.
        scenario.serving.parallelism = if scenario.model.is_mixture() {
            Parallelism::AttentionData
        } else {
            Parallelism::Tensor
        };
        let mut last = 0.0;
        for certainty in Certainty::ALL {
            scenario.sla.certainty = *certainty;
            let answer = Answer::to((scenario.clone(), offers.clone()), search);
            let least = answer.least();
            prop_assert!(least >= last * (1.0 - GRAIN), "{certainty:?}: {least} after {last}");
            last = least;
        }
    }
}
