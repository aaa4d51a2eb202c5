//! A recorded load, read slice by slice; the page hears its facts in short.

use super::message::Reply;
use super::say;
use super::slices::slices;
use estimator::session::sizing::strip::{Refused, Strip};
use estimator::trace::{Options, Reader};
use wasm_bindgen_futures::spawn_local;
use web_sys::{Blob, DedicatedWorkerGlobalScope};

/// Reads a file, and tells the page how far it is, then its facts in short or why there are none.
pub(crate) fn read(file: Blob, scope: DedicatedWorkerGlobalScope) {
    spawn_local(async move {
        let strip = strip(&file, &scope).await;
        let text = strip.map_or_else(|refused| refused.name().to_owned(), |strip| strip.write());
        say(&scope, Reply::Text(text));
    });
}

async fn strip(file: &Blob, scope: &DedicatedWorkerGlobalScope) -> Result<Strip, Refused> {
    let mut reader = Reader::new(&Options::default());
    let read = slices(file, scope, |slice| {
        reader.push(slice);
        // What follows is of no use: the end says why.
        if reader.stopped() { Err(()) } else { Ok(()) }
    });
    read.await.ok_or(Refused::Unread)?.ok();
    let trace = reader.finish()?;
    Ok(Strip::of(&trace.facts()?))
}
