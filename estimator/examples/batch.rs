//! JSON lines in, JSON lines out: `cargo run --release -q -p estimator
//! --example batch < scenarios.jsonl > estimates.jsonl`. The exit code is 1
//! where a line could not be answered.

#![allow(clippy::print_stderr)]

use catalog::CatalogFacts;
use catalog::vision::VisionFacts;
use estimator::batch::answer;
use estimator::vision::lines;
use serde_json::Value;
use std::io::{BufRead, BufWriter, Write, stdin, stdout};
use std::process::ExitCode;

fn main() -> ExitCode {
    let mut facts = CatalogFacts::default();
    let vision = VisionFacts::default();
    let mut out = BufWriter::new(stdout().lock());
    let mut all_answered = true;
    for line in stdin().lock().lines() {
        let line = match line {
            Ok(line) => line,
            Err(error) => {
                eprintln!("standard input: {error}");
                return ExitCode::from(2);
            }
        };
        if line.trim().is_empty() {
            continue;
        }
        // Tasks that the pages' estimator leaves out, by the line's own word.
        let further = serde_json::from_str::<Value>(&line)
            .ok()
            .and_then(|line| lines::answer(&line, &vision));
        let (answered, good) = further.unwrap_or_else(|| answer(&line, &mut facts));
        all_answered &= good;
        if writeln!(out, "{answered}").is_err() {
            // The reader has gone; there is nobody to tell.
            return ExitCode::from(2);
        }
    }
    if out.flush().is_err() {
        return ExitCode::from(2);
    }
    ExitCode::from(u8::from(!all_answered))
}
