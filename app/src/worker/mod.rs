//! The worker: what takes too long for the page's thread, or is wanted too seldom to be part of
//! the first download. It reads models and prices from files, writes answers to files, and
//! simulates the shortlist. It asks the same question from the same link, so its answer is the
//! page's. What it hears and says are [`message::Request`] and [`message::Reply`].

// What pages hear is their end of it.
#[allow(dead_code)]
mod message;
mod simulate;
mod write;

use estimator::currency::{Code, Currency};
use estimator::date::Date;
use estimator::import::{self, prices, wire};
use message::{Reply, Request};
use std::cell::Cell;
use std::rc::Rc;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::spawn_local;
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent};

/// Listens from now on, where this is a worker.
pub(crate) fn start() {
    let Ok(scope) = js_sys::global().dyn_into::<DedicatedWorkerGlobalScope>() else {
        return;
    };
    let here = scope.clone();
    let say = move |reply: Reply| {
        // A page that has gone wants no answer.
        let _ = here.post_message(&reply.into_js());
    };
    let wanted = Rc::new(Cell::new(0.0));
    let answering = say.clone();
    let listen = Closure::<dyn Fn(MessageEvent)>::new(move |event: MessageEvent| {
        match Request::from_js(&event.data()) {
            Some(Request::Simulate { number, fragment }) => {
                wanted.set(number);
                let (say, wanted) = (answering.clone(), Rc::clone(&wanted));
                spawn_local(simulate::simulate(say, wanted, number, fragment));
            }
            request => answering(Reply::Text(request.and_then(answer).unwrap_or_default())),
        }
    });
    scope.set_onmessage(Some(listen.as_ref().unchecked_ref()));
    listen.forget();
    say(Reply::Ready);
}

/// The text that a request is answered with; none where it cannot be.
fn answer(request: Request) -> Option<String> {
    match request {
        Request::ReadModel { name, bytes } => {
            Some(wire::encode(&import::read(&bytes, name.as_deref())))
        }
        Request::ReadPrices { bytes, code, rate } => {
            let currency = Code::new(&code).map(|code| Currency::new(code, rate));
            let list = prices::read(&bytes, &catalog::ListNames, currency);
            Some(prices::wire::encode(&list))
        }
        Request::Write {
            document,
            format,
            fragment,
            address,
            left,
        } => write::write(document, format, &fragment, &address, left),
        Request::Simulate { .. } => None,
    }
}

/// Today, in the reader's own time: prices that are too old by then are the last resort.
fn today() -> Option<Date> {
    let now = js_sys::Date::new_0();
    let (year, month, day) = (now.get_full_year(), now.get_month() + 1, now.get_date());
    Date::parse(&format!("{year:04}-{month:02}-{day:02}"))
}
