//! The worked lines of images in a serving question, and laws of the tower's cost.

#![allow(clippy::unwrap_used)]

use super::super::tokens::{FAMILIES, Image, Limits, family};
use super::*;

/// A board: dense 16-bit TFLOP/s, watts, TFLOP/s a watt of its generation, share of products
/// that attention reaches, bandwidth in GB/s.
fn rates(peak: f64, watts: f64, per_watt: f64, attention: f64, bandwidth: f64) -> Rates {
    // The rates that the peak (90 % of it) and the power allow, the smooth minimum of both.
    let limit = super::super::smooth::smaller(0.9 * peak, per_watt * watts);
    Rates {
        products: FlopsPerSecond::tera(limit),
        attention: FlopsPerSecond::tera(limit * attention),
        bandwidth: BytesPerSecond::gb(0.92 * bandwidth),
    }
}

fn near(got: f64, want: f64, tolerance: f64, name: &str) {
    assert!(
        (got / want - 1.0).abs() < tolerance,
        "{name}: {got}, not {want}"
    );
}

fn encoding(name: &str, (height, width): (u32, u32), images: u32, text: u32) -> Encoding {
    let family = family(name).unwrap();
    let image = Image::new(height, width).unwrap();
    let count = family.count(image, Limits::default()).unwrap();
    Encoding::of(family.tower, count, images, text)
}

/// Four worked lines of a reference: counts and bytes within 0.1 %, seconds within 1 %.
#[test]
fn worked_lines() {
    let hopper = rates(989.4, 700.0, 1.15, 0.821, 3350.0);
    let ampere = rates(311.9, 400.0, 0.586, 0.697, 2039.0);
    let blackwell = rates(2250.0, 1000.0, 1.7, 0.885, 8000.0);
    let ada = rates(362.05, 350.0, 0.579, 0.981, 864.0);
    #[rustfmt::skip]
    let lines = [
        ("qwen2_5_vl", (1080, 1920), 2, 3584, 1, hopper,
            [27_668_268e6, 4_943_297.2e6, 1_349_058_600.0, 411_529_250.0, 0.060_095_871]),
        ("internvl", (1024, 1024), 1, 3584, 2, ampere,
            [6_278_371.3e6, 1_032_806.4e6, 316_669_950.0, 213_036_000.0, 0.022_677_987]),
        ("llama4", (768, 1024), 1, 5120, 8, blackwell,
            [12_254_866e6, 828_774.808_576e6, 209_420_290.0, 65_168_688.0, 0.001_699_200_2]),
        ("mllama", (1000, 700), 1, 4096, 1, ada,
            [10_149_412e6, 8_399_097.036_8e6, 1_583_349_800.0, 310_158_530.0, 0.119_235_35]),
    ];
    for (name, size, images, text, shards, rates, want) in lines {
        let of = encoding(name, size, images, text);
        let [linear, attention, weights, activations, seconds] = want;
        near(of.linear.get(), linear, 1e-3, name);
        near(of.attention.get(), attention, 1e-3, name);
        near(of.weights(shards).get(), weights, 1e-3, name);
        near(of.activations(shards).get(), activations, 1e-3, name);
        near(of.seconds(&rates, shards).get(), seconds, 1e-2, name);
    }
}

/// Every family's tower takes some time and memory, more images more time, more accelerators
/// less of both, and never less than the launches.
#[test]
fn every_tower_costs_something() {
    let rates = rates(989.4, 700.0, 1.15, 0.821, 3350.0);
    for family in FAMILIES {
        let one = encoding(family.name, (900, 1200), 1, 4096);
        let four = encoding(family.name, (900, 1200), 4, 4096);
        let time = |of: &Encoding, shards| of.seconds(&rates, shards).get();
        assert!(
            time(&one, 1) > 0.0 && time(&one, 1).is_finite(),
            "{}",
            family.name
        );
        assert!(time(&four, 1) > time(&one, 1) && time(&four, 1) < 4.01 * time(&one, 1));
        assert!(time(&four, 8) < time(&four, 1));
        assert!(time(&one, u32::MAX) >= 14.0 * f64::from(family.tower.layers) * 3e-6);
        assert!(one.weights(8) < one.weights(1) && one.activations(8) < one.activations(1));
        assert!((one.weights(0) / one.weights(1) - 1.0).abs() < 1e-12);
    }
}
