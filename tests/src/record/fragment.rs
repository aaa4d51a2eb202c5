//! Fragments of links: any of their keys, some with values that they may not have.

use super::draw::Draw;
use super::edges::{Ids, brought};
use super::keys::{FRAME, GPUS, Key, MONEY, SELLERS, SERVING, SHARED, TRAINING, value_of};
use crate::asked::MODELS;
use std::fmt::Write;

/// Values that hardly any key can have.
const BAD: [&str; 12] = [
    "",
    "-1",
    "NaN",
    "1e999",
    "0",
    "none",
    "x%20y",
    "%E4%B8%AD%E6%96%87",
    "a,b,,c",
    "100%",
    "1,5",
    "%F0%28",
];

/// The task of a link.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Task {
    Serving,
    Training,
    Money,
}

/// How often keys are there, and how many of their values cannot be.
#[derive(Debug, Clone, Copy)]
pub(super) struct Mix {
    pub(super) keys: f64,
    pub(super) bad: f64,
}

/// Questions as people ask them: few keys, all of them good.
pub(super) const ASKED: Mix = Mix {
    keys: 0.12,
    bad: 0.0,
};

/// A link of a task.
pub(super) fn fragment(draw: &mut Draw, ids: &Ids, task: Task, mix: Mix) -> String {
    let version = if draw.chance(4.0 * mix.bad) {
        draw.one(&["v=1", "v=3", "v=x"])
    } else {
        "v=2"
    };
    let mut link = vec![version.to_owned()];
    if task == Task::Training {
        link.push("task=training".to_owned());
    }
    match draw.whole(0, 9) {
        0 => link.push(format!("model={}B", draw.number(0.5, 400.0))),
        1 if mix.bad > 0.0 => link.push(format!("model={}", draw.one(&ids.models))),
        2 => link.push(
            brought(draw.one(&ids.models), "")
                .0
                .trim_start_matches('&')
                .to_owned(),
        ),
        _ => link.push(format!("model={}", draw.one(&MODELS))),
    }
    let keys: Vec<&[Key]> = match task {
        Task::Serving if mix.bad > 0.0 && draw.chance(0.1) => vec![&SHARED, &SERVING, &FRAME],
        Task::Serving => vec![&SHARED, &SERVING],
        Task::Training => vec![&SHARED, &TRAINING],
        Task::Money => vec![&SHARED, &SERVING, &MONEY],
    };
    for (key, value) in keys.into_iter().flatten() {
        let value = value(draw);
        if draw.chance(mix.keys) {
            let key = key.replace("<gpu>", draw.one(&GPUS));
            let key = key.replace("<seller>", draw.one(&SELLERS));
            let bad = draw.chance(mix.bad);
            let value = if bad {
                draw.one(&BAD).to_owned()
            } else {
                value
            };
            link.push(format!("{key}={value}"));
        }
    }
    if task == Task::Training && draw.chance(0.8) {
        // Most software trains either adapters or everything.
        let parts = ["rank", "targets", "base", "magnitude", "half"];
        let adapts = |pair: &String| {
            let (key, value) = pair.split_once('=').unwrap_or_default();
            parts.contains(&key) || (key == "method" && value != "full")
        };
        let stack = if link.iter().any(adapts) {
            draw.one(&["hf", "axolotl", "unsloth"])
        } else {
            draw.one(&["megatron", "torchtitan", "deepspeed"])
        };
        link.push(format!("stack={stack}"));
    }
    if task == Task::Money {
        for input in &ids.inputs {
            if draw.chance(mix.keys) {
                let value = value_of(draw, input);
                let bad = draw.chance(mix.bad);
                let value = if bad {
                    draw.one(&BAD).to_owned()
                } else {
                    value
                };
                link.push(format!("cost.{input}={value}"));
            }
        }
    }
    if draw.chance(0.05) {
        let own = &brought("", draw.one(&ids.accelerators)).1;
        link.push(own.trim_start_matches('&').to_owned());
    }
    if draw.chance(2.0 * mix.bad) {
        link.push(
            draw.one(&["colour=red", "rate", "=", "cost.none=1", "price.=2"])
                .to_owned(),
        );
    }
    link.retain(|pair| !pair.is_empty());
    link.join("&")
}

/// A comparison of links of serving.
pub(super) fn comparison(draw: &mut Draw, ids: &Ids, mix: Mix) -> String {
    let names = [
        "One",
        "",
        "a%2Cb",
        "K%C3%B6ln%20%26%20Co.",
        "%E4%B8%AD%E6%96%87",
    ];
    let mut link = "v=2".to_owned();
    for _ in 0..draw.whole(1, 5) {
        let inner = fragment(draw, ids, Task::Serving, mix).replace('%', "%25");
        let inner = inner
            .replace('&', "%26")
            .replace('=', "%3D")
            .replace(',', "%2C");
        let _ = write!(link, "&s={},{inner}", draw.one(&names));
    }
    if draw.chance(0.3) {
        let _ = write!(link, "&lang={}", draw.one(&["de", "ja", "x"]));
    }
    link
}
