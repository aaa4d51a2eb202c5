//! Fleets of questions that span several GPUs, on types that there are not enough of.

#![allow(clippy::unwrap_used)] // Fleets of its own making.

use super::manifests::fleet::packed;
use estimator::choice::Fleet;
use estimator::fleet::asked::{Hardware, Question, Report, Restriction, State, Workload};
use estimator::fleet::figures::{Figure, Figures};
use estimator::fleet::question::Isolation;
use estimator::precision::WeightFormat;

const H100: &str = "nvidia-h100-sxm-80gb";
const A100: &str = "nvidia-a100-sxm-80gb";
const L40S: &str = "nvidia-l40s";
const ALL: [&str; 3] = [H100, A100, L40S];

fn large(name: &str, rate: f64) -> Workload {
    Workload::of(name, "meta-llama/Llama-3.3-70B-Instruct")
        .stored(WeightFormat::Bf16)
        .asked(rate, 1000.0, 200.0)
        .promised(4000.0, 100.0)
}

fn small(name: &str) -> Workload {
    Workload::of(name, "Qwen/Qwen3-8B")
        .asked(0.5, 1000.0, 100.0)
        .promised(4000.0, 100.0)
}

fn asked(workloads: &[Workload], ids: &[&str], counts: &[(&str, u32)]) -> Question {
    Question {
        workloads: workloads.to_vec(),
        fleet: Fleet {
            accelerators: ids.iter().map(|id| (*id).to_owned()).collect(),
            ..Fleet::default()
        },
        restrictions: counts
            .iter()
            .map(|(id, most)| Restriction {
                accelerator: (*id).to_owned(),
                most: Some(*most),
                modes: None,
            })
            .collect(),
        ..Question::nothing()
    }
}

fn report(workloads: &[Workload], ids: &[&str], counts: &[(&str, u32)]) -> Report {
    packed(&asked(workloads, ids, counts)).report
}

fn paid(report: &Report) -> f64 {
    report.paid.unwrap().get()
}

/// GPUs of a type that are paid for.
fn rented(report: &Report, name: &str) -> u32 {
    let beside = report.spanning.iter().filter(|one| one.name == name);
    let beside: u32 = beside.map(|one| one.accelerators).sum();
    let bought = report.bought.iter().filter(|one| one.name == name);
    beside + bought.map(|one| one.used).sum::<u32>()
}

/// What each question costs for itself on one type, and the GPUs that it takes of it.
fn alone(workload: &Workload, id: &str) -> Option<(f64, u32)> {
    let report = report(std::slice::from_ref(workload), &[id], &[]);
    let [one] = report.spanning.as_slice() else {
        return None;
    };
    Some((paid(&report), one.accelerators))
}

/// A workload of two replicas on one GPU of one's own is left out, and nothing of it is placed: half
/// of its replicas keep no promise.
#[test]
fn a_part_of_its_replicas_is_no_workload() {
    let workload = Workload::of("Summaries", "Qwen/Qwen3-32B")
        .stored(WeightFormat::Fp8)
        .asked(0.1, 6000.0, 400.0)
        .promised(20_000.0, 100.0);
    let fleet = Fleet {
        accelerators: vec![L40S.to_owned()],
        ..Fleet::default()
    };
    let asked = Question {
        workloads: vec![workload],
        fleet,
        ..Question::nothing()
    };
    let two = packed(&asked).report;
    assert!(two.all && two.replicas[0].many > 1, "{two:?}");
    let one = packed(&Question {
        hardware: Hardware::Owned(vec![(L40S.to_owned(), 1)]),
        ..asked
    })
    .report;
    assert!(!one.all && one.boards.is_empty(), "{one:?}");
    assert_eq!(one.kept.unwrap().left, [0]);
    assert_eq!(one.replicas[0].state, State::Left);
    assert!(one.replicas[0].hours.is_empty());
}

/// Growth sizes replicas anew: it breaks in the month from which on the fleet itself, asked at the
/// grown load, needs more than today's GPUs, and what is packed then is that fleet.
#[test]
fn growth_is_the_fleet_at_the_grown_load() {
    let at = |times: f64| {
        let workload = Workload::of("Chat", "Qwen/Qwen3-32B")
            .asked(2.0 * times, 2000.0, 300.0)
            .promised(4000.0, 100.0);
        asked(&[workload], &[A100], &[])
    };
    let grows = |growth: f64| {
        let question = Question { growth, ..at(1.0) };
        packed(&question).report.growing.unwrap()
    };
    let today = packed(&at(1.0)).report.gpus();
    let broken = grows(2.0);
    let month = broken.breaks.unwrap();
    let gpus = |month: u32| {
        packed(&at(3_f64.powf(f64::from(month) / 12.0)))
            .report
            .gpus()
    };
    assert_eq!(gpus(month - 1), today);
    assert!(gpus(month) > today);
    assert_eq!(broken.gpus, Some(gpus(month)));
    assert!(broken.per_hour.is_some());
    assert_eq!(grows(0.001).breaks, None);
}

/// Half a GPU that doubles in a year is a whole one after twelve months, and two after thirteen.
#[test]
fn growth_by_hand() {
    let figure = Figure {
        memory_mib: 30_000.0,
        weights_mib: 20_000.0,
        busy: 0.5,
        alpha: 0.5,
        engine: 0.9,
        fill: 1.0,
        slowdown_max: 2.0,
    };
    let figures = Figures {
        on: vec![(A100.to_owned(), figure)],
        from: String::new(),
    };
    let workload = Workload::by("Half", figures).isolated(Isolation::Hardware);
    let question = Question {
        growth: 1.0,
        ..asked(&[workload], &[A100], &[])
    };
    let growing = packed(&question).report.growing.unwrap();
    assert_eq!((growing.breaks, growing.gpus), (Some(13), Some(2)));
}

/// A count that is enough binds nothing: the same bill, proved as without it.
#[test]
fn counts_that_are_enough_change_nothing() {
    let workloads = [large("Chat", 1.0), large("Search", 2.0), small("Mails")];
    let free = report(&workloads, &ALL, &[]);
    assert_eq!(free.spanning.len(), 2, "{free:?}");
    assert!(free.all && free.proved);
    let counts = ALL.map(|id| (id, 200));
    let counted = report(&workloads, &ALL, &counts);
    assert!(counted.all && counted.proved);
    assert!((paid(&counted) - paid(&free)).abs() < 1e-9);
}

/// Where not all can have their cheapest type, those that lose least go elsewhere: the bill is the
/// least of all ways to deal the types, and proved.
#[test]
fn too_few_of_a_type_are_dealt_as_they_cost_least() {
    let workloads = [
        large("Chat", 0.5),
        large("Search", 4.0),
        large("Mails", 1.5),
    ];
    let free = report(&workloads, &ALL, &[]);
    let name = free.spanning.first().unwrap().name.clone();
    let scarce = *ALL
        .iter()
        .find(|id| alone_on(&workloads, id, &name))
        .unwrap();
    let wanted = rented(&free, &name);
    // Every way to deal: each question on each type.
    let each: Vec<Vec<_>> = workloads
        .iter()
        .map(|one| ALL.iter().map(|id| alone(one, id)).collect())
        .collect();
    for most in 1..wanted {
        let found = report(&workloads, &ALL, &[(scarce, most)]);
        assert!(found.all && rented(&found, &name) <= most, "{most}");
        let mut least = f64::INFINITY;
        for way in 0..ALL.len().pow(3) {
            let places = [way % 3, way / 3 % 3, way / 9];
            let way: Option<Vec<_>> = each
                .iter()
                .zip(places)
                .map(|(one, place)| Some((place, one[place]?)))
                .collect();
            let Some(way) = way else { continue };
            let on = way.iter().filter(|(place, _)| ALL[*place] == scarce);
            if on.map(|(_, (_, gpus))| gpus).sum::<u32>() <= most {
                least = least.min(way.iter().map(|(_, (cost, _))| cost).sum());
            }
        }
        assert!(
            (paid(&found) - least).abs() < 1e-6 * least,
            "{most}: {least} {found:?}"
        );
        assert!(found.proved, "{most}");
        assert!(paid(&found) >= paid(&free) - 1e-9);
    }
}

/// Whether that type has that name.
fn alone_on(workloads: &[Workload], id: &str, name: &str) -> bool {
    let found = report(workloads, &[id], &[]);
    found.spanning.iter().any(|one| one.name == name)
}

/// What the questions beside the packing take is missing there: the bill says by how much at most it
/// may be too high.
#[test]
fn what_is_left_to_the_packing_is_bounded() {
    let mut workloads = vec![large("Chat", 1.0)];
    workloads.extend((1..5).map(|number| small(&format!("Mails {number}"))));
    let free = report(&workloads, &ALL, &[]);
    for most in 1..=6 {
        let counts = ALL.map(|id| (id, most));
        let found = report(&workloads, &ALL, &counts);
        if !found.all {
            continue;
        }
        let bound = found.bound.unwrap().get();
        assert!(bound <= paid(&found) + 1e-9, "{most}");
        assert!(
            !found.proved || (bound - paid(&found)).abs() < 1e-9,
            "{most}"
        );
        assert!(paid(&found) >= paid(&free) - 1e-9, "{most}");
    }
}
