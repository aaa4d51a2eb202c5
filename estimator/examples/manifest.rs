//! Lines of the batch contract with `"kubernetes": {..}` in, manifests out: `cargo run --release
//! -q -p estimator --example manifest < FILE` prints `{"id", "files": {"NN-name.yaml": text}}` a
//! line. A line that has no manifests gives an `error` with its field; the exit code is then 1.

#![allow(clippy::print_stderr)]

use catalog::CatalogFacts;
use estimator::kubernetes::manifest::{Refused, Set, line};
use serde_json::{Map, Value, json};
use std::io::{BufRead, BufWriter, Write, stdin, stdout};
use std::process::ExitCode;

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

/// Whether every line was answered.
fn answer_all() -> std::io::Result<bool> {
    let mut facts = CatalogFacts::default();
    let mut out = BufWriter::new(stdout().lock());
    let mut all = true;
    for text in stdin().lock().lines() {
        let text = text?;
        if text.trim().is_empty() {
            continue;
        }
        let (id, written) = match serde_json::from_str::<Value>(&text) {
            Ok(value) => {
                let id = value.get("id").cloned().unwrap_or(Value::Null);
                let product = |id: &str| catalog::product(id).map(str::to_owned);
                (id, line(&value, &mut facts, &product))
            }
            Err(error) => {
                let message = format!("not JSON: {error}");
                let field = String::new();
                (Value::Null, Err(Refused { field, message }))
            }
        };
        all &= written.is_ok();
        writeln!(out, "{}", object(&id, written))?;
    }
    out.flush()?;
    Ok(all)
}

/// The line's object.
fn object(id: &Value, written: Result<Set, Refused>) -> Value {
    match written {
        Ok(set) => {
            let texts = set
                .files
                .into_iter()
                .map(|file| (file.name, file.text.into()));
            json!({"id": id, "files": texts.collect::<Map<String, Value>>()})
        }
        Err(error) => {
            json!({"id": id, "error": {"field": error.field, "message": error.message}})
        }
    }
}
