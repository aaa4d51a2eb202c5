//! The worker as it reads and writes files: started for each, asked one thing. A profile may be
//! long, and so it says how far it is and can be stopped.

use super::page::said;
use crate::worker::message::{Reply, Request};
use js_sys::Promise;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::{MessageEvent, Worker, WorkerOptions, WorkerType};

/// How long a worker may be silent, in milliseconds. One whose program cannot be
/// downloaded says nothing at all.
const PATIENCE: i32 = 30_000;

/// The same of one that reads a profile: the end of a long one takes its time, and whoever waits
/// can stop it.
const PATIENCE_READING: i32 = 600_000;

/// A worker of the script that the boot script names; `None` without workers.
pub(super) fn begin() -> Option<Worker> {
    let options = WorkerOptions::new();
    options.set_type(WorkerType::Module);
    Worker::new_with_options(&said("data-worker")?, &options).ok()
}

/// Starts a worker, waits until it listens, asks, and lets it go: files are rare, and its
/// memory is better free than kept. `None` where it could not be started, without a network at
/// the first use for instance, and where it has no text to say.
pub(crate) async fn ask(request: Request) -> Option<String> {
    let worker = begin()?;
    let answer = match next(&worker, PATIENCE).await {
        Some(Reply::Ready) => {
            let heard = next(&worker, PATIENCE);
            worker.post_message(&request.into_js()).ok()?;
            heard.await
        }
        _ => None,
    };
    worker.terminate();
    match answer {
        Some(Reply::Text(text)) if !text.is_empty() => Some(text),
        _ => None,
    }
}

/// A worker that reads a file.
#[derive(Clone)]
pub(crate) struct Reading(Worker);

impl Reading {
    /// Starts it; `None` without workers.
    pub(crate) fn begin() -> Option<Self> {
        begin().map(Self)
    }

    /// Has it do a request of a file; `told` hears the bytes that it has read. `None` where its
    /// program cannot be had; empty where the browser does not let it read.
    pub(crate) async fn read(&self, request: Request, told: impl Fn(f64)) -> Option<String> {
        let Self(worker) = self;
        match next(worker, PATIENCE).await {
            Some(Reply::Ready) => {}
            _ => return None,
        }
        worker.post_message(&request.into_js()).ok()?;
        loop {
            match next(worker, PATIENCE_READING).await {
                Some(Reply::Read { bytes }) => told(bytes),
                Some(Reply::Text(text)) => return Some(text),
                Some(_) => return None,
                // It broke off while it read.
                None => return Some(String::new()),
            }
        }
    }

    /// Ends it, whatever it does.
    pub(crate) fn end(&self) {
        self.0.terminate();
    }
}

/// The next message of the worker, or `None` if it fails or stays silent for so many milliseconds.
async fn next(worker: &Worker, patience: i32) -> Option<Reply> {
    let promise = Promise::new(&mut |resolve, reject| {
        let hear = Closure::once_into_js(move |event: MessageEvent| {
            let _ = resolve.call1(&JsValue::NULL, &event.data());
        });
        worker.set_onmessage(Some(hear.unchecked_ref()));
        worker.set_onerror(Some(&reject));
        if let Some(window) = web_sys::window() {
            // Without a timer the wait may be long; nothing else is lost.
            let _ = window.set_timeout_with_callback_and_timeout_and_arguments_0(&reject, patience);
        }
    });
    Reply::from_js(&JsFuture::from(promise).await.ok()?)
}
