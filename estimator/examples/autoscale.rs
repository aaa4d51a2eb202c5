//! Traces of autoscalers in, their decisions out: `cargo run --release -q -p estimator --example
//! autoscale < FILE` prints a JSON object a trace. A line that cannot be read is an `error` with
//! its field; the rest goes on, and the exit code is then 1.

#![allow(clippy::print_stderr)]

use estimator::kubernetes::FieldError;
use estimator::kubernetes::autoscale::{Answer, Column, Question, Run, cases};
use serde_json::{Value, json};
use std::io::{BufWriter, Read, Write, stdin, stdout};
use std::process::ExitCode;

/// Steps that are simulated at once.
const STEPS: u64 = 100_000;

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

/// Whether every trace was answered.
fn answer_all() -> std::io::Result<bool> {
    let mut bytes = Vec::new();
    stdin().lock().read_to_end(&mut bytes)?;
    let mut out = BufWriter::new(stdout().lock());
    let mut all = true;
    let cases = match cases(&String::from_utf8_lossy(&bytes)) {
        Ok(cases) => cases,
        Err(error) => {
            writeln!(out, "{}", failed(None, &error))?;
            return Ok(false);
        }
    };
    for case in cases {
        let name = case.name.as_deref();
        let line = case
            .question
            .and_then(|(question, columns)| answered(name, question, &columns));
        all &= line.is_ok();
        writeln!(out, "{}", line.unwrap_or_else(|error| failed(name, &error)))?;
    }
    out.flush()?;
    Ok(all)
}

fn answered(
    name: Option<&str>,
    question: Question,
    columns: &[Column],
) -> Result<Value, FieldError> {
    let mut run = Run::new(question)?;
    while !run.advance(STEPS) {}
    let answer: Answer = run.answer();
    Ok(answer.line(name, columns))
}

fn failed(name: Option<&str>, error: &FieldError) -> Value {
    json!({
        "name": name,
        "error": {"field": error.field, "message": error.to_string()},
    })
}
