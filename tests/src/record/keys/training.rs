//! Keys of training's links.

use super::{GPUS, Key, number, text, time, yes};

/// Keys that a link of training has beside those of every link.
pub(in crate::record) const TRAINING: [Key; 40] = [
    ("for", |draw| {
        text(&["pretraining", "fine-tuning", "preference"])(draw)
    }),
    ("method", |draw| {
        text(&["full", "lora", "dora", "qlora"])(draw)
    }),
    ("rank", |draw| text(&["4", "16", "64", "256"])(draw)),
    ("targets", |draw| {
        text(&["all-linear", "attention", "q%2Cv", "q%2Ck%2Cv%2Cdown"])(draw)
    }),
    ("base", |draw| {
        text(&["bf16", "int8", "nf4", "nf4-dq"])(draw)
    }),
    ("magnitude", yes),
    ("half", yes),
    ("precision", |draw| {
        text(&[
            "bf16-mixed",
            "fp16-mixed",
            "bf16",
            "fp32",
            "fp8-mixed",
            "mxfp8-mixed",
            "fp8-row",
            "nvfp4-mixed",
        ])(draw)
    }),
    ("optimizer", |draw| {
        text(&[
            "adamw",
            "adamw-bf16",
            "adamw-8bit",
            "adamw-4bit",
            "adafactor",
            "sgd",
            "muon",
        ])(draw)
    }),
    ("stack", |draw| {
        text(&[
            "megatron",
            "torchtitan",
            "hf",
            "deepspeed",
            "unsloth",
            "axolotl",
        ])(draw)
    }),
    ("loss", |draw| text(&["plain", "fused", "chunked"])(draw)),
    ("attention", |draw| text(&["flash", "plain"])(draw)),
    ("seq", |draw| text(&["512", "2048", "4096", "8192"])(draw)),
    ("batch", |draw| {
        text(&["8", "64", "256", "512", "1024"])(draw)
    }),
    ("tokens", |draw| {
        format!("{}{}", draw.whole(1, 900), draw.one(&["M", "B", ""]))
    }),
    ("epochs", |draw| number(draw, 0.5, 4.0)),
    ("packed", |draw| number(draw, 0.3, 1.0)),
    ("within", |draw| {
        format!("{}{}", draw.whole(2, 90), draw.one(&["d", "h"]))
    }),
    ("within", |_| "none".to_owned()),
    ("by", |draw| {
        format!("2027-{:02}-{:02}", draw.whole(1, 12), draw.whole(1, 28))
    }),
    ("budget", |draw| {
        format!("{}{}", draw.whole(1, 900), draw.one(&["", "k", "M"]))
    }),
    ("count", |draw| text(&["1", "8", "16", "64", "256"])(draw)),
    ("tp", |draw| text(&["1", "2", "4", "8"])(draw)),
    ("pp", |draw| text(&["1", "2", "4"])(draw)),
    ("cp", |draw| text(&["1", "2"])(draw)),
    ("ep", |draw| text(&["1", "2", "8"])(draw)),
    ("vpp", |draw| text(&["1", "2"])(draw)),
    ("micro", |draw| text(&["1", "2", "4"])(draw)),
    ("shard", |draw| {
        text(&[
            "none",
            "distributed-optimizer",
            "zero1",
            "zero2",
            "zero3",
            "hybrid",
        ])(draw)
    }),
    ("recompute", |draw| {
        text(&["none", "selective", "full"])(draw)
    }),
    ("offload", |draw| {
        text(&["none", "cpu", "cpu-all", "nvme"])(draw)
    }),
    ("most", |draw| text(&["8", "64", "1024", "4096"])(draw)),
    ("node", |draw| text(&["1", "4", "8"])(draw)),
    ("network", |draw| format!("{}G", draw.number(5.0, 100.0))),
    ("storage", |draw| format!("{}G", draw.number(0.5, 80.0))),
    ("loading", |draw| format!("{}k", draw.number(1.0, 90.0))),
    ("mtbf", |draw| format!("{}h", draw.whole(1000, 90_000))),
    ("restart", |draw| time(draw, 10.0, 3600.0)),
    ("within", |_| "30d".to_owned()),
    ("pick", |draw| text(&GPUS)(draw)),
];
