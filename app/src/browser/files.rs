//! Files in and out. Nothing is uploaded: reading means reading here.

use js_sys::{Array, JsString, Uint8Array};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Blob, DragEvent, File, FileList, HtmlAnchorElement, HtmlInputElement, Url};

/// Whether a file is dragged, and not a selected text or a link.
pub(crate) fn carries_file(event: &DragEvent) -> bool {
    let types = event.data_transfer().map(|data| data.types());
    types.is_some_and(|types| types.iter().any(|name| name == "Files"))
}

/// The files that were dropped.
pub(crate) fn dropped_files(event: &DragEvent) -> Vec<File> {
    let files = event.data_transfer().and_then(|data| data.files());
    listed(files.as_ref())
}

fn listed(list: Option<&FileList>) -> Vec<File> {
    let list = list.into_iter();
    list.flat_map(|list| (0..list.length()).filter_map(|at| list.get(at)))
        .collect()
}

/// Begin of the media type that names a stretch of a recording.
pub(crate) const STRETCH: &str = "application/x-stretch;s=";

/// A recording of which a stretch is asked for, from one second of its own clock to another: its
/// media type says which, so that the messages of the first view have no word for it.
pub(crate) fn of_stretch(file: Blob, from_s: f64, to_s: f64) -> Blob {
    let media_type = format!("{STRETCH}{from_s:.12}/{to_s:.12}");
    let marked = file.slice_with_f64_and_f64_and_content_type(0.0, file.size(), &media_type);
    marked.unwrap_or(file)
}

/// Files as one, one behind the other; `None` where the browser refuses.
pub(crate) fn joined(files: &[File]) -> Option<Blob> {
    let parts: Array = files.iter().collect();
    Blob::new_with_blob_sequence(&parts).ok()
}

/// A text as a file.
pub(crate) fn of_text(text: &str) -> Option<Blob> {
    Blob::new_with_str_sequence(&Array::of1(&JsString::from(text))).ok()
}

/// The file that was picked; the input is emptied, so that the same file can be
/// picked again.
pub(crate) fn picked_file(input: &HtmlInputElement) -> Option<File> {
    picked_files(input).into_iter().next()
}

/// The files that were picked, as [`picked_file`].
pub(crate) fn picked_files(input: &HtmlInputElement) -> Vec<File> {
    let files = listed(input.files().as_ref());
    input.set_value("");
    files
}

/// A file's name and its first bytes, `most` at most. Only those are read, so a
/// file of many gigabytes is as quick as a small one.
pub(crate) async fn read_start(file: File, most: f64) -> Option<(String, Vec<u8>)> {
    let start = file
        .slice_with_f64_and_f64(0.0, most.min(file.size()))
        .ok()?;
    let buffer = JsFuture::from(start.array_buffer()).await.ok()?;
    Some((file.name(), Uint8Array::new(&buffer).to_vec()))
}

/// Offers a text as a download.
pub(crate) fn save(name: &str, kind: &str, text: &str) -> Option<()> {
    offer(name, kind, &JsString::from(text).into())
}

/// Offers bytes as a download.
pub(crate) fn save_bytes(name: &str, kind: &str, bytes: &[u8]) -> Option<()> {
    offer(name, kind, &Uint8Array::from(bytes).into())
}

fn offer(name: &str, kind: &str, content: &JsValue) -> Option<()> {
    let options = web_sys::BlobPropertyBag::new();
    options.set_type(kind);
    let parts = Array::of1(content);
    let blob = Blob::new_with_str_sequence_and_options(&parts, &options).ok()?;
    let address = Url::create_object_url_with_blob(&blob).ok()?;
    let link = super::page::document()?.create_element("a").ok()?;
    let link: HtmlAnchorElement = link.dyn_into().ok()?;
    link.set_href(&address);
    link.set_download(name);
    link.click();
    Url::revoke_object_url(&address).ok()
}
