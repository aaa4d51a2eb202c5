//! Records of models that are no language models: each is sound and sourced, and what it counts
//! agrees with what was published.

#![allow(clippy::expect_used)] // tests

use catalog::vision::{
    About, board, counted_networks, encoder, encoders, further_accelerators, listener, listeners,
    network, networks, pipeline, pipelines, tower, towers,
};
use estimator::vision::rates::{Kernels, Products, Task};
use std::collections::HashSet;

fn abouts() -> Vec<About> {
    let networks = networks().iter().map(|record| record.about);
    let encoders = encoders().iter().map(|record| record.about);
    let pipelines = pipelines().iter().map(|record| record.about);
    let listeners = listeners().iter().map(|record| record.about);
    let towers = towers().iter().map(|record| record.about);
    networks
        .chain(encoders)
        .chain(pipelines)
        .chain(listeners)
        .chain(towers)
        .collect()
}

/// 141 records, four of which are other names; every id once, every one sourced, and counted
/// within 1 % of what was published but for those that are known: small Whisper counts tied
/// and positional tables otherwise, squeeze-and-excitation counts as copies.
#[test]
fn records_are_whole_and_checked() {
    let all = abouts();
    assert_eq!(all.len(), 137);
    let ids: HashSet<_> = all.iter().map(|about| about.id).collect();
    assert_eq!(ids.len(), all.len());
    let mut off = Vec::new();
    for about in &all {
        assert!(!about.source.is_empty(), "{}", about.id);
        assert!(
            about.check.is_none_or(|check| check.abs() < 0.08),
            "{}",
            about.id
        );
        if about.check.is_some_and(|check| check.abs() > 0.01) {
            off.push(about.id);
        }
    }
    assert!(off.len() < 20, "{off:?}");
    assert!(all.iter().filter(|about| about.check.is_some()).count() > 80);
}

#[test]
fn every_record_is_found_by_its_id() {
    assert!(networks().iter().all(|record| {
        let side = record.network.resolution;
        network(record.about.id, Some(side)).is_some()
    }));
    assert!(
        encoders()
            .iter()
            .all(|record| encoder(record.about.id) == Some(record))
    );
    assert!(
        listeners()
            .iter()
            .all(|record| listener(record.about.id) == Some(record))
    );
    assert!(
        towers()
            .iter()
            .all(|record| tower(record.about.id) == Some(record))
    );
    for record in pipelines() {
        assert_eq!(pipeline(record.about.id), Some(record));
        assert_eq!(
            pipeline(record.about.also).map(|one| one.about.also),
            Some(record.about.also)
        );
    }
    // By another name, in other letters.
    assert_eq!(
        encoder("mlperf/bert-large"),
        encoder("google-bert/BERT-large-uncased")
    );
    assert_eq!(
        network("mlperf/resnet50-v1.5", Some(224)),
        network("timm/resnet50", Some(224))
    );
    assert!(network("timm/nothing", Some(224)).is_none() && pipeline("").is_none());
}

/// Counts are finite and not negative, and every network works and moves something.
#[test]
fn networks_are_sound() {
    let counted: Vec<_> = counted_networks().collect();
    assert_eq!(counted.len(), 1634);
    let names: HashSet<_> = counted.iter().map(|(name, _)| name).collect();
    assert_eq!(names.len(), 1284);
    let own = networks().iter();
    let own = own.map(|record| (record.about.id.to_owned(), record.network.resolution));
    for (name, side) in counted.iter().cloned().chain(own) {
        let one = network(&name, Some(side)).expect("it is counted");
        assert_eq!(one.resolution, side, "{name}");
        assert!(one.parameters > 1e4 && one.work().get() > 1e6, "{name}");
        let moved = one.moved();
        for amount in [
            one.products.get(),
            one.convolutions.get(),
            one.grouped.get(),
            one.depthwise.get(),
            one.attention.get(),
            moved.products,
            moved.pointwise,
            moved.norm,
            moved.batch_norm,
            moved.softmax,
            moved.pool,
            moved.copy,
            moved.depthwise,
            moved.grouped,
            one.most_alive().get(),
        ] {
            assert!(amount.is_finite() && amount >= 0.0, "{name} {side}");
        }
        assert!(
            moved.products + moved.grouped > 0.0 && one.kernels > 0,
            "{name}"
        );
    }
}

/// Between counted sizes the nearest is scaled: a pixel is as good as another.
#[test]
fn networks_grow_with_their_pixels() {
    let small = network("timm/resnet50", Some(224)).expect("counted");
    let large = network("timm/resnet50", Some(448)).expect("scaled");
    let ratio = large.work() / small.work();
    assert!((ratio / 4.0 - 1.0).abs() < 0.05, "{ratio}");
    assert!(network("timm/resnet50", None).is_none());
    assert_eq!(
        network("ultralytics/yolo11m", None).map(|one| one.resolution),
        Some(640)
    );
}

#[test]
fn pipelines_are_sound() {
    for record in pipelines() {
        let (id, model) = (record.about.id, &record.pipeline);
        let denoiser = &model.denoiser;
        assert!(
            denoiser.parameters > 1e8 && denoiser.launches() > 100.0,
            "{id}"
        );
        assert!((0.0..=1.0).contains(&denoiser.convolutions), "{id}");
        assert!(denoiser.width() > 1.0 && denoiser.blocks() >= 1.0, "{id}");
        assert!(
            !model.encoders.is_empty() && model.steps > 0 && model.frames > 0,
            "{id}"
        );
        assert_eq!(model.video, model.frames > 1, "{id}");
        assert!(
            model.decoder.space >= 8 && model.decoder.alive.get() > 0.0,
            "{id}"
        );
        // A parameter multiplies each token at least once in a transformer of one width.
        let tokens = 4096.0;
        if denoiser.convolutions < 0.01 {
            let each = denoiser.linear.at(tokens, 512.0) / tokens;
            assert!(each > 0.3 * denoiser.parameters, "{id}: {each}");
        }
    }
}

#[test]
fn encoders_and_listeners_are_sound() {
    for record in encoders() {
        let (id, one) = (record.about.id, &record.encoder);
        assert!(
            one.embeddings > 0.0 && one.embeddings < one.parameters,
            "{id}"
        );
        // Two operations a parameter that is not looked up, within what layers share.
        let each = one.linear.get() / (one.parameters - one.embeddings);
        assert!((1.6..2.6).contains(&each), "{id}: {each}");
    }
    for record in listeners() {
        let (id, one) = (record.about.id, &record.listener);
        assert!(
            one.encoder.seconds > 1.0 && one.encoder.products.get() > 1e9,
            "{id}"
        );
        assert!(
            one.decoder
                .is_none_or(|decoder| decoder.parameters < one.parameters),
            "{id}"
        );
    }
    for record in towers() {
        let one = record;
        assert!(
            one.parameters > 1e8 && one.width > 0 && one.layers > 0,
            "{}",
            one.about.id
        );
    }
}

/// Every accelerator of the catalogue and five more are boards that reach no more than their
/// peak.
#[test]
fn boards_reach_no_more_than_their_peak() {
    assert_eq!(further_accelerators().len(), 5);
    let known = catalog::accelerators().iter().chain(further_accelerators());
    for record in known {
        let id = &record.accelerator.id;
        let board = board(id).expect("a board");
        if !record.has_peak() {
            continue;
        }
        let peak = &board.accelerator.peak;
        for task in [Task::Network, Task::Text, Task::Denoising] {
            let rates = board.rates(task);
            let sixteen = peak.sixteen.or(peak.thirty_two).expect("a peak");
            assert!(
                rates.sixteen.get() > 0.0 && rates.sixteen <= sixteen,
                "{id}"
            );
            assert!(rates.attention(Kernels::Current) <= rates.sixteen, "{id}");
            assert!(rates.bandwidth <= board.accelerator.bandwidth, "{id}");
            if let Some(fp8) = peak.fp8 {
                assert!(rates.products(Products::Fp8) <= fp8, "{id}");
            }
            if let Some(plain) = peak.thirty_two {
                assert!(rates.products(Products::Fp32) <= plain, "{id}");
            }
        }
    }
    for record in further_accelerators() {
        assert!(
            !record.verified && record.on_request,
            "{}",
            record.accelerator.id
        );
        assert!(catalog::accelerator(&record.accelerator.id).is_none());
    }
    assert!(board("nvidia-nothing").is_none());
    let hopper = board("NVIDIA-H100-SXM-80GB").expect("upper case");
    assert_eq!(hopper.multiprocessors, Some(132));
}
