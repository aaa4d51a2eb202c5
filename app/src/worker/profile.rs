//! A profile or a benchmark's result, read slice by slice: a file of a gigabyte is never held.

use super::message::Reply;
use super::say;
use super::slices::slices;
use crate::browser;
use estimator::hardware::Accelerator;
use estimator::profile::{Kind, Profile, Reader, Unreadable};
use wasm_bindgen_futures::spawn_local;
use web_sys::{Blob, DedicatedWorkerGlobalScope};

/// Reads a file, and tells the page how far it is, then the facts as JSON and, in a second line, what
/// happened when; an empty text where the browser does not let it read.
pub(crate) fn read(file: Blob, scope: DedicatedWorkerGlobalScope) {
    spawn_local(async move {
        let text = facts(&file, &scope).await;
        say(&scope, Reply::Text(text.unwrap_or_default()));
    });
}

/// The facts or the refusal, as the contract's JSON.
async fn facts(file: &Blob, scope: &DedicatedWorkerGlobalScope) -> Option<String> {
    let mut reader = match stretch(&file.type_()) {
        Some((from, to)) => Reader::within(from, to),
        None => Reader::new(),
    };
    let read = slices(file, scope, |slice| reader.push(slice)).await?;
    if let Err(refused) = read {
        return Some(refusal(&refused));
    }
    let records = catalog::accelerators().iter();
    let boards: Vec<Accelerator> = records.map(|record| record.accelerator.clone()).collect();
    Some(match reader.finish_whole(&boards) {
        Ok(Profile { facts, course }) => {
            let facts = facts.to_json().to_string();
            // No line of JSON is broken.
            course.map_or(facts.clone(), |course| {
                format!("{facts}\n{}", course.to_json())
            })
        }
        Err(refused) => refusal(&refused),
    })
}

/// The stretch that a file's media type asks for ([`crate::browser::of_stretch`]), seconds of its
/// own clock.
fn stretch(media_type: &str) -> Option<(f64, f64)> {
    let written = media_type.strip_prefix(browser::STRETCH)?;
    let (from, to) = written.split_once('/')?;
    Some((from.parse().ok()?, to.parse().ok()?))
}

/// The contract's answer for a file that is refused; its kinds are words, so that none needs a
/// mark before a quote.
fn refusal(refused: &Unreadable) -> String {
    let kind = Kind::name(refused.kind);
    format!(r#"{{"format":"unreadable","error":{{"kind":"{kind}"}}}}"#)
}
