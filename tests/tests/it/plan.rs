//! Plans of real answers: they begin with the report, and their figures of money hold.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test that cannot go on fails"
)]

use estimator::choice::PriceBasis;
use estimator::offer::Offer;
use estimator::serving::balance::balance;
use estimator::serving::confirm::search_confirmed;
use estimator::serving::plan::{Cheapest, Following, Replicas, cheapest, day, path, term, week};
use estimator::serving::question::{Day, Growth, Question, Scaling, Traffic};
use estimator::serving::report::{Report, Sizing};
use estimator::serving::scenario::Scenario;
use estimator::serving::search::search;
use estimator::serving::soundness::{Doubt, doubts, weighed};

fn growth(per_year: f64, months: u32) -> Growth {
    Growth {
        per_year,
        months,
        ..Growth::default()
    }
}

fn answer(question: &Question) -> (Scenario, Vec<Offer>, Report) {
    let (scenario, offers) = catalog::resolve(question).unwrap();
    let report = search(&scenario, &offers);
    (scenario, offers, report)
}

fn question(traffic: Traffic) -> Question {
    Question {
        traffic,
        ..Question::default()
    }
}

/// Questions of different sizes, open and closed, with and without spares.
fn questions() -> Vec<Question> {
    let mut spare = question(Traffic::Rate(40.0));
    spare.limits.spare_replicas = 2;
    let mut thinking = question(Traffic::Users(400.0));
    thinking.variety.think = estimator::quantity::Seconds::new(20.0);
    vec![
        question(Traffic::Rate(0.01)),
        Question::default(),
        question(Traffic::Rate(500.0)),
        question(Traffic::Users(3.0)),
        question(Traffic::Users(900.0)),
        spare,
        thinking,
    ]
}

/// Whether a sizing keeps its demands with a margin.
fn has_margin(scenario: &Scenario, offer: &Offer, sizing: &Sizing) -> bool {
    let thin = [Doubt::LittleHeadroom, Doubt::Uncertain];
    let doubts = doubts(scenario, offer, sizing);
    sizing.keeps() && !doubts.iter().any(|doubt| thin.contains(doubt))
}

/// Replicas that a plan begins with: all of those that leave a margin; else those that work on
/// accelerators which are paid for anyway are not needed.
fn planned(scenario: &Scenario, offer: &Offer, sizing: &Sizing) -> u32 {
    if has_margin(scenario, offer, sizing) {
        sizing.replicas
    } else {
        sizing.replicas - sizing.extra_replicas
    }
}

fn all_plans(scenario: &Scenario, offers: &[Offer], report: &Report, growth: &Growth) {
    for candidate in &report.candidates {
        for sizing in candidate.best.iter().chain(&candidate.alternatives) {
            let kind = Replicas::of(scenario, &offers[candidate.offer], sizing);
            let fewest = planned(scenario, &offers[candidate.offer], sizing);
            assert_eq!(kind.at(1.0), fewest, "{growth:?}");
            let path = path(kind, growth, 1);
            let first = path.steps[0];
            assert_eq!((first.month, first.replicas), (0, fewest));
            let each = sizing.estimate.placement.accelerators();
            assert_eq!(first.accelerators, fewest * each);
            let needed = Sizing {
                replicas: fewest,
                ..sizing.clone()
            };
            let fleet = needed.fleet(kind.rented_node);
            assert_eq!((first.nodes, first.stranded), (fleet.nodes, fleet.stranded));
            if let Some(cost) = sizing.cost {
                // Its nodes are the machines on its bill.
                let offer = &offers[candidate.offer];
                if !sizing.price(offer).unwrap().by_accelerator {
                    let fleet = sizing.fleet(sizing.node(scenario, offer));
                    let (nodes, stranded) = (cost.bill.instances, cost.bill.stranded);
                    assert_eq!((fleet.nodes, fleet.stranded), (nodes, stranded));
                }
                let paid = cost.per_hour.get();
                let per_hour = first.per_hour.unwrap().get();
                assert!((per_hour / paid - 1.0).abs() < 1e-12);
            }
        }
    }
}

/// Every plan begins with the replicas, accelerators, nodes and cost of the report, for
/// every candidate, also after the simulation has changed their number.
#[test]
fn today_is_the_report() {
    for question in questions() {
        let (scenario, offers, report) = answer(&question);
        all_plans(&scenario, &offers, &report, &growth(1.0, 12));
        all_plans(&scenario, &offers, &report, &growth(-0.5, 12));
    }
    let (scenario, offers) = catalog::resolve(&questions()[1]).unwrap();
    let confirmed = search_confirmed(&scenario, &offers);
    all_plans(&scenario, &offers, &confirmed, &growth(1.0, 12));
}

/// A plan's answer for a grown load is the search's when it is asked for that load, on the same
/// accelerator in the same placement.
#[test]
fn a_grown_load_needs_what_the_search_finds() {
    for (now, then) in [
        (Traffic::Rate(10.0), Traffic::Rate(40.0)),
        (Traffic::Users(40.0), Traffic::Users(160.0)),
    ] {
        let (scenario, offers, report) = answer(&question(now));
        let (then, _, grown) = answer(&question(then));
        let (mut compared, mut with_margin) = (0, 0);
        for candidate in report.candidates.iter().filter(|one| one.meets()) {
            let sizings = || candidate.best.iter().chain(&candidate.alternatives);
            let other = grown
                .candidates
                .iter()
                .find(|other| other.offer == candidate.offer)
                .unwrap();
            for other in other.best.iter().chain(&other.alternatives) {
                let same = |placement| placement == other.estimate.placement;
                let Some(sizing) = sizings().find(|one| same(one.estimate.placement)) else {
                    continue;
                };
                if !sizing.misses.is_empty() || !other.misses.is_empty() {
                    continue;
                }
                let kind = Replicas::of(&scenario, &offers[candidate.offer], sizing);
                // Where bisection ends, users differ by their last per cent, or by one.
                let last = sizing.max_concurrency.recip().max(0.02);
                let slack = 1.0 + last * f64::from(other.replicas);
                // Like with like: what is bought with a margin grows with it.
                let offer = &offers[candidate.offer];
                let needed = match (
                    has_margin(&scenario, offer, sizing),
                    has_margin(&then, offer, other),
                ) {
                    (true, true) => other.replicas,
                    (false, false) => other.replicas - other.extra_replicas - other.margin_replicas,
                    _ => continue,
                };
                with_margin += u32::from(has_margin(&then, offer, other));
                let gap = f64::from(kind.at(4.0)) - f64::from(needed);
                assert!(gap.abs() <= slack, "{now:?}: {kind:?} {needed}");
                compared += 1;
            }
        }
        assert!(
            compared > 20 && with_margin > 10,
            "{compared} {with_margin}"
        );
    }
}

/// Users whom one replica holds with room to spare need no second one when they double.
#[test]
fn room_for_more_users_is_found() {
    let (scenario, offers, report) = answer(&question(Traffic::Users(3.0)));
    let best = report.recommended().unwrap();
    let sizing = best.best.as_ref().unwrap();
    assert_eq!(sizing.replicas, 1);
    let kind = Replicas::of(&scenario, &offers[best.offer], sizing);
    assert_eq!(kind.at(2.0), 1);
}

/// Of everything that keeps the demands, nothing is cheaper than the one named cheapest; with no
/// growth that is the report's recommendation.
#[test]
fn the_cheapest_is_the_cheapest() {
    let (scenario, offers, report) = answer(&Question::default());
    let grown = growth(1.0, 24);
    let Cheapest { in_steps, at_once } = cheapest(&scenario, &offers, &report, &grown, 1).unwrap();
    assert!(in_steps.bill.bound() <= at_once.bill.bound());
    for candidate in report.candidates.iter().filter(|one| one.meets()) {
        let sizing = candidate.best.as_ref().unwrap();
        let offer = &offers[candidate.offer];
        // Doubts weigh as they do in the report.
        let factor = |offer: usize, sizing: &Sizing| {
            let weighed = weighed(&scenario, &offers[offer], sizing)?;
            Some(weighed / sizing.cost?.per_hour.get())
        };
        let Some(own) = factor(candidate.offer, sizing) else {
            continue;
        };
        let path = path(Replicas::of(&scenario, offer, sizing), &grown, 1);
        for (bill, choice) in [(path.in_steps, in_steps), (path.at_once, at_once)] {
            let of = report.candidates[choice.candidate].offer;
            let least = choice.bill.bound().get() * factor(of, choice.sizing).unwrap();
            assert!(bill.unwrap().bound().get() * own >= least * (1.0 - 1e-12));
        }
    }
    let still = cheapest(&scenario, &offers, &report, &growth(0.0, 1), 1).unwrap();
    let cost = report.recommended().unwrap().best.as_ref().unwrap().cost;
    let month = cost.unwrap().per_month.get();
    let total = still.in_steps.bill.total.get();
    assert!((total / month - 1.0).abs() < 1e-9, "{total} {month}");
    assert_eq!(still.in_steps.bill, still.at_once.bill);
}

/// Every profile of the catalogue saves something on a fleet, and nothing is saved where
/// prices are committed.
#[test]
fn published_days_leave_accelerators_idle() {
    let (scenario, offers, report) = answer(&question(Traffic::Rate(500.0)));
    let best = report.recommended().unwrap();
    let kind = Replicas::of(&scenario, &offers[best.offer], best.best.as_ref().unwrap());
    for profile in catalog::traffic::profiles() {
        let followed = day(&kind, profile.hours, term(PriceBasis::OnDemand));
        assert!(followed.idle > 0.1, "{}", profile.id);
        assert!(followed.followed_cost < followed.static_cost);
        let committed = day(&kind, profile.hours, term(PriceBasis::Reserved1y));
        assert_eq!(committed.followed_cost, committed.static_cost);
    }
}

/// Apart, a plan begins with the report's replicas of both kinds, and each kind grows by
/// its own share.
#[test]
fn both_kinds_of_replicas_grow() {
    let mut question = Question::default();
    question.serving.disaggregated = true;
    question.growth.per_year = 3.0;
    let (scenario, offers) = catalog::resolve(&question).unwrap();
    let report = search(&scenario, &offers);
    let mut seen = 0;
    for candidate in report.candidates.iter().filter(|one| one.meets()) {
        let sizing = candidate.best.as_ref().unwrap();
        let pools = sizing.pools.unwrap();
        let kind = Replicas::of(&scenario, &offers[candidate.offer], sizing);
        assert_eq!(kind.at(1.0), sizing.replicas);
        let grown = kind.at(4.0);
        let each = |most: estimator::quantity::RequestsPerSecond| {
            (4.0 * (pools.rate / most) - 1e-9).ceil()
        };
        let sum = each(pools.prefill_most) + each(pools.decode_most);
        assert!((f64::from(grown) - sum).abs() < 0.5, "{grown} {sum}");
        assert!(kind.carry(grown) >= 4.0 * (1.0 - 1e-6));
        seen += 1;
    }
    assert!(seen > 5);
}

/// A week of a real answer: its peak is the report's replicas, its cold start the node's and
/// the machine's, an office's nights and weekends are saved, and only mornings are at risk.
#[test]
fn a_week_of_the_report() {
    for question in questions() {
        let (scenario, offers, report) = answer(&question);
        let candidate = report.recommended().unwrap();
        let offer = &offers[candidate.offer];
        let sizing = candidate.best.as_ref().unwrap();
        let kind = Replicas::of(&scenario, offer, sizing);
        let growth = Growth {
            day: Day::Like("office".to_owned()),
            ..Growth::default()
        };
        let loads = catalog::traffic::week(&growth).unwrap();
        let scaling = Scaling::default();
        let on_demand = PriceBasis::OnDemand;
        let following = Following::of(&scenario, offer, sizing, scaling, on_demand);
        let start = balance(&scenario, offer, sizing).cold_start;
        assert!((following.cold_start - start - scaling.machine).get().abs() < 1e-9);
        let plan = week(&kind, loads, &following);
        assert_eq!(plan.replicas, planned(&scenario, offer, sizing));
        let rented = sizing.cost.unwrap().bill;
        let month = plan.static_cost.unwrap().get();
        assert!((month / (rented.per_hour.get() * 730.0) - 1.0).abs() < 1e-9);
        assert!(plan.followed_hours <= plan.static_hours * (1.0 + 1e-12));
        if sizing.replicas > 8 {
            assert!(
                plan.followed_hours < 0.8 * plan.static_hours,
                "{question:?}"
            );
            assert!(plan.requests_at_risk > 0.0 && plan.requests_at_risk < 0.2);
        }
        for hour in plan.hours.iter().filter(|hour| hour.at_risk.get() > 0.0) {
            assert!(hour.share > 0.0);
        }
    }
}
