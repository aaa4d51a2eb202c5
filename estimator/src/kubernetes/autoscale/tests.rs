//! The nine traces, laws, hand-made goldens and bad input.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

use super::{Behavior, Drive, Keda, Metric, Plant, Question, Run, Scaler, cases, largest};
use crate::kubernetes::Problem;
use proptest::prelude::*;
use serde_json::{Value, json};

const VECTORS: &str = include_str!("../../../tests/it/data/autoscale_vectors.json");

fn vectors() -> Value {
    serde_json::from_str(VECTORS).unwrap()
}

/// The lines of a file's answers.
fn lines(text: &str) -> Vec<Value> {
    let answered = cases(text).unwrap().into_iter().map(|case| {
        let (question, columns) = case.question.unwrap();
        let mut run = Run::new(question).unwrap();
        while !run.advance(7) {}
        run.answer().line(case.name.as_deref(), &columns)
    });
    answered.collect()
}

/// The field and message that a file with a changed first trace is refused with.
fn refused(place: usize, change: impl Fn(&mut Value)) -> (String, Problem) {
    let mut file = vectors();
    change(&mut file["traces"][place]);
    let mut cases = cases(&file.to_string()).unwrap();
    let others = cases.iter().filter(|case| case.question.is_ok()).count();
    assert_eq!(others, 8, "one error leaves the others");
    let error = cases.swap_remove(place).question.unwrap_err();
    (error.field, error.problem)
}

#[test]
fn nine_traces_are_exact_to_the_second_and_replica() {
    let wanted = vectors();
    let lines = lines(VECTORS);
    assert_eq!(lines.len(), 9);
    for (line, wanted) in lines.iter().zip(wanted["traces"].as_array().unwrap()) {
        for (key, value) in line.as_object().unwrap() {
            match (value.as_f64(), wanted[key].as_f64()) {
                // 269,555.625 stands in the file as 269,555.62.
                (Some(is), Some(should)) => assert!((is - should).abs() < 0.006, "{key} {is}"),
                _ => assert_eq!(*value, wanted[key], "{} {key}", line["name"]),
            }
        }
    }
}

#[test]
fn a_measure_of_waiting_requests_alone_costs_more_and_waits_longer() {
    let mut file = vectors();
    let day = &mut file["traces"][5];
    day["metric"] = json!("waiting");
    day["target"] = json!(3);
    let wanted = day["beside"].clone();
    let line = &lines(&file.to_string())[5];
    for key in [
        "replica_hours",
        "seconds_with_waiting",
        "waiting_request_seconds",
        "most_waiting",
    ] {
        assert_eq!(line[key].as_f64(), wanted[key].as_f64(), "{key}");
    }
}

fn question(start: u32, series: Vec<(f64, f64)>, until: u64) -> Question {
    Question {
        metric: Metric::AverageTotal,
        target: 10.0,
        start,
        scaler: Scaler {
            low: 1,
            high: 20,
            behavior: Behavior::default(),
            sync: 15,
        },
        keda: None,
        cold_start: 0.0,
        until,
        drive: Drive::Open(series),
    }
}

fn changes(question: Question) -> Vec<(u64, u32)> {
    let mut run = Run::new(question).unwrap();
    assert!(run.advance(u64::MAX));
    run.answer().changes
}

#[test]
fn outside_of_its_bounds_it_goes_to_the_bound_at_once() {
    // No window of 300 s, no policy: 30 is above the most of 20, whatever the measure.
    assert_eq!(
        changes(question(30, vec![(0.0, 290.0)], 0)),
        [(0, 30), (0, 20)]
    );
    let mut below = question(1, vec![(0.0, 10.0)], 0);
    below.scaler.low = 7;
    assert_eq!(changes(below), [(0, 1), (0, 7)]);
}

#[test]
fn an_autoscaler_at_zero_sleeps() {
    assert_eq!(changes(question(0, vec![(0.0, 100.0)], 600)), [(0, 0)]);
}

#[test]
fn a_value_is_compared_as_a_whole() {
    // r = 15 / 10 = 1.5; ceil(1.5 x 3 ready) = 5.
    let mut value = question(3, vec![(0.0, 15.0)], 0);
    value.metric = Metric::Value;
    assert_eq!(changes(value), [(0, 3), (0, 5)]);
}

#[test]
fn keda_sleeps_from_any_count_strictly_after_its_cooldown() {
    // Active at 0 and 30 only; 30 + 60 < 120, and at 90 it is not yet.
    let mut sleeping = question(4, vec![(0.0, 40.0), (31.0, 0.0)], 200);
    sleeping.scaler.low = 0;
    sleeping.keda = Some(Keda {
        polling: 30,
        cooldown: 60,
        activation: 0.0,
    });
    assert_eq!(changes(sleeping), [(0, 4), (120, 0)]);
}

#[test]
fn several_metrics_take_the_largest_and_a_failed_one_holds() {
    assert_eq!(largest(&[Some(3), Some(7)], 5), 7);
    assert_eq!(largest(&[Some(3), None], 5), 5);
    assert_eq!(largest(&[Some(8), None], 5), 8);
    assert_eq!(largest(&[None], 5), 5);
}

proptest! {
    /// A constant load within the tolerance changes nothing, for ever.
    #[test]
    fn a_tolerated_load_changes_nothing(start in 1_u32..20, share in 0.901_f64..1.099) {
        let total = share * 10.0 * f64::from(start);
        prop_assert_eq!(changes(question(start, vec![(0.0, total)], 3_600)), [(0, start)]);
    }

    /// Replicas stay within the bounds, twice the same is twice the same, in pieces or at once,
    /// and nothing is served that has not come.
    #[test]
    fn a_plant_stays_within_bounds_and_is_repeatable(
        loads in prop::collection::vec(0.0_f64..20.0, 1..12),
        start in 0_u32..6, high in 6_u32..12, cold in 0_u32..400, pieces in 1_u64..50,
    ) {
        let load = loads.iter().enumerate().map(|(at, load)| (at as f64 * 300.0, *load)).collect();
        let asked = Question {
            metric: Metric::InFlight,
            keda: Some(Keda::default()),
            cold_start: f64::from(cold),
            scaler: Scaler { low: 0, high, ..question(1, Vec::new(), 0).scaler },
            drive: Drive::Closed(Plant { load, rate: 1.6, service: 10.0, step: 15, patience: f64::MAX }),
            ..question(start, Vec::new(), 3_600)
        };
        let mut run = Run::new(asked.clone()).unwrap();
        while !run.advance(pieces) {}
        let answer = run.answer();
        prop_assert!(answer.changes.iter().all(|(_, replicas)| *replicas <= high));
        let totals = answer.totals.unwrap();
        let most = loads.iter().copied().fold(0.0, f64::max);
        prop_assert!(totals.most_waiting <= most * 3_615.0);
        let mut again = Run::new(asked).unwrap();
        again.advance(u64::MAX);
        prop_assert_eq!(again.answer(), answer);
    }

    /// Any text is an error or cases, never a panic.
    #[test]
    fn any_text_is_read_or_refused(text in "\\PC{0,80}", cut in 0_usize..13_000) {
        let _ = cases(&text);
        let _ = cases(VECTORS.get(..cut).unwrap_or_default());
    }
}

#[test]
fn what_is_wrong_names_its_field() {
    let field = |place, change: fn(&mut Value)| refused(place, change).0;
    assert_eq!(
        refused(0, |case| case["colour"] = json!(1)),
        ("colour".into(), Problem::Unknown)
    );
    assert_eq!(
        field(0, |case| case["autoscaler"]["hihg"] = json!(1)),
        "autoscaler.hihg"
    );
    assert_eq!(field(0, |case| case["plant"] = json!({})), "plant");
    assert_eq!(
        field(4, |case| case["autoscaler"] = json!({})),
        "autoscaler"
    );
    assert_eq!(field(4, |case| case["plant"]["x"] = json!({})), "plant.x");
    assert_eq!(
        field(4, |case| case["keda"]["polling"] = json!(0)),
        "keda.polling"
    );
    assert_eq!(field(4, |case| case["min"] = json!(7)), "min");
    assert_eq!(field(0, |case| case["target"] = json!(0)), "target");
    assert_eq!(field(0, |case| case["target"] = json!("10")), "target");
    assert_eq!(field(0, |case| case["target"] = Value::Null), "target");
    assert_eq!(
        field(0, |case| case["start_replicas"] = json!(1.5)),
        "start_replicas"
    );
    assert_eq!(
        field(0, |case| case["start_replicas"] = json!(-1)),
        "start_replicas"
    );
    assert_eq!(
        field(0, |case| case["metric"] = json!("in_flight")),
        "metric"
    );
    assert_eq!(field(0, |case| case["kind"] = json!("loop")), "kind");
    assert_eq!(field(0, |case| case["until_s"] = json!(1e9)), "until_s");
    assert_eq!(field(0, |case| case["name"] = json!(3)), "name");
    assert_eq!(
        field(0, |case| case["columns"] = json!(["t"])),
        "columns[0]"
    );
    assert_eq!(
        field(0, |case| case["metric_series"] = json!([[0, 1], [1]])),
        "metric_series[1]"
    );
    assert_eq!(
        field(0, |case| case["metric_series"] = json!([])),
        "metric_series"
    );
    assert_eq!(
        refused(0, |case| case["metric_series"] = json!([[9, 1], [1, 1]])),
        ("metric_series[1]".into(), Problem::Unordered)
    );
    assert_eq!(
        field(7, |case| {
            case["autoscaler"]["behavior"]["scaleUp"]["policies"][0]["period"] = json!(9_999);
        }),
        "autoscaler.behavior.scaleUp.policies[0].period"
    );
    assert_eq!(
        field(
            7,
            |case| case["autoscaler"]["behavior"]["scaleDown"]["policies"] = json!([])
        ),
        "autoscaler.behavior.scaleDown.policies"
    );
    assert_eq!(cases("[1").unwrap_err().field, "file");
    assert_eq!(cases("{\"traces\": 3}").unwrap_err().field, "traces");
    assert_eq!(
        cases("{\"traces\": [], \"sync\": 3}").unwrap_err().field,
        "sync"
    );
    assert_eq!(cases(&"[".repeat(100_000)).unwrap_err().field, "file");
}
