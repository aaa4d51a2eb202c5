//! A profile or a benchmark result in, one JSON object out: `cargo run --release -q -p estimator
//! --example profile [FILE]`, else standard input. The exit code is 1 for an unreadable file.

#![allow(clippy::print_stderr)]

use estimator::profile::{Group, Reader, Unreadable};
use serde_json::json;
use std::fs::File;
use std::io::{Read, Write, stdin, stdout};
use std::process::ExitCode;

/// Bytes read at once, as the page would.
const CHUNK: usize = 1 << 20;

fn main() -> ExitCode {
    let read = match std::env::args_os().nth(1) {
        Some(path) => File::open(path).and_then(|mut file| whole(&mut file)),
        None => whole(&mut stdin().lock()),
    };
    let (answer, good) = match read {
        Ok(Ok(facts)) => (facts.to_json(), true),
        Ok(Err(error)) => {
            let error = json!({"kind": error.kind.name(), "message": error.message});
            (json!({"format": "unreadable", "error": error}), false)
        }
        Err(error) => {
            eprintln!("{error}");
            return ExitCode::from(2);
        }
    };
    if writeln!(stdout(), "{answer}").is_err() {
        return ExitCode::from(2);
    }
    ExitCode::from(u8::from(!good))
}

/// Reads to the end, or as far as the reader goes along.
fn whole(source: &mut dyn Read) -> std::io::Result<Result<Group, Unreadable>> {
    let mut reader = Reader::new();
    let mut chunk = vec![0; CHUNK];
    loop {
        let length = source.read(&mut chunk)?;
        if length == 0 {
            let records = catalog::accelerators().iter();
            let boards: Vec<_> = records.map(|record| record.accelerator.clone()).collect();
            return Ok(reader.finish_with(&boards));
        }
        if let Err(error) = reader.push(chunk.get(..length).unwrap_or_default()) {
            return Ok(Err(error));
        }
    }
}
