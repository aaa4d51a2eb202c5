//! Laws of the three ways beside the answer: they are the costs page's figures, and what is bought
//! is the least of all that keeps the demands.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use estimator::money::horizon::Way;
use estimator::money::question::Question as Money;
use estimator::money::ways::{Purchase, purchase, ways};
use estimator::money::{Terms, report};
use estimator::offer::Offer;
use estimator::rental::Lot;
use estimator::serving::question::{Question, Traffic};
use estimator::serving::report::{Report, Sizing};
use estimator::serving::scenario::Scenario;
use estimator::serving::search::search;
use estimator::serving::soundness::{dearer, doubts};

/// A question with its answer.
struct Case {
    question: Question,
    scenario: Scenario,
    offers: Vec<Offer>,
    report: Report,
}

impl Case {
    fn of(question: Question) -> Self {
        let (scenario, offers) = catalog::resolve(&question).unwrap();
        Self {
            report: search(&scenario, &offers),
            question,
            scenario,
            offers,
        }
    }

    fn terms(&self, offer: &Offer, sizing: &Sizing) -> Terms {
        let lot = Lot::of(&self.scenario, offer, sizing);
        let growth = &self.question.growth;
        catalog::resolve_money(&Money::default(), &self.question, growth, offer, lot).unwrap()
    }

    fn purchase(&self) -> Option<Purchase> {
        let terms = |offer: &Offer, sizing: &Sizing| Some(self.terms(offer, sizing));
        purchase(&self.scenario, &self.offers, &self.report.candidates, terms)
    }
}

/// The default, a small model, a growing load of people, one that only servers of eight carry.
fn cases() -> Vec<Case> {
    let default = Question::default();
    let asked = |model: &str, traffic| Question {
        model: estimator::choice::ModelChoice::Catalog(model.to_owned()),
        traffic,
        ..default.clone()
    };
    let mut growing = asked("Qwen/Qwen3-32B", Traffic::Users(120.0));
    growing.growth.per_year = 0.5;
    [
        default.clone(),
        asked("Qwen/Qwen3-8B", Traffic::Rate(2.0)),
        growing,
        asked("deepseek-ai/DeepSeek-V3", Traffic::Rate(3.0)),
    ]
    .into_iter()
    .map(Case::of)
    .collect()
}

/// One name, one number: every way beside the answer comes to what the page about costs says.
#[test]
fn the_ways_are_those_of_the_report_about_money() {
    for case in cases() {
        let best = case.report.recommended().unwrap();
        let (offer, sizing) = (&case.offers[best.offer], best.best.as_ref().unwrap());
        let terms = case.terms(offer, sizing);
        let found = ways(&case.scenario, offer, sizing, &terms);
        let whole = report(&case.scenario, offer, sizing, &terms);
        assert_eq!(found.months, whole.horizon.months);
        let mut compared = 0;
        for (way, net) in whole.ways() {
            // Base owned, peaks rented is the page's own.
            if way != Way::Both {
                assert_eq!(found.of(way).unwrap().net, net, "{way:?}");
                compared += 1;
            }
        }
        assert_eq!(compared, found.all.len());
        let asked = whole.horizon.courses.first().unwrap();
        let rented = found.rented().unwrap();
        assert_eq!((rented.way, rented.net), (asked.way, asked.net()));
    }
}

/// What is bought keeps the demands, is as the page about costs reckons it, and no recommended
/// sizing of another accelerator costs less to own once doubts are weighed.
#[test]
fn what_is_bought_is_the_least_to_own() {
    for case in cases() {
        let bought = case.purchase().unwrap();
        assert!(bought.sizing.keeps());
        assert!(bought.outlay.once.get() > 0.0);
        let weighed = |offer: &Offer, sizing: &Sizing, net: f64| {
            net * dearer(&doubts(&case.scenario, offer, sizing))
        };
        let of = |candidate: usize| &case.offers[case.report.candidates[candidate].offer];
        let offer = of(bought.candidate);
        let terms = case.terms(offer, &bought.sizing);
        let whole = report(&case.scenario, offer, &bought.sizing, &terms);
        let own = whole.horizon.course(Way::Owned).unwrap();
        assert_eq!(own.net(), bought.outlay.net);
        assert_eq!(whole.owned.unwrap().hardware, bought.hardware);
        let least = weighed(offer, &bought.sizing, bought.outlay.net.get());
        let mut others = 0;
        for (index, candidate) in case.report.candidates.iter().enumerate() {
            let Some(sizing) = candidate.best.as_ref().filter(|_| candidate.meets()) else {
                continue;
            };
            let offer = of(index);
            let whole = report(&case.scenario, offer, sizing, &case.terms(offer, sizing));
            if let Some(own) = whole.horizon.course(Way::Owned) {
                let other = weighed(offer, sizing, own.net().get());
                assert!(least <= other * (1.0 + 1e-9), "{}", offer.accelerator.name);
                others += 1;
            }
        }
        assert!(others > 3, "{others} have a purchase price");
    }
}

/// By hand: 60,000 once and 1,000 a month have cost as much as 3,500 a month after 24 months;
/// never within 23, nor where the months cost no less.
#[test]
fn months_until_it_is_even_by_hand() {
    use estimator::choice::PriceBasis;
    use estimator::money::ways::Outlay;
    use estimator::quantity::Usd;
    let outlay = |way, once, monthly| Outlay {
        way,
        once: Usd::new(once),
        monthly: Usd::new(monthly),
        net: Usd::ZERO,
    };
    let own = outlay(Way::Owned, 60_000.0, 1_000.0);
    let rent = outlay(Way::Rented(PriceBasis::OnDemand), 0.0, 3_500.0);
    assert_eq!(own.even_with(&rent, 36), Some(24.0));
    assert_eq!(own.even_with(&rent, 23), None);
    assert_eq!(own.even_with(&outlay(rent.way, 0.0, 900.0), 36), None);
    assert_eq!(rent.even_with(&own, 36), None);
}
