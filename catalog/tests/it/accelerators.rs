//! Accelerators: figures that can be true.

use catalog::{AcceleratorRecord, Fact, accelerator, accelerators};
use estimator::hardware::LinkKind;
use estimator::quantity::{FlopsPerSecond, Watts};
use std::collections::HashSet;

fn each(check: impl Fn(&AcceleratorRecord) -> Option<String>) {
    let wrong: Vec<String> = accelerators()
        .iter()
        .filter_map(|record| Some(format!("{}: {}", record.accelerator.id, check(record)?)))
        .collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn no_two_share_an_id() {
    let ids: HashSet<_> = accelerators().iter().map(|a| &a.accelerator.id).collect();
    assert_eq!(ids.len(), accelerators().len());
    for record in accelerators() {
        assert_eq!(
            accelerator(&record.accelerator.id.to_uppercase()),
            Some(record)
        );
    }
    assert_eq!(accelerator("nvidia-none"), None);
}

#[test]
fn bandwidth_and_power_are_in_range() {
    each(|record| {
        let bandwidth = record.accelerator.bandwidth.to_gb();
        let power = record.accelerator.power.map_or(300.0, Watts::get);
        let fine = (50.0..=30_000.0).contains(&bandwidth) && (10.0..=3000.0).contains(&power);
        (!fine).then(|| format!("{bandwidth} GB/s, {power} W"))
    });
}

#[test]
fn usable_memory_is_below_what_is_marketed() {
    each(|record| {
        // Vendors that print GB mostly mean GiB: that is the ceiling. Only
        // memory shared with a CPU falls far below it.
        let ratio = record.accelerator.memory.to_gib() / record.accelerator.marketed_memory.to_gb();
        let least = if record.accelerator.unified {
            0.7
        } else {
            0.93
        };
        (!(least..=1.0).contains(&ratio)).then(|| format!("{ratio}"))
    });
}

/// Systems on a chip share one memory with their processor, and no board does.
#[test]
fn unified_memory_is_that_of_systems_on_a_chip() {
    let systems = [
        "amd-mi300a",
        "amd-ryzen-",
        "apple-",
        "nvidia-gb10",
        "nvidia-jetson-",
    ];
    each(|record| {
        let one = &record.accelerator;
        let is_system = systems.iter().any(|name| one.id.starts_with(name));
        (one.unified != is_system).then(|| format!("unified: {}", one.unified))
    });
}

#[test]
fn narrower_types_are_faster_but_not_absurdly() {
    // Tensor cores widened for narrow types alone, as published.
    let uneven = ["nvidia-rubin-sxm", "aws-trainium3"];
    each(|record| {
        let peak = &record.accelerator.peak;
        let sixteen = peak.sixteen?.to_tera();
        let most = if uneven.contains(&record.accelerator.id.as_str()) {
            4.5
        } else {
            2.2
        };
        let fp8 = peak.fp8.map_or(sixteen, FlopsPerSecond::to_tera);
        if !(0.99..=most).contains(&(fp8 / sixteen)) {
            return Some(format!("fp8 {fp8}, 16 bit {sixteen}"));
        }
        // Half of the tensor rate is int8 on most; graphics chips count
        // integers against half-rate floats, to 4.
        let int8 = peak.int8.map_or(sixteen, FlopsPerSecond::to_tera);
        if int8 > 8.01 * sixteen {
            return Some(format!("int8 {int8}, 16 bit {sixteen}"));
        }
        let four = peak.four.map_or(fp8, FlopsPerSecond::to_tera);
        (!(0.99..=4.01).contains(&(four / fp8))).then(|| format!("fp4 {four}, fp8 {fp8}"))
    });
}

#[test]
fn dense_rates_lie_below_sparse_ones() {
    each(|record| {
        let factor = record.accelerator.headline_factor;
        let fine = (1.0..=1.0).contains(&factor) || (1.2..=4.01).contains(&factor);
        (!fine).then(|| format!("{factor}"))
    });
    let h100 = accelerator("nvidia-h100-sxm-80gb").expect("in the catalogue");
    assert!((h100.accelerator.headline_factor - 2.0).abs() < 1e-9);
}

/// What the records leave unverified reaches whoever estimates with it.
#[test]
fn facts_without_a_second_source_are_named() {
    let unsure = |id: &str| accelerator(id).map(|record| record.unsure);
    assert_eq!(unsure("nvidia-h200-sxm-141gb"), Some(&[][..]));
    let h20 = unsure("nvidia-h20").expect("in the catalogue");
    assert!(h20.contains(&Fact::Bandwidth) && !h20.contains(&Fact::Memory));
    assert!(accelerators().iter().any(|record| record.unsure.len() > 1));
}

#[test]
fn only_the_one_without_figures_has_no_peak() {
    let without: Vec<_> = accelerators()
        .iter()
        .filter(|record| !record.has_peak())
        .map(|record| record.accelerator.id.as_str())
        .collect();
    assert_eq!(without, ["intel-gaudi1"]);
}

#[test]
fn links_are_no_faster_than_memory_and_no_slower_than_the_host() {
    each(|record| {
        let link = record.accelerator.link;
        let rate = link.per_direction.to_gb();
        let node = record.accelerator.node_size;
        let fine = match link.kind {
            LinkKind::None => link.domain == 1 && node == 1 && rate == 0.0,
            LinkKind::Pcie => {
                record.accelerator.pcie == Some(link.per_direction) && link.domain == node
            }
            _ => link.domain > 1 && rate > 10.0 && rate < record.accelerator.bandwidth.to_gb(),
        };
        (!fine).then(|| format!("{link:?}, {node} a node"))
    });
}

/// The first CDNA runs llama.cpp alone: vLLM and SGLang are built for gfx90a and later.
#[test]
fn the_first_cdna_is_not_what_vllm_is_built_for() {
    use estimator::engine::Engine;
    use estimator::support::engine_runs;
    let chip = |id| &accelerator(id).expect("in the catalogue").accelerator;
    let runs =
        |id| [Engine::Vllm, Engine::Sglang, Engine::LlamaCpp].map(|one| engine_runs(one, chip(id)));
    assert_eq!(runs("amd-mi100"), [false, false, true]);
    assert_eq!(runs("amd-mi210"), [true, true, true]);
}
