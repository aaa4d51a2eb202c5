//! Fleets in, packings out: `cargo run --release -q -p estimator --example pack < FILE` prints a
//! JSON object a line for each case of a file with `cases`, or for each line. The exit code is 1
//! where a case cannot be read. `seconds` of a case limits its search.

#![allow(clippy::print_stderr)]

use estimator::fleet::question::Question;
use estimator::fleet::{FleetError, Machines, Packing, read};
use serde::Serialize;
use std::io::{Read, Write, stdin, stdout};
use std::process::ExitCode;
use std::time::Instant;

/// Seconds of a search whose case says nothing: a small fleet is worth waiting for a proof.
const FEW_S: f64 = 20.0;
/// The same of a fleet of more than [`FEW`] workloads.
const MANY_S: f64 = 1.8;
/// Workloads that are few.
const FEW: usize = 20;

#[derive(Serialize)]
struct Unread {
    name: Option<String>,
    error: FleetError,
}

fn main() -> ExitCode {
    match answer() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(reason) => {
            eprintln!("{reason}");
            ExitCode::from(2)
        }
    }
}

fn answer() -> Result<bool, std::io::Error> {
    // A byte more than is read tells that there is more.
    let most = u64::try_from(read::MOST_BYTES)
        .unwrap_or(u64::MAX)
        .saturating_add(1);
    let mut bytes = Vec::new();
    stdin().take(most).read_to_end(&mut bytes)?;
    let text = String::from_utf8_lossy(&bytes);
    let mut out = stdout().lock();
    let mut all = true;
    for case in read::cases(&text) {
        let line = match case {
            Ok(question) => serde_json::to_string(&packed(question))?,
            Err(read::Unread { name, error }) => {
                all = false;
                serde_json::to_string(&Unread { name, error })?
            }
        };
        writeln!(out, "{line}")?;
    }
    Ok(all)
}

fn packed(question: Question) -> Packing {
    let begun = Instant::now();
    let few = question.workloads.len() <= FEW;
    let limit = question.seconds.unwrap_or(if few { FEW_S } else { MANY_S });
    let mut search = Machines::new(question);
    while !search.advance(1) && begun.elapsed().as_secs_f64() < limit {}
    let mut packing = search.answer();
    packing.seconds = begun.elapsed().as_secs_f64();
    packing
}
