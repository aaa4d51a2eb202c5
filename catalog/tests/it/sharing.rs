//! The laws of sharing against what was published, and the profiles of boards against the rule
//! by which they are placed.

#![allow(
    clippy::panic,
    clippy::indexing_slicing,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::unwrap_used
)]

use catalog::sharing::{HELD, Law, Row, Way, board, boards, rows};
use estimator::fleet::law::{mig, swap, together, turns};
use std::collections::{BTreeMap, BTreeSet};

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-6
}

/// The value that a share of all lies below.
fn quantile(mut all: Vec<f64>, share: f64) -> f64 {
    all.sort_by(f64::total_cmp);
    all[((all.len() - 1) as f64 * share).round() as usize]
}

fn of(source: &str) -> impl Iterator<Item = &'static Row> {
    let source = source.to_owned();
    rows().iter().filter(move |row| row.source == source)
}

#[test]
fn every_row_says_where_it_was_read() {
    assert_eq!(rows().len(), 531);
    let sources: BTreeSet<&str> = rows().iter().map(|row| row.source).collect();
    assert_eq!(sources.len(), 16);
    for row in rows() {
        assert!(!row.read_from.is_empty() && !row.metric.is_empty() && !row.unit.is_empty());
        assert!(row.value.is_finite() && row.value > 0.0, "{row:?}");
    }
}

/// Seconds of a step by model and batch, on each instance: a throughput counts items.
fn steps(kind: &str) -> BTreeMap<&'static str, BTreeMap<(&'static str, u32), f64>> {
    let mut found: BTreeMap<&str, BTreeMap<(&str, u32), f64>> = BTreeMap::new();
    for row in of("MIGPerf") {
        let words: Vec<&str> = row.workload.split(' ').collect();
        let [what, model, size] = words[..] else {
            panic!("{}", row.workload)
        };
        if let (true, Some(batch)) = (what == kind, size.strip_prefix("batch=")) {
            let batch: u32 = batch.parse().unwrap();
            let step = f64::from(batch) / row.value;
            found
                .entry(model)
                .or_default()
                .insert((row.detail, batch), step);
        }
    }
    found
}

/// What the law misses by, three instances from the whole board alone: the host's part is the
/// shortest step, the GPU's is what an item takes where steps are longest.
fn misses(kind: &str, overlap: mig::Overlap) -> Vec<f64> {
    let board = boards()
        .iter()
        .find(|board| board.name == "A100-40GB")
        .unwrap();
    let mut misses = Vec::new();
    for sweep in steps(kind).values() {
        let whole: BTreeMap<u32, f64> = sweep
            .iter()
            .filter(|((profile, _), _)| *profile == "7g.40gb")
            .map(|((_, batch), step)| (*batch, *step))
            .collect();
        let host = match overlap {
            mig::Overlap::Inference => whole.values().copied().fold(f64::INFINITY, f64::min),
            mig::Overlap::Training => 0.0,
        };
        let item = whole
            .iter()
            .map(|(batch, step)| step / f64::from(*batch))
            .fold(f64::INFINITY, f64::min);
        for ((profile, batch), measured) in sweep {
            let Some(full) = whole.get(batch).filter(|_| *profile != "7g.40gb") else {
                continue;
            };
            let slice = board.profiles.iter().find(|slice| slice.name == *profile);
            let slice = slice.unwrap();
            let stretch = mig::stretch(mig::ALPHA, board.compute(slice), board.bandwidth(slice));
            let gpu = (item * f64::from(*batch)).min(*full);
            misses.push((mig::step(host, gpu, stretch, overlap) / measured - 1.0).abs());
        }
    }
    misses
}

/// What the catalogue says of a law is what was found, to a tenth of a percent.
fn stands(law: Law, rows: usize, errors: Option<(f64, f64)>, inside: Option<usize>) {
    let told = HELD.iter().find(|held| held.law == law).unwrap();
    let percent = |error: f64| (error * 1000.0).round() / 10.0;
    let found = errors.map(|(median, most)| (percent(median), percent(most)));
    assert_eq!(told.errors, found, "{law:?}");
    assert_eq!(told.rows as usize, rows, "{law:?}");
    assert_eq!(told.inside.map(|inside| inside as usize), inside, "{law:?}");
}

#[test]
fn instances_are_as_fast_as_their_share() {
    let inference = misses("inference", mig::Overlap::Inference);
    assert_eq!(inference.len(), 135);
    let (median, most) = (quantile(inference.clone(), 0.5), quantile(inference, 0.9));
    assert!(median <= 0.05 && most <= 0.12, "{median} {most}");
    stands(Law::Instances, 135, Some((median, most)), None);
    let training = misses("training", mig::Overlap::Training);
    assert_eq!(training.len(), 16);
    let (median, most) = (quantile(training.clone(), 0.5), quantile(training, 0.9));
    assert!(median <= 0.10 && most <= 0.24, "{median} {most}");
    stands(Law::TrainedOnInstances, 16, Some((median, most)), None);
}

/// Totals over one alone, of rows where the fill can be told: by what is said of the busy
/// multiprocessors (0.29), or by the row of the fewest clients, which is left out then.
#[test]
fn shared_totals_lie_between_their_edges() {
    let mut held = Vec::new();
    let latency = |way: Way, many: u16| {
        let found = of("nos").find(|row| row.way == way && row.sharing == many);
        found.unwrap().value
    };
    let total = |way: Way, many: u16| f64::from(many) * latency(way, 1) / latency(way, many);
    let fill = together::fill_of(3.0, total(Way::Mps, 3)).unwrap();
    assert!((0.42..0.44).contains(&fill), "{fill}");
    for many in [5, 7] {
        let edges = together::edges(f64::from(many), fill);
        held.push(edges.hold(total(Way::Mps, many), 0.1));
    }
    for many in [3, 5, 7] {
        // One process in a closed loop keeps the GPU busy; and eps is nothing else than this.
        let found = total(Way::TimeSlicing, many);
        held.push(turns::edges(f64::from(many), 1.0).hold(found, 0.1));
        assert!((turns::total(0.11, f64::from(many), 1.0) / found - 1.0).abs() < 0.01);
    }
    let busy = 0.29;
    for source in ["sglang-omni guide", "sglang-omni #1075"] {
        let rows: Vec<&Row> = of(source)
            .filter(|row| row.metric.starts_with("throughput_total"))
            .collect();
        // The reviewer's run has a base of its own.
        for own in [false, true] {
            let here = rows
                .iter()
                .filter(|row| row.notes.starts_with("verification") == own);
            let (alone, shared): (Vec<&&Row>, Vec<&&Row>) =
                here.partition(|row| row.way == Way::Exclusive);
            let base = alone.iter().map(|row| row.value).sum::<f64>() / alone.len() as f64;
            for row in shared {
                let relative = row.metric == "throughput_total_relative";
                let total = if relative {
                    row.value
                } else {
                    row.value / base
                };
                let many = f64::from(row.sharing);
                let edges = match row.way {
                    Way::Mps => together::edges(many, busy),
                    _ => turns::edges(many, busy),
                };
                held.push(edges.hold(total, 0.1));
            }
        }
    }
    let share = held.iter().filter(|held| **held).count() as f64 / held.len() as f64;
    assert_eq!(held.len(), 18);
    assert!(share >= 0.8, "{share}");
    let inside = held.iter().filter(|held| **held).count();
    stands(Law::Totals, held.len(), None, Some(inside));
}

#[test]
fn swaps_take_what_their_bytes_take() {
    let chip = &catalog::accelerator("nvidia-a100-sxm-80gb")
        .unwrap()
        .accelerator;
    let mut misses = Vec::new();
    for row in of("vLLM sleep-mode post").filter(|row| row.way == Way::Sleep) {
        let words: Vec<&str> = row.workload.split(' ').collect();
        let at = words.iter().position(|word| *word == "GiB").unwrap();
        let gib: f64 = words[at - 1].parse().unwrap();
        let gpus: f64 = words
            .last()
            .unwrap()
            .strip_prefix("TP")
            .unwrap()
            .parse()
            .unwrap();
        let bytes = gib * 1024.0 * 1024.0 * 1024.0 / gpus;
        let rate = swap::rate(chip, gpus > 1.0);
        let law = match row.metric {
            "wake_time" => swap::wake_s(swap::FIXED_S, bytes, rate),
            "sleep_time" => swap::sleep_s(bytes, rate),
            _ => continue,
        };
        let off = (law - row.value).abs();
        assert!(off <= 0.3 || off / row.value <= 0.3, "{law} {row:?}");
        misses.push(off / row.value);
    }
    let counted = misses.len();
    assert_eq!(counted, 43);
    let errors = (quantile(misses.clone(), 0.5), quantile(misses, 0.9));
    stands(Law::Swaps, counted, Some(errors), Some(counted));
}

#[test]
fn boards_are_of_known_accelerators_and_hold_less_than_their_names() {
    assert_eq!(boards().len(), 14);
    for one in boards() {
        for id in one.accelerators {
            let record = catalog::accelerator(id).unwrap();
            assert_eq!(board(id), Some(one));
            let mig = one.cut(record.accelerator.memory);
            assert!(!mig.profiles.is_empty() && mig.slices == one.slices);
            for profile in &mig.profiles {
                let name: f64 = profile
                    .name
                    .split(['.', 'g', '+'])
                    .nth(2)
                    .unwrap()
                    .parse()
                    .unwrap();
                assert!(profile.mib <= name * 1024.0, "{id} {}", profile.name);
                assert!(
                    profile.mib > name * 0.8 * 1024.0 * 0.93,
                    "{id} {}",
                    profile.name
                );
                assert!(profile.compute <= 1.0 && profile.bandwidth <= 1.0);
                assert!(
                    profile
                        .places
                        .iter()
                        .all(|place| place + profile.units <= mig.units)
                );
            }
            let whole = mig.profiles.last().unwrap();
            assert!(close(whole.compute, 1.0) && close(whole.bandwidth, 1.0));
        }
    }
    let a100 = board("nvidia-a100-sxm-80gb").unwrap();
    // 98 of 108 multiprocessors are in reach of instances.
    assert!(close(a100.largest(), 98.0 / 108.0));
    let small = a100.cut(estimator::quantity::Bytes::gib(80.0)).profiles[0].clone();
    assert_eq!((small.name.as_str(), small.mib), ("1g.10gb", 9.62 * 1024.0));
}

/// Every layout to which nothing can be added, by the rule of placements, is what the record
/// lists, of plain profiles.
#[test]
fn layouts_follow_from_the_places() {
    let text = include_str!("../../data/mig.json");
    let file: serde_json::Value = serde_json::from_str(text).unwrap();
    for (one, told) in boards().iter().zip(file["boards"].as_array().unwrap()) {
        let mut found = BTreeSet::new();
        let slices: Vec<_> = one.profiles.iter().filter(|slice| slice.plain).collect();
        grow(
            &slices,
            (one.slices, 0, 0),
            &mut vec![0; slices.len()],
            &mut found,
        );
        let told: BTreeSet<Vec<u64>> = told["maximal_layouts"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|layout| {
                layout
                    .as_object()
                    .unwrap()
                    .keys()
                    .all(|name| slices.iter().any(|slice| slice.name == name))
            })
            .map(|layout| {
                slices
                    .iter()
                    .map(|slice| layout[slice.name].as_u64().unwrap_or(0))
                    .collect()
            })
            .collect();
        // Maximal as counts: no other that was found holds it.
        let within = |a: &Vec<u64>, b: &Vec<u64>| a != b && a.iter().zip(b).all(|(a, b)| a <= b);
        let maximal: BTreeSet<Vec<u64>> = found
            .iter()
            .filter(|layout| !found.iter().any(|other| within(layout, other)))
            .cloned()
            .collect();
        for layout in &told {
            assert!(found.contains(layout), "{} {layout:?}", one.name);
        }
        assert!(
            maximal.is_subset(&told),
            "{} {maximal:?} {told:?}",
            one.name
        );
    }
}

/// All sets of instances that can be placed, as counts of each profile.
fn grow(
    slices: &[&estimator::fleet::board::Slice],
    (left, first, taken): (u32, usize, u32),
    counts: &mut Vec<u64>,
    found: &mut BTreeSet<Vec<u64>>,
) {
    found.insert(counts.clone());
    for (index, slice) in slices.iter().enumerate().skip(first) {
        if slice.slices > left || counts[index] >= u64::from(slice.most) {
            continue;
        }
        for place in slice.places {
            let mask = ((1_u32 << slice.units) - 1) << place;
            if taken & mask == 0 {
                counts[index] += 1;
                grow(
                    slices,
                    (left - slice.slices, index, taken | mask),
                    counts,
                    found,
                );
                counts[index] -= 1;
            }
        }
    }
}
