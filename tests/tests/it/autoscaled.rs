//! Costs under the autoscaler that was chosen for the cluster: its replica-hours are what is paid
//! for, wherever money is shown.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test that cannot go on fails"
)]

use estimator::choice::PriceBasis;
use estimator::error::Field;
use estimator::kubernetes::manifest::{Untried, standing, trial};
use estimator::money::demand::{Capacity, Zero};
use estimator::money::horizon::Way;
use estimator::money::question::Question as Asked;
use estimator::money::ways::ways;
use estimator::money::{Report, Terms, autoscaled, report};
use estimator::offer::Offer;
use estimator::rental::Lot;
use estimator::serving::autoscaling::{Autoscaling, Controller, Pace};
use estimator::serving::link;
use estimator::serving::plan::demand::DAYS;
use estimator::serving::plan::{Following, Replicas, replica_hours, scaled_week};
use estimator::serving::question::Question;
use estimator::serving::report::Sizing;
use estimator::serving::scenario::Scenario;
use estimator::serving::search::search;

/// An answer and its money.
struct Answer {
    question: Question,
    scenario: Scenario,
    offer: Offer,
    sizing: Sizing,
    terms: Terms,
    report: Report,
}

/// Of the recommended accelerator.
fn answer(fragment: &str) -> Answer {
    let (read, notices) = link::read(fragment);
    assert_eq!(notices, [], "{fragment}");
    let question = read.question;
    let (scenario, offers) = catalog::resolve(&question).unwrap();
    let found = search(&scenario, &offers);
    let candidate = found.recommended().unwrap();
    let (offer, sizing) = (
        offers[candidate.offer].clone(),
        candidate.best.clone().unwrap(),
    );
    let lot = Lot::of(&scenario, &offer, &sizing);
    let terms = catalog::resolve_money(&Asked::default(), &question, &question.growth, &offer, lot)
        .unwrap();
    let report = report(&scenario, &offer, &sizing, &terms);
    Answer {
        question,
        scenario,
        offer,
        sizing,
        terms,
        report,
    }
}

fn followed(report: &Report, basis: PriceBasis) -> &Capacity {
    let mut ways = report.demand.ways.iter();
    ways.find(|way| way.follows && way.basis == basis).unwrap()
}

/// The plan's own reckoning: the answer's price, its kind, its basis.
fn planned(answer: &Answer) -> (f64, f64) {
    let Answer {
        question,
        scenario,
        offer,
        sizing,
        ..
    } = answer;
    let scaling = question.growth.scaling;
    let chosen = scaling.autoscaler.unwrap();
    let week = catalog::traffic::week(&question.growth).unwrap();
    let trial = trial(scenario, offer, sizing, week, (&chosen, &scaling)).unwrap();
    let settings = standing(&trial, &chosen);
    let scaled = trial.scaled(settings).unwrap();
    // The row of the manifests' table.
    let (way, said) = (
        trial.way(settings).unwrap(),
        answer.report.demand.autoscaled.unwrap(),
    );
    near(replica_hours(&way.week) / DAYS, said.replica_hours, "hours");
    near(way.waiting.get() + 1.0, said.waiting.get() + 1.0, "queue");
    near(way.late + 1.0, said.late + 1.0, "late");
    let following = Following::of(scenario, offer, sizing, scaling, question.fleet.basis);
    let kind = Replicas::of(scenario, offer, sizing);
    let plan = scaled_week(&kind, week, &following, &scaled);
    (plan.followed_hours, plan.followed_cost.unwrap().get())
}

#[track_caller]
fn near(one: f64, other: f64, of: &str) {
    assert!((one / other - 1.0).abs() < 1e-9, "{of}: {one} {other}");
}

/// One number: the plan's, that of the page about costs and that of the ways beside the answer, at
/// each basis by the hour, with spares beside where it is interruptible.
#[test]
fn the_same_hours_are_paid_for_everywhere() {
    for (fragment, basis) in [
        ("v=2&rate=40&day=chat&scaler=keda", PriceBasis::OnDemand),
        ("v=2&rate=40&day=office&scaler=hpa", PriceBasis::OnDemand),
        (
            "v=2&rate=40&day=chat&scaler=hpa.machines.least-3.target-20",
            PriceBasis::OnDemand,
        ),
        (
            "v=2&rate=40&basis=spot&day=chat&scaler=keda",
            PriceBasis::Spot,
        ),
    ] {
        let answer = answer(fragment);
        let way = followed(&answer.report, basis);
        let (hours, month) = planned(&answer);
        near(way.hours, hours, fragment);
        near(way.per_month.unwrap().get(), month, fragment);
        let (scenario, offer, sizing) = (&answer.scenario, &answer.offer, &answer.sizing);
        let week = autoscaled(scenario, offer, sizing, answer.terms.followed());
        let beside = ways(scenario, offer, sizing, &answer.terms, week);
        let monthly = beside.of(Way::Rented(basis)).unwrap().monthly;
        near(monthly.get(), month, fragment);
        let demand = &answer.report.demand;
        let tried = demand.autoscaled.unwrap();
        if basis == PriceBasis::OnDemand {
            near(demand.week.paid() * 24.0, tried.replica_hours, fragment);
        }
        assert!(tried.least_hours <= tried.replica_hours);
        assert!(tried.most_hours >= tried.replica_hours, "{tried:?}");
        assert!(tried.most_hours > tried.least_hours, "{tried:?}");
        assert!(demand.untried.is_none());
        near(
            demand.week.at_risk.get() / 7.0 + 1.0,
            tried.waiting.get() + 1.0,
            fragment,
        );
        near(
            demand.week.requests_at_risk + 1.0,
            tried.late + 1.0,
            fragment,
        );
    }
}

/// More replicas that stay, and a machine to wait for, cost hours; what was tried and taken over
/// is counted as it was found.
#[test]
fn settings_are_paid_for() {
    let hours = |scaler: &str| {
        let answer = answer(&format!("v=2&rate=40&day=chat&scaler={scaler}"));
        answer.report.demand.autoscaled.unwrap()
    };
    let ruled = hours("keda");
    let more = ruled.settings.least + 3;
    let kept = hours(&format!("keda.least-{more}"));
    assert_eq!(kept.settings.least, more);
    assert!(kept.replica_hours > ruled.replica_hours);
    let slow = hours("keda.machines");
    assert!((slow.start.get() - ruled.start.get() - 300.0).abs() < 1e-9);
    assert!(slow.waiting.get() >= ruled.waiting.get());
    let tried = Autoscaling {
        least: Some(1),
        target: Some(5),
        pace: Some(Pace { window: 900, up: 4 }),
        ..Autoscaling::ruled(Controller::Keda)
    };
    let tried = hours(&tried.text());
    assert!(tried.found && !ruled.found);
    let settings = tried.settings;
    assert_eq!((settings.least, settings.window, settings.up), (1, 900, 4));
    assert!((settings.target - 5.0).abs() < 1e-12);
    assert!((tried.replica_hours - ruled.replica_hours).abs() > 1.0);
}

/// By a year's term nothing is saved; where every hour asks for as much there is nothing to
/// follow, which is said, and the plan's hours stand.
#[test]
fn what_cannot_be_followed_is_paid_for_whole() {
    let even = answer("v=2&rate=40&scaler=keda");
    assert_eq!(even.report.demand.untried, Some(Untried::Even));
    assert!(even.report.demand.autoscaled.is_none());
    let without = answer("v=2&rate=40");
    assert_eq!(even.report.demand.week, without.report.demand.week);
    let term = answer("v=2&rate=40&basis=1y&day=chat&scaler=keda");
    let asked = term.report.demand.ways.first().unwrap();
    assert!(!asked.follows && asked.basis == PriceBasis::Reserved1y);
    assert!(term.report.demand.autoscaled.is_some());
}

/// A quiet model sleeps below KEDA: its hours are fewer, and who wakes it waits. The other
/// autoscaler keeps the last replica.
#[test]
fn sleep_is_counted() {
    let of = |scaler: &str| {
        answer(&format!(
            "v=2&model=Qwen/Qwen3-8B&rate=0.0005&day=office{scaler}"
        ))
    };
    let awake = of("&scaler=keda.least-1").report.demand;
    let asleep = of("&scaler=keda.zero").report.demand;
    let (kept, gone) = (
        awake.autoscaled.unwrap().replica_hours,
        asleep.autoscaled.unwrap().replica_hours,
    );
    assert!(gone < 0.9 * kept, "{gone} {kept}");
    assert_eq!((awake.always, asleep.always), (1, 0));
    assert!(asleep.week.zero_hours > 0 && asleep.week.requests_waiting > 0.0);
    for demand in [&awake, &asleep] {
        let Zero::Pays { hours, saved, .. } = demand.zero else {
            panic!("{:?}", demand.zero);
        };
        assert_eq!(hours, asleep.week.zero_hours);
        assert!(saved.unwrap().get() > 0.0);
    }
    let kept = of("&scaler=hpa.least-1").report.demand;
    assert_eq!(kept.zero, Zero::Kept);
}

/// A day of one hour is no day: a problem of its field. A day with load in one hour alone is one, and
/// its autoscaler asks for fewer hours than the peak's replicas all day.
#[test]
fn a_day_of_one_hour_is_no_day() {
    let (read, _) = link::read("v=2&rate=40&day=100&scaler=hpa");
    let errors = catalog::check_growth(&read.question.growth).unwrap_err();
    let fields: Vec<Field> = errors.iter().map(|error| error.field).collect();
    assert_eq!(fields, [Field::Day]);
    let hours: Vec<&str> = (0..24)
        .map(|hour| if hour == 9 { "100" } else { "0" })
        .collect();
    let day = format!("v=2&rate=40&day={}&scaler=keda.least-1", hours.join(","));
    let alone = answer(&day).report.demand;
    let tried = alone.autoscaled.unwrap();
    let fixed = 24.0 * f64::from(alone.week.replicas);
    assert!(tried.replica_hours < 0.5 * fixed, "{tried:?} {fixed}");
}
