//! Machines: of known accelerators and priced instances, plausible, equal to their sources.

#![allow(clippy::expect_used, clippy::panic)] // helpers of tests

use catalog::{accelerator, hosts, prices};
use estimator::host::Host;
use estimator::quantity::Bytes;
use serde_json::Value;
use std::path::Path;

fn host(label: &str) -> Host {
    let mut all = hosts::all();
    let found = all.find(|(_, _, host)| host.label == label);
    found.unwrap_or_else(|| panic!("no {label}")).2
}

/// A figure typed in the wrong unit lies outside of what machines are built as.
#[test]
fn every_machine_is_plausible() {
    for (provider, chips, host) in hosts::all() {
        let about = format!("{provider} {host:?}");
        for chip in chips {
            let chip = accelerator(chip).unwrap_or_else(|| panic!("{about}"));
            assert!(
                host.accelerators <= chip.accelerator.node_size.max(8),
                "{about}"
            );
        }
        let each = f64::from(host.accelerators);
        let within = |value: Option<f64>, least: f64, most: f64| {
            assert!(
                value.is_none_or(|value| (least..=most).contains(&value)),
                "{about}"
            );
        };
        within(host.cores.map(|cores| cores / each), 1.0, 40.0);
        within(host.memory.map(|memory| memory.to_gib() / each), 8.0, 520.0);
        within(
            host.storage.map(|storage| storage.to_gb() / each),
            0.0,
            4500.0,
        );
        within(host.network.map(|rate| rate.to_gb() / each), 0.1, 101.0);
        within(host.sockets.map(f64::from), 1.0, 2.0);
    }
}

/// A seller's machine is one it asks a price for, with the same accelerators; what the
/// price record says of it is not contradicted.
#[test]
fn sellers_machines_are_those_they_price() {
    for (provider, chips, host) in hosts::all().filter(|(_, _, host)| !host.reference) {
        let priced = prices().iter().find(|price| {
            price.provider == provider
                && price.instance == host.label
                && chips == [price.accelerator]
        });
        let priced = priced.unwrap_or_else(|| panic!("{provider} {}", host.label));
        assert_eq!(priced.count, host.accelerators, "{}", host.label);
        let text = std::fs::read_to_string(
            Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("data/prices/{provider}.json")),
        );
        let file: Value = serde_json::from_str(&text.expect("readable")).expect("JSON");
        let record = file["prices"].as_array().expect("a list").iter();
        let mut record = record.filter(|record| record["instance"] == host.label.as_str());
        let record = record.next().expect("the price");
        let gib = record["memory_gib"].as_f64().expect("memory");
        assert!(
            (host.memory.expect("memory").to_gib() - gib).abs() < 1e-6,
            "{}",
            host.label
        );
        let threads = record["vcpus"].as_f64().expect("virtual CPUs");
        let cores = host.cores.expect("cores");
        assert!(
            [threads, threads / 2.0].contains(&cores),
            "{}: {cores} cores",
            host.label
        );
    }
}

/// Figures of EC2's own description, read off by hand: cores, GiB, GB, Gbit/s.
#[test]
fn figures_are_those_of_their_sources() {
    for (label, cores, gib, gb, gbit) in [
        ("p5.48xlarge", 96.0, 2048.0, 30_400.0, 3200.0),
        ("p5.4xlarge", 8.0, 256.0, 3800.0, 100.0),
        ("p4de.24xlarge", 48.0, 1152.0, 8000.0, 400.0),
        ("g6e.48xlarge", 96.0, 1536.0, 7600.0, 400.0),
        ("g5.xlarge", 2.0, 16.0, 250.0, 2.5),
        ("inf2.xlarge", 2.0, 16.0, 0.0, 2.083),
        ("DGX H100", 112.0, 2048.0, 30_720.0, 3200.0),
    ] {
        let host = host(label);
        let figures = [
            (host.cores, cores),
            (host.memory.map(Bytes::to_gib), gib),
            (host.storage.map(Bytes::to_gb), gb),
            (host.network.map(|rate| rate.to_gb() * 8.0), gbit),
        ];
        for (got, wanted) in figures {
            let got = got.unwrap_or_else(|| panic!("{label} lacks a figure"));
            assert!((got - wanted).abs() < 1e-6, "{label}: {got}, not {wanted}");
        }
    }
    assert_eq!(host("DGX H100").sockets, Some(2));
    // Azure sells cores, not threads, of this series.
    assert_eq!(host("Standard_ND96isr_H100_v5").cores, Some(96.0));
}

/// The machine a price is of comes first, others of its seller by size, reference systems
/// last; a seller of whom nothing is known leaves those.
#[test]
fn the_machine_of_the_price_comes_first() {
    let chip = "nvidia-h100-sxm-80gb";
    let labels = |seller| -> Vec<String> {
        let found = hosts::hosts(chip, seller);
        found.into_iter().map(|host| host.label).collect()
    };
    let aws = labels(Some(("aws", "p5.48xlarge")));
    assert_eq!(aws, ["p5.48xlarge", "p5.4xlarge", "DGX H100"]);
    assert_eq!(labels(Some(("lambda", "1x H100 SXM"))), ["DGX H100"]);
    assert_eq!(labels(None), ["DGX H100"]);
    assert_eq!(hosts::hosts("apple-m3-max", None), []);
}
