//! How sure the demands must be kept: that is had, and more of it never costs less.

use super::questions::questions;
use super::{Answer, GRAIN, Search, cases, resolved};
use estimator::offer::Offer;
use estimator::serving::confirm::search_confirmed;
use estimator::serving::options::Parallelism;
use estimator::serving::question::{Question, Traffic};
use estimator::serving::scenario::Scenario;
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

    /// Who asks for more certainty pays no less, weighed by doubts.
    #[test]
    fn more_certainty_never_costs_less(question in questions()) {
        never_costs_less(&question, search)?;
    }

    /// A certainty that the answer has anyway costs nothing.
    #[test]
    fn a_certainty_that_is_there_costs_nothing(question in questions()) {
        costs_nothing(&question, search)?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(60)))]

    #[test]
    fn more_certainty_never_costs_less_once_simulated(question in questions()) {
        never_costs_less(&question, search_confirmed)?;
    }

    #[test]
    fn a_certainty_that_is_there_costs_nothing_once_simulated(question in questions()) {
        costs_nothing(&question, search_confirmed)?;
    }
}

/// The question with replicas that are all split in one way: a search takes the way that needs the
/// fewest, and of two that differ little another may be the one that leaves a margin.
fn in_one_way(question: &Question) -> (Scenario, Vec<Offer>) {
    let (mut scenario, offers) = resolved(question).unwrap();
    // With these a number of accelerators has one placement.
    scenario.serving.parallelism = if scenario.model.is_mixture() {
        Parallelism::AttentionData
    } else {
        Parallelism::Tensor
    };
    (scenario, offers)
}

/// The answer of as much certainty.
fn as_sure(
    (scenario, offers): &(Scenario, Vec<Offer>),
    certainty: Certainty,
    search: Search,
) -> Answer {
    let mut scenario = scenario.clone();
    scenario.sla.certainty = certainty;
    Answer::to((scenario, offers.clone()), search)
}

fn never_costs_less(question: &Question, search: Search) -> Result<(), TestCaseError> {
    let asked = in_one_way(question);
    let mut last = 0.0;
    for certainty in Certainty::ALL {
        let least = as_sure(&asked, *certainty, search).least();
        prop_assert!(
            least >= last * (1.0 - GRAIN),
            "{certainty:?}: {least} after {last}"
        );
        last = least;
    }
    Ok(())
}

fn costs_nothing(question: &Question, search: Search) -> Result<(), TestCaseError> {
    let asked = in_one_way(question);
    let even = as_sure(&asked, Certainty::Even, search);
    let Some((offer, sizing)) = even.recommended() else {
        return Ok(());
    };
    let id = &offer.accelerator.id;
    for certainty in Certainty::ALL {
        let has = sizing.chance.unwrap() >= certainty.chance() + SLACK;
        if has && even.least().is_finite() {
            let (least, before) = (as_sure(&asked, *certainty, search).least(), even.least());
            prop_assert!(
                least <= before * (1.0 + GRAIN),
                "{certainty:?}: {least} where {id} is {before}"
            );
        }
    }
    Ok(())
}

/// The default at more load, split in any way: B200s that keep the demands with a chance of 98 %
/// are rented at the same bill by whoever asks for 95 %, though little headroom is left beside
/// that margin.
#[test]
fn who_is_sure_anyway_pays_nothing_for_it() {
    let mut sure = 0;
    for rate in [30.0, 50.0, 100.0] {
        let question = Question {
            traffic: Traffic::Rate(rate),
            ..Question::default()
        };
        let asked = resolved(&question).unwrap();
        let bill = |answer: &Answer| {
            let (offer, sizing) = answer.recommended().unwrap();
            let usd = sizing.cost.unwrap().per_hour.get();
            (offer.accelerator.id.clone(), sizing.accelerators(), usd)
        };
        let even = as_sure(&asked, Certainty::Even, search_confirmed);
        let chance = even.recommended().unwrap().1.chance.unwrap();
        for certainty in Certainty::ALL {
            if chance >= certainty.chance() {
                let asked = as_sure(&asked, *certainty, search_confirmed);
                assert_eq!(bill(&asked), bill(&even), "{rate} {certainty:?}");
                sure += u32::from(*certainty == Certainty::Sure);
            }
        }
    }
    assert!(sure > 0);
}
