//! Money: the worked example, inverses, and laws.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test that cannot go on fails"
)]

use estimator::choice::PriceBasis;
use estimator::money::curve::Curve;
use estimator::money::error::Field;
use estimator::money::horizon::Way;
use estimator::money::load::Point;
use estimator::money::question::Question as Asked;
use estimator::money::run::run;
use estimator::money::tornado::Lever;
use estimator::money::units::training;
use estimator::money::{
    Component, Hardware, Input, Outcome, Ownership, Report, Terms, Values, api, choice, report,
    score,
};
use estimator::offer::{Offer, Price};
use estimator::quantity::{Seconds, TokensPerSecond, Usd, UsdPerHour, Watts};
use estimator::rental::HOURS_PER_MONTH;
use estimator::serving::finding::Finding;
use estimator::serving::plan::{Following, Replicas, WeekPlan, week};
use estimator::serving::question::{Day, Question, Traffic};
use estimator::serving::report::Sizing;
use estimator::serving::scenario::Scenario;
use estimator::serving::search::search;
use proptest::prelude::*;

/// The example of the issue: 8 H100 for 300,000 dollars, four years, a tenth left, 184
/// dollars per kW and month on 10.2 kW, 0.08 dollars a kWh at 70 % load and PUE 1.3.
fn worked() -> Values {
    let mut values = Values::default();
    for (input, value) in [
        (Input::Accelerator, 37_500.0),
        (Input::Chassis, 1.0),
        (Input::Network, 0.0),
        (Input::Storage, 0.0),
        (Input::Rack, 0.0),
        (Input::Cooling, 0.0),
        (Input::Spares, 0.0),
        (Input::Residual, 0.1),
        (Input::Years, 4.0),
        (Input::Capital, 0.0),
        (Input::Node, 10.2),
        (Input::LoadDraw, 0.7),
        (Input::IdleDraw, 0.2),
        (Input::Colocation, 184.0),
        (Input::Electricity, 0.08),
        (Input::Pue, 1.3),
        (Input::Salary, 0.0),
        (Input::PerPerson, 1.0),
        (Input::Licence, 0.0),
        (Input::Support, 0.0),
    ] {
        values.set(input, Some(value));
    }
    values
}

const NODE: Hardware = Hardware {
    nodes: 1,
    accelerators: 8,
    used: 8,
};

fn owner(values: &Values) -> Ownership {
    Ownership::of(values, 8, Some(Watts::new(700.0))).unwrap()
}

fn near(one: f64, other: f64, relative: f64) {
    assert!((one / other - 1.0).abs() <= relative, "{one} {other}");
}

/// 0.963 + 0.321 + 0.093 = 1.38 dollars per GPU-hour at all times; at half of the time twice as
/// much, less the power that idling does not draw: (0.2 + 0.7)/2 instead of 0.7.
#[test]
fn eight_h100_by_hand() {
    let owner = owner(&worked());
    let always = owner.expense(NODE, 1.0);
    near(owner.purchase(NODE).get(), 300_000.0, 1e-12);
    let parts = [
        (Component::Servers, 270_000.0 / 4.0, 0.963),
        (Component::Colocation, 184.0 * 10.2 * 12.0, 0.321),
        (Component::Energy, 10.2 * 0.7 * 1.3 * 8760.0 * 0.08, 0.093),
    ];
    for (component, per_year, per_hour) in parts {
        near(always.part(component).get(), per_year, 1e-12);
        let hourly = always.part_per_hour(component).get();
        assert!((hourly - per_hour).abs() < 5e-4, "{component:?} {hourly}");
    }
    let sum = always.per_hour().get();
    assert!((sum - 1.38).abs() < 5e-3, "{sum}");
    let all: f64 = Component::ALL
        .iter()
        .map(|one| always.part(*one).get())
        .sum();
    near(always.per_year().get(), all, 1e-12);
    let half = owner.expense(NODE, 0.5);
    let energy = always.part(Component::Energy).get();
    let saved = energy * (1.0 - 0.45 / 0.7);
    near(
        half.per_year().get(),
        always.per_year().get() - saved,
        1e-12,
    );
    near(
        half.per_hour().get(),
        half.per_year().get() / (4.0 * 8760.0),
        1e-12,
    );
}

/// With a cost of capital, the yearly payment has the present value of the purchase less that of
/// the residual value.
#[test]
fn capital_pays_the_purchase_back() {
    let values = worked().with(Input::Capital, 0.08);
    let owner = owner(&values);
    let expense = owner.expense(NODE, 1.0);
    let yearly = expense.part(Component::Servers) + expense.part(Component::Capital);
    let discounted: f64 = (1..=4).map(|year| yearly.get() / 1.08_f64.powi(year)).sum();
    let left = 30_000.0 / 1.08_f64.powi(4);
    near(discounted, 300_000.0 - left, 1e-12);
}

/// The catalogue's defaults come within a quarter of `SemiAnalysis`' cost of ownership at
/// specialised clouds (1.69, 1.74, 2.34, 1.40 dollars per GPU-hour;
/// InferenceX-app, 2026-04-03).
#[test]
fn defaults_agree_with_published_costs() {
    for (id, published) in [
        ("nvidia-h100-sxm-80gb", 1.69),
        ("nvidia-h200-sxm-141gb", 1.74),
        ("nvidia-b200-sxm", 2.34),
        ("amd-mi300x", 1.40),
    ] {
        let mut values = Values::default();
        for preset in catalog::money::defaults() {
            values.set(preset.input, Some(preset.value));
        }
        let price = catalog::money::purchase(id).unwrap();
        values.set(Input::Accelerator, Some(f64::from(price.usd)));
        let board = rightsize_tests::accelerator(id).power;
        let owner = Ownership::of(&values, 8, board).unwrap();
        near(owner.expense(NODE, 1.0).per_hour().get(), published, 0.25);
    }
}

/// A serving answer, its best sizing, and the terms of a question about money.
struct Answer {
    scenario: Scenario,
    offer: Offer,
    sizing: Sizing,
    question: Question,
}

fn answer(question: Question) -> Answer {
    let (scenario, offers) = catalog::resolve(&question).unwrap();
    let report = search(&scenario, &offers);
    let best = report.recommended().unwrap();
    Answer {
        offer: offers[best.offer].clone(),
        sizing: best.best.clone().unwrap(),
        scenario,
        question,
    }
}

impl Answer {
    fn terms(&self, asked: &Asked) -> Terms {
        let growth = &self.question.growth;
        let lot = estimator::rental::Lot::of(&self.scenario, &self.offer, &self.sizing);
        catalog::resolve_money(asked, &self.question, growth, &self.offer, lot).unwrap()
    }

    fn report(&self, asked: &Asked) -> Report {
        self.under(&self.terms(asked))
    }

    fn under(&self, terms: &Terms) -> Report {
        report(&self.scenario, &self.offer, &self.sizing, terms)
    }
}

fn h100(change: impl FnOnce(&mut Question)) -> Answer {
    let mut question = Question::default();
    question.fleet.accelerators = vec!["nvidia-h100-sxm-80gb".to_owned()];
    change(&mut question);
    answer(question)
}

/// A day whose busiest half asks five times as much as the other half.
fn office(question: &mut Question) {
    let mut day = [20; 24];
    day[6..18].fill(100);
    question.traffic = Traffic::Rate(60.0);
    question.growth.day = Day::Drawn(day);
}

fn asked(inputs: &[(Input, f64)]) -> Asked {
    let mut asked = Asked::default();
    for (input, value) in inputs {
        asked.typed.set(*input, Some(*value));
    }
    asked
}

/// An answer of fewer accelerators than an instance has says the cost of the whole one; one that
/// fills its instances has nothing to say of that.
#[test]
fn what_is_sold_whole_is_said_beside_an_answer() {
    let said = |count: u32| {
        let (scenario, mut offers) = catalog::resolve(&Question::default()).unwrap();
        offers.retain(|offer| offer.accelerator.id == "nvidia-b200-sxm");
        offers[0].instances = vec![Price {
            instance_accelerators: count,
            ..offers[0].price.clone().unwrap()
        }];
        let report = search(&scenario, &offers);
        let sizing = report.recommended().unwrap().best.as_ref().unwrap();
        let used = sizing.replicas * sizing.estimate.placement.accelerators();
        let price = offers[0].price.as_ref().unwrap().per_accelerator.get();
        let paid = sizing.cost.unwrap().per_hour.get() / price;
        let sold = report.findings.iter().find_map(|finding| match finding {
            Finding::SoldWhole { instance, stranded } => Some((*instance, *stranded)),
            _ => None,
        });
        (used, sold, paid)
    };
    let (used, sold, paid) = said(8);
    assert!(used < 8);
    let (instance, stranded) = sold.unwrap();
    assert_eq!((instance, stranded), (8, 8 - used));
    near(paid, 8.0, 1e-12);
    assert_eq!(said(1).1, None);
    assert_eq!(said(used).1, None);
}

/// Price over throughput and back, of whole instances; both kinds of tokens carry the whole
/// bill, and the blended price is that over their sum; full load costs no more per token.
#[test]
fn prices_of_tokens_invert_throughput() {
    for change in [
        |_: &mut Question| {},
        office,
        |question: &mut Question| {
            question.traffic = Traffic::Users(300.0);
        },
    ] {
        let answer = h100(change);
        let report = answer.report(&Asked::default());
        let used = answer.sizing.cost.unwrap();
        let cost = used.bill;
        let whole = cost.per_hour / used.per_hour;
        let units = report.rented.unwrap();
        assert_eq!(units.per_hour, cost.per_hour);
        assert_eq!(units.per_month, cost.per_month);
        near(units.per_year.get(), 8760.0 * cost.per_hour.get(), 1e-12);
        let speed = answer.sizing.estimate.performance.as_ref().unwrap();
        let working = answer.sizing.replicas - answer.sizing.spare_replicas;
        let output = speed.output.get() * f64::from(working);
        near(
            units.demanded.output.get(),
            used.per_million_output.get() * whole,
            1e-12,
        );
        near(
            units.demanded.input.get(),
            used.per_million_input.get() * whole,
            1e-12,
        );
        near(
            units.demanded.output.get() * output * 3600.0 / 1e6,
            cost.per_hour.get(),
            1e-12,
        );
        near(
            1.0 / units.demanded.blended.get(),
            1.0 / units.demanded.input.get() + 1.0 / units.demanded.output.get(),
            1e-12,
        );
        near(units.per_dollar * whole, used.tokens_per_dollar, 1e-9);
        assert!(units.full.output.get() <= units.demanded.output.get());
        near(units.full.output.get() * units.per_dollar, 1e6, 1e-9);
        let tokens = answer.scenario.workload.input_tokens;
        near(
            units.per_request.get(),
            units.demanded.input.get() * tokens / 1e6,
            1e-12,
        );
        assert!((0.0..=1.0).contains(&units.utilization));
        assert!(units.floor.get() <= units.per_month.get());
        let users = matches!(answer.question.traffic, Traffic::Users(_));
        // Those who wait at once are nobody who shares the bill.
        assert_eq!(units.per_user_at_once.is_some(), users);
        assert_eq!(units.per_user, None);
    }
}

/// A month of the week's demand costs the same against an API, over the years, and on the
/// page of the demand; and so does one that is owned, also where replicas work beyond those
/// that the load needs.
#[test]
fn a_month_of_the_week_is_one_month() {
    let mut beyond = 0;
    for rate in (1..60).map(f64::from) {
        let answer = h100(|question| {
            office(question);
            question.traffic = Traffic::Rate(rate);
        });
        beyond += answer.sizing.extra_replicas;
        let prices = [(Input::ApiInput, 1.0), (Input::ApiOutput, 5.0)];
        let report = answer.report(&asked(&prices));
        let contests = report.api.unwrap().contests;
        let rented = report.horizon.course(contests[0].way).unwrap();
        near(
            contests[0].per_month.get(),
            rented.curve.monthly.get(),
            1e-12,
        );
        let ways = &report.demand.ways;
        let asked_for = ways.iter().find(|way| way.follows).unwrap();
        near(
            contests[0].per_month.get(),
            asked_for.per_month.unwrap().get(),
            1e-12,
        );
        let owned = report.owned_units.unwrap();
        assert_eq!(contests[1].way, Way::Owned);
        near(contests[1].per_month.get(), owned.per_month.get(), 1e-12);
    }
    assert!(beyond > 0);
}

/// At work half of the time, the load is there half of the time and nobody comes in the other:
/// rent, requests and the API halve, a request costs as much as before, and what is owned costs
/// the same but for its energy, also where all replicas share one instance.
#[test]
fn at_work_is_the_time_that_the_load_is_there() {
    let answer = h100(|question| {
        question.limits.max_per_replica = 2;
        question.traffic = Traffic::Rate(30.0);
    });
    let under = |share: f64| {
        let mut terms = answer.terms(&asked(&[
            (Input::ApiInput, 1.0),
            (Input::ApiOutput, 5.0),
            (Input::Utilization, share),
        ]));
        let price = &mut terms.rents[0].price;
        (price.instance_accelerators, price.by_accelerator) = (8, false);
        answer.under(&terms)
    };
    let all = under(1.0);
    assert!(answer.sizing.replicas > 1, "replicas share an instance");
    let of = |report: &Report| {
        let api = report.api.clone().unwrap();
        let followed = report.demand.ways.iter().find(|way| way.follows);
        let rented = api.contests[0];
        let followed = followed.unwrap().per_month.unwrap();
        near(followed.get(), rented.per_month.get(), 1e-9);
        (rented, api)
    };
    let (rented, api) = of(&all);
    let owner = all.owned.as_ref().unwrap();
    let yearly = |busy: f64| {
        owner
            .ownership
            .expense(owner.hardware, busy)
            .per_year()
            .get()
    };
    let gained = 12.0 * rented.per_month.get() - (yearly(1.0) - yearly(0.0));
    for share in [0.1, 0.2, 0.25, 0.5] {
        let report = under(share);
        let (now, line) = of(&report);
        near(now.per_month.get(), rented.per_month.get() * share, 1e-9);
        near(now.per_request.get(), rented.per_request.get(), 1e-9);
        near(line.per_month.get(), api.per_month.get() * share, 1e-9);
        near(line.net.get(), api.net.get() * share, 1e-9);
        near(
            report.owned.unwrap().expected.per_year().get(),
            yearly(share),
            1e-9,
        );
        let even = report.horizon.break_even[0].utilization.unwrap();
        near(even, yearly(0.0) / gained, 1e-6);
        // Capital does not shrink with use: all owned is all owned.
        let split = report.horizon.split.unwrap();
        if split.rented == 0 {
            near(split.per_month.get(), yearly(share) / 12.0, 1e-9);
        }
    }
}

/// Accelerators of a node that no replica uses are bought and draw idle power, on the owner's
/// bill and on the card of energy alike.
#[test]
fn unneeded_boards_draw_idle_power() {
    let mut question = Question::default();
    question.fleet.accelerators = vec!["nvidia-b200-sxm".to_owned()];
    let report = answer(question).report(&Asked::default());
    let owned = report.owned.unwrap();
    let (all, used) = (owned.hardware.accelerators, owned.hardware.used);
    assert!(used < all, "{used} of {all}");
    let power = owned.ownership.power;
    let drawn = power.at_the_meter(report.utilization) * f64::from(used)
        + power.at_the_meter(0.0) * f64::from(all - used);
    let energy = report.energy.unwrap();
    near(energy.drawn.get(), drawn.get(), 1e-12);
    let price = owned.ownership.electricity.get();
    let paid = owned.expected.part(Component::Energy).get();
    near(paid, energy.per_year.get() * price, 1e-9);
}

/// Users that are told share the month's bill.
#[test]
fn users_share_the_bill() {
    let report = h100(office).report(&asked(&[(Input::Users, 2000.0)]));
    let units = report.rented.unwrap();
    near(
        units.per_user.unwrap().get() * 2000.0,
        units.per_month.get(),
        1e-12,
    );
    assert_eq!(units.per_user_at_once, None);
}

/// Where owning breaks even in time, both have paid the same; where it does in
/// utilisation, both cost the same a year.
#[test]
fn break_even_solves_both_curves() {
    let answer = h100(|question| question.traffic = Traffic::Rate(40.0));
    let report = answer.report(&asked(&[(Input::Horizon, 5.0)]));
    let owned = report.horizon.course(Way::Owned).unwrap();
    let (mut months, mut shares) = (0, 0);
    for even in &report.horizon.break_even {
        let rented = report.horizon.course(Way::Rented(even.basis)).unwrap();
        if let Some(month) = even.month {
            months += 1;
            near(
                owned.curve.paid(month).get(),
                rented.curve.paid(month).get(),
                1e-9,
            );
        }
        let Some(share) = even.utilization.filter(|share| *share <= 1.0) else {
            continue;
        };
        shares += 1;
        let at = answer.report(&asked(&[(Input::Utilization, share)]));
        let rented = at.horizon.course(Way::Rented(even.basis)).unwrap();
        let yearly = at.owned.unwrap().expected.per_year();
        near(yearly.get(), 12.0 * rented.curve.monthly.get(), 1e-9);
    }
    assert!(months > 0 && shares > 0, "{:?}", report.horizon.break_even);
}

/// Over whole lives, payments less the residual value are the cost of owning a year.
#[test]
fn the_curve_comes_to_the_cost_of_owning() {
    let report = h100(office).report(&asked(&[(Input::Years, 2.5), (Input::Horizon, 5.0)]));
    let owned = report.horizon.course(Way::Owned).unwrap();
    assert_eq!(owned.paid.len(), 61);
    let expense = report.owned.unwrap().expected;
    near(owned.net().get(), 5.0 * expense.per_year().get(), 1e-9);
    for way in &report.horizon.courses {
        assert!(way.paid.is_sorted_by(|one, other| one.get() <= other.get()));
    }
}

/// No number of owned replicas is cheaper than the split, tried one by one, over days of
/// two levels and of many, instances of one, six and eight accelerators, and prices from too
/// cheap to own anything to dear enough to own all.
#[test]
fn no_split_is_cheaper() {
    let (mut inside, mut largest) = (0, 0);
    for (rate, dearest) in [(5.0, 8.0), (60.0, 4.0), (300.0, 3.0)] {
        for step in 1..=12 {
            let price = dearest * f64::from(step) / 12.0;
            let answer = h100(|question| {
                office(question);
                // Four replicas a node.
                question.limits.max_per_replica = 2;
                if step % 3 == 0 {
                    let many = |hour| u8::try_from(7 + hour * hour % 93).unwrap();
                    question.growth.day = Day::Drawn(std::array::from_fn(many));
                }
                question.traffic = Traffic::Rate(rate);
                question.fleet.own_prices =
                    [("nvidia-h100-sxm-80gb".to_owned(), UsdPerHour::new(price))].into();
            });
            let mut terms = answer.terms(&Asked::default());
            let instance = match step % 3 {
                0 => 8,
                1 => 1,
                _ => 6,
            };
            let price_of = &mut terms.rents[0].price;
            (price_of.instance_accelerators, price_of.by_accelerator) = (instance, false);
            let both = answer.under(&terms).horizon;
            let split = both.split.unwrap();
            let kind = Replicas::of(&answer.scenario, &answer.offer, &answer.sizing);
            let week = week_of(&answer, &terms, &kind);
            let owner = owner_of(&answer, &terms);
            largest = largest.max(instance / kind.each);
            let rent = price * HOURS_PER_MONTH / 168.0;
            let cost = |owned: u32| {
                let levels = week.levels.iter();
                let (mut carried, mut rented) = (0.0, 0.0);
                for level in levels {
                    let own = owned.min(level.replicas);
                    carried += level.hours * f64::from(own);
                    let instances = ((level.replicas - own) * kind.each).div_ceil(instance);
                    rented += level.hours * f64::from(instances * instance);
                }
                let busy = carried / (168.0 * f64::from(owned.max(1)));
                let own = owner.expense(whole_nodes(&kind, owned), busy).per_year();
                own.get() / 12.0 + rent * rented
            };
            let all: Vec<f64> = (0..=week.replicas).map(cost).collect();
            let least = all.iter().copied().fold(f64::INFINITY, f64::min);
            near(split.per_month.get(), least, 1e-9);
            // A split all owned or all rented stands there already.
            let is_split = split.owned > 0 && split.rented > 0;
            assert_eq!(both.course(Way::Both).is_some(), is_split);
            near(all[split.owned as usize], least, 1e-9);
            assert_eq!(split.owned + split.rented, week.replicas);
            let owned = f64::from(split.owned);
            let level = week
                .hours
                .iter()
                .any(|hour| (hour.paid - owned).abs() < 1e-9);
            inside += usize::from(!level && split.owned > 0);
        }
    }
    assert!(
        inside > 0,
        "some split fills a node between two levels of the week"
    );
    assert!(largest > 1, "instances hold several replicas");
}

/// The week that an answer's money is reckoned with.
fn week_of(answer: &Answer, terms: &Terms, kind: &Replicas) -> WeekPlan {
    let Answer {
        scenario,
        offer,
        sizing,
        ..
    } = answer;
    let (scaling, basis) = (terms.scaling, PriceBasis::OnDemand);
    let following = Following::of(scenario, offer, sizing, scaling, basis);
    week(kind, terms.week, &following)
}

/// The hardware of so many replicas where they are owned: every accelerator of their nodes.
fn whole_nodes(kind: &Replicas, owned: u32) -> Hardware {
    let (nodes, stranded) = kind.nodes(owned.max(1));
    Hardware {
        nodes: if owned > 0 { nodes } else { 0 },
        accelerators: if owned > 0 {
            owned * kind.each + stranded
        } else {
            0
        },
        used: owned * kind.each,
    }
}

fn owner_of(answer: &Answer, terms: &Terms) -> Ownership {
    let node = answer.scenario.limits.node(&answer.offer.accelerator);
    Ownership::of(&terms.values, node, answer.offer.accelerator.power).unwrap()
}

/// 2,000 tokens in, a quarter of them cached, 300 out, at 0.75, 0.075 and 4.50 dollars a
/// million: 0.0015 * 0.75 + 0.0005 * 0.075 + 0.0003 * 4.5 = 0.0025125 dollars.
#[test]
fn a_request_to_an_api_by_hand() {
    let values = Values::default()
        .with(Input::ApiInput, 0.75)
        .with(Input::ApiCached, 0.075)
        .with(Input::ApiOutput, 4.5);
    let cost = api::per_request(&values, 2000.0, 0.25, 300.0).unwrap();
    near(cost.get(), 0.002_512_5, 1e-12);
}

/// A stair of bills by load against an API's line, sampled far more finely than its steps:
/// below `first` it stands above the line, above `good` never, and just below `good` it
/// does, unless the two are one.
fn solves(stair: &dyn Fn(f64) -> f64, line: f64, first: f64, good: f64) {
    assert!(first <= good * (1.0 + 1e-12), "{first} {good}");
    let above = |load: f64| stair(load) > line * load * (1.0 + 1e-9);
    for step in 1..4000 {
        let part = f64::from(step) / 4000.0;
        assert!(above(first * 0.9999 * part), "{part} of {first}");
        let beyond = good * (1.0001 + 20.0 * part);
        assert!(!above(beyond), "{beyond} beyond {good}");
    }
    assert!(!above(first * (1.0 + 1e-9)), "{first}");
    if good > first * 1.001 {
        // The step that is lost may be as narrow as the next one's beginning allows.
        let lost = (2..8).any(|digits| above(good * (1.0 - 0.1_f64.powi(digits))));
        assert!(lost, "{first} {good}");
    }
}

/// The loads at which serving oneself wins, rented and owned, with and without spares, at
/// prices of an API from just above a full fleet's cost to three times that.
#[test]
fn the_winning_load_solves_line_and_stair() {
    let (mut solved, mut apart) = (0, 0);
    for spares in [0, 2] {
        let answer = h100(|question| {
            question.traffic = Traffic::Rate(40.0);
            question.limits.spare_replicas = spares;
        });
        let kind = Replicas::of(&answer.scenario, &answer.offer, &answer.sizing);
        for output in [0.9, 1.0, 1.1, 1.25, 1.4, 2.0, 4.0] {
            let prices = [
                (Input::ApiInput, 0.1),
                (Input::ApiCached, 0.1),
                (Input::ApiOutput, output),
            ];
            let report = answer.report(&asked(&prices));
            let against = report.api.unwrap();
            let line = against.per_month.get();
            let today = line / against.per_request.get() / (3600.0 * HOURS_PER_MONTH);
            let owner = report.owned.unwrap().ownership;
            let price = answer.sizing.price(&answer.offer).unwrap();
            let month = price.per_accelerator.get() * HOURS_PER_MONTH;
            for contest in &against.contests {
                let stair = |load: f64| match contest.way {
                    Way::Owned => {
                        let hardware = whole_nodes(&kind, kind.at(load));
                        owner.expense(hardware, 1.0).per_year().get() / 12.0
                    }
                    _ => month * f64::from(kind.sold(kind.at(load))),
                };
                near(contest.per_month.get(), stair(1.0), 1e-9);
                let (Some(first), Some(good)) = (contest.wins_from, contest.wins_for_good) else {
                    continue;
                };
                let place = |found: api::Break| found.requests.get() / today;
                solves(&stair, line, place(first), place(good));
                assert_eq!(kind.at(place(first)), first.replicas);
                solved += 1;
                apart += usize::from(place(good) > place(first) * 1.5);
            }
        }
    }
    assert!(solved > 8 && apart > 2, "{solved} {apart}");
}

/// An API that asks a hair more than a full fleet costs: every replica wins once it is full
/// and loses to the next, ten thousand times over, so it is beaten and never for good.
#[test]
fn a_hair_is_not_for_good() {
    let answer = h100(|question| question.traffic = Traffic::Rate(40.0));
    let kind = Replicas::of(&answer.scenario, &answer.offer, &answer.sizing);
    let rented = answer.report(&Asked::default()).rented.unwrap();
    let each = rented.per_month.get() / f64::from(answer.sizing.replicas);
    let monthly = rented.per_month.get() / rented.per_request.get();
    let request = each * kind.needed * (1.0 + 1e-5) / monthly;
    let output = request * 1e6 / answer.scenario.workload.output_tokens;
    let prices = [(Input::ApiInput, 0.0), (Input::ApiOutput, output)];
    let against = answer.report(&asked(&prices)).api.unwrap();
    near(against.per_request.get(), request, 1e-9);
    let contest = against.contests[0];
    assert!(contest.wins_from.is_some() && contest.wins_for_good.is_none());
}

/// At today's load a million tokens costs as much as the units say; the price falls while the
/// replicas stay, and the API asks the same at every load.
#[test]
fn the_price_of_tokens_follows_the_load() {
    let answer = h100(office);
    let report = answer.report(&asked(&[(Input::ApiInput, 0.6), (Input::ApiOutput, 2.0)]));
    let today = report.at_demand().unwrap();
    near(today.load, 1.0, 1e-12);
    assert_eq!(today.replicas, answer.sizing.replicas);
    let units = report.owned_units.unwrap();
    // The units' price is that of the busiest hour, the points' that of the day's mean.
    let mean = units.utilization * (units.demanded.blended / units.full.blended);
    assert!(mean < 0.7, "{mean}");
    near(
        today.owned.unwrap().get() * mean,
        units.demanded.blended.get(),
        1e-9,
    );
    for pair in report.loads.windows(2) {
        assert_eq!(pair[0].api, pair[1].api);
        assert!(pair[0].replicas <= pair[1].replicas);
        if pair[0].replicas == pair[1].replicas {
            for cost in [|point: &Point| point.rented, |point: &Point| point.owned] {
                assert!(cost(&pair[0]) > cost(&pair[1]));
            }
        }
    }
}

/// A step of the price stands upright: where a replica begins, the price without it and with it
/// are told at one load, and the latter is no less.
#[test]
fn a_further_replica_lifts_the_price_at_one_load() {
    let report = h100(office).report(&Asked::default());
    let steps = report.loads.windows(2);
    let steps = steps.filter(|pair| pair[0].replicas < pair[1].replicas && pair[1].replicas <= 8);
    let mut found = 0;
    for pair in steps {
        near(pair[0].load, pair[1].load, 1e-9);
        assert_eq!(pair[0].replicas + 1, pair[1].replicas);
        assert!(pair[0].owned.unwrap() <= pair[1].owned.unwrap());
        found += 1;
    }
    assert!(found > 3, "{found}");
}

/// The accelerator that was asked for where it keeps the demands, the recommended one
/// elsewhere, and none where nothing does.
#[test]
fn money_is_of_what_keeps_the_demands() {
    let chosen_of = |question: &Question, wanted: Option<&str>| {
        let (scenario, offers) = catalog::resolve(question).unwrap();
        let report = search(&scenario, &offers);
        let index = choice::chosen(&report, &offers, wanted)?;
        let candidate = &report.candidates[index];
        assert!(candidate.meets());
        let id = offers[candidate.offer].accelerator.id.clone();
        Some((report.best == Some(index), id))
    };
    let mut question = Question::default();
    let h100 = "nvidia-h100-sxm-80gb";
    let (best, _) = chosen_of(&question, None).unwrap();
    assert!(best);
    assert_eq!(chosen_of(&question, Some(h100)).unwrap().1, h100);
    let (best, _) = chosen_of(&question, Some("nvidia-t4-16gb")).unwrap();
    assert!(best);
    question.sla.tpot = Some(Seconds::millis(0.1));
    assert_eq!(chosen_of(&question, Some(h100)), None);
}

/// The next best is looked for among all that stands on the page: owning, every basis to rent on,
/// both, and the API. Recommended is the cheapest way on the terms asked for; an API costs a month
/// as often as there are months, and as the load grows.
#[test]
fn the_next_best_is_of_every_way() {
    let answer = h100(office);
    let mut dearer = 0;
    for (input, output) in [(1e-4, 1e-4), (0.6, 2.0), (1e4, 1e4)] {
        let report = answer.report(&asked(&[
            (Input::ApiInput, input),
            (Input::ApiOutput, output),
        ]));
        let ways = report.ways();
        assert!(ways.iter().map(|(_, net)| net.get()).is_sorted());
        let api = report.api.as_ref().unwrap();
        near(api.net.get(), 36.0 * api.per_month.get(), 1e-9);
        // As a way over the months: nothing on the first day, a month's bill by each end.
        assert_eq!(api.paid.len(), 37);
        for (month, paid) in (0_u32..).zip(&api.paid) {
            let wanted = f64::from(month) * api.per_month.get();
            assert!((paid.get() - wanted).abs() <= 1e-9 * api.net.get());
        }
        let mut wanted = vec![(Way::Api, api.net)];
        wanted.extend(
            report
                .horizon
                .courses
                .iter()
                .map(|way| (way.way, way.net())),
        );
        assert_eq!(ways.len(), wanted.len());
        assert!(wanted.iter().all(|way| ways.contains(way)));
        for rent in &report.rents {
            assert!(ways.iter().any(|(way, _)| *way == Way::Rented(rent.basis)));
        }
        let (best, next) = (report.best().unwrap(), report.next_best());
        // What is rented is asked for, whatever owning comes to.
        assert_eq!(report.asked, Way::Rented(PriceBasis::OnDemand));
        let mut asked = ways.iter().filter(|(way, _)| *way == report.asked);
        assert_eq!(asked.next(), Some(&best));
        assert_eq!(next, ways.iter().find(|(way, _)| *way != best.0).copied());
        dearer += usize::from(next.is_some_and(|(_, net)| net.get() > best.1.get()));
    }
    assert!(dearer < 3, "a way on other terms may come to less");
    let grown = h100(|question| {
        office(question);
        question.growth.per_year = 1.0;
    });
    let prices = asked(&[(Input::ApiInput, 0.6), (Input::ApiOutput, 2.0)]);
    let (steady, grown) = (answer.report(&prices), grown.report(&prices));
    let (steady, grown) = (steady.api.unwrap(), grown.api.unwrap());
    assert_eq!(steady.per_month, grown.per_month);
    // Doubling each year: the largest loads of 36 months are 2^(month / 12).
    let times: f64 = (1..=36)
        .map(|month| 2_f64.powf(f64::from(month) / 12.0))
        .sum();
    near(grown.net.get(), times * steady.per_month.get(), 1e-9);
}

/// What is there already is used: nothing is paid for it on the first day, nor got back for it in the
/// end, and it runs at the same cost; of what is missing all is bought. What is bought is owned.
#[test]
fn what_is_there_is_not_bought() {
    let rented = h100(|question| question.traffic = Traffic::Rate(40.0));
    let all = rented.report(&asked(&[]));
    let all = all.owned.unwrap();
    let (count, price) = (all.hardware.accelerators, all.purchase.get());
    assert!(count > 4, "{count}");
    for there in [count / 2, count, 2 * count] {
        let owning = h100(|question| {
            question.traffic = Traffic::Rate(40.0);
            question.limits.owned = Some(there);
        });
        let report = owning.report(&asked(&[]));
        assert_eq!(report.asked, Way::Owned);
        assert_eq!(report.best().unwrap().0, Way::Owned);
        let owned = report.owned.unwrap();
        assert_eq!(owned.hardware, all.hardware);
        let missing = f64::from(count.saturating_sub(there)) / f64::from(count);
        let resale = missing * all.resale.get();
        near(1.0 + owned.purchase.get(), 1.0 + missing * price, 1e-9);
        near(1.0 + owned.resale.get(), 1.0 + resale, 1e-9);
        for running in [Component::Energy, Component::Staff, Component::Colocation] {
            let (own, whole) = (owned.always.part(running), all.always.part(running));
            near(own.get(), whole.get(), 1e-12);
        }
    }
    let bought = h100(|question| question.fleet.bought = true);
    let report = bought.report(&asked(&[]));
    assert_eq!(
        (report.asked, report.best().unwrap().0),
        (Way::Owned, Way::Owned)
    );
}

/// An API that asks less than a full fleet costs is never beaten.
#[test]
fn a_cheap_api_is_never_beaten() {
    let answer = h100(|question| question.traffic = Traffic::Rate(40.0));
    let report = answer.report(&asked(&[(Input::ApiInput, 1e-4), (Input::ApiOutput, 1e-4)]));
    for contest in report.api.unwrap().contests {
        assert_eq!((contest.wins_from, contest.wins_for_good), (None, None));
    }
}

/// 8 boards of 700 W at an overhead of 1.82, 70 % of it under load, PUE 1.3: 9.27 kW at the
/// meter, 6,769 kWh a month, at 100 g each 677 kg.
#[test]
fn energy_by_hand() {
    let answer = h100(|_| ());
    let report = answer.report(&asked(&[(Input::Carbon, 100.0)]));
    let energy = report.energy.unwrap();
    let owned = report.owned.unwrap();
    let (used, all) = (owned.hardware.used, owned.hardware.accelerators);
    assert_eq!(used, answer.sizing.accelerators());
    let idle = report.values.get(Input::IdleDraw).unwrap();
    let boards = f64::from(used) * 0.7 + f64::from(all - used) * idle;
    let drawn = boards * 700.0 * 1.82 * 1.3;
    near(energy.drawn.get(), drawn, 1e-12);
    near(energy.per_month.get(), drawn * 0.73, 1e-12);
    near(energy.carbon_per_month.unwrap().get(), drawn * 0.073, 1e-12);
    near(
        energy.carbon_per_year.unwrap().get(),
        12.0 * drawn * 0.073,
        1e-12,
    );
    let tokens = answer
        .sizing
        .estimate
        .performance
        .as_ref()
        .unwrap()
        .output
        .get()
        * f64::from(answer.sizing.replicas)
        * 3600.0
        * 730.0;
    near(
        energy.per_million.unwrap().get() * tokens / 1e6,
        energy.per_month.get(),
        1e-9,
    );
    // The owner pays for the energy of the nodes that are bought.
    let paid = owned.expected.part(Component::Energy).get();
    near(paid, energy.per_year.get() * 0.08, 1e-9);
}

/// Each bar is the outcome with that input alone moved; the farthest stands first, and the
/// purchase price is among them.
#[test]
fn the_sensitivity_moves_one_input_at_a_time() {
    for outcome in [Outcome::OwnedHour, Outcome::Saving] {
        let answer = h100(|question| question.traffic = Traffic::Rate(40.0));
        let base = Asked {
            outcome,
            ..asked(&[(Input::Utilization, 0.6)])
        };
        let report = answer.report(&base);
        assert_eq!(report.tornado.len(), 5);
        assert!(
            report
                .tornado
                .is_sorted_by(|one, other| one.reach() >= other.reach())
        );
        let levers: Vec<Lever> = report.tornado.iter().map(|bar| bar.lever).collect();
        assert!(
            levers.contains(&Lever::Input(Input::Utilization)),
            "{levers:?}"
        );
        assert_eq!(
            levers.contains(&Lever::Rent),
            outcome == Outcome::Saving,
            "{levers:?}"
        );
        for bar in &report.tornado {
            let Lever::Input(input) = bar.lever else {
                continue;
            };
            let mut moved = base.clone();
            moved.typed.set(input, Some(bar.between.1));
            let again = answer.report(&moved);
            let at = match outcome {
                Outcome::OwnedHour => again.owned.unwrap().expected.per_hour().get(),
                Outcome::Saving => {
                    let basis = again.rents[0].basis;
                    let rented = again.horizon.course(Way::Rented(basis)).unwrap().net();
                    (rented - again.horizon.course(Way::Owned).unwrap().net()).get()
                }
            };
            near(at, bar.outcome.1, 1e-9);
        }
    }
}

/// A candidate that misses a demand has no score, of either kind, so it stands above nothing.
#[test]
fn no_score_without_the_demands() {
    let question = Question::default();
    let (scenario, offers) = catalog::resolve(&question).unwrap();
    let report = search(&scenario, &offers);
    let mut values = Values::default();
    for preset in catalog::money::defaults() {
        values.set(preset.input, Some(preset.value));
    }
    let watts = score::per_watt(&report, &offers, &values);
    let mut missing = 0;
    for (candidate, watt) in report.candidates.iter().zip(&watts) {
        for score in [candidate.score, *watt] {
            assert!(score.is_none() || candidate.meets());
            assert!(score.is_none_or(|score| (0.0..=100.0).contains(&score)));
        }
        missing += usize::from(!candidate.meets());
    }
    assert!(missing > 0 && missing < watts.len());
    let best = watts.iter().flatten().copied().fold(0.0, f64::max);
    near(best, 100.0, 1e-12);
}

/// A run's price, by the run and by the billion tokens.
#[test]
fn training_is_priced_by_run_and_token() {
    use estimator::training::search::search;
    let mut question = estimator::training::question::Question::default();
    question.fleet.accelerators = vec!["nvidia-h100-sxm-80gb".to_owned()];
    let (job, site, limits, offers) = catalog::resolve_training(&question, None).unwrap();
    let report = search(&job, &site, &limits, &question.fixed, &offers);
    let run = report.candidates[0].best.clone().unwrap();
    let units = training(&job, &run).unwrap();
    assert_eq!(Some(units.per_run), run.cost);
    near(
        units.per_billion_tokens.get() * job.tokens / 1e9,
        units.per_run.get(),
        1e-12,
    );
    near(units.per_dollar * units.per_run.get(), job.tokens, 1e-12);
}

/// By hand: 12 H100 for 100 hours, in nodes and instances of 8, are 16 for 1,600
/// accelerator-hours. Rented at 3 dollars, 4,800 dollars a run. Owned, two of the worked example's
/// nodes: their cost a year at 70 % at work over the hours they then work, for 1,600 of those.
/// From `idle / (4,800 - energy)` runs a year owning costs no more, and at just that many both
/// cost the same a year.
#[test]
fn a_run_rented_and_owned_by_hand() {
    let mut asked = Asked {
        run: Some("nvidia-h100-sxm-80gb".to_owned()),
        typed: worked().with(Input::Utilization, 0.7),
        ..Asked::default()
    };
    let Question {
        mut fleet, limits, ..
    } = Question::default();
    assert_eq!(catalog::resolve_run(&asked, &fleet, &limits), Ok(None));
    for (input, value) in [
        (Input::RunAccelerators, 12.0),
        (Input::RunHours, 100.0),
        (Input::RunTokens, 2.0),
    ] {
        asked.typed.set(input, Some(value));
    }
    fleet.own_prices = [("nvidia-h100-sxm-80gb".to_owned(), UsdPerHour::new(3.0))].into();
    let mut terms = catalog::resolve_run(&asked, &fleet, &limits)
        .unwrap()
        .unwrap();
    let sold = &mut terms.sold[0].prices[0];
    (sold.instance_accelerators, sold.by_accelerator) = (8, false);
    let report = run(&terms);
    let rented = &report.rented[0];
    near(rented.cost.per_run.get(), 4800.0, 1e-12);
    near(rented.cost.per_billion.unwrap().get(), 2400.0, 1e-12);
    let owner = owner(&asked.typed);
    let two = Hardware {
        nodes: 2,
        accelerators: 16,
        used: 12,
    };
    let hour = owner.expense(two, 0.7).per_year().get() / (16.0 * 8760.0 * 0.7);
    let owned = report.owned.unwrap();
    assert_eq!(owned.hardware, two);
    near(owned.per_hour.get(), hour, 1e-12);
    near(owned.cost.per_run.get(), 1600.0 * hour, 1e-12);
    let runs = rented.owning_from.unwrap();
    let busy = runs * 100.0 / 8760.0;
    near(
        owner.expense(two, busy).per_year().get(),
        runs * 4800.0,
        1e-9,
    );
    // 16 of 10.2 / 8 kW, 70 % of 12 of them drawn and the idle share of 4, PUE 1.3.
    let idle = asked.typed.get(Input::IdleDraw).unwrap();
    let energy = (12.0 * 0.7 + 4.0 * idle) * 10.2 / 8.0 * 1.3 * 100.0;
    near(report.energy.unwrap().get(), energy, 1e-12);
    // An accelerator that nobody knows is said at its field.
    asked.run = Some("none".to_owned());
    let errors = catalog::resolve_run(&asked, &fleet, &limits).unwrap_err();
    assert_eq!(errors[0].field, Field::Run);
}

/// By the hour renting follows the day, committed it does not, and a term that goes on is
/// owed; spares against interruptions left aside.
#[test]
fn committed_prices_do_not_follow_the_day() {
    let answer = h100(|question| {
        office(question);
        question.growth.scaling.interruptions = 0.0;
        // Whole instances follow in steps.
        question.fleet.by_accelerator = true;
    });
    let report = answer.report(&asked(&[(Input::Horizon, 2.0)]));
    assert!(report.utilization < 0.8, "{}", report.utilization);
    let accelerators = f64::from(answer.sizing.accelerators());
    let mut seen = 0;
    for rent in &report.rents {
        seen += 1;
        let course = report.horizon.course(Way::Rented(rent.basis)).unwrap();
        let all = rent.price.per_accelerator.get() * accelerators * HOURS_PER_MONTH;
        let hourly = matches!(rent.basis, PriceBasis::OnDemand | PriceBasis::Spot);
        let share = if hourly { report.utilization } else { 1.0 };
        near(course.curve.monthly.get(), all * share, 1e-12);
        let owed = if rent.basis == PriceBasis::Reserved3y {
            12.0
        } else {
            0.0
        };
        assert!((course.owed.get() - all * owed).abs() <= 1e-9 * all);
    }
    assert!(seen >= 3, "{seen}");
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    /// Dearer inputs never make owning cheaper, whatever the others are; a longer life and
    /// a larger residual never make it dearer.
    #[test]
    fn owning_is_monotone(
        start in proptest::collection::vec(0.0..1.0f64, Input::ALL.len()),
        utilization in 0.01..1.0f64,
        more in 1.0..3.0f64,
    ) {
        let mut values = Values::default();
        for (input, share) in Input::ALL.iter().zip(&start) {
            let (least, most) = input.bounds();
            // Over the bounds, but not all at their most.
            values.set(*input, Some(least + (most - least) * share.powi(4)));
        }
        values.set(Input::Node, None);
        let before = owner(&values).expense(NODE, utilization).per_year().get();
        prop_assert!(before.is_finite() && before >= 0.0);
        for (input, value) in values.known() {
            let (least, most) = input.bounds();
            let after = owner(&values.with(input, (value * more).clamp(least, most)));
            let after = after.expense(NODE, utilization).per_year().get();
            match input {
                Input::Residual | Input::Years | Input::PerPerson => {
                    prop_assert!(after <= before * (1.0 + 1e-9), "{:?}", input);
                }
                _ => prop_assert!(after >= before * (1.0 - 1e-9), "{:?}", input),
            }
        }
    }

    /// At a fixed fleet a higher load never costs less, and an hour that is used never
    /// costs more.
    #[test]
    fn cost_never_falls_with_the_load(low in 0.01..1.0f64, high in 0.01..1.0f64) {
        let (low, high) = if low < high { (low, high) } else { (high, low) };
        let owner = owner(&worked());
        let (idle, busy) = (owner.expense(NODE, low), owner.expense(NODE, high));
        prop_assert!(busy.per_year().get() >= idle.per_year().get());
        prop_assert!(busy.per_hour().get() <= idle.per_hour().get());
    }

    /// A token's price times the rate is the price of the hour, at every load.
    #[test]
    fn tokens_invert_exactly(price in 1e-3..1e5f64, rate in 1e-3..1e9f64) {
        let per_million = UsdPerHour::new(price).per_million(TokensPerSecond::new(rate));
        let back = per_million.get() * rate * 3600.0 / 1e6;
        prop_assert!((back / price - 1.0).abs() < 1e-12);
    }

    /// Where a curve meets renting, both have paid the same; before, owning has paid more;
    /// where they never meet, it has throughout.
    #[test]
    fn curves_meet_where_both_have_paid_the_same(
        bought in 1.0..1e7f64,
        left in 0.0..0.95f64,
        life in 6.0..180.0f64,
        own in 0.0..1e6f64,
        rent in 0.0..1e6f64,
        months in 12.0..60.0f64,
    ) {
        let curve = Curve {
            bought: Usd::new(bought),
            resale: Usd::new(bought * left),
            life,
            monthly: Usd::new(own),
        };
        let met = curve.meets(Usd::new(rent), months);
        if let Some(month) = met {
            let paid = curve.paid(month).get();
            prop_assert!((paid - rent * month).abs() <= 1e-9 * paid.max(1.0), "{}", month);
        }
        let end = met.unwrap_or(months);
        for part in 0..100 {
            let month = end * f64::from(part) / 100.0;
            prop_assert!(curve.paid(month).get() >= rent * month * (1.0 - 1e-9));
        }
    }
}
