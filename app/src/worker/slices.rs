//! A file slice by slice, so that one of a gigabyte is never held, and the page hears how far it is.

use super::message::Reply;
use super::say;
use js_sys::{Promise, Uint8Array};
use wasm_bindgen::JsValue;
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
    let mut coming = slice(file, 0.0).ok()?;
    while let Some((bytes, end)) = coming {
        let buffer = JsFuture::from(bytes).await.ok()?;
        // The browser reads the next one meanwhile.
        coming = slice(file, end).ok()?;
        if let Err(stopped) = push(&Uint8Array::new(&buffer).to_vec()) {
            return Some(Err(stopped));
        }
        say(scope, Reply::Read { bytes: end });
    }
    Some(Ok(()))
}

/// The bytes from here on and where they end; nothing at the file's end.
fn slice(file: &Blob, at: f64) -> Result<Option<(Promise, f64)>, JsValue> {
    let end = (at + SLICE).min(file.size());
    if at >= end {
        return Ok(None);
    }
    let bytes = file.slice_with_f64_and_f64(at, end)?.array_buffer();
    Ok(Some((bytes, end)))
}
