//! Cases of a queue in, who enters and is evicted out: `cargo run --release -q -p estimator
//! --example queue < FILE` prints a JSON object a case. A line that cannot be read, or would never
//! end, is an `error` with its field; the rest goes on, and the exit code is then 1.

#![allow(clippy::print_stderr)]

use estimator::kubernetes::queue::{Question, Run, cases};
use serde_json::{Value, json};
use std::io::{BufWriter, Read, Write, stdin, stdout};
use std::process::ExitCode;

/// Cycles that are simulated at once.
const CYCLES: u64 = 100_000;

fn main() -> ExitCode {
    match answer_all() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// Whether every case was answered.
fn answer_all() -> std::io::Result<bool> {
    let mut bytes = Vec::new();
    stdin().lock().read_to_end(&mut bytes)?;
    let mut out = BufWriter::new(stdout().lock());
    let mut all = true;
    let cases = match cases(&String::from_utf8_lossy(&bytes)) {
        Ok(cases) => cases,
        Err(error) => {
            writeln!(out, "{}", failed(None, &error.field, &error.to_string()))?;
            return Ok(false);
        }
    };
    for case in cases {
        let name = case.name.as_deref();
        let line = match case.question {
            Ok(question) => answered(name, question),
            Err(error) => Err((error.field.clone(), error.to_string())),
        };
        all &= line.is_ok();
        writeln!(
            out,
            "{}",
            line.unwrap_or_else(|(field, message)| failed(name, &field, &message))
        )?;
    }
    out.flush()?;
    Ok(all)
}

/// The line of a case; where there is none, the field and the message.
fn answered(name: Option<&str>, question: Question) -> Result<Value, (String, String)> {
    let mut run = Run::new(question).map_err(|error| (error.field.clone(), error.to_string()))?;
    loop {
        let done = run.advance(CYCLES);
        if done.map_err(|stopped| ("jobs".to_owned(), stopped.to_string()))? {
            return Ok(run.answer().line(name));
        }
    }
}

fn failed(name: Option<&str>, field: &str, message: &str) -> Value {
    json!({"name": name, "error": {"field": field, "message": message}})
}
