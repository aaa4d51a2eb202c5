//! The ten cases, endless eviction, laws and bad input.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

use super::{Answer, Job, Question, Queue, Reclaim, Run, Stopped, Strategy, Within, cases};
use crate::kubernetes::Problem;
use proptest::prelude::*;
use serde_json::{Value, json};

const VECTORS: &str = include_str!("../../../tests/it/data/queue_vectors.json");

fn answer(question: Question, pieces: u64) -> Result<Answer, Stopped> {
    let mut run = Run::new(question).unwrap();
    while !run.advance(pieces)? {}
    Ok(run.answer())
}

#[test]
fn ten_cases_are_exact() {
    let wanted: Value = serde_json::from_str(VECTORS).unwrap();
    let cases = cases(VECTORS).unwrap();
    assert_eq!(cases.len(), 10);
    for (case, wanted) in cases.into_iter().zip(wanted["cases"].as_array().unwrap()) {
        let line = answer(case.question.unwrap(), 3)
            .unwrap()
            .line(case.name.as_deref());
        assert_eq!(line["result"], wanted["result"], "{}", wanted["name"]);
    }
}

/// A head of low priority may call everything back, above its quota too; the one it evicts has
/// the higher priority, enters first and is evicted again.
#[test]
fn endless_eviction_is_found_and_said() {
    let question = Question {
        queues: vec![
            Queue {
                reclaim: Reclaim::Any,
                borrow_within: true,
                ..Queue::new("a", 2)
            },
            Queue::new("b", 2),
        ],
        jobs: vec![
            Job {
                gpus: 4,
                priority: 5,
                ..Job::new("strong", 1, 0, 3_600)
            },
            Job {
                gpus: 4,
                ..Job::new("caller", 0, 60, 3_600)
            },
        ],
        topology: None,
    };
    let stopped = answer(question, 1).unwrap_err();
    assert_eq!(
        stopped,
        Stopped::Endless {
            at: 60,
            jobs: vec!["strong".into()]
        }
    );
}

#[test]
fn an_equal_but_newer_job_may_be_evicted() {
    // x (submitted at 0, waits for w) comes to its turn at 100 s, when the newer y runs.
    let question = Question {
        queues: vec![Queue {
            within: Within::LowerOrNewerEqualPriority,
            ..Queue::new("a", 4)
        }],
        jobs: vec![
            Job {
                gpus: 1,
                priority: 9,
                ..Job::new("w", 0, 0, 100)
            },
            Job {
                gpus: 4,
                ..Job::new("x", 0, 1, 50)
            },
            Job {
                gpus: 2,
                ..Job::new("y", 0, 2, 1_000)
            },
        ],
        topology: None,
    };
    let jobs = answer(question, 9).unwrap().jobs;
    assert_eq!(jobs[1].starts, [100]);
    assert_eq!(
        (&jobs[2].starts[..], &jobs[2].evicted[..]),
        (&[2, 150][..], &[100][..])
    );
    // 98 s of two accelerators, without a checkpoint.
    assert_eq!(jobs[2].lost, 196);
}

prop_compose! {
    fn jobs(queues: usize, most: u64)(
        rows in prop::collection::vec(
            (0..queues, 0_u64..2_000, 1..=most, 1_u64..2_000, 0_i64..3, 0_u64..3, 0_u64..60),
            1..14,
        ),
    ) -> Vec<Job> {
        let rows = rows.into_iter().enumerate();
        rows.map(|(place, (queue, submit, gpus, seconds, priority, checkpoint, restart))| Job {
            gpus,
            priority,
            checkpoint: checkpoint.checked_sub(1).map(|one| one * 300),
            restart,
            ..Job::new(&format!("j{place}"), queue, submit, seconds)
        })
        .collect()
    }
}

proptest! {
    /// With a strict queue of one team, without priorities, more quota lets no job enter later:
    /// at the time each entered, those before it had come no later and left no later.
    #[test]
    fn more_quota_never_lets_a_team_alone_wait_longer(
        mut jobs in jobs(1, 6), nominal in 6_u64..12, more in 1_u64..6,
    ) {
        for job in &mut jobs {
            job.priority = 0;
        }
        let waited = |nominal| {
            let queue = Queue { strategy: Strategy::StrictFifo, ..Queue::new("a", nominal) };
            let question = Question { queues: vec![queue], jobs: jobs.clone(), topology: None };
            let jobs = answer(question, 100).unwrap().jobs;
            jobs.into_iter().map(|job| job.waited.unwrap()).collect::<Vec<_>>()
        };
        let (less, more) = (waited(nominal), waited(nominal + more));
        prop_assert!(less.iter().zip(&more).all(|(less, more)| more <= less));
    }

    /// Whatever the rules: the cohort's quota is never passed, twice the same is twice the same,
    /// time in place is work and restarts and work that was lost, and a run ends or says why.
    #[test]
    fn a_cohort_keeps_its_quota_and_its_books(
        jobs in jobs(3, 8),
        rules in prop::collection::vec((0_u64..7, 0_u8..3, 0_u8..3, any::<bool>(), any::<bool>()), 3),
        pieces in 1_u64..9,
    ) {
        let queues = rules.iter().enumerate().map(|(place, &(nominal, within, reclaim, up, strict))| {
            Queue {
                within: [Within::Never, Within::LowerPriority, Within::LowerOrNewerEqualPriority]
                    [usize::from(within)],
                reclaim: [Reclaim::Never, Reclaim::LowerPriority, Reclaim::Any][usize::from(reclaim)],
                borrow_within: up,
                strategy: if strict { Strategy::StrictFifo } else { Strategy::BestEffortFifo },
                ..Queue::new(&place.to_string(), nominal)
            }
        });
        let question = Question { queues: queues.collect(), jobs, topology: None };
        let total: u64 = question.queues.iter().map(|queue| queue.nominal).sum();
        let first = answer(question.clone(), pieces);
        prop_assert_eq!(&first, &answer(question.clone(), 1_000));
        let Ok(first) = first else {
            return Ok(());
        };
        let mut used = 0;
        for entry in &first.log {
            let gpus = question.jobs[entry.job].gpus;
            if entry.event == super::Event::Admit { used += gpus } else { used -= gpus }
            prop_assert!(used <= total);
        }
        prop_assert_eq!(used, 0);
        let ended = question.jobs.iter().zip(&first.jobs).filter(|(_, done)| done.end.is_some());
        let work: u64 = ended.map(|(job, _)| job.gpus * job.seconds).sum();
        prop_assert!(first.held >= work + first.lost);
    }

    /// Any text is an error or cases, never a panic.
    #[test]
    fn any_text_is_read_or_refused(text in "\\PC{0,80}", cut in 0_usize..27_000) {
        let _ = cases(&text);
        let _ = cases(VECTORS.get(..cut).unwrap_or_default());
    }
}

#[test]
fn what_is_wrong_names_its_field() {
    let refused = |change: fn(&mut Value)| {
        let mut file: Value = serde_json::from_str(VECTORS).unwrap();
        change(&mut file["cases"][0]);
        let mut cases = cases(&file.to_string()).unwrap();
        assert!(
            cases[1..].iter().all(|case| case.question.is_ok()),
            "the others stay"
        );
        let error = cases.swap_remove(0).question.unwrap_err();
        (error.field, error.problem)
    };
    let field = |change| refused(change).0;
    assert_eq!(
        refused(|case| case["x"] = json!(1)),
        ("x".into(), Problem::Unknown)
    );
    assert_eq!(
        field(|case| case["jobs"][2]["gpu"] = json!(1)),
        "jobs[2].gpu"
    );
    assert_eq!(
        field(|case| case["jobs"][2]["gpus"] = json!(0)),
        "jobs[2].gpus"
    );
    assert_eq!(
        field(|case| case["jobs"][2]["gpus"] = json!(1.5)),
        "jobs[2].gpus"
    );
    assert_eq!(
        field(|case| case["jobs"][2]["seconds"] = json!(1e300)),
        "jobs[2].seconds"
    );
    assert_eq!(
        field(|case| case["jobs"][2]["submit"] = json!(-1)),
        "jobs[2].submit"
    );
    assert_eq!(
        field(|case| case["jobs"][2]["priority"] = json!("high")),
        "jobs[2].priority"
    );
    assert_eq!(
        refused(|case| case["jobs"][2]["queue"] = json!("z")),
        ("jobs[2].queue".into(), Problem::NoQueue)
    );
    assert_eq!(
        refused(|case| case["jobs"][2]["id"] = json!("a1")),
        ("jobs[2].id".into(), Problem::Repeated)
    );
    assert_eq!(
        field(|case| {
            let again = case["queues"][0].clone();
            case["queues"].as_array_mut().unwrap().push(again);
        }),
        "queues[2].name"
    );
    assert_eq!(
        field(|case| case["queues"][1]["reclaim"] = json!("any")),
        "queues[1].reclaim"
    );
    assert_eq!(
        field(|case| {
            case["queues"] = json!([]);
            case["jobs"] = json!([]);
        }),
        "queues"
    );
    assert_eq!(field(|case| case["jobs"] = json!({})), "jobs");
    assert_eq!(cases("{}").unwrap_err().field, "cases");
    assert_eq!(
        cases("{\"cases\": [], \"case\": 1}").unwrap_err().field,
        "case"
    );
}
