//! The worker as it reads and writes files: started for each, asked one thing.

use super::page::said;
use js_sys::{Array, Promise, Uint8Array};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::{MessageEvent, Worker};

/// How long a worker may be silent, in milliseconds. One whose program cannot be
/// downloaded says nothing at all.
const PATIENCE: i32 = 30_000;

/// The worker's address, as the boot script says it.
pub(super) fn script() -> String {
    said("data-worker").unwrap_or_default()
}

/// What the worker reads of a model's file; `None` where it could not be
/// started, without a network at the first use for instance.
pub(crate) async fn read_in_worker(name: Option<&str>, bytes: &[u8]) -> Option<String> {
    let message = Array::of3(
        &"read".into(),
        &name.map_or(JsValue::NULL, JsValue::from_str),
        &Uint8Array::from(bytes),
    );
    ask(&message).await
}

/// The answer to `fragment`'s question as a file of `format`, which leads back
/// to `address`; `left` are the seconds to the day that a training run must be done by.
pub(crate) async fn write_in_worker(
    format: &str,
    fragment: &str,
    address: &str,
    left: Option<f64>,
) -> Option<String> {
    let message = Array::of5(
        &"write".into(),
        &format.into(),
        &fragment.into(),
        &address.into(),
        &left.into(),
    );
    ask(&message).await.filter(|text| !text.is_empty())
}

/// The same of the page about costs, whose fragment holds both questions.
pub(crate) async fn costs_in_worker(format: &str, fragment: &str, address: &str) -> Option<String> {
    let message = Array::of4(
        &"costs".into(),
        &format.into(),
        &fragment.into(),
        &address.into(),
    );
    ask(&message).await.filter(|text| !text.is_empty())
}

/// What the worker reads of a price list; amounts without a currency are in the one of
/// `code`, of which a dollar buys `rate`. `None` where it could not be started.
pub(crate) async fn prices_in_worker(bytes: &[u8], code: &str, rate: f64) -> Option<String> {
    let message = Array::of4(
        &"prices".into(),
        &Uint8Array::from(bytes),
        &code.into(),
        &rate.into(),
    );
    ask(&message).await
}

/// Starts a worker, waits until it listens, asks, and lets it go: files are
/// rare, and its memory is better free than kept.
async fn ask(message: &Array) -> Option<String> {
    let worker = Worker::new(&script()).ok()?;
    let ready = next(&worker).await;
    let answer = match ready.as_deref() {
        Some("ready") => {
            let heard = next(&worker);
            worker.post_message(message).ok()?;
            heard.await
        }
        _ => None,
    };
    worker.terminate();
    answer
}

/// The next message of the worker, or `None` if it fails or stays silent.
async fn next(worker: &Worker) -> Option<String> {
    let promise = Promise::new(&mut |resolve, reject| {
        let hear = Closure::once_into_js(move |event: MessageEvent| {
            let _ = resolve.call1(&JsValue::NULL, &event.data());
        });
        worker.set_onmessage(Some(hear.unchecked_ref()));
        worker.set_onerror(Some(&reject));
        if let Some(window) = web_sys::window() {
            // Without a timer the wait may be long; nothing else is lost.
            let _ = window.set_timeout_with_callback_and_timeout_and_arguments_0(&reject, PATIENCE);
        }
    });
    JsFuture::from(promise).await.ok()?.as_string()
}
