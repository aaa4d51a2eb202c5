//! The packing against worked cases with a proved optimum, against trying every partition of small
//! drawn fleets, and against invariants of every packing; and files that cannot be read.

mod beyond;
mod integer;
mod laws;
mod machines;

use super::fitting::Fleet;
use super::patterns::{COST, Patterns};
use super::question::{Gpu, HOURS, Isolation, Mig, Modes, Profile, Question, Rules, Workload};
use super::{Mode, Packing, Search, read};
use proptest::prelude::*;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// Fifteen worked cases; each optimum was found by enumeration and as an integer program.
const VECTORS: &str = include_str!("../../../tests/it/data/packing_vectors.json");

/// How many fleets are drawn of a law: as many as `RIGHTSIZE_PACKINGS` says, else so many as a test
/// of every day has time for.
fn drawn(usual: u32) -> ProptestConfig {
    let told = std::env::var("RIGHTSIZE_PACKINGS").ok();
    ProptestConfig::with_cases(told.and_then(|text| text.parse().ok()).unwrap_or(usual))
}

fn pack(question: &Question) -> Packing {
    let mut search = Search::new(question.clone());
    while !search.advance(1000) {}
    search.answer()
}

/// Price and GPUs of the best, which must be proved where there is one.
fn best(question: &Question) -> Option<(u64, usize)> {
    let packing = pack(question);
    check(question, &packing);
    let price = packing.price_milli_usd?;
    assert!(packing.optimal, "{packing:?}");
    assert_eq!(packing.gap(), Some(0.0));
    Some((price, packing.gpus.unwrap()))
}

/// Each workload stands on one GPU, the counts of types and the places of instances are kept,
/// and the prices add up.
fn check(question: &Question, packing: &Packing) {
    let Some(price) = packing.price_milli_usd else {
        assert!(packing.reason.is_some() && packing.bins.is_empty());
        return;
    };
    assert_eq!(
        packing
            .bins
            .iter()
            .map(|bin| bin.price_milli_usd)
            .sum::<u64>(),
        price
    );
    let mut ids: Vec<&String> = packing.bins.iter().flat_map(|bin| &bin.workloads).collect();
    let mut wanted: Vec<&String> = question.workloads.iter().map(|one| &one.id).collect();
    ids.sort();
    wanted.sort();
    assert_eq!(ids, wanted);
    for gpu in &question.gpus {
        let same = |name: &str| {
            let mut pool = question.gpus.iter().filter(|one| one.pool == gpu.pool);
            name == gpu.name || (gpu.pool.is_some() && pool.any(|one| one.name == name))
        };
        let used = packing.bins.iter().filter(|bin| same(&bin.gpu)).count() as u64;
        assert!(gpu.count.is_none_or(|count| used <= count));
    }
    for bin in &packing.bins {
        let gpu = question
            .gpus
            .iter()
            .find(|gpu| gpu.name == bin.gpu)
            .unwrap();
        assert!(gpu.modes.has(bin.mode));
        assert_eq!(
            bin.detail.len(),
            if bin.mode == Mode::Mig {
                bin.workloads.len()
            } else {
                0
            }
        );
        let mut taken = BTreeSet::new();
        for (name, place) in &bin.detail {
            let mig = gpu.mig.as_ref().unwrap();
            let profile = mig
                .profiles
                .iter()
                .find(|profile| profile.name == *name)
                .unwrap();
            assert!(profile.places.contains(place));
            assert!(
                (*place..place + profile.units).all(|unit| taken.insert(unit)),
                "{bin:?}"
            );
        }
    }
}

#[test]
fn the_worked_cases_have_their_optimum_and_their_sets() {
    let file: Value = serde_json::from_str(VECTORS).unwrap();
    let cases = read::cases(VECTORS);
    assert_eq!(cases.len(), 15);
    for (case, told) in cases.into_iter().zip(file["cases"].as_array().unwrap()) {
        let question = case.unwrap();
        let found = best(&question).unwrap();
        let optimum = &told["optimum"];
        let wanted = (
            optimum["price_milli_usd"].as_u64().unwrap(),
            optimum["gpus"].as_u64().unwrap(),
        );
        assert_eq!((found.0, found.1 as u64), wanted, "{}", question.name);
        // Equal workloads are one kind: a set of n of m stands for m over n sets.
        let fleet = Fleet::new(question);
        let mut sets = Patterns::new(&fleet);
        while sets.step(&fleet) {}
        let over = |m: u64, n: u64| (0..n).fold(1, |sum, at| sum * (m - at) / (at + 1));
        let all: u64 = sets
            .found
            .iter()
            .map(|set| {
                let counts = set.counts.iter();
                counts
                    .map(|(kind, n)| over(fleet.kinds[*kind].len() as u64, u64::from(*n)))
                    .product::<u64>()
            })
            .sum();
        assert_eq!(
            all,
            told["patterns"].as_u64().unwrap(),
            "{}",
            fleet.question.name
        );
    }
}

#[test]
fn what_no_gpu_holds_is_named() {
    let mut question = read::cases(VECTORS).swap_remove(0).unwrap();
    question.workloads[2].memory_mib = 90_000.0;
    let packing = pack(&question);
    assert_eq!(packing.price_milli_usd, None);
    assert_eq!(packing.reason.as_deref(), Some("no GPU on offer holds s2"));
    // Two boards of one, and eight workloads for seven slices.
    let mut question = read::cases(VECTORS).swap_remove(1).unwrap();
    question.gpus[0].count = Some(1);
    let packing = pack(&question);
    assert_eq!(packing.price_milli_usd, None);
    assert!(packing.reason.unwrap().contains("do not hold all of"));
}

/// Two of 50,000 and 20,000 MiB on 80,000: beside each other by what each needs, apart by halves.
#[test]
fn equal_parts_by_hand() {
    let gpu = json!({"name": "A", "memory_mib": 80_000, "price_milli_usd": 2000,
        "modes": ["exclusive", "mps"]});
    let one = |id: &str, mib: u32| {
        json!({"id": id, "memory_mib": mib, "load": vec![0.2; HOURS],
        "isolation": "none"})
    };
    let asked = |rules: &Value| {
        let case = json!({"name": "halves", "rules": rules, "gpus": [gpu],
            "workloads": [one("a", 50_000), one("b", 20_000)]});
        best(&read::case(&case.to_string()).unwrap())
    };
    assert_eq!(asked(&json!({})), Some((2000, 1)));
    assert_eq!(asked(&json!({"mps_equal_parts": true})), Some((4000, 2)));
}

#[test]
fn two_hundred_of_all_kinds_are_packed_with_a_bound() {
    let question = read::cases(VECTORS).swap_remove(8).unwrap();
    let mut many = question.clone();
    many.workloads.clear();
    for copy in 0..200 {
        let mut one = question.workloads[copy % 14].clone();
        one.id = format!("{copy}");
        // All differ, so that none may be merged.
        one.memory_mib += copy as f64;
        many.workloads.push(one);
    }
    let mut search = Search::new(many.clone());
    search.advance(60);
    let packing = search.answer();
    check(&many, &packing);
    let gap = packing.gap().unwrap();
    assert!(gap < 1.0, "{gap}");
    assert!(!packing.optimal || gap <= 0.0);
}

fn workload() -> impl Strategy<Value = Workload> {
    let sizes = prop::sample::select(vec![3000.0, 9000.0, 15_000.0, 26_000.0, 41_000.0]);
    let load = (prop::sample::select(vec![0.05, 0.2, 0.45, 0.8]), 0..3_usize);
    let share = || prop::sample::select(vec![0.3, 0.6, 1.0]);
    let slower = prop::option::of(prop::sample::select(vec![1.2, 2.0, 6.0]));
    let wait = prop::option::of(prop::sample::select(vec![20.0, 60.0]));
    let label = prop::option::weighted(0.2, Just("one".to_owned()));
    (
        sizes,
        load,
        0..3_usize,
        (share(), share(), share()),
        slower,
        wait,
        label,
    )
        .prop_map(
            |(
                memory_mib,
                (peak, shift),
                isolation,
                (alpha, engine, fill),
                slowdown_max,
                wait_max_s,
                apart,
            )| {
                let mut load = [0.0; HOURS];
                for hour in &mut load[shift * 8..shift * 8 + 8] {
                    *hour = peak;
                }
                let (isolation, _) = Isolation::ALL[isolation];
                Workload {
                    id: String::new(),
                    memory_mib,
                    load,
                    isolation,
                    alpha,
                    engine,
                    fill,
                    slowdown_max,
                    wait_max_s,
                    weights_mib: memory_mib,
                    visits_per_hour: 1.0,
                    apart,
                    on: Vec::new(),
                }
            },
        )
}

/// A type that can do some of the six; with `whole`, one that a workload may have to itself.
fn gpu(name: &'static str, whole: bool) -> impl Strategy<Value = Gpu> {
    let memory = prop::sample::select(vec![40_000.0, 80_000.0]);
    (
        memory,
        1..6_u64,
        prop::option::weighted(0.3, 1..3_u64),
        0..64_u8,
    )
        .prop_map(move |(memory_mib, price, count, drawn)| {
            let on = |mode: &Mode| {
                drawn & (1 << *mode as u8) != 0 || (whole && *mode == Mode::Exclusive)
            };
            let modes: Vec<Mode> = Mode::ALL.into_iter().filter(on).collect();
            let profile = |name: &str, slices, units, places: &[u32]| Profile {
                name: name.to_owned(),
                slices,
                units,
                compute: f64::from(slices) / 7.0,
                bandwidth: f64::from(units) / 8.0,
                mib: memory_mib * f64::from(units) / 8.0,
                places: places.to_vec(),
            };
            Gpu {
                name: name.to_owned(),
                memory_mib,
                price_milli_usd: price * 1000,
                count: if whole { None } else { count },
                pool: None,
                host_mib: 100_000.0,
                modes: Modes::of(&modes),
                vgpu_licence_milli_usd: 300,
                mig: Some(Mig {
                    slices: 7,
                    units: 8,
                    profiles: vec![
                        profile("1g", 1, 1, &[0, 1, 2, 3, 4, 5, 6]),
                        profile("2g", 2, 2, &[0, 2, 4]),
                        profile("3g", 3, 4, &[0, 4]),
                        profile("7g", 7, 8, &[0]),
                    ],
                }),
                lot: 1,
                power_w: None,
            }
        })
}

fn fleet(whole: bool, most: usize) -> impl Strategy<Value = Question> {
    let gpus = (gpu("a", whole), gpu("b", false));
    let workloads = prop::collection::vec(workload(), 1..=most);
    let drawn = (
        gpus,
        workloads,
        prop::bool::weighted(0.25),
        prop::bool::weighted(0.3),
    );
    drawn.prop_map(
        move |((mut a, mut b), mut workloads, equal_parts, pooled)| {
            if pooled && !whole {
                b.count = a.count;
                for gpu in [&mut a, &mut b] {
                    gpu.pool = Some("together".to_owned());
                }
            }
            for (index, one) in workloads.iter_mut().enumerate() {
                one.id = format!("w{index}");
            }
            Question {
                name: "drawn".to_owned(),
                rules: Rules {
                    equal_parts,
                    ..Rules::default()
                },
                gpus: vec![a, b],
                workloads,
                ..Question::default()
            }
        },
    )
}

/// The least cost over every partition into sets, and every type for each.
fn tried(
    fleet: &Fleet,
    of: &[usize],
    bins: &mut Vec<Vec<usize>>,
    used: &mut Vec<u64>,
) -> Option<u64> {
    let Some((&next, rest)) = of.split_first() else {
        return priced(fleet, bins, used);
    };
    let mut least: Option<u64> = None;
    for bin in 0..=bins.len() {
        if bin == bins.len() {
            bins.push(Vec::new());
        }
        bins[bin].push(next);
        let cost = tried(fleet, rest, bins, used);
        bins[bin].pop();
        if bins[bin].is_empty() {
            bins.pop();
        }
        least = least.into_iter().chain(cost).min();
    }
    least
}

fn priced(fleet: &Fleet, bins: &[Vec<usize>], used: &mut Vec<u64>) -> Option<u64> {
    let Some((bin, rest)) = bins.split_first() else {
        return Some(0);
    };
    let mut least: Option<u64> = None;
    for gpu in 0..fleet.question.gpus.len() {
        let pool = fleet.pool(gpu);
        if fleet.count(gpu).is_some_and(|count| used[pool] >= count) {
            continue;
        }
        let Some((price, _)) = fleet.price(gpu, bin) else {
            continue;
        };
        used[pool] += 1;
        let cost = priced(fleet, rest, used).map(|cost| cost + price * COST + 1);
        used[pool] -= 1;
        least = least.into_iter().chain(cost).min();
    }
    least
}

proptest! {
    #![proptest_config(drawn(200))]

    // With `whole` no bin shrinks in vain; without, one alone may not stand where two do.
    #[test]
    fn the_search_finds_what_trying_everything_finds(
        question in prop::bool::ANY.prop_flat_map(|whole| fleet(whole, 6)),
    ) {
        let fleet = Fleet::new(question.clone());
        let all: Vec<usize> = fleet.kinds.iter().enumerate()
            .flat_map(|(kind, members)| members.iter().map(move |_| kind)).collect();
        let least = tried(&fleet, &all, &mut Vec::new(), &mut vec![0; 2]);
        let found = best(&question).map(|(price, gpus)| price * COST + gpus as u64);
        prop_assert_eq!(found, least);
    }

    #[test]
    fn a_part_of_a_set_that_fits_fits_for_no_more(question in fleet(false, 7)) {
        let fleet = Fleet::new(question);
        let mut sets = Patterns::new(&fleet);
        while sets.step(&fleet) {}
        for set in &sets.found {
            let kinds: Vec<usize> = set.counts.iter()
                .flat_map(|(kind, many)| (0..*many).map(move |_| *kind)).collect();
            for out in (0..kinds.len()).filter(|_| kinds.len() > 2) {
                let mut part = kinds.clone();
                part.remove(out);
                let price = fleet.price(set.gpu, &part).map(|(price, _)| price * COST + 1);
                prop_assert!(price.is_some_and(|cost| cost <= set.cost));
            }
        }
    }

    #[test]
    fn more_is_never_cheaper_and_choice_never_dearer(
        question in fleet(true, 7), at in 0..7_usize, other in gpu("c", false),
    ) {
        let before = best(&question);
        let at = at % question.workloads.len();
        let mut more = question.clone();
        more.workloads[at].memory_mib *= 1.3;
        let mut busier = question.clone();
        for hour in &mut busier.workloads[at].load {
            *hour *= 1.3;
        }
        let mut stricter = question.clone();
        stricter.workloads[at].isolation = Isolation::Hardware;
        for harder in [more, busier, stricter] {
            let after = best(&harder);
            prop_assert!(after.is_none() || before.is_some_and(|before| Some(before) <= after));
        }
        let mut wider = question.clone();
        wider.gpus.push(other);
        prop_assert!(before.is_none() || best(&wider).is_some_and(|after| Some(after) <= before));
    }

    #[test]
    fn twice_as_much_costs_at_most_twice(mut question in fleet(true, 6)) {
        question.gpus.truncate(1);
        let mut twice = question.clone();
        for one in &question.workloads {
            let mut copy = one.clone();
            copy.id = format!("{}-again", one.id);
            twice.workloads.push(copy);
        }
        if let Some((price, gpus)) = best(&question) {
            prop_assert!(best(&twice).is_some_and(|after| after <= (2 * price, 2 * gpus)));
        }
    }

    #[test]
    fn no_text_is_too_odd(text in "\\PC*") {
        prop_assert!(read::case(&text).is_err());
        for case in read::cases(&text) {
            prop_assert!(case.is_err());
        }
    }
}

#[test]
fn what_is_wrong_is_named_by_its_field() {
    let file: Value = serde_json::from_str(VECTORS).unwrap();
    let whole = &file["cases"][0];
    assert!(read::case(&whole.to_string()).is_ok());
    let set = |pointer: &str, value: Value| {
        let mut case = whole.clone();
        *case.pointer_mut(pointer).unwrap() = value;
        read::case(&case.to_string()).unwrap_err().field
    };
    for value in [
        json!(-1),
        json!("9000"),
        json!([]),
        json!(1e300),
        json!(true),
    ] {
        assert_eq!(
            set("/workloads/1/memory_mib", value),
            "workloads[1].memory_mib"
        );
    }
    assert_eq!(
        set("/workloads/1/memory_mib", Value::Null),
        "workloads[1].memory_mib"
    );
    assert_eq!(set("/workloads/0/load", json!([0.1])), "workloads[0].load");
    assert_eq!(
        set("/workloads/0/load/3", json!(-0.1)),
        "workloads[0].load[3]"
    );
    assert_eq!(
        set("/workloads/2/isolation", json!("some")),
        "workloads[2].isolation"
    );
    assert_eq!(set("/workloads/2/alpha", json!(1.5)), "workloads[2].alpha");
    assert_eq!(set("/workloads/2/id", json!("s1")), "workloads[2].id");
    assert_eq!(
        set("/gpus/0/price_milli_usd", json!(0.5)),
        "gpus[0].price_milli_usd"
    );
    assert_eq!(set("/gpus/0/modes/1", json!("mog")), "gpus[0].modes[1]");
    assert_eq!(set("/gpus/0/mig/units", json!(64)), "gpus[0].mig.units");
    assert_eq!(
        set("/gpus/0/mig/profiles/3/places/1", json!(5)),
        "gpus[0].mig.profiles[3].places[1]"
    );
    assert_eq!(
        set("/gpus/0/mig/profiles/0/fc", json!(0)),
        "gpus[0].mig.profiles[0].fc"
    );
    assert_eq!(set("/gpus", json!({})), "gpus");
    for (pointer, field) in [
        ("", "colour"),
        ("/gpus/0", "gpus[0].colour"),
        ("/workloads/0", "workloads[0].colour"),
    ] {
        let mut case = whole.clone();
        case.pointer_mut(pointer).unwrap()["colour"] = json!(1);
        assert_eq!(read::case(&case.to_string()).unwrap_err().field, field);
    }
    // A bad line is told by its name, and the rest goes on.
    let mut bad = whole.clone();
    bad["workloads"] = json!(3);
    let read = read::cases(&format!("{whole}\n\n{{\n{bad}\n{whole}\n"));
    assert_eq!(
        read.iter().map(Result::is_ok).collect::<Vec<_>>(),
        [true, false, false, true]
    );
    let unread = read[2].as_ref().unwrap_err();
    assert_eq!(
        (unread.name.as_deref(), unread.error.field.as_str()),
        (Some("seven slices"), "workloads")
    );
    let deep = "[".repeat(100_000);
    assert!(read::case(&deep).is_err());
}
