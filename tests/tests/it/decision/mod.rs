//! The recommendation as a purchase: nothing on offer is better, and who allows more never pays
//! more. Of the page's answers, simulation included.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test that cannot go on fails"
)]

mod certainty;
mod questions;
mod restriction;
mod rows;

use estimator::band::Evidence;
use estimator::date::Date;
use estimator::offer::Offer;
use estimator::rental::Lot;
use estimator::serving::confirm::search_confirmed;
use estimator::serving::question::Question;
use estimator::serving::report::{Report, Sizing};
use estimator::serving::scenario::Scenario;
use estimator::serving::search::search;
use estimator::serving::soundness::weighed;
use proptest::prelude::*;
use questions::questions;
use restriction::{Restriction, restrictions};

/// The relative error that rounding may add up to.
const GRAIN: f64 = 1e-9;

/// The day of every question, a week after the newest price was read: prices of a year before have
/// expired by then.
const DAY: &str = "2026-10-10";

/// A question with its names looked up, by the prices of [`DAY`]; `None` where it is wrong.
pub(super) fn resolved(question: &Question) -> Option<(Scenario, Vec<Offer>)> {
    let day = Date::parse(DAY).unwrap();
    catalog::resolve_on(question, Some(day)).ok()
}

/// A question with its answer.
struct Answer {
    scenario: Scenario,
    offers: Vec<Offer>,
    report: Report,
}

type Search = fn(&Scenario, &[Offer]) -> Report;

impl Answer {
    fn of(question: &Question, search: Search) -> Self {
        Self::to(resolved(question).unwrap(), search)
    }

    fn to((scenario, offers): (Scenario, Vec<Offer>), search: Search) -> Self {
        let report = search(&scenario, &offers);
        Self {
            scenario,
            offers,
            report,
        }
    }

    fn recommended(&self) -> Option<(&Offer, &Sizing)> {
        let best = self.report.recommended()?;
        Some((&self.offers[best.offer], best.best.as_ref()?))
    }

    fn weighed(&self, (offer, sizing): (&Offer, &Sizing)) -> Option<f64> {
        weighed(&self.scenario, offer, sizing)
    }

    /// The cost of the recommendation, weighed by its doubts; nothing is dearer than all.
    fn least(&self) -> f64 {
        let recommended = self.recommended();
        recommended
            .and_then(|one| self.weighed(one))
            .unwrap_or(f64::INFINITY)
    }

    /// Every sizing that keeps the demands at a price, with its offer.
    fn keeping(&self) -> impl Iterator<Item = (&Offer, &Sizing)> {
        self.report.candidates.iter().flat_map(|candidate| {
            let all = candidate.best.iter().chain(&candidate.alternatives);
            all.filter(|sizing| sizing.keeps() && sizing.cost.is_some())
                .map(|sizing| (&self.offers[candidate.offer], sizing))
        })
    }
}

fn evidence(sizing: &Sizing) -> Option<Evidence> {
    let speed = sizing.estimate.performance.as_ref()?;
    Some(speed.tpot.band.evidence)
}

/// Whether the price that a sizing is billed at has expired.
fn is_expired((offer, sizing): (&Offer, &Sizing)) -> bool {
    sizing.price(offer).is_some_and(|price| price.expired)
}

/// The recommendation is the least of all that keep the demands, weighed by doubts; one cheaper as
/// sold is so at the cost of its headroom, its evidence or its chance, or by a price that has
/// expired. None has more requests at once than the most that it says to allow.
fn nothing_is_better(answer: &Answer) -> Result<(), TestCaseError> {
    let Some((offer, best)) = answer.recommended() else {
        prop_assert_eq!(answer.keeping().count(), 0);
        return Ok(());
    };
    let Some(least) = answer.weighed((offer, best)) else {
        return Ok(());
    };
    let bill = best.cost.unwrap().per_hour.get();
    for (other, sizing) in answer.keeping() {
        let weight = answer.weighed((other, sizing)).unwrap();
        let at_once = sizing.estimate.performance.as_ref();
        let at_once = at_once.map_or(0.0, |speed| speed.concurrency);
        prop_assert!(
            at_once <= sizing.max_concurrency * (1.0 + GRAIN),
            "{at_once} of {}",
            sizing.max_concurrency
        );
        prop_assert!(
            weight >= least * (1.0 - GRAIN),
            "{} {weight} {} {least}",
            other.accelerator.id,
            offer.accelerator.id
        );
        let cheaper = sizing.cost.unwrap().per_hour.get() < bill * (1.0 - GRAIN);
        let as_good = sizing.headroom >= best.headroom
            && evidence(sizing) <= evidence(best)
            && sizing.chance >= best.chance
            && (!is_expired((other, sizing)) || is_expired((offer, best)));
        prop_assert!(!(cheaper && as_good), "{} dominates", other.accelerator.id);
    }
    Ok(())
}

/// The recommendation is the cheapest as sold of its own offer: no instance that holds it makes a
/// lesser bill, and a candidate of the same offer that costs less is in more doubt.
fn cheapest_of_its_own_offer(answer: &Answer) -> Result<(), TestCaseError> {
    let Some((offer, best)) = answer.recommended() else {
        return Ok(());
    };
    let Some(cost) = best.cost else {
        return Ok(());
    };
    let lot = Lot::of(&answer.scenario, offer, best);
    let paid = &offer.prices()[cost.price];
    let bill = cost.per_hour.get();
    prop_assert!(paid.holds(lot.each, lot.node));
    prop_assert!((best.rented(paid).per_hour.get() / bill - 1.0).abs() < GRAIN);
    for price in offer.prices() {
        let counts = price.holds(lot.each, lot.node) && (!price.expired || paid.expired);
        let other = best.rented(price).per_hour.get();
        prop_assert!(!counts || other >= bill * (1.0 - GRAIN), "{other} {bill}");
    }
    let doubted = |one: &Sizing| {
        let paid = one.cost.unwrap().per_hour.get();
        answer.weighed((offer, one)).unwrap() / paid
    };
    for (other, sizing) in answer.keeping() {
        let own = other.accelerator.id == offer.accelerator.id;
        let other = sizing.cost.unwrap().per_hour.get();
        let cheaper = own && other < bill * (1.0 - GRAIN);
        prop_assert!(
            !cheaper || doubted(sizing) > doubted(best),
            "{other} {bill}"
        );
    }
    Ok(())
}

/// Who restricts a question pays no less.
fn wider_is_never_dearer(
    question: &Question,
    restriction: &Restriction,
    search: Search,
) -> Result<(), TestCaseError> {
    prop_assert!(restriction.is_offered(question), "no lever {restriction:?}");
    let Some(pair) = restriction.pair(question) else {
        return Ok(());
    };
    let [wide, narrow] = pair.map(|asked| Answer::to(asked, search));
    let (most, least) = (wide.least(), narrow.least());
    prop_assert!(
        !least.is_finite() || most <= least * (1.0 + GRAIN),
        "{most} where {least} will do: {restriction:?}"
    );
    Ok(())
}

/// How many questions are asked: `quick` of them, or as many as `DECISIONS` says.
fn cases(quick: u32) -> u32 {
    let asked = std::env::var("DECISIONS").ok();
    asked.and_then(|asked| asked.parse().ok()).unwrap_or(quick)
}

/// Laws of every answer.
fn sound(question: &Question, search: Search) -> Result<(), TestCaseError> {
    let answer = Answer::of(question, search);
    nothing_is_better(&answer)?;
    cheapest_of_its_own_offer(&answer)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(2_000)))]

    #[test]
    fn nothing_is_better_by_the_closed_form(question in questions()) {
        sound(&question, search)?;
    }

    #[test]
    fn a_wider_choice_is_never_dearer_by_the_closed_form(
        question in questions(),
        restriction in restrictions(),
    ) {
        wider_is_never_dearer(&question, &restriction, search)?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(100)))]

    #[test]
    fn nothing_is_better_once_simulated(question in questions()) {
        sound(&question, search_confirmed)?;
    }

    #[test]
    fn a_wider_choice_is_never_dearer_once_simulated(
        question in questions(),
        restriction in restrictions(),
    ) {
        wider_is_never_dearer(&question, &restriction, search_confirmed)?;
    }
}
