//! A recorded load, read slice by slice; the page hears its facts in short, or what a sizing makes of
//! it request by request.

use super::message::Reply;
use super::say;
use super::slices::slices;
use crate::browser::today;
use estimator::session::sizing::chosen::Chosen;
use estimator::session::sizing::link;
use estimator::session::sizing::replayed::{Replayed, replayed};
use estimator::session::sizing::strip::{Refused, Strip};
use estimator::trace::{Options, Reader, Trace};
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

/// Reads a file, and tells the page how far it is, then what a sizing of the link's question on an
/// accelerator makes of it; a refusal's name, or nothing, where there is no answer.
pub(crate) fn replay(
    file: Blob,
    (fragment, accelerator, chosen): (String, String, String),
    scope: DedicatedWorkerGlobalScope,
) {
    spawn_local(async move {
        let met = match trace(&file, &scope).await {
            Ok(trace) => met(&trace, &fragment, &accelerator, &chosen),
            Err(refused) => Err(refused),
        };
        let text = met.map_or_else(
            |refused| refused.name().to_owned(),
            |met| met.map_or_else(String::new, |met| met.write()),
        );
        say(&scope, Reply::Text(text));
    });
}

async fn trace(file: &Blob, scope: &DedicatedWorkerGlobalScope) -> Result<Trace, Refused> {
    let mut reader = Reader::new(&Options::default());
    let read = slices(file, scope, |slice| {
        reader.push(slice);
        // What follows is of no use: the end says why.
        if reader.stopped() { Err(()) } else { Ok(()) }
    });
    read.await.ok_or(Refused::Unread)?.ok();
    Ok(reader.finish()?)
}

async fn strip(file: &Blob, scope: &DedicatedWorkerGlobalScope) -> Result<Strip, Refused> {
    Ok(Strip::of(&trace(file, scope).await?)?)
}

fn met(
    trace: &Trace,
    fragment: &str,
    accelerator: &str,
    chosen: &str,
) -> Result<Option<Replayed>, Refused> {
    let (link, _) = link::read(fragment);
    let Ok((scenario, offers)) = catalog::resolve_sessions(&link.question, today()) else {
        return Ok(None);
    };
    let mut offers = offers.iter();
    let offer = offers.find(|offer| offer.accelerator.id == accelerator);
    let Some((offer, chosen)) = offer.zip(Chosen::read(chosen)) else {
        return Ok(None);
    };
    Ok(replayed(&scenario, offer, &chosen, trace)?)
}
