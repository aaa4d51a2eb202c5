//! The report of a packing: its hours, budgets, alternatives and findings, on drawn fleets
//! and worked out by hand.

use super::{drawn, fleet, pack};
use crate::fleet::alternatives::{Alternatives, Way};
use crate::fleet::budget::{Afforded, Affording, Budget};
use crate::fleet::finding::{Finding, findings};
use crate::fleet::hours::{broken, days, worst};
use crate::fleet::question::Question;
use crate::fleet::refusal::{Refusal, check};
use crate::fleet::{Mode, read};
use proptest::prelude::*;
use serde_json::{Value, json};

/// A type of 80,000 MiB at $2 an hour that is shared in every way, cut as an A100.
fn board() -> Value {
    json!({"name": "A", "memory_mib": 80_000, "price_milli_usd": 2000, "host_mib": 200_000,
        "modes": ["exclusive", "mig", "mps", "time-slicing", "vgpu", "swap"],
        "vgpu_licence_milli_usd": 300, "power_w": 400,
        "mig": {"slices": 7, "units": 8, "profiles": [
            {"name": "1g", "slices": 1, "units": 1, "fc": 0.142_857, "fb": 0.125, "mib": 9850, "places": [0, 1, 2, 3, 4, 5, 6]},
            {"name": "2g", "slices": 2, "units": 2, "fc": 0.285_714, "fb": 0.25, "mib": 19_968, "places": [0, 2, 4]},
            {"name": "7g", "slices": 7, "units": 8, "fc": 1.0, "fb": 1.0, "mib": 80_384, "places": [0]}]}})
}

fn question(workloads: &Value) -> Question {
    let case = json!({"name": "by hand", "gpus": [board()], "workloads": workloads});
    read::case(&case.to_string()).unwrap()
}

fn one(id: &str, memory: f64, load: f64, more: &Value) -> Value {
    let mut one =
        json!({"id": id, "memory_mib": memory, "load": vec![load; 24], "isolation": "memory"});
    for (name, value) in more.as_object().unwrap() {
        one[name] = value.clone();
    }
    one
}

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-9
}

/// Two of load 0.3 and 0.4 and fill 0.5 under MPS: 0.15 + 0.2 busy; each is slowed by the other's
/// fill: 1.2 and 1.15.
#[test]
fn hours_by_hand() {
    let more = json!({"fill": 0.5, "engine": 0.9});
    let asked = question(&json!([
        one("a", 30_000.0, 0.3, &more),
        one("b", 30_000.0, 0.4, &more)
    ]));
    let packing = pack(&asked);
    assert_eq!(packing.bins[0].mode, Mode::Mps);
    let day = &days(&asked, &packing)[0];
    assert!(close(day.hours[7].load, 0.35) && close(day.hours[7].slowdown, 1.2));
    assert!(close(day.workloads[0].slowdown[7], 1.2) && close(day.workloads[1].slowdown[7], 1.15));
    assert!(close(day.limit, 0.85) && day.stranded_units == 0);
}

/// A small one on a `1g` of an A100: one unit of eight used of a board at $2 leaves seven, $1.75.
/// A workload of 10,000 MiB misses the `1g` by 1.5 %, and takes a `2g`.
#[test]
fn slices_by_hand() {
    let more = json!({"isolation": "hardware", "engine": 0.1});
    let small = one("a", 9000.0, 0.3, &more);
    let large = one("b", 10_000.0, 0.3, &more);
    let asked = question(&json!([small, large]));
    let packing = pack(&asked);
    assert_eq!((packing.gpus, packing.bins[0].mode), (Some(1), Mode::Mig));
    let day = &days(&asked, &packing)[0];
    assert_eq!(
        (
            day.stranded_units,
            day.stranded_slices,
            day.stranded_milli_usd
        ),
        (5, 4, 1250)
    );
    let found = findings(&asked, &packing);
    assert!(found.contains(&Finding::NearlyASlice {
        workload: "b".to_owned(),
        profile: "1g".to_owned(),
        needs_mib: 10_000.0,
        holds_mib: 9850.0,
    }));
    assert!(found.contains(&Finding::EmptyToRecut { boards: 1 }));
    assert!(found.contains(&Finding::Stranded {
        units: 5,
        milli_usd: 1250
    }));
}

#[test]
fn refusals_name_the_rule() {
    let asked = question(&json!([
        one("a", 50_000.0, 0.5, &json!({"slowdown_max": 1.2})),
        one("b", 30_000.0, 0.5, &json!({})),
        one(
            "c",
            70_000.0,
            0.2,
            &json!({"isolation": "none", "wait_max_s": 5.0})
        ),
        one("d", 90_000.0, 0.2, &json!({"isolation": "none"})),
        one("e", 10_000.0, 0.1, &json!({"isolation": "hardware"})),
    ]));
    let why = |mode, set: &[usize]| check(&asked, 0, mode, set).unwrap_err();
    assert_eq!(
        why(Mode::Mps, &[0, 2]),
        Refusal::Memory {
            needs_mib: 120_000.0,
            holds_mib: 80_000.0
        }
    );
    assert!(matches!(why(Mode::Mps, &[0, 1]), Refusal::Busy { .. }));
    assert_eq!(why(Mode::Exclusive, &[0, 1]), Refusal::TooMany { most: 1 });
    assert_eq!(why(Mode::Mps, &[4, 1]), Refusal::Isolation { member: 0 });
    assert_eq!(
        why(Mode::Swap, &[2, 2, 3]),
        Refusal::HostMemory {
            needs_mib: 230_000.0,
            holds_mib: 200_000.0
        }
    );
    assert_eq!(why(Mode::TimeSlicing, &[2]), Refusal::TooFew);
    assert_eq!(
        why(Mode::Mig, &[3]),
        Refusal::Memory {
            needs_mib: 90_000.0,
            holds_mib: 80_384.0
        }
    );
    assert_eq!(why(Mode::Mig, &[4, 4, 4, 4]), Refusal::NoPlace);
    assert_eq!(
        check(&asked, 0, Mode::Exclusive, &[9]),
        Err(Refusal::NotThere)
    );
    assert_eq!(
        check(&asked, 3, Mode::Exclusive, &[0]),
        Err(Refusal::NotThere)
    );
    assert_eq!(check(&asked, 0, Mode::Exclusive, &[0]), Ok(()));
}

/// Three that each need a board of 400 W: 1 kW holds two, in order of priority; 2 kW all.
#[test]
fn budgets_by_hand() {
    let own = json!({"isolation": "hardware"});
    let ones: Vec<Value> = ["a", "b", "c"]
        .iter()
        .map(|id| one(id, 60_000.0, 0.9, &own))
        .collect();
    let asked = question(&json!(ones));
    let priority = vec!["c".to_owned(), "b".to_owned()];
    let found = afforded(&asked, &priority, Budget::Power(1.0));
    assert_eq!(
        (found.held, found.left, found.used),
        (
            vec!["c".to_owned(), "b".to_owned()],
            vec!["a".to_owned()],
            800
        )
    );
    assert_eq!((found.gained, found.proved), (vec!["a".to_owned()], true));
    assert_eq!(found.packing.price_milli_usd, Some(4000));
    let gpus = afforded(&asked, &[], Budget::Gpus(2));
    assert_eq!((gpus.held.len(), gpus.used, gpus.gained.len()), (2, 2, 1));
    let money = afforded(&asked, &[], Budget::Money(4100));
    assert_eq!(
        (money.held.len(), money.used, money.gained.len()),
        (2, 4000, 1)
    );
    let wrong = |priority: &[String], budget| {
        Affording::new(asked.clone(), priority, budget)
            .unwrap_err()
            .field
    };
    assert_eq!(wrong(&["x".to_owned()], Budget::Gpus(1)), "priority[0]");
    assert_eq!(
        wrong(&["a".to_owned(), "a".to_owned()], Budget::Gpus(1)),
        "priority[1]"
    );
    assert_eq!(wrong(&[], Budget::Power(f64::NAN)), "budget.power");
}

fn afforded(question: &Question, priority: &[String], budget: Budget) -> Afforded {
    let mut search = Affording::new(question.clone(), priority, budget).unwrap();
    while !search.advance(1000) {}
    search.answer()
}

/// Two that are asked for half the day and may wait: two GPUs for half of it are $2 an hour.
#[test]
fn to_zero_by_hand() {
    let mut asked = question(&json!([
        one(
            "a",
            60_000.0,
            0.9,
            &json!({"isolation": "hardware", "wait_max_s": 100.0})
        ),
        one(
            "b",
            60_000.0,
            0.9,
            &json!({"isolation": "hardware", "wait_max_s": 100.0})
        ),
    ]));
    for one in &mut asked.workloads {
        one.load[..12].fill(0.0);
    }
    let mut search = Alternatives::new(&asked, Some(60.0));
    while !search.advance(1000) {}
    let zero = search
        .found()
        .iter()
        .find(|one| one.way == Way::ToZero)
        .unwrap();
    assert_eq!((zero.price_milli_usd, zero.sleepers.len()), (Some(2000), 2));
    assert_eq!(search.saved(), Some(0));
    // A cold start longer than anyone waits: nobody sleeps.
    assert!(
        !Alternatives::new(&asked, Some(101.0))
            .found()
            .iter()
            .any(|one| one.way == Way::ToZero)
    );
}

proptest! {
    #![proptest_config(drawn(100))]

    /// Every hour keeps the limit and every workload its slowdown and its wait; the packing is
    /// found to hold by its own rules.
    #[test]
    fn hours_keep_what_the_packing_promised(question in fleet(false, 8)) {
        let packing = pack(&question);
        prop_assert_eq!(broken(&question, &packing), None);
        for day in days(&question, &packing) {
            prop_assert_eq!(day.hours.len(), 24);
            for hour in &day.hours {
                prop_assert!(hour.load <= day.limit + 1e-9 && hour.slowdown >= 1.0);
            }
            for beside in &day.workloads {
                let asked = question.workloads.iter().find(|one| one.id == beside.id).unwrap();
                let most = asked.slowdown_max.unwrap_or(f64::INFINITY);
                prop_assert!(beside.slowdown.iter().all(|slower| *slower <= most + 1e-9));
                let wait = asked.wait_max_s.unwrap_or(0.0);
                prop_assert!(beside.wait_s.iter().all(|waited| *waited <= wait + 1e-9));
                prop_assert!(worst(beside).is_some_and(|hour| hour < 24));
            }
        }
        let _ = findings(&question, &packing);
    }

    /// No way is cheaper than the one asked for, but for less isolation, which is never dearer.
    #[test]
    fn alternatives_are_no_bargains(question in fleet(true, 6)) {
        let mut search = Alternatives::new(&question, None);
        while !search.advance(1000) {}
        let found = search.found();
        prop_assert_eq!(&found[0].way, &Way::Asked);
        // Nothing may hold all: then no way but one of less isolation does.
        let asked = found[0].price_milli_usd.unwrap_or(u64::MAX);
        for one in found {
            if let Some(price) = one.price_milli_usd {
                let fair = match one.way {
                    Way::LessIsolation => price <= asked,
                    _ => price >= asked,
                };
                prop_assert!(fair);
            }
        }
        prop_assert!(search.best_single().is_none_or(|single| single.price_milli_usd.unwrap() >= asked));
    }

    /// The workloads held cost no more than the budget; with the next left out, they would; and a
    /// budget of the cost of all holds all. Of types that one may have alone: others may hold two
    /// where they hold neither.
    #[test]
    fn budgets_are_kept(mut question in fleet(true, 6), limit in 0..12_u64) {
        for gpu in &mut question.gpus {
            gpu.modes = gpu.modes.with(Mode::Exclusive);
        }
        let found = afforded(&question, &[], Budget::Money(limit * 1000));
        prop_assert!(found.used <= limit * 1000);
        prop_assert_eq!(found.held.len() + found.left.len(), question.workloads.len());
        prop_assert!(found.gained.iter().all(|id| found.left.contains(id)));
        if let Some(first) = found.left.first() {
            let place = question.workloads.iter().position(|one| one.id == *first).unwrap();
            let mut with = question.clone();
            with.workloads.truncate(place + 1);
            with.workloads.retain(|one| one.id == *first || found.held.contains(&one.id));
            prop_assert!(pack(&with).price_milli_usd.is_none_or(|price| price > limit * 1000));
        }
        if let Some(all) = pack(&question).price_milli_usd {
            prop_assert!(afforded(&question, &[], Budget::Money(all)).left.is_empty());
        }
    }
}
