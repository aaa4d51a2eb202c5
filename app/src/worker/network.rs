//! A model that is no language model, read slice by slice to its counts: weights pass by.

use super::message::Reply;
use super::slices::slices;
use super::{Counts, Tasks, say};
use estimator::import::network::{Found, Nothing, Reader, Refused, wire};
use wasm_bindgen_futures::spawn_local;
use web_sys::{Blob, DedicatedWorkerGlobalScope};

/// Reads a file, and tells the page how far it is, then its counts or why there are none.
pub(crate) fn read(file: Blob, tasks: Tasks, scope: DedicatedWorkerGlobalScope) {
    spawn_local(async move {
        let text = wire::encode(&found(&file, tasks, &scope).await);
        say(&scope, Reply::Text(text));
    });
}

async fn found(
    file: &Blob,
    tasks: Tasks,
    scope: &DedicatedWorkerGlobalScope,
) -> Result<Found, Refused> {
    let mut reader = Reader::new();
    let read = slices(file, scope, |slice| reader.push(slice)).await;
    read.ok_or(Refused::Unread)??;
    // The catalogue's counts are loaded for files that may name what is in them.
    if reader.looks_up()
        && let Some(Counts(known)) = (tasks.counts)().await
    {
        return reader.finish(known);
    }
    reader.finish(&Nothing)
}
