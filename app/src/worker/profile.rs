//! A profile or a benchmark's result, read slice by slice: a file of a gigabyte is never held.

use super::message::Reply;
use super::say;
use estimator::hardware::Accelerator;
use estimator::profile::{Kind, Reader, Unreadable};
use js_sys::Uint8Array;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{Blob, DedicatedWorkerGlobalScope};

/// Bytes of a slice.
const SLICE: f64 = 1_048_576.0;

/// Reads a file, and tells the page how far it is, then the facts as JSON; an empty text where the
/// browser does not let it read.
pub(crate) fn read(file: Blob, scope: DedicatedWorkerGlobalScope) {
    spawn_local(async move {
        let text = facts(&file, &scope).await;
        say(&scope, Reply::Text(text.unwrap_or_default()));
    });
}

/// The facts or the refusal, as the contract's JSON.
async fn facts(file: &Blob, scope: &DedicatedWorkerGlobalScope) -> Option<String> {
    let mut reader = Reader::new();
    let (mut at, size) = (0.0, file.size());
    while at < size {
        let end = (at + SLICE).min(size);
        let slice = file.slice_with_f64_and_f64(at, end).ok()?;
        let buffer = JsFuture::from(slice.array_buffer()).await.ok()?;
        if let Err(refused) = reader.push(&Uint8Array::new(&buffer).to_vec()) {
            return Some(refusal(&refused));
        }
        at = end;
        say(scope, Reply::Read { bytes: at });
    }
    let records = catalog::accelerators().iter();
    let boards: Vec<Accelerator> = records.map(|record| record.accelerator.clone()).collect();
    Some(match reader.finish_with(&boards) {
        Ok(facts) => facts.to_json().to_string(),
        Err(refused) => refusal(&refused),
    })
}

/// The contract's answer for a file that is refused; its kinds are words, so that none needs a
/// mark before a quote.
fn refusal(refused: &Unreadable) -> String {
    let kind = Kind::name(refused.kind);
    format!(r#"{{"format":"unreadable","error":{{"kind":"{kind}"}}}}"#)
}
