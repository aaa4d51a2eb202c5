//! A model that is no language model, read slice by slice to its counts: weights pass by.

use super::message::Reply;
use super::say;
use super::slices::slices;
use estimator::import::network::{Found, Reader, Refused, wire};
use wasm_bindgen_futures::spawn_local;
use web_sys::{Blob, DedicatedWorkerGlobalScope};

/// Reads a file, and tells the page how far it is, then its counts or why there are none.
pub(crate) fn read(file: Blob, scope: DedicatedWorkerGlobalScope) {
    spawn_local(async move {
        let text = wire::encode(&found(&file, &scope).await);
        say(&scope, Reply::Text(text));
    });
}

async fn found(file: &Blob, scope: &DedicatedWorkerGlobalScope) -> Result<Found, Refused> {
    let mut reader = Reader::new();
    let read = slices(file, scope, |slice| reader.push(slice)).await;
    read.ok_or(Refused::Unread)??;
    reader.finish()
}
