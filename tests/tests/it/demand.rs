//! Money over a week of demand and over years of growth: laws.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test that cannot go on fails"
)]

use estimator::choice::PriceBasis;
use estimator::money::course::Course;
use estimator::money::demand::{Capacity, Unsaved, Zero};
use estimator::money::horizon::Way;
use estimator::money::question::Question as Asked;
use estimator::money::{Input, Report, Terms, report};
use estimator::offer::Offer;
use estimator::quantity::{Seconds, UsdPerHour};
use estimator::rental::HOURS_PER_MONTH;
use estimator::serving::plan::{NotZero, Replicas, path};
use estimator::serving::question::{Day, Growth, Question, Scaling, Traffic};
use estimator::serving::report::Sizing;
use estimator::serving::scenario::Scenario;
use estimator::serving::search::search;
use proptest::prelude::*;
use std::sync::LazyLock;

/// A serving answer on H100, which the growth of the question changes nothing of.
struct Answer {
    scenario: Scenario,
    offer: Offer,
    sizing: Sizing,
    question: Question,
}

fn answer(rate: f64) -> Answer {
    let mut question = Question::default();
    question.fleet.accelerators = vec!["nvidia-h100-sxm-80gb".to_owned()];
    question.traffic = Traffic::Rate(rate);
    let (scenario, offers) = catalog::resolve(&question).unwrap();
    let best = search(&scenario, &offers);
    let best = best.recommended().unwrap();
    Answer {
        offer: offers[best.offer].clone(),
        sizing: best.best.clone().unwrap(),
        scenario,
        question,
    }
}

static FORTY: LazyLock<Answer> = LazyLock::new(|| answer(40.0));

impl Answer {
    fn report(&self, growth: &Growth, inputs: &[(Input, f64)]) -> Report {
        report(
            &self.scenario,
            &self.offer,
            &self.sizing,
            &self.terms(growth, inputs),
        )
    }

    fn terms(&self, growth: &Growth, inputs: &[(Input, f64)]) -> Terms {
        let mut asked = Asked::default();
        for (input, value) in inputs {
            asked.typed.set(*input, Some(*value));
        }
        let lot = estimator::rental::Lot::of(&self.scenario, &self.offer, &self.sizing);
        catalog::resolve_money(&asked, &self.question, growth, &self.offer, lot).unwrap()
    }
}

fn near(one: f64, other: f64, relative: f64) {
    assert!((one / other - 1.0).abs() <= relative, "{one} {other}");
}

/// A day whose busiest half asks five times as much as the other half.
fn office() -> Growth {
    let mut day = [20; 24];
    day[6..18].fill(100);
    Growth {
        day: Day::Drawn(day),
        ..Growth::default()
    }
}

fn grows(per_year: f64) -> Growth {
    Growth {
        per_year,
        ..office()
    }
}

fn way(report: &Report, basis: PriceBasis, follows: bool) -> Capacity {
    let mut ways = report.demand.ways.iter();
    let wanted = |way: &&Capacity| way.basis == basis && way.follows == follows;
    *ways.find(wanted).unwrap()
}

/// Without growth every way is one curve, paid as its closed form says, and the months of
/// the calculator's plan change nothing.
#[test]
fn no_growth_is_what_it_was() {
    let report = FORTY.report(&office(), &[(Input::Horizon, 5.0), (Input::Years, 3.3)]);
    assert!(report.horizon.courses.len() > 4);
    for course in &report.horizon.courses {
        assert!(course.added.is_empty(), "{:?}", course.way);
        for (month, paid) in (0_u32..).zip(&course.paid) {
            assert_eq!(*paid, course.curve.paid(f64::from(month)));
        }
        assert_eq!(course.left, course.curve.worth(60.0));
    }
    let owned = report.horizon.course(Way::Owned).unwrap();
    for even in &report.horizon.break_even {
        let rented = report.horizon.course(Way::Rented(even.basis)).unwrap();
        assert_eq!(even.month, owned.curve.meets(rented.curve.monthly, 60.0));
    }
    let longer = Growth {
        months: 120,
        ..office()
    };
    let again = FORTY.report(&longer, &[(Input::Horizon, 5.0), (Input::Years, 3.3)]);
    assert_eq!(report, again);
}

/// Replicas are those of the calculator's plan, month by month; committed ones are paid as
/// its bill says; owned ones are bought in the month that needs them.
#[test]
fn growth_is_the_plans() {
    let growth = Growth {
        months: 36,
        ..grows(1.0)
    };
    let report = FORTY.report(&growth, &[(Input::Horizon, 3.0), (Input::Utilization, 1.0)]);
    let kind = Replicas::of(&FORTY.scenario, &FORTY.offer, &FORTY.sizing);
    for rent in &report.rents {
        let kind = rent.replicas(&kind);
        let plan = path(kind, &growth, estimator::serving::plan::term(rent.basis));
        let bill = plan.in_steps.unwrap();
        let course = report.horizon.course(Way::Rented(rent.basis)).unwrap();
        // Interruptible ones have spares beside them.
        if rent.basis != PriceBasis::Spot {
            near(course.paid.last().unwrap().get(), bill.total.get(), 1e-9);
            assert!((course.owed - bill.beyond).get().abs() < 1e-6 * bill.total.get());
        }
        if rent.basis == PriceBasis::OnDemand {
            let months = plan
                .steps
                .iter()
                .flat_map(|step| std::iter::repeat_n(step.replicas, step.months as usize));
            assert_eq!(report.horizon.replicas, months.collect::<Vec<_>>());
        }
    }
    let owned = report.horizon.course(Way::Owned).unwrap();
    assert!(!owned.added.is_empty());
    let owner = report.owned.as_ref().unwrap().ownership;
    let (mut last, mut steps) = (0.0, 0);
    for pair in report.horizon.replicas.windows(2) {
        steps += usize::from(pair[0] != pair[1]);
    }
    assert!(owned.added.len() <= steps);
    for (month, paid) in (0_u32..).zip(&owned.paid) {
        assert!(paid.get() >= last, "{month}");
        last = paid.get();
    }
    // The nodes bought in the end are those the last month needs, whole ones.
    let bought = owned.added.iter().map(|added| added.curve.bought.get());
    let bought: f64 = owned.curve.bought.get() + bought.sum::<f64>();
    let replicas = *report.horizon.replicas.last().unwrap();
    let (nodes, stranded) = kind.nodes(replicas);
    let hardware = estimator::money::Hardware {
        nodes,
        accelerators: kind.accelerators(replicas) + stranded,
        used: kind.accelerators(replicas),
    };
    near(bought, owner.purchase(hardware).get(), 1e-9);
}

/// Where owning breaks even under growth, both have paid the same, and owning more before.
#[test]
fn break_even_under_growth_solves_both_courses() {
    let mut met = 0;
    for per_year in [0.2, 0.5, 1.0, 3.0] {
        let report = FORTY.report(&grows(per_year), &[(Input::Horizon, 5.0)]);
        let owned = report.horizon.course(Way::Owned).unwrap();
        for even in &report.horizon.break_even {
            let rented = report.horizon.course(Way::Rented(even.basis)).unwrap();
            let ahead = |month: f64| (owned.paid_by(month) - rented.paid_by(month)).get();
            let Some(month) = even.month else {
                assert!((1..=60).all(|month| ahead(f64::from(month)) > 0.0));
                continue;
            };
            met += 1;
            let paid = owned.paid_by(month).get();
            assert!(
                ahead(month).abs() <= 1e-9 * paid,
                "{month} {}",
                ahead(month)
            );
            for part in 1..100 {
                let before = month * f64::from(part) / 100.0;
                assert!(ahead(before) >= -1e-9 * paid, "{before}");
            }
        }
    }
    assert!(met > 2, "{met}");
}

/// The money's own figures are those of the week: the share of the time at work, the cost of a
/// month in whole instances, following demand and committed, and the mean load.
#[test]
fn one_week_is_the_truth_of_all() {
    let week = Growth {
        weekend: Some(0.3),
        scaling: Scaling {
            cooldown: Seconds::new(1800.0),
            ahead: Seconds::new(600.0),
            interruptions: 0.9,
            ..Scaling::default()
        },
        ..office()
    };
    let report = FORTY.report(&week, &[]);
    let plan = &report.demand.week;
    let mean = (5.0 + 2.0 * 0.3) / 7.0 * 0.6;
    near(plan.mean_share(), mean, 1e-12);
    near(
        report.utilization,
        plan.paid() / f64::from(plan.replicas),
        1e-12,
    );
    let units = report.rented.unwrap();
    let full = units.demanded.output / units.full.output;
    near(units.utilization, mean / full, 1e-9);
    // What nobody needs of the peak's fleet is one share, in the table and as an amount.
    let fixed = way(&report, PriceBasis::OnDemand, false);
    near(units.idle / units.per_month, fixed.idle, 1e-9);
    for basis in [PriceBasis::OnDemand, PriceBasis::Spot] {
        let course = report.horizon.course(Way::Rented(basis)).unwrap();
        let rent = report
            .rents
            .iter()
            .find(|rent| rent.basis == basis)
            .unwrap();
        let following = way(&report, basis, true);
        let month = following.per_month.unwrap().get();
        near(month, course.curve.monthly.get(), 1e-9);
        near(
            month,
            following.hours / 168.0 * HOURS_PER_MONTH * rent.price.per_accelerator.get(),
            1e-12,
        );
    }
    let spares = way(&report, PriceBasis::Spot, true).spares;
    assert!(spares > 0);
    for rent in report.rents.iter().filter(|rent| !rent.is_by_the_hour()) {
        let course = report.horizon.course(Way::Rented(rent.basis)).unwrap();
        let fixed = way(&report, rent.basis, false).per_month.unwrap();
        near(fixed.get(), course.curve.monthly.get(), 1e-12);
    }
    let even = FORTY.report(&Growth::default(), &[]);
    near(even.utilization, 1.0, 1e-12);
}

/// Following demand never pays for more hours than the peak's replicas all week; a commitment has
/// no second way; shares are shares.
#[test]
fn following_never_costs_more() {
    for id in [
        "office",
        "chat",
        "evening",
        "two-regions",
        "night",
        "single-site",
    ] {
        let growth = Growth {
            day: Day::Like(id.to_owned()),
            ..Growth::default()
        };
        let report = FORTY.report(&growth, &[]);
        for rent in &report.rents {
            let fixed = way(&report, rent.basis, false);
            assert!((0.0..1.0).contains(&fixed.idle), "{id}");
            assert!(fixed.at_risk.get().abs() < 1e-12);
            let ways = report.demand.ways.iter();
            let of_basis = ways.filter(|way| way.basis == rent.basis).count();
            if !rent.is_by_the_hour() {
                assert_eq!(of_basis, 1);
                continue;
            }
            let following = way(&report, rent.basis, true);
            assert!(following.hours <= fixed.hours && following.idle <= fixed.idle);
            assert!(following.per_month <= fixed.per_month);
        }
        let start = report.demand.start;
        let parts = start.machine + start.weights + start.engine;
        near(parts.get(), start.all.get(), 1e-12);
        near(start.all.get(), report.demand.week.cold_start.get(), 1e-12);
    }
}

/// Batches at night go to zero by day, and that saves; a busy site does not, and it is told
/// why; nothing is paid before the first request then.
#[test]
fn zero_only_where_it_pays() {
    let none = Scaling {
        least: 0,
        ..Scaling::default()
    };
    let of = |id: &str, scaling| Growth {
        day: Day::Like(id.to_owned()),
        scaling,
        ..Growth::default()
    };
    for scaling in [none, Scaling::default()] {
        let report = FORTY.report(&of("night", scaling), &[]);
        let Zero::Pays { hours, saved, .. } = report.demand.zero else {
            panic!("{:?}", report.demand.zero);
        };
        assert_eq!(hours, 16 * 7);
        assert!(saved.unwrap().get() > 0.0);
        let floor = report.rented.unwrap().floor.get();
        assert_eq!(floor > 0.0, scaling.least > 0);
    }
    let busy = FORTY.report(&of("office", none), &[]);
    assert_eq!(busy.demand.zero, Zero::Not(NotZero::Busy));
}

/// Batches at night leave two thirds of the week without a replica: no typed share beyond
/// the third that works is reached.
#[test]
fn hours_without_a_replica_cannot_be_stretched() {
    let growth = Growth {
        day: Day::Like("night".to_owned()),
        scaling: Scaling {
            least: 0,
            ..Scaling::default()
        },
        ..Growth::default()
    };
    let report = FORTY.report(&growth, &[(Input::Utilization, 0.9)]);
    let hours = report.demand.week.hours.iter();
    let used = hours.filter(|hour| hour.paid > 0.0).count();
    assert!(used < 84);
    assert!(report.utilization > 0.3 && report.utilization < 0.5);
    assert_eq!(report.unreached, Some(0.9));
    let within = FORTY.report(&growth, &[(Input::Utilization, 0.3)]);
    near(within.utilization, 0.3, 1e-9);
    assert_eq!(within.unreached, None);
}

/// Where following demand saves nothing, its own reason is named.
#[test]
fn what_saves_nothing_has_its_reason() {
    let of = |answer: &Answer, growth: &Growth, change: &dyn Fn(&mut Terms)| {
        let mut terms = answer.terms(growth, &[]);
        change(&mut terms);
        let report = report(&answer.scenario, &answer.offer, &answer.sizing, &terms);
        report.demand.unsaved()
    };
    let always = Growth {
        scaling: Scaling {
            least: 1000,
            ..Scaling::default()
        },
        ..office()
    };
    let single = |terms: &mut Terms| {
        for rent in &mut terms.rents {
            rent.price.by_accelerator = false;
            rent.price.instance_accelerators = 1;
        }
    };
    let huge = |terms: &mut Terms| {
        for rent in &mut terms.rents {
            rent.price.by_accelerator = false;
            rent.price.instance_accelerators = 10_000;
        }
    };
    let committed = |terms: &mut Terms| terms.rents.retain(|rent| !rent.is_by_the_hour());
    let small = answer(0.05);
    for (answer, growth, change, why) in [
        (&*FORTY, office(), &single as &dyn Fn(&mut Terms), None),
        (&*FORTY, Growth::default(), &single, Some(Unsaved::Even)),
        (&*FORTY, always, &single, Some(Unsaved::Kept)),
        (&*FORTY, office(), &huge, Some(Unsaved::Instances)),
        (&*FORTY, office(), &committed, Some(Unsaved::Committed)),
        (&small, office(), &single, Some(Unsaved::Replicas)),
    ] {
        assert_eq!(of(answer, &growth, change), why);
    }
    let mut offer = FORTY.offer.clone();
    offer.price = None;
    offer.instances.clear();
    let mut terms = FORTY.terms(&office(), &[]);
    terms.rents.clear();
    let report = report(&FORTY.scenario, &offer, &FORTY.sizing, &terms);
    assert_eq!(report.demand.unsaved(), Some(Unsaved::Unpriced));
}

fn nets(report: &Report) -> Vec<(Way, f64)> {
    let courses = report.horizon.courses.iter();
    courses
        .map(|course: &Course| (course.way, course.net().get()))
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        cases: 64,
        ..ProptestConfig::default()
    })]

    /// A share of the time at work that is typed is that of the week that is then reckoned
    /// with; with it, no way costs less, renting costs no more than all of the fleet's
    /// instances, and owning none is renting all.
    #[test]
    fn a_typed_share_is_the_weeks(
        day in proptest::array::uniform24(1..=100_u8),
        low in 0.01..1.0f64,
        high in 0.01..1.0f64,
        instance in 1..12_u32,
        price in 0.5..20.0f64,
    ) {
        let growth = Growth { day: Day::Drawn(day), ..Growth::default() };
        let of = |share: f64, accelerator: f64| {
            let inputs = [(Input::Utilization, share), (Input::Accelerator, accelerator)];
            let mut terms = FORTY.terms(&growth, &inputs);
            for rent in &mut terms.rents {
                rent.price.by_accelerator = false;
                rent.price.instance_accelerators = instance;
                rent.price.per_accelerator = UsdPerHour::new(price);
            }
            report(&FORTY.scenario, &FORTY.offer, &FORTY.sizing, &terms)
        };
        // So dear that none is owned.
        let dear = of(low, 1e6);
        prop_assert!((dear.utilization / low - 1.0).abs() < 1e-9);
        let split = dear.horizon.split.unwrap();
        prop_assert_eq!(split.owned, 0);
        let rented = dear.horizon.course(Way::Rented(split.basis)).unwrap();
        let both = split.per_month / rented.curve.monthly;
        prop_assert!((both - 1.0).abs() < 1e-12, "{}", both);
        let all = way(&dear, split.basis, false).per_month.unwrap();
        prop_assert!(rented.curve.monthly.get() <= all.get() * (1.0 + 1e-9));
        let (low, high) = if low < high { (low, high) } else { (high, low) };
        let (idle, busy) = (of(low, 3e4), of(high, 3e4));
        for ((way, idle), (_, busy)) in nets(&idle).iter().zip(&nets(&busy)) {
            prop_assert!(*busy >= idle * (1.0 - 1e-9), "{:?} {} {}", way, idle, busy);
        }
    }

    /// More growth never costs less, whichever way, for any demand, purchase price and years of
    /// use.
    #[test]
    fn more_growth_never_costs_less(
        day in proptest::array::uniform24(1..=100_u8),
        less in -0.9..3.0f64,
        more in 0.0..3.0f64,
        price in 1e3..1e5f64,
        years in 0.5..8.0f64,
        horizon in 1.0..5.0f64,
    ) {
        let inputs = [
            (Input::Accelerator, price),
            (Input::Years, years),
            (Input::Horizon, horizon),
        ];
        let of = |per_year| {
            let growth = Growth {
                per_year,
                day: Day::Drawn(day),
                ..Growth::default()
            };
            nets(&FORTY.report(&growth, &inputs))
        };
        let (slow, fast) = (of(less), of(less + more));
        for ((way, slow), (_, fast)) in slow.iter().zip(&fast) {
            prop_assert!(*fast >= slow * (1.0 - 1e-9), "{:?} {} {}", way, slow, fast);
        }
        let of = |wanted| fast.iter().find(|(way, _)| *way == wanted).map(|(_, net)| *net);
        let rented = of(Way::Rented(PriceBasis::OnDemand)).unwrap();
        prop_assert!(of(Way::Both).is_none_or(|both| both <= rented * (1.0 + 1e-9)));
    }
}
