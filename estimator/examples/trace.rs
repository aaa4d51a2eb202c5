//! A recorded load in, its facts out: `cargo run --release -q -p estimator --example trace --
//! FILE [--format F] [--block N] [--merge K] [--outputs keep|drop] [--capacities A,B]
//! [--replicas N] [--each N] [--tiers HBM:HOST] [--per-request N]` prints one JSON object. The
//! exit code is 2, with a reason on standard error, where the format is not recognised, no
//! request can be read or an option is wrong.

#![allow(clippy::print_stderr)]

use estimator::trace::{Format, Options, Outputs, Reader};
use std::fs::File;
use std::io::{Read, Write, stdout};
use std::process::ExitCode;

/// Bytes that are read at once.
const CHUNK: usize = 1 << 20;

fn main() -> ExitCode {
    match answer() {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) => {
            eprintln!("{reason}");
            ExitCode::from(2)
        }
    }
}

fn answer() -> Result<(), String> {
    let (path, options) = arguments()?;
    let failed = |error: std::io::Error| format!("{path}: {error}");
    let mut file = File::open(&path).map_err(failed)?;
    let mut reader = Reader::new(&options);
    let mut chunk = vec![0; CHUNK];
    while !reader.stopped() {
        let read = file.read(&mut chunk).map_err(failed)?;
        if read == 0 {
            break;
        }
        reader.push(chunk.get(..read).unwrap_or_default());
    }
    let trace = reader.finish().map_err(|error| error.to_string())?;
    let facts = trace.facts().map_err(|error| error.to_string())?;
    let text = serde_json::to_string(&facts).map_err(|error| error.to_string())?;
    writeln!(stdout(), "{text}").map_err(|error| error.to_string())
}

fn arguments() -> Result<(String, Options), String> {
    let (mut path, mut options) = (None, Options::default());
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        if !word.starts_with("--") {
            path = Some(word);
            continue;
        }
        let (name, value) = if let Some((name, value)) = word.split_once('=') {
            (name.to_owned(), value.to_owned())
        } else {
            let value = words.next().ok_or_else(|| format!("{word}: no value"))?;
            (word, value)
        };
        let wrong = || format!("{name}: {value:?} is none");
        let number = |text: &str| text.trim().parse::<u64>().map_err(|_| wrong());
        match name.as_str() {
            "--format" => {
                options.format = Some(Format::from_name(&value).ok_or_else(wrong)?);
            }
            "--block" => options.block = Some(number(&value)?),
            "--merge" => options.merge = Some(number(&value)?),
            "--outputs" => {
                options.outputs = Some(match value.as_str() {
                    "keep" => Outputs::Keep,
                    "drop" => Outputs::Drop,
                    _ => return Err(wrong()),
                });
            }
            "--capacities" => {
                options.capacities = Some(value.split(',').map(number).collect::<Result<_, _>>()?);
            }
            "--replicas" => options.replicas = Some(number(&value)?),
            "--each" => options.each = Some(number(&value)?),
            "--tiers" => {
                let (hbm, host) = value.split_once(':').ok_or_else(wrong)?;
                options.tiers = Some((number(hbm)?, number(host)?));
            }
            "--per-request" => options.per_request = Some(number(&value)?),
            _ => return Err(format!("{name}: no such option")),
        }
    }
    Ok((path.ok_or("no file")?, options))
}
