//! JSON lines in, JSON lines out: `cargo run --release -q -p estimator
//! --example batch < scenarios.jsonl > estimates.jsonl`. The exit code is 1
//! where a line could not be answered.

#![allow(clippy::print_stderr)]

use estimator::batch::{Facts, answer};
use estimator::hardware::Accelerator;
use estimator::model::Model;
use estimator::question::Fleet;
use estimator::scenario::Price;
use std::collections::HashMap;
use std::io::{BufRead, BufWriter, Write, stdin, stdout};
use std::process::ExitCode;

/// The catalogue, each record read once.
#[derive(Default)]
struct Catalog {
    models: HashMap<String, Option<Model>>,
}

impl Facts for Catalog {
    fn model(&mut self, id: &str) -> Option<Model> {
        self.models
            .entry(id.to_owned())
            .or_insert_with(|| catalog::model(id))
            .clone()
    }

    fn accelerator(&mut self, id: &str) -> Option<Accelerator> {
        catalog::accelerator(id).map(|record| record.accelerator.clone())
    }

    fn price(&mut self, accelerator: &str) -> Option<Price> {
        catalog::cheapest(accelerator, &Fleet::default()).map(|choice| choice.price())
    }

    fn accelerators(&mut self) -> Vec<String> {
        catalog::accelerators()
            .iter()
            .map(|record| record.accelerator.id.clone())
            .collect()
    }
}

fn main() -> ExitCode {
    let mut facts = Catalog::default();
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
        let (answered, good) = answer(&line, &mut facts);
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
