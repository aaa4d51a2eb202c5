//! Topology by hand and by law: worked cases on racks and blocks, places against a second look, and
//! one large node against quotas alone.

#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use super::topology::Rooms;
use super::{
    Answer, Event, Job, Level, Near, Question, Queue, Reclaim, Run, Topology, Within, cases,
};
use proptest::prelude::*;
use serde_json::json;

const RACKS: Topology = Topology {
    node: 8,
    rack: 2,
    block: Some(2),
};

fn answer(question: Question) -> Option<Answer> {
    let mut run = Run::new(question).unwrap();
    while !run.advance(1_000).ok()? {}
    Some(run.answer())
}

fn job(gpus: u64, near: Near) -> Job {
    Job {
        gpus,
        near,
        ..Job::new("a", 0, 0, 3_600)
    }
}

/// Two blocks of two racks of two nodes of eight, of which some have jobs of so many accelerators.
fn rooms(taken: &[(usize, u64)]) -> Rooms {
    let mut rooms = Rooms::new(&RACKS, 64);
    rooms.take(&taken.to_vec());
    rooms
}

/// The rack that is filled best, whole racks first, the block above where no rack has room.
#[test]
fn places_are_those_of_kueue() {
    let rack = Level::Rack;
    let busy = rooms(&[(0, 8), (4, 4)]);
    let place = |gpus, near| busy.place(&job(gpus, near));
    // Racks have room for 1, 2, 1 and 2 whole nodes.
    assert_eq!(place(8, Near::Required(rack)), Some(vec![(1, 8)]));
    assert_eq!(place(16, Near::Required(rack)), Some(vec![(2, 8), (3, 8)]));
    assert_eq!(place(24, Near::Required(rack)), None);
    // No rack has three, the first block has.
    assert_eq!(
        place(24, Near::Preferred(rack)),
        Some(vec![(1, 8), (2, 8), (3, 8)])
    );
    // No block has five: the fuller block's three, and two of the other's.
    let five = place(40, Near::Preferred(rack)).unwrap();
    assert_eq!(five.iter().map(|(_, gpus)| gpus).sum::<u64>(), 40);
    assert_eq!(place(40, Near::Required(Level::Block)), None);
    // Small pods go where the least is left that holds them.
    assert_eq!(place(3, Near::Anywhere), Some(vec![(4, 3)]));
    assert_eq!(place(5, Near::Anywhere), Some(vec![(1, 5)]));
    // Twelve are two pods of six, thirteen have no equal parts but ones.
    assert_eq!(place(12, Near::Anywhere), Some(vec![(1, 6), (2, 6)]));
    assert_eq!(place(13, Near::Required(rack)), Some(vec![(2, 8), (3, 5)]));
}

/// With room by quota and none by nodes, a head evicts what is less urgent to have a node whole.
#[test]
fn a_node_in_pieces_is_cleared_for_the_urgent() {
    let at = |id: &str, submit, gpus| Job {
        gpus,
        ..Job::new(id, 0, submit, 3_600)
    };
    let mut question = Question {
        queues: vec![Queue {
            within: Within::LowerPriority,
            ..Queue::new("a", 16)
        }],
        jobs: vec![
            at("one", 0, 5),
            at("two", 0, 5),
            Job {
                priority: 1,
                ..at("urgent", 60, 6)
            },
        ],
        topology: Some(Topology {
            block: None,
            ..RACKS
        }),
    };
    let found = answer(question.clone()).unwrap();
    assert_eq!(found.jobs[2].waited, Some(0));
    assert_eq!(found.jobs[0].evicted, [60]);
    assert!(found.cramped.iter().all(|one| one.job != 2));
    // The one it evicted has no node now, though six are free by quota.
    assert_eq!(found.jobs[0].starts, [0, 3_600]);
    question.queues[0].within = Within::Never;
    let calm = answer(question).unwrap();
    assert_eq!(calm.jobs[2].waited, Some(3_540));
    let cramped = calm.cramped[0];
    assert_eq!(
        (cramped.job, cramped.at, cramped.free, cramped.most),
        (2, 60, 6, 3)
    );
}

/// A part of a rack that is larger than any is never admitted, and holds nobody up.
#[test]
fn what_no_rack_holds_is_passed_by() {
    let question = Question {
        queues: vec![Queue::new("a", 32)],
        jobs: vec![
            job(24, Near::Required(Level::Rack)),
            Job {
                submit: 1,
                ..Job::new("b", 0, 1, 60)
            },
        ],
        topology: Some(Topology {
            block: None,
            ..RACKS
        }),
    };
    let found = answer(question).unwrap();
    assert_eq!(
        (found.jobs[0].waited, found.jobs[1].waited),
        (None, Some(0))
    );
    assert_eq!(found.cramped[0].most, 16);
}

#[test]
fn a_file_says_topology() {
    let file = json!({"cases": [{
        "name": "racks", "queues": [{"name": "a", "nominal": 16}],
        "jobs": [{"id": "x", "queue": "a", "submit": 0, "gpus": 16, "seconds": 60,
                  "near": "required rack"}],
        "topology": {"node": 8, "rack": 2},
    }]});
    let mut read = cases(&file.to_string()).unwrap();
    let question = read.remove(0).question.unwrap();
    assert_eq!(question.jobs[0].near, Near::Required(Level::Rack));
    let line = answer(question).unwrap().line(Some("racks"));
    assert_eq!(line["placed"], json!([[0, "x", [[0, 8], [1, 8]]]]));
    let bad = file.to_string().replace("required rack", "required block");
    let error = cases(&bad).unwrap().remove(0).question.unwrap_err();
    assert_eq!(error.field, "jobs[0].near");
}

const NEARS: [Near; 5] = [
    Near::Anywhere,
    Near::Preferred(Level::Rack),
    Near::Required(Level::Rack),
    Near::Preferred(Level::Block),
    Near::Required(Level::Block),
];

prop_compose! {
    fn question(node: u64)(
        quotas in prop::collection::vec((0_u64..30, 0_u8..3, 0_u8..3, any::<bool>()), 1..4),
        rows in prop::collection::vec(
            (0_usize..3, 0_u64..2_000, 1_u64..=20, 1_u64..2_000, 0_i64..3, 0_usize..5),
            1..14,
        ),
        shape in (1_u64..4, 1_u64..3),
        node in 1..=node,
    ) -> Question {
        let queues = quotas.iter().enumerate().map(|(place, &(nominal, within, reclaim, up))| Queue {
            within: [Within::Never, Within::LowerPriority, Within::LowerOrNewerEqualPriority]
                [usize::from(within)],
            reclaim: [Reclaim::Never, Reclaim::LowerPriority, Reclaim::Any][usize::from(reclaim)],
            borrow_within: up,
            ..Queue::new(&place.to_string(), nominal)
        });
        let jobs = rows.iter().enumerate().map(|(place, row)| Job {
            gpus: row.2,
            priority: row.4,
            near: NEARS[row.5],
            ..Job::new(&format!("j{place}"), row.0 % quotas.len(), row.1, row.3)
        });
        Question {
            queues: queues.collect(),
            jobs: jobs.collect(),
            topology: Some(Topology { node, rack: shape.0, block: Some(shape.1) }),
        }
    }
}

/// The nodes of a domain that a level needs.
fn width(topology: &Topology, level: Level) -> usize {
    let rack = usize::try_from(topology.rack).unwrap();
    match level {
        Level::Node => 1,
        Level::Rack => rack,
        Level::Block => rack * usize::try_from(topology.block.unwrap()).unwrap(),
    }
}

proptest! {
    /// No node is passed, a job stands in equal parts that make up its size, what requires a domain
    /// stands in one; the same twice; and the books are kept.
    #[test]
    fn jobs_stand_where_they_may(question in question(9)) {
        let topology = question.topology.unwrap();
        let all: u64 = question.queues.iter().map(|queue| queue.nominal).sum();
        let found = answer(question.clone());
        prop_assert_eq!(&found, &answer(question.clone()));
        let Some(found) = found else { return Ok(()) };
        let mut free: Vec<u64> = topology.sizes(all).collect();
        let mut stands = vec![Vec::new(); question.jobs.len()];
        for entry in &found.log {
            let job = &question.jobs[entry.job];
            if entry.event != Event::Admit {
                for (node, gpus) in std::mem::take(&mut stands[entry.job]) {
                    free[node] += gpus;
                }
                continue;
            }
            prop_assert_eq!(entry.nodes.iter().map(|(_, gpus)| gpus).sum::<u64>(), job.gpus);
            let each = (1..=topology.node).rev().find(|each| job.gpus % each == 0).unwrap();
            for (node, gpus) in &entry.nodes {
                prop_assert!(*gpus <= free[*node] && gpus % each == 0);
                free[*node] -= gpus;
            }
            if let Near::Required(level) = job.near {
                let width = width(&topology, level);
                let first = entry.nodes[0].0 / width;
                prop_assert!(entry.nodes.iter().all(|(node, _)| node / width == first));
            }
            stands[entry.job].clone_from(&entry.nodes);
        }
        for one in &found.cramped {
            prop_assert!(one.most <= one.free && one.free <= all);
            prop_assert!(one.free >= question.jobs[one.job].gpus);
        }
    }

    /// Whether a job finds room is seen by counting, level by level; one that requires a domain has
    /// the one with the least room, and any other no more nodes than the fewest of its domains.
    #[test]
    fn room_is_found_where_there_is_some(
        free in prop::collection::vec(0_u64..=6, 1..14),
        shape in (1_u64..4, 1_u64..4),
        gpus in 1_u64..=40,
        near in 0_usize..5,
    ) {
        let topology = Topology { node: 6, rack: shape.0, block: Some(shape.1) };
        let mut rooms = Rooms::new(&topology, 6 * free.len() as u64);
        rooms.take(&free.iter().enumerate().map(|(node, free)| (node, 6 - free)).collect());
        let job = job(gpus, NEARS[near]);
        let each = (1..=6).rev().find(|each| gpus % each == 0).unwrap();
        let pods: Vec<u64> = free.iter().map(|free| free / each).collect();
        let needed = gpus / each;
        let fits = |width: usize| {
            let domains = pods.chunks(width).map(|nodes| nodes.iter().sum::<u64>());
            domains.filter(|room| *room >= needed).min()
        };
        let found = rooms.place(&job);
        match job.near {
            Near::Required(level) => {
                let width = width(&topology, level);
                prop_assert_eq!(found.is_some(), fits(width).is_some());
                if let Some(found) = found {
                    let domain = found[0].0 / width;
                    let room: u64 = pods.chunks(width).nth(domain).unwrap().iter().sum();
                    prop_assert_eq!(Some(room), fits(width));
                }
            }
            Near::Preferred(level) => {
                prop_assert_eq!(found.is_some(), pods.iter().sum::<u64>() >= needed);
                if let Some(found) = found && fits(width(&topology, level)).is_some() {
                    let width = width(&topology, level);
                    let first = found[0].0 / width;
                    prop_assert!(found.iter().all(|(node, _)| node / width == first));
                }
            }
            Near::Anywhere => {
                prop_assert_eq!(found.is_some(), pods.iter().sum::<u64>() >= needed);
            }
        }
    }

    /// For one team on one node that holds all, topology decides nothing, whatever its rules: a cycle
    /// has one head then, and nobody for whom it would have to keep nodes.
    #[test]
    fn one_node_is_quotas_alone(question in question(1)) {
        let mut question = question;
        question.queues.truncate(1);
        for job in &mut question.jobs {
            job.queue = 0;
        }
        let placed = |topology| {
            let found = answer(Question { topology, ..question.clone() });
            found.map(|found| {
                let log = found.log.iter().map(|entry| (entry.at, entry.event, entry.job));
                (log.collect::<Vec<_>>(), found.jobs)
            })
        };
        let one = Topology { node: 100, rack: 1, block: Some(1) };
        prop_assert_eq!(placed(Some(one)), placed(None));
    }
}
