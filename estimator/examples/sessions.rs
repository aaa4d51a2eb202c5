//! A recorded load as sessions: `cargo run --release -q -p estimator --example sessions -- FILE`
//! prints the seven numbers that stand for it, and beside the hit rates of caches of several sizes
//! in the trace those that the law of sessions gives for these numbers. The exit code is 2, with a
//! reason on standard error, where the file is no trace or has no sessions.

#![allow(clippy::print_stderr)]

use estimator::session::law::{Law, Rhythm};
use estimator::session::{Population, Sessions};
use estimator::trace::{Options, Reader};
use serde_json::{Value, json};
use std::io::{Write, stdout};
use std::process::ExitCode;

fn main() -> ExitCode {
    let answer = std::env::args().nth(1).ok_or_else(|| "no file".to_owned());
    match answer.and_then(|path| recorded(&path)) {
        Ok(found) => {
            let written = writeln!(stdout(), "{found}");
            ExitCode::from(u8::from(written.is_err()))
        }
        Err(reason) => {
            eprintln!("{reason}");
            ExitCode::from(2)
        }
    }
}

fn recorded(path: &str) -> Result<Value, String> {
    let text = std::fs::read(path).map_err(|error| format!("{path}: {error}"))?;
    let mut reader = Reader::new(&Options::default());
    reader.push(&text);
    let trace = reader.finish().map_err(|error| error.to_string())?;
    let facts = trace.facts().map_err(|error| error.to_string())?;
    let load = Sessions::recorded(&facts).ok_or("no sessions of several turns")?;
    let cache = facts.cache.as_ref().ok_or("no blocks")?;
    let block = facts.block_tokens.unwrap_or(1) as f64;
    let law = Law::new(&load, load.rate(0.0), Rhythm::of(&load), block);
    let curve = cache.curve.iter().map(|point| {
        json!({
            "tokens": point.blocks as f64 * block,
            "share": point.share,
            "law": law.hits(point.blocks as f64 * block),
        })
    });
    let curve: Vec<Value> = curve.collect();
    let Population::PerHour(per_hour) = load.population else {
        return Err("no rate".to_owned());
    };
    Ok(json!({
        "sessions": {
            "per_hour": per_hour, "turns": load.turns, "single_share": load.single_share,
            "first": load.first, "shared": load.shared, "added": load.added,
            "answer": load.answer, "delay_p50_s": load.delay.p50.get(),
            "delay_p90_s": load.delay.p90.get(), "compaction": load.compaction,
        },
        "limit": law.limit(),
        "unlimited_share": cache.unlimited_share,
        "curve": curve,
    }))
}
