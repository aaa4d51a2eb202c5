//! Laws of the ways to run an answer: they are the costs page's figures, and a question that buys is
//! answered by whole servers, the least to own of all that keep the demands.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use estimator::choice::{Fleet, PriceBasis};
use estimator::money::horizon::Way;
use estimator::money::question::Question as Money;
use estimator::money::ways::{upkeep, ways};
use estimator::money::{Input, Terms, autoscaled, report};
use estimator::offer::Offer;
use estimator::quantity::UsdPerHour;
use estimator::rental::Lot;
use estimator::serving::plan::commitment;
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

    /// The same question of whoever buys.
    fn bought(&self) -> Self {
        let mut question = self.question.clone();
        question.fleet.bought = true;
        Self::of(question)
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
    let rented = cases();
    let bought: Vec<Case> = rented.iter().map(Case::bought).collect();
    let mut kept = 0;
    for case in rented.iter().chain(&bought) {
        let best = case.report.recommended().unwrap();
        let (offer, sizing) = (&case.offers[best.offer], best.best.as_ref().unwrap());
        let terms = case.terms(offer, sizing);
        let week = autoscaled(&case.scenario, offer, sizing, terms.followed());
        let found = ways(&case.scenario, offer, sizing, &terms, week);
        let whole = report(&case.scenario, offer, sizing, &terms);
        assert_eq!(found.months, whole.horizon.months);
        let mut compared = 0;
        for (way, net) in whole.ways() {
            assert_eq!(found.of(way).unwrap().net, net, "{way:?}");
            compared += 1;
        }
        assert_eq!(compared, found.all.len());
        // What is said above the ways of a purchase is what stands among them, where neither a week
        // nor growth is in it.
        let values = catalog::money::values(&offer.accelerator.id, case.question.fleet.area);
        let steady = whole.utilization > 0.999 && case.question.growth.per_year <= 0.0;
        if let Some(monthly) = upkeep(offer, sizing, &values).filter(|_| steady) {
            let owned = found.of(Way::Owned).unwrap().monthly;
            assert!((monthly.get() / owned.get() - 1.0).abs() < 1e-9);
            kept += 1;
        }
        let asked = whole.horizon.courses.first().unwrap();
        // Some of what is bought nobody rents.
        match found.rented() {
            Some(rented) => assert_eq!((rented.way, rented.net), (asked.way, asked.net())),
            None => assert!(case.question.fleet.bought),
        }
    }
    assert!(kept > 0);
}

/// A question that buys: whole servers are on the bill, as the page about costs counts and prices
/// them, and nothing that keeps the demands costs less to own by the hour once doubts are weighed.
#[test]
fn what_is_bought_is_whole_servers_and_the_least_to_own() {
    for case in cases().iter().map(Case::bought) {
        let best = case.report.recommended().unwrap();
        let (offer, sizing) = (&case.offers[best.offer], best.best.as_ref().unwrap());
        let bill = sizing.cost.unwrap().bill;
        assert!(sizing.keeps());
        assert!([4, 8].contains(&bill.instance) || bill.instance == offer.accelerator.node_size);
        assert_eq!(bill.accelerators, bill.instances * bill.instance);
        let whole = report(&case.scenario, offer, sizing, &case.terms(offer, sizing));
        let owned = whole.owned.unwrap();
        assert_eq!(owned.hardware.nodes, bill.instances);
        assert_eq!(owned.hardware.accelerators, bill.accelerators);
        let once = sizing.purchase(offer).unwrap();
        assert!((once.get() / owned.purchase.get() - 1.0).abs() < 1e-9);
        // The price of an hour is that of a year in which it always works.
        let hour = owned.always.per_hour().get() * f64::from(bill.accelerators);
        assert!((bill.per_hour.get() / hour - 1.0).abs() < 1e-9);
        let weighed = |offer: &Offer, sizing: &Sizing| {
            let doubts = doubts(&case.scenario, offer, sizing);
            sizing.cost.unwrap().per_hour.get() * dearer(&doubts)
        };
        let least = weighed(offer, sizing);
        let mut others = 0;
        for candidate in &case.report.candidates {
            let offer = &case.offers[candidate.offer];
            let kept = candidate.best.as_ref().filter(|_| candidate.meets());
            if let Some(sizing) = kept.filter(|sizing| sizing.cost.is_some()) {
                let other = weighed(offer, sizing);
                assert!(least <= other * (1.0 + 1e-9), "{}", offer.accelerator.name);
                others += 1;
            }
        }
        assert!(others > 3, "{others} have a purchase price");
    }
}

/// One H100 of a server of eight, by hand from the catalogue's defaults: 1.25 servers a GPU, 12.5 %
/// network, 2 % spare parts; a tenth is left after four years at 8 % a year; 1.82 of 700 W are
/// provisioned, seven tenths of that drawn at full use and 1.3 of it at the meter.
#[test]
fn an_hour_of_a_bought_gpu_by_hand() {
    let mut question = Question::default();
    question.fleet.bought = true;
    question.fleet.accelerators = vec!["nvidia-h100-sxm-80gb".to_owned()];
    let (_, offers) = catalog::resolve(&question).unwrap();
    let [offer] = offers.as_slice() else { panic!() };
    let [price] = offer.instances.as_slice() else {
        panic!()
    };
    assert_eq!(price.instance_accelerators, 8);
    let board = f64::from(
        catalog::money::purchase("nvidia-h100-sxm-80gb")
            .unwrap()
            .usd,
    );
    let server = board * 1.25;
    let purchase = server * (1.0 + 0.125 + 0.02);
    assert!((price.purchase.unwrap().get() / purchase - 1.0).abs() < 1e-9);
    let resale = purchase * 0.1;
    let annuity = 0.08 / (1.0 - 1.08_f64.powi(-4));
    let capital = (purchase - resale) * annuity + resale * 0.08;
    let kilowatts = 0.7 * 1.82;
    let colocation = kilowatts * 184.06 * 12.0;
    let energy = kilowatts * 0.7 * 1.3 * 8760.0 * 0.08;
    let people = 150_000.0 / 256.0;
    let year = capital + colocation + energy + people + server * 0.03;
    let hour = year / 8760.0;
    assert!(
        (price.per_accelerator.get() / hour - 1.0).abs() < 1e-6,
        "{hour}"
    );
}

/// Who buys pays no seller of hours: sellers, how hours are paid, and a price of one's own by the
/// hour leave the answer as it is.
#[test]
fn what_is_bought_knows_no_seller() {
    let bought = Case::of(Question::default()).bought();
    let mut other = bought.question.clone();
    other.fleet.providers = vec!["aws".to_owned()];
    other.fleet.basis = PriceBasis::Reserved3y;
    other.fleet.by_accelerator = true;
    let own = ("nvidia-h100-sxm-80gb".to_owned(), UsdPerHour::new(0.1));
    other.fleet.own_prices.extend([own]);
    let other = Case::of(other);
    assert_eq!(other.offers, bought.offers);
    assert_eq!(other.report, bought.report);
}

/// Hardware that is bought is paid over the life that the catalogue takes for it.
#[test]
fn a_purchase_is_kept_for_its_life() {
    let mut fleet = Fleet::default();
    assert_eq!(commitment(&fleet), 1);
    fleet.bought = true;
    let mut defaults = catalog::money::defaults().iter();
    let life = defaults
        .find(|preset| preset.input == Input::Years)
        .unwrap();
    assert!((f64::from(commitment(&fleet)) - life.value * 12.0).abs() < 1e-9);
}

/// By hand: 60,000 once and 1,000 a month have cost as much as 3,500 a month after 24 months;
/// never within 23, nor where the months cost no less.
#[test]
fn months_until_it_is_even_by_hand() {
    use estimator::money::ways::Outlay;
    use estimator::quantity::Usd;
    let outlay = |way, once, monthly| Outlay {
        way,
        once: Usd::new(once),
        monthly: Usd::new(monthly),
        net: Usd::ZERO,
        bought: 0,
    };
    let own = outlay(Way::Owned, 60_000.0, 1_000.0);
    let rent = outlay(Way::Rented(PriceBasis::OnDemand), 0.0, 3_500.0);
    assert_eq!(own.even_with(&rent, 36), Some(24.0));
    assert_eq!(own.even_with(&rent, 23), None);
    assert_eq!(own.even_with(&outlay(rent.way, 0.0, 900.0), 36), None);
    assert_eq!(rent.even_with(&own, 36), None);
}
