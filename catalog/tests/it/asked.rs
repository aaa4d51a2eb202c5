//! Fleets by names: the fresh page's question, limits, GPUs that are there, and what is wrong.

#![allow(clippy::unwrap_used)]

use catalog::resolve_fleet;
use estimator::error::{self, Problem};
use estimator::export::Format;
use estimator::fleet::Mode;
use estimator::fleet::alternatives::Way;
use estimator::fleet::asked::{
    Asked, Field, Hardware, Part, Question, Report, Restriction, Search, State, Step, WhyNot,
    Within, Workload, carried, export, link,
};
use estimator::fleet::question::{Isolation, Modes};
use estimator::fleet::served::{Known, Planner};
use estimator::quantity::Seconds;
use estimator::serving::question::{Day, Traffic};

fn searched(asked: Asked, known: Known) -> Search {
    let mut search = Search::new(asked, known).unwrap();
    let mut steps = 0;
    loop {
        match search.advance() {
            Step::Done => return search,
            Step::News => steps = 0,
            Step::Goes => steps += 1,
        }
        if steps > 200_000 {
            search.hurry();
        }
    }
}

fn answered(question: &Question) -> Report {
    let search = searched(resolve_fleet(question).unwrap(), Known::default());
    search.report().clone()
}

/// Few workloads, so that every search is short.
fn small() -> Question {
    let mut question = Question::default();
    question.workloads.truncate(5);
    question.growth = 0.0;
    question
}

/// The example shares, is proved, and costs less than any other way to hold the same that keeps
/// its isolation and its formats; every promise is kept in every hour.
#[test]
fn the_example_shares() {
    let report = answered(&Question::default());
    assert!(report.all && report.proved && report.done);
    assert_eq!(report.gap(), Some(0.0));
    let paid = report.paid.unwrap().get();
    let each = report.other(&Way::OneEach).unwrap();
    assert!(each.gpus.unwrap() > report.gpus());
    assert!(report.saved().unwrap().get() > 0.0);
    for other in &report.others {
        let fair = !matches!(other.way, Way::LessIsolation | Way::Smaller | Way::ToZero);
        if let Some(price) = other.per_hour.filter(|_| fair) {
            assert!(price.get() >= paid - 1e-9, "{other:?}");
        }
    }
    for one in &report.replicas {
        assert_eq!((one.state, one.broken), (State::Packed, 0));
    }
    let lines: f64 = report.bought.iter().map(|line| line.per_hour.get()).sum();
    assert!((lines - paid).abs() < 1e-9);
    for board in &report.boards {
        assert!(board.hours.iter().all(|load| *load <= board.limit + 1e-9));
    }
    // Growth ends in a fleet that takes more than this one; until then workloads only move.
    let growing = report.growing.as_ref().unwrap();
    if let (Some(gpus), Some(price)) = (growing.gpus, growing.per_hour) {
        assert!(
            gpus > report.gpus() || price.get() > paid + 1e-9,
            "{growing:?}"
        );
    }
    if let (Some(moves), Some(breaks)) = (growing.moves, growing.breaks) {
        assert!(moves < breaks, "{growing:?}");
    }
}

/// What a plan says is what the page is told.
#[test]
fn a_report_is_carried_whole() {
    let report = answered(&small());
    let parcel = carried::write(&report);
    assert_eq!(carried::read(&parcel), Some(report));
    let mut cut = parcel.clone();
    cut.numbers.pop();
    assert_eq!(carried::read(&cut), None);
    cut.numbers.extend([0.0, 0.0]);
    assert_eq!(carried::read(&cut), None);
}

/// Sizings that are known change nothing.
#[test]
fn known_sizings_answer_the_same() {
    let question = small();
    let first = searched(resolve_fleet(&question).unwrap(), Known::default());
    let before = first.report().clone();
    let again = searched(resolve_fleet(&question).unwrap(), first.into_known());
    assert_eq!(*again.report(), before);
}

/// Stopped at any time, a search says what it has, and no more than that.
#[test]
fn a_hurried_search_ends() {
    let mut search = Search::new(resolve_fleet(&small()).unwrap(), Known::default()).unwrap();
    for _ in 0..10_000 {
        if search.advance() == Step::Done {
            break;
        }
        search.hurry();
    }
    assert!(search.report().done);
    let asked = resolve_fleet(&small()).unwrap();
    let mut planner = Planner::new(asked.wish).unwrap();
    while !planner.advance(1) {}
    let best = planner.answer().unwrap().paid.unwrap().get();
    if let Some(paid) = search.report().paid {
        assert!(paid.get() >= best - 1e-9);
    }
}

/// Hardware isolation is kept: who asks for it stands alone or on an instance.
#[test]
fn isolation_is_kept() {
    let mut question = small();
    for one in &mut question.workloads {
        one.isolation = Isolation::Hardware;
    }
    let report = answered(&question);
    assert!(report.all);
    for board in &report.boards {
        assert!(matches!(board.mode, Mode::Exclusive | Mode::Mig));
    }
    let mps = report.other(&Way::Only(Mode::Mps)).unwrap();
    let everyone = (0..5).collect();
    assert_eq!(
        mps.why,
        Some(WhyNot::Isolation {
            workloads: everyone
        })
    );
}

/// GPUs that are there cost nothing; too few of them hold a part, the important first.
#[test]
fn what_one_has_is_free_and_may_be_too_little() {
    let mut question = small();
    let have = |count| Hardware::Owned(vec![("nvidia-h100-sxm-80gb".to_owned(), count)]);
    question.hardware = have(5);
    let report = answered(&question);
    assert!(report.all && report.paid.unwrap().get().abs() < 1e-12);
    assert!(report.boards.iter().all(|board| board.own));
    question.hardware = have(1);
    let report = answered(&question);
    let kept = report.kept.clone().unwrap();
    assert!(!report.all && !kept.left.is_empty() && !kept.held.is_empty());
    assert_eq!(kept.held.len() + kept.left.len(), 5);
    for place in &kept.left {
        let state = report.replicas.get(*place).unwrap().state;
        assert!(matches!(state, State::Left | State::Packed));
    }
}

/// Of an accelerator of which few can be rented no more are, machines' idle ones included, and
/// that is never cheaper; without the limit it is as before. One that may not be shared is not.
#[test]
fn counts_and_ways_of_an_accelerator_are_kept() {
    let mut question = small();
    let free = answered(&question);
    let id = |name: &str| {
        let mut all = catalog::accelerators().iter();
        let found = all.find(|one| one.accelerator.name == name).unwrap();
        found.accelerator.id.clone()
    };
    let restricted = |name: &str, most, modes| {
        let accelerator = id(name);
        vec![Restriction {
            accelerator,
            most,
            modes,
        }]
    };
    let rented = |report: &Report, name: &str| -> u32 {
        let lines = report.bought.iter().filter(|line| line.name == name);
        lines.map(|line| line.instances * line.instance).sum()
    };
    let lines = free.bought.iter().map(|line| line.name.clone());
    let most_used = lines.max_by_key(|name| rented(&free, name)).unwrap();
    let gpus = rented(&free, &most_used);
    assert!(gpus > 1);
    question.restrictions = restricted(&most_used, Some(gpus), None);
    assert_eq!(answered(&question).paid, free.paid);
    for most in 1..gpus {
        question.restrictions = restricted(&most_used, Some(most), None);
        let report = answered(&question);
        assert!(report.all && report.proved && rented(&report, &most_used) <= most);
        assert!(report.paid.unwrap().get() >= free.paid.unwrap().get() - 1e-9);
        assert_eq!(report.other(&Way::Unlimited).unwrap().per_hour, free.paid);
    }
    let mut shared = free
        .boards
        .iter()
        .filter(|board| board.mode != Mode::Exclusive);
    let name = shared.next().unwrap().name.clone();
    let whole = Modes::of(&[Mode::Exclusive]);
    question.restrictions = restricted(&name, None, Some(whole));
    let mut boards = answered(&question).boards.into_iter();
    assert!(boards.all(|board| board.name != name || board.mode == Mode::Exclusive));
}

/// A limit is kept, and one that is wide enough holds all.
#[test]
fn limits_are_kept() {
    let mut question = small();
    let free = answered(&question);
    let month = free.paid.unwrap().get() * 730.0;
    question.within = Within::Money(month + 1.0);
    let wide = answered(&question);
    assert!(wide.all && wide.kept.unwrap().left.is_empty());
    question.within = Within::Money(month / 2.0);
    let narrow = answered(&question);
    let kept = narrow.kept.unwrap();
    assert!(!kept.left.is_empty() && kept.used <= month / 2.0 + 1e-6);
    question.within = Within::Gpus(1);
    let one = answered(&question);
    assert!(one.kept.unwrap().used <= 1.0 && one.boards.len() == 1);
    question.within = Within::Power(0.7);
    let power = answered(&question).kept.unwrap();
    assert!(power.used <= 0.7 + 1e-9);
}

/// A model that no accelerator on offer holds is named; the rest is packed all the same.
#[test]
fn what_fits_nowhere_is_named() {
    let mut question = small();
    question.workloads.truncate(2);
    question.fleet.accelerators = vec!["nvidia-l4".to_owned()];
    question
        .workloads
        .push(Workload::of("Huge", "meta-llama/Llama-3.1-405B").asked(0.1, 100.0, 100.0));
    let report = answered(&question);
    assert!(!report.all);
    assert_eq!(report.replicas.get(2).unwrap().state, State::Unserved);
    assert!(report.nowhere().contains(&2));
}

#[test]
fn every_wrong_field_is_named() {
    let fields = |change: &dyn Fn(&mut Question)| {
        let mut question = small();
        change(&mut question);
        let wrong = resolve_fleet(&question).unwrap_err();
        wrong
            .into_iter()
            .map(|error| (error.field, error.problem))
            .collect::<Vec<_>>()
    };
    let of = |place: usize, field| Field::Workload(place, Part::Serving(field));
    let found = fields(&|question| question.workloads[1].serving.traffic = Traffic::Rate(0.0));
    assert_eq!(found[0].0, of(1, error::Field::Traffic));
    let found = fields(&|question| {
        question.workloads[2].serving.growth.day = Day::Drawn([0; 24]);
    });
    assert_eq!(found[0].0, of(2, error::Field::Day));
    let found = fields(&|question| question.workloads[3].name = "Chat".to_owned());
    let names = [0, 3].map(|place| Field::Workload(place, Part::Name));
    assert_eq!(
        found
            .iter()
            .map(|(field, _)| field.clone())
            .collect::<Vec<_>>(),
        names
    );
    let found = fields(&|question| {
        question.workloads[0].wait_max = Some(Seconds::new(-1.0));
    });
    assert_eq!(found[0].0, Field::Workload(0, Part::Wait));
    let found = fields(&|question| question.workloads.clear());
    assert_eq!(found, [(Field::Workloads, Problem::Missing)]);
    let found = fields(&|question| {
        let one = question.workloads[0].clone();
        question.workloads = (0..=200)
            .map(|number| Workload {
                name: format!("{number}"),
                ..one.clone()
            })
            .collect();
    });
    assert_eq!(
        found,
        [(Field::Workloads, Problem::TooLarge { most: 200.0 })]
    );
    let found = fields(&|question| {
        question.hardware = Hardware::Owned(vec![("nvidia-l4".to_owned(), 0)]);
    });
    assert_eq!(found[0].0, Field::Count("nvidia-l4".to_owned()));
    let found = fields(&|question| {
        question.restrictions = vec![Restriction {
            accelerator: "nvidia-l4".to_owned(),
            most: Some(0),
            modes: None,
        }];
    });
    assert_eq!(
        found,
        [(
            Field::Count("nvidia-l4".to_owned()),
            Problem::TooSmall { least: 1.0 }
        )]
    );
    let found = fields(&|question| question.within = Within::Power(0.0));
    assert_eq!(found[0].0, Field::Within);
    let found = fields(&|question| question.fleet.accelerators = vec!["nothing".to_owned()]);
    assert_eq!(found[0].0, Field::Fleet(error::Field::Fleet));
}

/// What a link says is asked again, and the files read back.
#[test]
fn links_and_files_lead_back() {
    let question = Question::default();
    let written = link::write(&link::Link {
        question: question.clone(),
        ..link::Link::default()
    });
    let (read, notices) = link::read(&written);
    assert_eq!((read.question, notices), (question.clone(), Vec::new()));
    let report = answered(&small());
    let question = small();
    let file = |format| {
        export::write(
            format,
            &export::Document {
                question: &question,
                report: &report,
                link: Some("https://a.example/fleet/#v=2"),
            },
        )
    };
    let json: serde_json::Value = serde_json::from_str(&file(Format::Json)).unwrap();
    assert_eq!(json["task"], "fleet");
    assert_eq!(json["workloads"].as_array().unwrap().len(), 5);
    let boards = json["report"]["boards"].as_array().unwrap();
    assert_eq!(boards.len(), report.boards.len());
    let csv = file(Format::Csv);
    let members: usize = report.boards.iter().map(|board| board.members.len()).sum();
    assert_eq!(csv.trim_end().lines().count(), members + 1);
    let table = file(Format::Markdown);
    assert!(table.starts_with("| workload |") && table.contains("https://a.example/fleet/"));
}
