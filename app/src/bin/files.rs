//! The worker that reads models from files and writes answers to files. It is
//! downloaded when the first file is dropped or asked for, so that the page
//! does not carry the readers, and it keeps a large file off the page's thread.
//!
//! A message is an array: `["read", name, bytes]` is answered with the text of
//! [`estimator::import::wire`], `["write", format, fragment, link]` with the
//! file's text. The worker says `"ready"` once it listens. It asks the same
//! question from the same link, so its answer is the page's.

use estimator::export::{self, Document, Format};
use estimator::import::{self, wire};
use estimator::link;
use estimator::search::search;
use js_sys::{Array, Uint8Array};
use wasm_bindgen::prelude::*;
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent};

fn main() {
    let Ok(scope) = js_sys::global().dyn_into::<DedicatedWorkerGlobalScope>() else {
        return;
    };
    let answering = scope.clone();
    let listen = Closure::<dyn Fn(MessageEvent)>::new(move |event: MessageEvent| {
        let message = Array::from(&event.data());
        let answer = answer(&message).unwrap_or_default();
        // A page that has gone wants no answer.
        let _ = answering.post_message(&JsValue::from_str(&answer));
    });
    scope.set_onmessage(Some(listen.as_ref().unchecked_ref()));
    listen.forget();
    let _ = scope.post_message(&JsValue::from_str("ready"));
}

fn answer(message: &Array) -> Option<String> {
    let text = |index: u32| message.get(index).as_string();
    match text(0)?.as_str() {
        "read" => {
            let bytes = Uint8Array::new(&message.get(2)).to_vec();
            Some(wire::encode(&import::read(&bytes, text(1).as_deref())))
        }
        "write" => write(&text(1)?, &text(2)?, &text(3)?),
        _ => None,
    }
}

fn write(format: &str, fragment: &str, address: &str) -> Option<String> {
    let format = Format::ALL.iter().find(|known| known.id() == format)?;
    let (asked, _) = link::read(fragment);
    let (scenario, offers) = catalog::resolve(&asked.question).ok()?;
    let report = search(&scenario, &offers);
    Some(export::write(
        *format,
        &Document {
            scenario: &scenario,
            offers: &offers,
            report: &report,
            link: Some(address),
        },
    ))
}
