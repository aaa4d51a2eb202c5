//! Worked cases, the laws of links and files, and bad input.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

use super::link::{Link, read, write};
use super::search::answered;
use super::*;
use crate::currency::{Code, Currency};
use crate::decimal::round;
use crate::error::Problem;
use crate::export::Format;
use crate::kubernetes::queue::{Level, Near, Reclaim};
use proptest::prelude::*;

const HOUR: u64 = 3600;
const HALF: u64 = 1800;

fn report(question: &Question) -> Report {
    answered(Search::new(question).unwrap())
}

fn played(question: &Question) -> Played {
    match report(question).outcome {
        Outcome::Played(played) => *played,
        other => panic!("{other:?}"),
    }
}

/// The fresh example by hand: at 4.5 h the run on 16 GPUs, of which 8 are borrowed, is called back
/// and loses what it did since its checkpoint at 4 h; it needs 16 again, which are there once the
/// fine-tuning ended at 10.5 h, starts in ten minutes and works its last 20 h.
#[test]
fn the_example_is_as_worked_by_hand() {
    let played = played(&Question::default());
    let run: Vec<_> = played.spans.iter().filter(|span| span.job == 0).collect();
    assert_eq!(
        (run[0].from, run[0].until, run[0].evicted),
        (0, 9 * HALF, true)
    );
    assert_eq!((run[0].borrowed, run[0].beside), (8, 0));
    assert_eq!((run[1].from, run[1].until), (21 * HALF, 61 * HALF + 600));
    assert_eq!(
        (played.jobs[0].lost, played.jobs[0].evictions),
        (16 * HALF, 1)
    );
    assert_eq!(played.jobs[1].waited, Some(0));
    assert_eq!(played.figures.last_end, Some(61 * HALF + 600));
    assert_eq!(played.teams[0].borrowed, 8 * (49 * HALF + 600));
    // Called back at 4.5 h, started again at 10.5: six hours that its wait of nothing leaves out.
    assert_eq!(played.jobs[0].waited, Some(0));
    assert_eq!(played.jobs[0].paused, Some(12 * HALF));
    assert_eq!(played.teams[0].figures.mean_wait, Some(0.0));
    assert_eq!(played.teams[0].figures.mean_out, Some(6.0 * 3600.0));
    assert_eq!(played.teams[0].figures.longest_out, Some(6 * HOUR));
    assert_eq!(played.figures.longest_out, Some(6 * HOUR));
    assert!(played.teams.iter().all(|team| team.cost.is_none()));
    // Two of the twelve small jobs run at once.
    assert_eq!(played.teams[2].peak, 2);
    assert_eq!(played.figures.jobs, 14);
    let held = 16 * (49 * HALF + 600) + 8 * 6 * HOUR + 12 * 2 * HOUR;
    assert_eq!(played.figures.held, held);
    assert_eq!(played.nodes.busy.iter().sum::<u64>(), held);
}

/// At 2.50 dollars: 24 h and 40 min of 16 GPUs, of which 8 are borrowed.
#[test]
fn a_team_pays_what_it_holds() {
    let question = Question {
        price: Some(2_500_000),
        ..Question::default()
    };
    let cost = played(&question).teams[0].cost.unwrap();
    let hours = 49.0 / 2.0 + 1.0 / 6.0;
    assert!((cost.held.get() - 16.0 * hours * 2.5).abs() < 1e-9);
    assert!((cost.borrowed.get() - 8.0 * hours * 2.5).abs() < 1e-9);
}

/// The price of a run goes along with it.
#[test]
fn a_run_brings_its_price() {
    let run = Jobs::new("run", 0, 4, HOUR);
    let price = Some(crate::quantity::UsdPerHour::new(3.299_6));
    assert_eq!(
        Question::with_run(run.clone(), price).price,
        Some(3_299_600)
    );
    assert_eq!(Question::with_run(run, None).price, None);
}

/// Alone, a run of two nodes never starts. Without evictions the date waits for its node until the
/// last small jobs are gone: they end at 14 h, 9.5 after it came.
#[test]
fn changes_are_those_of_the_question() {
    let report = report(&Question::default());
    let of = |way| {
        let found = report.changed.iter().find(|changed| changed.way == way);
        match &found.unwrap().outcome {
            Outcome::Played(figures) => *figures,
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(of(Way::Apart).never, 1);
    let calm = of(Way::NoEviction);
    assert_eq!((calm.evictions, calm.longest_wait), (0, Some(19 * HALF)));
    let more = report
        .changed
        .iter()
        .find(|one| matches!(one.way, Way::TwoMore(_)));
    assert!(more.is_some());
    let apart = Question {
        cohort: false,
        ..Question::default()
    };
    let ways: Vec<Way> = super::tests::report(&apart)
        .changed
        .iter()
        .map(|one| one.way)
        .collect();
    assert!(ways.contains(&Way::Together) && !ways.contains(&Way::Apart));
}

/// Two jobs of 4 on nodes of 6: with 3 and 3 taken, 3 + 3 are free and no node has 4.
#[test]
fn a_job_that_no_node_holds_is_split() {
    let question = Question {
        teams: vec![Team::new("one", 12)],
        jobs: vec![
            Jobs::new("a", 0, 3, HOUR),
            Jobs {
                submit: 1,
                ..Jobs::new("b", 0, 5, 2 * HOUR)
            },
            Jobs {
                submit: 2,
                ..Jobs::new("c", 0, 4, HOUR)
            },
        ],
        node: 6,
        ..Question::nothing()
    };
    let nodes = played(&question).nodes;
    // a leaves 3, b does not fit beside it and leaves 1.
    assert_eq!(
        nodes.split,
        [Split {
            job: 2,
            at: 2,
            free: 4,
            most: 3
        }]
    );
    // One second of 3 free beside a, one of 3 + 1, then none until a ends at 3600; then 3 of a's
    // place until c ends at 3602, then all beside b: 1 to 7201.
    let pieces = 3 + 4 + 3 * 2 + (7201 - 3602);
    assert_eq!(nodes.in_pieces, pieces);
}

/// The smallest that holds it is taken, so that whole nodes stay whole.
#[test]
fn small_jobs_stand_together() {
    let question = Question {
        teams: vec![Team::new("one", 16)],
        jobs: vec![
            Jobs {
                count: 8,
                ..Jobs::new("small", 0, 1, HOUR)
            },
            Jobs {
                submit: 5,
                ..Jobs::new("large", 0, 8, HOUR)
            },
        ],
        ..Question::nothing()
    };
    let nodes = played(&question).nodes;
    assert!(nodes.split.is_empty());
    assert_eq!(nodes.in_pieces, 0);
}

#[test]
fn endless_eviction_is_said_by_name() {
    let mut question = Question {
        teams: vec![Team::new("a", 2), Team::new("b", 2)],
        jobs: vec![
            Jobs {
                class: Class::Deadline,
                ..Jobs::new("strong", 1, 4, HOUR)
            },
            Jobs {
                submit: 60,
                ..Jobs::new("caller", 0, 4, HOUR)
            },
        ],
        ..Question::nothing()
    };
    question.teams[0].borrow_within = true;
    question.teams[1].reclaim = Reclaim::Never;
    let outcome = report(&question).outcome;
    let jobs = vec!["strong".to_owned()];
    assert_eq!(outcome, Outcome::Endless { at: 60, jobs });
    // Nothing is evicted without end where nothing is evicted.
    let calm = Way::NoEviction.of(&question);
    assert_eq!(played(&calm).figures.evictions, 0);
}

/// What waits behind its own limits never starts, and is counted.
#[test]
fn a_job_beyond_its_limits_never_starts() {
    let mut question = Question::default();
    question.teams[0].borrow = Some(4);
    let played = played(&question);
    assert_eq!(played.jobs[0].waited, None);
    assert_eq!(played.figures.never, 1);
    assert_eq!(played.teams[0].figures.mean_wait, None);
}

#[test]
fn each_problem_stands_beside_its_field() {
    let wrong = |change: fn(&mut Question)| {
        let mut question = Question::default();
        change(&mut question);
        let errors = Search::new(&question).unwrap_err();
        assert_eq!(errors.len(), 1, "{errors:?}");
        (errors[0].field, errors[0].problem.clone())
    };
    let job = |part| Field::Job(0, part);
    let least = Problem::TooSmall { least: 1.0 };
    assert_eq!(
        wrong(|all| all.jobs[0].gpus = 0),
        (job(JobPart::Gpus), least.clone())
    );
    assert_eq!(
        wrong(|all| all.jobs[0].gpus = 25),
        (job(JobPart::Gpus), Problem::TooLarge { most: 24.0 })
    );
    assert_eq!(
        wrong(|all| all.jobs[0].seconds = 0),
        (job(JobPart::Time), least.clone())
    );
    assert_eq!(
        wrong(|all| all.teams[1].gpus = 0),
        (Field::Team(1, TeamPart::Gpus), least)
    );
    assert_eq!(
        wrong(|all| all.jobs[2].count = 9_999),
        (Field::Jobs, Problem::TooLarge { most: 10_000.0 })
    );
    let twice = |name: &str| Problem::Unknown {
        name: name.to_owned(),
    };
    assert_eq!(
        wrong(|all| all.teams[1].name = "Research".to_owned()),
        (Field::Team(1, TeamPart::Name), twice("Research"))
    );
    assert_eq!(
        wrong(|all| all.jobs[0].name = "evaluation 3".to_owned()),
        (Field::Job(2, JobPart::Name), twice("evaluation 3"))
    );
    let near = |near| (job(JobPart::Near), near);
    assert_eq!(
        wrong(|all| {
            (all.rack, all.jobs[0].near) = (Some(1), Near::Required(Level::Rack));
        }),
        near(Problem::TooLarge { most: 8.0 })
    );
    assert_eq!(
        wrong(|all| {
            (all.rack, all.jobs[0].near) = (Some(1), Near::Preferred(Level::Block));
        }),
        near(Problem::Missing)
    );
    assert_eq!(
        wrong(|all| (all.rack, all.teams[0].gpus) = (Some(1), 20_000)),
        (Field::Rack, Problem::Missing)
    );
    assert_eq!(
        wrong(|all| all.jobs.clear()),
        (Field::Jobs, Problem::Missing)
    );
    assert_eq!(
        wrong(|all| all.teams[0].lend = Some(9)),
        (
            Field::Team(0, TeamPart::Lend),
            Problem::TooLarge { most: 8.0 }
        )
    );
}

#[test]
fn a_run_finds_its_place() {
    let run = Jobs::new("llama", 7, 64, HOUR);
    let question = Question::with_run(run, None);
    assert_eq!(question.check(), Ok(()));
    assert_eq!((question.jobs[0].team, question.teams[0].gpus), (0, 64));
}

#[test]
fn files_say_what_the_answer_says() {
    let question = Question::default();
    let csv = export::answered(Format::Csv, &question, None).unwrap();
    let lines: Vec<&str> = csv.lines().collect();
    assert_eq!(lines.len(), 15);
    assert_eq!(
        lines[1],
        "pretraining,Research,batch,16,0,0,0,21600,110400,1,8,no,no"
    );
    let json = export::answered(Format::Json, &question, Some("https://x.example/")).unwrap();
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["task"], "queue");
    assert_eq!(
        json["report"]["outcome"]["played"]["jobs"][0]["end"],
        110_400
    );
    let (link, notices) = read(json["question"].as_str().unwrap());
    assert_eq!((link.question, notices), (question.clone(), Vec::new()));
    let table = export::answered(Format::Markdown, &question, None).unwrap();
    assert_eq!(table.lines().count(), 16);
}

/// Ten thousand jobs that come at once end, or are too many to follow, within the bound.
#[test]
fn ten_thousand_jobs_are_bounded() {
    let question = Question {
        teams: vec![Team::new("one", 8)],
        jobs: vec![Jobs {
            count: 10_000,
            ..Jobs::new("small", 0, 1, 60)
        }],
        ..Question::nothing()
    };
    assert_eq!(question.check(), Ok(()));
    let outcome = report(&question).outcome;
    match outcome {
        Outcome::Played(played) => assert_eq!(played.figures.last_end, Some(75_000)),
        other => assert_eq!(other, Outcome::TooLong),
    }
}

/// Two nodes of eight, of which two jobs of four that stay have one each: a job of eight waits for the
/// first of them though eight are free; with quotas alone it starts at once.
#[test]
fn eight_free_in_pieces_are_no_node() {
    let at = |name: &str, submit, gpus, hours| Jobs {
        submit,
        ..Jobs::new(name, 0, gpus, hours * HOUR)
    };
    let mut question = Question {
        teams: vec![Team::new("one", 16)],
        jobs: vec![
            at("short", 0, 4, 1),
            at("beside", 0, 4, 3),
            at("other", 1, 4, 5),
            at("whole", 2 * HOUR, 8, 1),
        ],
        rack: Some(2),
        ..Question::nothing()
    };
    let found = played(&question);
    assert_eq!(found.jobs[3].start, Some(3 * HOUR));
    let kept = Split {
        job: 3,
        at: 2 * HOUR,
        free: 8,
        most: 4,
    };
    assert_eq!(found.nodes.kept, [kept]);
    assert!(found.nodes.split.is_empty());
    question.rack = None;
    assert_eq!(played(&question).jobs[3].start, Some(2 * HOUR));
}

/// What prefers a rack starts where what requires one waits, and the change is offered.
#[test]
fn a_rack_that_is_preferred_is_a_change() {
    let at = |name: &str, submit, hours| Jobs {
        submit,
        ..Jobs::new(name, 0, 8, hours * HOUR)
    };
    let question = Question {
        teams: vec![Team::new("one", 32)],
        jobs: vec![
            at("first", 0, 9),
            at("second", 1, 1),
            at("third", 2, 5),
            Jobs {
                gpus: 16,
                near: Near::Required(Level::Rack),
                ..at("wide", 2 * HOUR, 1)
            },
        ],
        rack: Some(2),
        ..Question::nothing()
    };
    let report = report(&question);
    let Outcome::Played(own) = &report.outcome else {
        panic!("{:?}", report.outcome)
    };
    assert_eq!(own.jobs[3].start, Some(5 * HOUR + 2));
    let prefer = report.changed.iter().find(|one| one.way == Way::Prefer);
    let Outcome::Played(figures) = &prefer.unwrap().outcome else {
        panic!()
    };
    assert_eq!(figures.longest_wait, Some(0));
    assert!(!Way::Prefer.of(&Question::default()).jobs.is_empty());
}

fn any_name() -> impl Strategy<Value = String> {
    "[a-zA-Z, &=%äß中]{1,20}".prop_map(|name| crate::named::name(&format!("x{name}")))
}

prop_compose! {
    fn any_team()(
        name in any_name(),
        gpus in 1..=64_u32,
        lend in proptest::option::of(0..=64_u32),
        borrow in proptest::option::of(0..=64_u32),
        rules in (0..2_usize, 0..3_usize, 0..3_usize),
        borrow_within in any::<bool>(),
    ) -> Team {
        Team {
            name,
            gpus,
            lend: lend.map(|lend| lend.min(gpus)),
            borrow,
            strategy: STRATEGIES[rules.0].1,
            within: WITHINS[rules.1].1,
            reclaim: RECLAIMS[rules.2].1,
            borrow_within: borrow_within && RECLAIMS[rules.2].1 != Reclaim::Never,
        }
    }
}

prop_compose! {
    fn any_jobs()(
        name in any_name(),
        team in 0..4_usize,
        class in 0..3_usize,
        times in (0..1_000_000_u64, 1..100_000_u64, 0..10_000_u64),
        gpus in 1..=40_u32,
        checkpoint in proptest::option::of(0..10_000_u64),
        many in 1..6_u32,
        every in 0..10_000_u64,
        near in 0..5_usize,
    ) -> Jobs {
        Jobs {
            name,
            team,
            class: Class::ALL[class],
            submit: times.0,
            gpus,
            seconds: times.1,
            checkpoint,
            restart: times.2,
            count: many,
            every,
            near: NEARS[near].1,
        }
    }
}

prop_compose! {
    pub(in crate::kubernetes) fn any_question()(
        teams in proptest::collection::vec(any_team(), 1..5),
        jobs in proptest::collection::vec(any_jobs(), 1..8),
        cohort in any::<bool>(),
        node in 1..=16_u32,
        threads in 1..=512_u32,
        memory in 1..=4096_u32,
        price in proptest::option::of(0..=MOST_PRICE),
        racks in proptest::option::of((1..=4_u32, proptest::option::of(1..=3_u32))),
        rate in proptest::option::of(1e-3..1e3_f64),
    ) -> Question {
        let currency = rate.map(|rate| Currency::new(Code::new("EUR").unwrap(), round(rate, 6)));
        let (rack, block) = (racks.map(|(rack, _)| rack), racks.and_then(|(_, block)| block));
        Question {
            teams, jobs, cohort, node, threads, memory, rack, block, price, currency,
            ..Question::nothing()
        }
    }
}

proptest! {
    #[test]
    fn any_link_reads_back(question in any_question(), size in "[a-z=&%]{0,20}") {
        let link = Link { question, size, ..Link::default() };
        let (again, notices) = read(&write(&link));
        prop_assert!(notices.is_empty(), "{:?}", notices);
        prop_assert_eq!(again, link);
    }

    #[test]
    fn no_link_is_too_odd(text in "(team=|job=|node=|cohort=|[a-zA-Z0-9,&=%]){0,40}") {
        let (link, _) = read(&text);
        let _ = link.question.check();
    }

    /// No team is above its potential, nodes hold what teams hold, and the sums meet.
    #[test]
    fn sums_meet(question in any_question()) {
        let Ok(search) = Search::new(&question) else { return Ok(()) };
        if let Outcome::Played(played) = answered(search).outcome {
            let held: u64 = played.teams.iter().map(|team| team.figures.held).sum();
            prop_assert_eq!(held, played.figures.held);
            prop_assert_eq!(played.nodes.busy.iter().sum::<u64>(), held);
            let spans: u64 = played.spans.iter().map(|span| span.gpus * (span.until - span.from)).sum();
            prop_assert_eq!(spans, held);
            let lost: u64 = played.teams.iter().map(|team| team.figures.lost).sum();
            prop_assert_eq!(lost, played.figures.lost);
            for (team, outcome) in question.teams.iter().zip(&played.teams) {
                if !question.cohort {
                    prop_assert!(outcome.peak <= u64::from(team.gpus));
                    prop_assert_eq!(outcome.borrowed, 0);
                }
            }
            let single = question.node == 1 || question.jobs.iter().all(|jobs| jobs.gpus == 1);
            prop_assert!(!single || played.nodes.split.is_empty());
            prop_assert!(question.rack.is_some() || played.nodes.kept.is_empty());
        }
    }
}
