//! Keys of the calculator's links.

use super::{DAYS, FORMATS, GPUS, Key, count, number, percentages, text, time, yes};

/// Keys that the calculator's has beside them.
pub(in crate::record) const SERVING: [Key; 49] = [
    ("weights", |draw| text(&FORMATS)(draw)),
    ("kv", |draw| {
        text(&["bf16", "fp16", "fp8", "int8", "nvfp4", "q8_0", "q4_0"])(draw)
    }),
    ("rate", |draw| number(draw, 0.02, 300.0)),
    ("users", |draw| count(draw, 1, 4000)),
    ("tokens-per-day", |draw| number(draw, 1e6, 2e10)),
    ("tokens-per-day", |draw| {
        format!(
            "{}&peak={}",
            number(draw, 1e6, 2e10),
            number(draw, 1.0, 8.0)
        )
    }),
    ("in", |draw| count(draw, 20, 12_000)),
    ("out", |draw| count(draw, 5, 1500)),
    ("prefix", |draw| number(draw, 0.0, 0.9)),
    ("in95", |draw| count(draw, 2000, 7000)),
    ("out95", |draw| count(draw, 300, 1100)),
    ("bursts", |draw| number(draw, 0.2, 8.0)),
    ("think", |draw| time(draw, 0.0, 120.0)),
    ("ttft", |draw| time(draw, 0.1, 10.0)),
    ("ttft", |_| "none".to_owned()),
    ("tpot", |draw| time(draw, 0.005, 0.3)),
    ("tpot", |_| "none".to_owned()),
    ("at", |draw| text(&["mean", "p90", "p95", "p99"])(draw)),
    ("certain", |draw| text(&["50", "80", "95"])(draw)),
    ("engine", |draw| {
        text(&["vllm", "sglang", "trt-llm", "llama.cpp"])(draw)
    }),
    ("util", |draw| number(draw, 0.5, 0.98)),
    ("max-len", |draw| count(draw, 16_384, 131_072)),
    ("max-seqs", |draw| count(draw, 8, 1024)),
    ("batch-tokens", |draw| count(draw, 512, 32_768)),
    ("poll", |draw| count(draw, 1, 16)),
    ("draft", |draw| count(draw, 1, 8)),
    ("accept", |draw| number(draw, 0.2, 0.95)),
    ("loras", |draw| count(draw, 1, 64)),
    ("lora-rank", |draw| text(&["8", "16", "64"])(draw)),
    ("host-hits", |draw| number(draw, 0.01, 0.09)),
    ("host-kept", |draw| time(draw, 10.0, 86_400.0)),
    ("split-phases", yes),
    ("parallel", |draw| {
        text(&["any", "tensor", "pipeline", "attention-data"])(draw)
    }),
    ("node", |draw| count(draw, 1, 8)),
    ("replica", |draw| text(&["1", "2", "8", "16", "64"])(draw)),
    ("spare", |draw| count(draw, 0, 3)),
    ("growth", |draw| {
        format!("{}{}", draw.one(&["", "-0"]), draw.number(0.01, 0.9)).replace("-00", "-0")
    }),
    ("months", |draw| count(draw, 1, 60)),
    ("day", |draw| text(&DAYS)(draw)),
    ("day", |draw| percentages(draw, 24)),
    ("day", |draw| percentages(draw, 168)),
    ("weekend", |draw| number(draw, 0.1, 2.0)),
    ("always", |draw| count(draw, 0, 4)),
    ("cooldown", |draw| time(draw, 0.0, 3600.0)),
    ("ahead", |draw| time(draw, 0.0, 1800.0)),
    ("machine", |draw| time(draw, 10.0, 1800.0)),
    ("interrupted", |draw| number(draw, 0.0, 0.6)),
    ("sure", |draw| number(draw, 0.9, 0.9999)),
    ("pick", |draw| text(&GPUS)(draw)),
];

/// How the calculator is shown inside another page.
pub(in crate::record) const FRAME: [Key; 3] = [
    ("embed", |draw| {
        draw.some(&["verdict", "memory", "candidates", "charts", "why"], 3)
    }),
    ("host", |_| "https://docs.example:8443".to_owned()),
    ("height", |draw| count(draw, 100, 2000)),
];
