//! The worker that simulates: one for the life of the page, asked anew whenever the
//! answer changes.

use super::visit::at_end;
use super::worker;
use crate::worker::message::{LeverOutcome, Reply, Request};
use estimator::parcel::Parcel;
use estimator::serving::confirm::{Confirmed, LENGTH};
use estimator::serving::link::{self, Link};
use estimator::serving::question::Question;
use leptos::prelude::set_timeout_with_handle;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::time::Duration;
use wasm_bindgen::prelude::*;
use web_sys::{MessageEvent, Worker};

/// A reply of the worker to the last question.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Heard {
    /// What is recommended, with all that may have been cheaper.
    Settled(Vec<Confirmed>),
    /// Its shortlist.
    Simulated(Vec<Confirmed>),
    /// That of the question with its fleet turned.
    Turned(Vec<Confirmed>),
    /// The outcome of the change of this number.
    Lever(LeverOutcome),
    /// A fleet's report so far.
    Packed(Parcel),
    /// What was found of sessions since the last reply.
    SessionsSized(Parcel),
    /// The outcome of an autoscaler so far.
    Tried(Parcel),
    /// That was all.
    End,
}

/// How long the worker may take to start.
const STARTING: Duration = Duration::from_secs(30);

fn confirmed(numbers: &[f64]) -> Vec<Confirmed> {
    let each = numbers.chunks(LENGTH);
    each.filter_map(Confirmed::from_numbers).collect()
}

/// Simulations of answers.
#[derive(Clone)]
pub(crate) struct Simulator {
    worker: Worker,
    /// Number of the last question.
    asked: Rc<Cell<f64>>,
    /// The request from before the worker listened.
    held: Rc<RefCell<Option<Request>>>,
    ready: Rc<Cell<bool>>,
}

impl Simulator {
    /// Starts the worker. `heard` gets its replies to the last question that was asked,
    /// `failed` is called where the worker cannot be had. `None` without workers.
    pub(crate) fn start(
        heard: impl Fn(Heard) + 'static,
        failed: impl Fn() + Clone + 'static,
    ) -> Option<Self> {
        let worker = worker::begin()?;
        let simulator = Self {
            worker: worker.clone(),
            asked: Rc::default(),
            held: Rc::default(),
            ready: Rc::default(),
        };
        let (here, broken) = (simulator.clone(), failed.clone());
        let hear = Closure::<dyn Fn(MessageEvent)>::new(move |event: MessageEvent| {
            let (number, said) = match Reply::from_js(&event.data()) {
                Some(Reply::Ready) => {
                    here.ready.set(true);
                    if let Some(request) = here.held.take() {
                        here.post(request);
                    }
                    return;
                }
                Some(Reply::Failed) => {
                    broken();
                    return;
                }
                Some(Reply::Settled { number, numbers }) => {
                    (number, Heard::Settled(confirmed(&numbers)))
                }
                Some(Reply::Simulated { number, numbers }) => {
                    (number, Heard::Simulated(confirmed(&numbers)))
                }
                Some(Reply::Turned { number, numbers }) => {
                    (number, Heard::Turned(confirmed(&numbers)))
                }
                Some(Reply::Lever { number, outcome }) => (number, Heard::Lever(outcome)),
                Some(Reply::Packed { number, parcel }) => (number, Heard::Packed(parcel)),
                Some(Reply::SessionsSized { number, parcel }) => {
                    (number, Heard::SessionsSized(parcel))
                }
                Some(Reply::Tried { number, parcel }) => (number, Heard::Tried(parcel)),
                Some(Reply::End { number }) => (number, Heard::End),
                Some(Reply::Text(_) | Reply::Read { .. }) | None => return,
            };
            if number.total_cmp(&here.asked.get()).is_eq() {
                heard(said);
            }
        });
        let fail = Closure::<dyn Fn()>::new(failed.clone());
        worker.set_onmessage(Some(hear.as_ref().unchecked_ref()));
        worker.set_onerror(Some(fail.as_ref().unchecked_ref()));
        // A worker whose program cannot be downloaded says nothing at all.
        let ready = Rc::clone(&simulator.ready);
        let silent = move || {
            if !ready.get() {
                failed();
            }
        };
        let patience = set_timeout_with_handle(silent, STARTING).ok();
        // They listen, and it works, as long as the page is shown.
        at_end(move || {
            worker.terminate();
            // It may have spoken in this turn.
            worker.set_onmessage(None);
            worker.set_onerror(None);
            if let Some(patience) = patience {
                patience.clear();
            }
            drop((hear, fail));
        });
        Some(simulator)
    }

    /// Asks for the simulation of a question; the one before is given up.
    pub(crate) fn ask(&self, question: Question) {
        let fragment = link::write(&Link {
            question,
            ..Link::default()
        });
        self.send(|number| Request::Simulate { number, fragment });
    }

    /// Asks for the packing of a fleet; the one before is given up.
    pub(crate) fn pack(&self, fragment: &str) {
        let fragment = fragment.to_owned();
        self.send(|number| Request::Pack { number, fragment });
    }

    /// Asks for the sizing of sessions among some accelerators, all where none is named; the one
    /// before is given up.
    pub(crate) fn size_sessions(&self, fragment: String, among: &[String]) {
        let among = among.join(",");
        self.send(|number| Request::SizeSessions {
            number,
            fragment,
            among,
        });
    }

    /// Asks to try an autoscaler; the one before is given up, and nothing is tried where this is none.
    pub(crate) fn attempt(&self, parcel: Parcel) {
        self.send(|number| Request::Try { number, parcel });
    }

    fn send(&self, request: impl FnOnce(f64) -> Request) {
        let number = self.asked.get() + 1.0;
        self.asked.set(number);
        let request = request(number);
        if self.ready.get() {
            self.post(request);
        } else {
            self.held.replace(Some(request));
        }
    }

    fn post(&self, request: Request) {
        // Strings and numbers can always be sent.
        let _ = self.worker.post_message(&request.into_js());
    }
}
