//! A file slice by slice, so that one of a gigabyte is never held, and the page hears how far it is.

use super::message::Reply;
use super::say;
use js_sys::Uint8Array;
use wasm_bindgen_futures::JsFuture;
use web_sys::{Blob, DedicatedWorkerGlobalScope};

/// Bytes of a slice.
const SLICE: f64 = 1_048_576.0;

/// Hands every slice of a file to `push`, which may stop it. `None` where the browser does not let
/// it be read.
pub(super) async fn slices<E>(
    file: &Blob,
    scope: &DedicatedWorkerGlobalScope,
    mut push: impl FnMut(&[u8]) -> Result<(), E>,
) -> Option<Result<(), E>> {
    let (mut at, size) = (0.0, file.size());
    while at < size {
        let end = (at + SLICE).min(size);
        let slice = file.slice_with_f64_and_f64(at, end).ok()?;
        let buffer = JsFuture::from(slice.array_buffer()).await.ok()?;
        if let Err(stopped) = push(&Uint8Array::new(&buffer).to_vec()) {
            return Some(Err(stopped));
        }
        at = end;
        say(scope, Reply::Read { bytes: at });
    }
    Some(Ok(()))
}
