//! Remarks on an answer: levers asked by the full search, findings, and the curve of time against
//! money.

#![allow(clippy::unwrap_used, clippy::indexing_slicing)] // Questions of its own making.

use catalog::{resolve, resolve_training};
use estimator::choice::{ModelChoice, PriceBasis};
use estimator::quantity::{Seconds, Usd};
use estimator::training::finding::{Finding, of_candidate};
use estimator::training::frontier::{efficiency, frontier};
use estimator::training::lever::{Lever, Resolved, Risk, Weighed, weigh};
use estimator::training::method::{Method, Offload, Stack};
use estimator::training::question::{Deadline, Purpose, Question};
use estimator::training::report::Report;
use estimator::training::search::search;

fn answer(question: &Question) -> Option<Report> {
    let (job, site, limits, offers) = resolve_training(question, None).ok()?;
    Some(search(&job, &site, &limits, &question.fixed, &offers))
}

fn weighed(question: &Question, now: &Report) -> Vec<Weighed> {
    let (job, _, limits, _) = resolve_training(question, None).unwrap();
    weigh(Resolved::new(question, &job, &limits), now, answer)
}

fn on(ids: &[&str], mut question: Question) -> Question {
    question.fleet.accelerators = ids.iter().map(|id| (*id).to_owned()).collect();
    question
}

/// The page's first question has an answer, in time, and levers that save something, the largest
/// saving first. Each promise is the answer to its question.
#[test]
fn levers_keep_their_promise() {
    let question = Question::default();
    let now = answer(&question).unwrap();
    let before = now.recommended().unwrap().best.as_ref().unwrap();
    let all = weighed(&question, &now);
    assert!(all.len() >= 4, "{all:?}");
    let mut last = f64::INFINITY;
    for weighed in &all {
        let after = answer(&weighed.question).unwrap();
        let run = after.recommended().unwrap().best.as_ref().unwrap();
        if let Some(saved) = weighed.saved {
            assert_eq!(saved, before.cost.unwrap() - run.cost.unwrap());
            assert!(
                saved >= Usd::ZERO && saved.get() <= last,
                "{:?}",
                weighed.lever
            );
            last = saved.get();
        }
        assert_eq!(weighed.sooner.unwrap(), before.wall - run.wall);
        assert!(!weighed.rescues);
    }
    let adapters = all.iter().find(|one| one.lever == Lever::Adapters).unwrap();
    assert_eq!(adapters.risk, Risk::Quality);
    assert!(matches!(adapters.question.method, Method::Adapter(_)));
    let spot = all
        .iter()
        .find(|one| one.lever == Lever::Basis(PriceBasis::Spot));
    assert!(spot.is_some_and(|one| one.risk == Risk::Interruption));
}

/// Where nothing is done in time, the lever that makes it so comes first: a 70B on eight A100s in
/// a day is too much for all its weights, not for adapters.
#[test]
fn levers_rescue() {
    let mut question = on(
        &["nvidia-a100-sxm-80gb"],
        Question {
            model: ModelChoice::Catalog("meta-llama/Llama-3.1-70B".to_owned()),
            deadline: Deadline::Within(Seconds::new(86_400.0)),
            tokens: 50e6,
            stack: Stack::HuggingFace,
            ..Question::default()
        },
    );
    question.limits.max_accelerators = 8;
    question.fixed.offload = Some(Offload::None);
    let now = answer(&question).unwrap();
    assert!(now.recommended().is_none());
    assert_eq!(now.findings, [Finding::NothingFits]);
    let all = weighed(&question, &now);
    let adapters = all.iter().find(|one| one.lever == Lever::Adapters).unwrap();
    assert!(adapters.rescues && adapters.saved.is_none());
    assert!(all.iter().any(|one| one.lever == Lever::MoreAccelerators));
}

/// A price that binds for years is no saving on a run of hours, cheap as its hour is; on one
/// that takes the whole term it is.
#[test]
fn a_run_of_hours_is_not_reserved_for_years() {
    let committed = |question: &Question| -> Vec<PriceBasis> {
        let now = answer(question).unwrap();
        let all = weighed(question, &now);
        all.iter()
            .filter_map(|one| match one.lever {
                Lever::Basis(basis) if basis != PriceBasis::Spot => Some(basis),
                _ => None,
            })
            .collect()
    };
    let mut question = on(&["nvidia-a100-sxm-40gb"], Question::default());
    assert_eq!(committed(&question), []);
    // Two years of eight accelerators.
    question.deadline = Deadline::None;
    question.fixed.accelerators = Some(8);
    question.tokens = 1.2e12;
    let wall = answer(&question)
        .unwrap()
        .recommended()
        .unwrap()
        .best
        .as_ref()
        .unwrap()
        .wall;
    let years = wall.get() / (8760.0 * 3600.0);
    assert!((1.0..3.0).contains(&years), "{years}");
    assert_eq!(committed(&question), [PriceBasis::Reserved1y]);
}

/// Findings are those of the run that is asked about, whichever is recommended: a full memory is
/// named of the boards that are full.
#[test]
fn findings_are_of_the_run_that_is_shown() {
    let question = Question {
        tokens: 2e9,
        ..Question::default()
    };
    let (job, site, limits, offers) = resolve_training(&question, None).unwrap();
    let report = search(&job, &site, &limits, &question.fixed, &offers);
    let (mut full, mut spare) = (0, 0);
    for (place, candidate) in report.candidates.iter().enumerate() {
        let found = of_candidate(&job, &site, &offers[candidate.offer], candidate);
        let Some(run) = &candidate.best else {
            assert_eq!(found, []);
            continue;
        };
        let memory = &run.estimate.memory;
        let share = memory.needed() / memory.capacity;
        let named = found.iter().find_map(|one| match one {
            Finding::MemoryNearlyFull { share } => Some(*share),
            _ => None,
        });
        assert_eq!(named, (share > 0.95).then_some(share));
        if report.best == Some(place) {
            assert_eq!(found, report.findings);
        }
        full += u32::from(named.is_some());
        spare += u32::from(named.is_none());
    }
    assert!(full > 0 && spare > 0, "{full} {spare}");
}

/// Findings name the faults of a run and no more: few sequences on many accelerators, padding, a
/// network that is slow, instances half idle.
#[test]
fn findings_name_what_is_wrong() {
    let plain = Question {
        tokens: 2e9,
        ..on(&["nvidia-h100-sxm-80gb"], Question::default())
    };
    let of = |question: &Question| answer(question).unwrap().findings;
    let fine = of(&plain);
    assert!(fine.len() <= 1, "{fine:?}");

    let mut crowded = plain.clone();
    crowded.global_batch = Some(8);
    crowded.fixed.accelerators = Some(64);
    let found = of(&crowded);
    assert!(
        found.iter().any(
            |one| matches!(one, Finding::SmallBatch { sequences, utilization }
            if *sequences <= 0.125 && *utilization < 0.3)
        ),
        "{found:?}"
    );

    let mut padded = plain.clone();
    padded.packed = 0.4;
    assert!(of(&padded).contains(&Finding::Padding { packed: 0.4 }));

    let mut slow = plain.clone();
    slow.fixed.accelerators = Some(64);
    slow.fixed.pipeline = Some(1);
    slow.site.network = Some(estimator::quantity::BytesPerSecond::gb(1.0));
    let found = of(&slow);
    let named = found.iter().find_map(|one| match one {
        Finding::Communication { network, share } => Some((*network, *share)),
        _ => None,
    });
    let (network, share) = named.unwrap();
    assert_eq!(network, slow.site.network);
    assert!(share > 0.25 && share < 1.0);

    let mut late = plain.clone();
    late.deadline = Deadline::Within(Seconds::new(60.0));
    assert!(
        matches!(of(&late).as_slice(), [Finding::NothingInTime { fastest }]
        if fastest.get() > 60.0)
    );

    let mut fragile = plain;
    fragile.purpose = Purpose::Pretraining;
    fragile.deadline = Deadline::None;
    fragile.tokens = 1e11;
    fragile.site.between_failures = Seconds::new(100.0 * 3600.0);
    fragile.fixed.accelerators = Some(128);
    let found = of(&fragile);
    assert!(
        found.iter().any(
            |one| matches!(one, Finding::Interruptions { share, failures }
            if *share > 0.03 && *failures > 1.0)
        ),
        "{found:?}"
    );
}

/// The frontier runs from the fastest to the cheapest, and nothing tried beats a point of
/// it in both; the efficiency of a curve begins at 1 and falls in the end.
#[test]
fn the_frontier_is_one() {
    let question = Question {
        deadline: Deadline::None,
        ..Question::default()
    };
    let report = answer(&question).unwrap();
    let points = frontier(&report);
    assert!(points.len() > 3);
    for pair in points.windows(2) {
        assert!(pair[0].wall <= pair[1].wall && pair[0].cost > pair[1].cost);
    }
    for candidate in &report.candidates {
        for run in &candidate.scaling {
            let Some(cost) = run.cost else { continue };
            assert!(
                points
                    .iter()
                    .any(|point| point.wall <= run.wall && point.cost <= cost),
                "{run:?}"
            );
        }
        let shares = efficiency(&candidate.scaling);
        assert_eq!(shares.len(), candidate.scaling.len());
        if let (Some(first), Some(last)) = (shares.first(), shares.last()) {
            assert!((first - 1.0).abs() < 1e-12);
            assert!(shares.len() < 12 || *last < 0.7, "{shares:?}");
        }
    }
    // Serving's offers and training's are the same records.
    let (_, served) = resolve(&estimator::serving::question::Question::default()).unwrap();
    assert_eq!(served.len(), report.candidates.len());
}
