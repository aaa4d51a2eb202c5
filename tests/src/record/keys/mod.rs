//! Every key that a link may hold, with values that it may have.

mod serving;
mod training;

use super::draw::Draw;
use std::fmt::Write;

pub(super) use serving::{FRAME, SERVING};
pub(super) use training::TRAINING;

/// A key and how its value is drawn, as it stands in a link. `<gpu>` and `<seller>` are names.
pub(super) type Key = (&'static str, fn(&mut Draw) -> String);

pub(super) const GPUS: [&str; 8] = [
    "nvidia-h100-sxm-80gb",
    "nvidia-h200-sxm-141gb",
    "nvidia-b200-sxm",
    "nvidia-a100-sxm-80gb",
    "nvidia-l40s",
    "nvidia-l4",
    "amd-mi300x",
    "intel-gaudi3",
];
pub(super) const SELLERS: [&str; 6] = ["aws", "azure", "gcp", "lambda", "nebius", "runpod"];
const FORMATS: [&str; 12] = [
    "bf16",
    "fp8",
    "fp8-block",
    "mxfp4",
    "nvfp4",
    "awq-int4",
    "gptq-int4",
    "int8",
    "q4_k_m",
    "q8_0",
    "iq2_xs",
    "nf4-dq",
];
const DAYS: [&str; 5] = ["office", "chat", "night", "evening", "even"];

fn text(all: &'static [&'static str]) -> impl Fn(&mut Draw) -> String {
    move |draw| draw.one(all).to_owned()
}

fn number(draw: &mut Draw, least: f64, most: f64) -> String {
    draw.number(least, most).to_string()
}

fn count(draw: &mut Draw, least: u64, most: u64) -> String {
    draw.whole(least, most).to_string()
}

/// Seconds, in one of the ways they are written.
fn time(draw: &mut Draw, least: f64, most: f64) -> String {
    match draw.whole(0, 2) {
        0 => format!("{}ms", draw.number(least, most) * 1000.0),
        1 => format!("{}s", draw.number(least, most)),
        _ => number(draw, least, most),
    }
}

fn yes(draw: &mut Draw) -> String {
    text(&["yes", "no"])(draw)
}

fn percentages(draw: &mut Draw, count: usize) -> String {
    let percent: Vec<String> = (0..count).map(|_| draw.whole(0, 100).to_string()).collect();
    percent.join(",")
}

/// A row of a price list.
fn listed(draw: &mut Draw) -> String {
    let mut row = format!("{},{}", draw.one(&GPUS), draw.one(&["1", "4", "8"]));
    let (seller, area) = (["aws", "ACME%2C%20Inc.", ""], ["europe", "americas", "any"]);
    let _ = write!(
        row,
        ",{},h8,K%C3%B6ln,{}",
        draw.one(&seller),
        draw.one(&area)
    );
    for _ in 0..4 {
        row.push(',');
        if draw.chance(0.7) {
            row += &number(draw, 0.5, 90.0);
        }
    }
    row + ",2026-07-30,"
}

/// Keys that every task's link has.
pub(super) const SHARED: [Key; 13] = [
    ("vendors", |draw| {
        draw.some(&["nvidia", "amd", "intel", "google", "aws"], 3)
    }),
    ("gpus", |draw| draw.some(&GPUS, 4)),
    ("sellers", |draw| draw.some(&SELLERS, 4)),
    ("area", |draw| {
        text(&["any", "americas", "europe", "asia-pacific"])(draw)
    }),
    ("basis", |draw| {
        text(&["on-demand", "spot", "1y", "3y"])(draw)
    }),
    ("price.<gpu>", |draw| number(draw, 0.2, 20.0)),
    ("listed", listed),
    ("off.<seller>", |draw| number(draw, 0.01, 0.6)),
    ("currency", |draw| {
        format!(
            "{}:{}",
            draw.one(&["EUR", "JPY", "CNY"]),
            draw.number(0.5, 160.0)
        )
    }),
    ("announced", yes),
    ("by-gpu", yes),
    ("lang", |draw| {
        text(&["en", "de", "zh-Hans", "uk", "ja"])(draw)
    }),
    ("theme", |draw| text(&["light", "dark"])(draw)),
];

/// Keys that a link about money has beside the calculator's, but for the inputs.
pub(super) const MONEY: [Key; 4] = [
    ("cost.grid", |draw| {
        text(&["deu", "world", "fra", "usa", "jpn"])(draw)
    }),
    ("cost.api", |draw| text(&["gpt-5.4-mini", "none"])(draw)),
    ("cost.run", |draw| text(&GPUS)(draw)),
    ("cost.of", |draw| text(&["owned-hour", "saving"])(draw)),
];

/// An input of money, by the unit that its name ends in; a factor or a share for the others.
pub(super) fn value_of(draw: &mut Draw, input: &str) -> String {
    match input {
        "accelerator-usd" | "salary-usd" | "storage-usd" | "rack-usd" => {
            number(draw, 5000.0, 150_000.0)
        }
        "cooling-usd" | "licence-usd" | "per-person" | "people" => number(draw, 50.0, 5000.0),
        "chassis" | "overhead" | "pue" => number(draw, 1.05, 2.0),
        "years" | "horizon" => count(draw, 1, 5),
        "colocation" | "carbon-g" => number(draw, 50.0, 500.0),
        "node-kw" | "api-in" | "api-cached" | "api-out" | "run-tokens" => number(draw, 0.1, 12.0),
        "run-gpus" | "run-hours" => count(draw, 1, 500),
        _ => number(draw, 0.02, 0.6),
    }
}
