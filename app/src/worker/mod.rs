//! The worker: tasks that take too long for the page's thread, or are too rare to be part of
//! the first download. It simulates the shortlist, packs fleets, tries autoscalers, reads models, prices and profiles
//! from files, and writes answers to files; each is loaded when it is asked for first. It asks the same question
//! from the same link, so its answer is the page's. Its messages are
//! [`message::Request`] and [`message::Reply`].

mod files;
mod fleet;
pub(crate) mod message;
mod network;
mod profile;
mod sessions;
mod simulate;
mod slices;
mod trace;
mod trial;
mod turn;
mod write;

use crate::module::Loading;
use estimator::export::Format;
use estimator::import::network::Known;
use estimator::parcel::Parcel;
pub(crate) use files::answer;
pub(crate) use fleet::{begin as begin_packing, write as write_packing};
use message::{Document, Reply, Request};
pub(crate) use network::read as read_network;
pub(crate) use profile::read as read_profile;
pub(crate) use sessions::begin as begin_sizing_sessions;
pub(crate) use simulate::begin;
use std::cell::Cell;
use std::rc::Rc;
pub(crate) use trace::{read as read_trace, replay as replay_trace};
pub(crate) use trial::begin as begin_trying;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::spawn_local;
use web_sys::{Blob, DedicatedWorkerGlobalScope, MessageEvent};

/// How each thing that the worker does is loaded.
#[derive(Clone, Copy)]
pub struct Tasks {
    /// Simulates an answer.
    pub simulate: fn() -> Loading<Simulate>,
    /// Reads and writes files.
    pub files: fn() -> Loading<Files>,
    /// Reads profiles and results of benchmarks.
    pub profile: fn() -> Loading<Profile>,
    /// Reads models that are no language models.
    pub network: fn() -> Loading<Network>,
    /// Knows counted networks and decoders by name.
    pub counts: fn() -> Loading<Counts>,
    /// Sizes sessions, reads and replays recorded loads.
    pub trace: fn() -> Loading<Trace>,
    /// Packs fleets.
    pub pack: fn() -> Loading<Pack>,
    /// Tries autoscalers.
    pub attempt: fn() -> Loading<Attempt>,
}

/// Begins to simulate, in turns of its own.
#[derive(Clone, Copy)]
pub struct Simulate(pub(crate) fn(Asked));

/// Answers a request about a file by a text; none where it cannot be.
#[derive(Clone, Copy)]
pub struct Files(pub(crate) fn(Request) -> Option<String>);

/// Reads a profile in turns of its own, and says how far it is and what it found.
#[derive(Clone, Copy)]
pub struct Profile(pub(crate) fn(Blob, DedicatedWorkerGlobalScope));

/// Reads a model that is no language model in turns of its own, and says how far it is and what it
/// counted.
#[derive(Clone, Copy)]
pub struct Network(pub(crate) fn(Blob, Tasks, DedicatedWorkerGlobalScope));

/// What is known of networks by their names.
#[derive(Clone, Copy)]
pub struct Counts(pub(crate) &'static (dyn Known + Sync));

/// Sizes sessions and reads recorded loads, in turns of its own, and says how far it is and what
/// came of it.
#[derive(Clone, Copy)]
pub struct Trace {
    /// Sizes sessions: a link, and ids of accelerators.
    pub(crate) size: fn(Asked<(String, String)>),
    /// Says a load's facts.
    pub(crate) read: fn(Blob, DedicatedWorkerGlobalScope),
    /// Replays it on a sizing: a link, an accelerator and what was chosen for it.
    pub(crate) replay: fn(Blob, (String, String, String), DedicatedWorkerGlobalScope),
}

/// Packs fleets.
#[derive(Clone, Copy)]
pub struct Pack {
    /// Begins, in turns of its own.
    pub(crate) begin: fn(Asked),
    /// Writes a link's packing as a file that leads back to an address.
    pub(crate) write: fn(Format, &str, &str) -> Option<String>,
}

/// Tries an autoscaler on a day, in turns of its own.
#[derive(Clone, Copy)]
pub struct Attempt(pub(crate) fn(Asked<Parcel>));

/// How long a turn is, in milliseconds.
const TURN: f64 = 12.0;

/// A question that is worked on in turns: by its link, or as it was sent.
#[derive(Clone)]
pub(crate) struct Asked<T = String> {
    /// Its number.
    number: f64,
    /// The question.
    question: T,
    /// The number of the last question that was asked.
    wanted: Rc<Cell<f64>>,
    /// The worker.
    scope: DedicatedWorkerGlobalScope,
}

impl<T> Asked<T> {
    /// The question asked last, from now on.
    fn new(
        number: f64,
        question: T,
        wanted: &Rc<Cell<f64>>,
        scope: DedicatedWorkerGlobalScope,
    ) -> Self {
        wanted.set(number);
        Self {
            number,
            question,
            wanted: Rc::clone(wanted),
            scope,
        }
    }

    /// Whether another was asked since.
    fn is_overtaken(&self) -> bool {
        // Numbers of questions are whole and small.
        self.wanted.get().total_cmp(&self.number).is_ne()
    }

    /// Takes steps of some work in turns of their own until one was the last, reported every
    /// `between` milliseconds and at the end; whether it came to that, or another question came.
    async fn work<W>(
        &self,
        between: f64,
        work: &mut W,
        step: impl Fn(&mut W) -> bool,
        report: impl Fn(&W),
    ) -> bool {
        let pace = turn::Pace {
            next: turn::next,
            clock: turn::now,
            is_overtaken: || self.is_overtaken(),
            turn: TURN,
            between,
        };
        pace.work(work, step, report).await
    }

    fn say(&self, reply: Reply) {
        say(&self.scope, reply);
    }
}

fn say(scope: &DedicatedWorkerGlobalScope, reply: Reply) {
    // A page that has gone wants no answer.
    let _ = scope.post_message(&reply.into_js());
}

/// Listens from now on, where this is a worker.
pub(crate) fn start(tasks: Tasks) {
    let Ok(scope) = js_sys::global().dyn_into::<DedicatedWorkerGlobalScope>() else {
        return;
    };
    let here = scope.clone();
    let wanted = Rc::new(Cell::new(0.0));
    let listen = Closure::<dyn Fn(MessageEvent)>::new(move |event: MessageEvent| {
        let scope = here.clone();
        match Request::from_js(&event.data()) {
            Some(Request::Simulate { number, fragment }) => {
                let asked = Asked::new(number, fragment, &wanted, scope);
                spawn_local(async move {
                    match (tasks.simulate)().await {
                        Some(Simulate(begin)) => begin(asked),
                        None => asked.say(Reply::Failed),
                    }
                });
            }
            Some(Request::Pack { number, fragment }) => {
                let asked = Asked::new(number, fragment, &wanted, scope);
                spawn_local(async move {
                    match (tasks.pack)().await {
                        Some(pack) => (pack.begin)(asked),
                        None => asked.say(Reply::Failed),
                    }
                });
            }
            Some(Request::SizeSessions {
                number,
                fragment,
                among,
            }) => {
                let asked = Asked::new(number, (fragment, among), &wanted, scope);
                spawn_local(async move {
                    match (tasks.trace)().await {
                        Some(trace) => (trace.size)(asked),
                        None => asked.say(Reply::Failed),
                    }
                });
            }
            Some(Request::Try { number, parcel }) => {
                let asked = Asked::new(number, parcel, &wanted, scope);
                spawn_local(async move {
                    match (tasks.attempt)().await {
                        Some(Attempt(begin)) => begin(asked),
                        None => asked.say(Reply::Failed),
                    }
                });
            }
            Some(Request::Write {
                document: Document::Fleet,
                format,
                fragment,
                address,
                ..
            }) => spawn_local(async move {
                let pack = (tasks.pack)().await;
                let text = pack.and_then(|pack| (pack.write)(format, &fragment, &address));
                say(&scope, Reply::Text(text.unwrap_or_default()));
            }),
            Some(Request::ReadProfile { file }) => spawn_local(async move {
                match (tasks.profile)().await {
                    Some(Profile(read)) => read(file, scope),
                    None => say(&scope, Reply::Failed),
                }
            }),
            Some(Request::ReadNetwork { file }) => spawn_local(async move {
                match (tasks.network)().await {
                    Some(Network(read)) => read(file, tasks, scope),
                    None => say(&scope, Reply::Failed),
                }
            }),
            Some(Request::ReadTrace { file }) => spawn_local(async move {
                match (tasks.trace)().await {
                    Some(trace) => (trace.read)(file, scope),
                    None => say(&scope, Reply::Failed),
                }
            }),
            Some(Request::ReplayTrace {
                file,
                fragment,
                accelerator,
                chosen,
            }) => spawn_local(async move {
                match (tasks.trace)().await {
                    Some(trace) => (trace.replay)(file, (fragment, accelerator, chosen), scope),
                    None => say(&scope, Reply::Failed),
                }
            }),
            request => spawn_local(async move {
                let files = (tasks.files)().await;
                let answer = files
                    .zip(request)
                    .and_then(|(files, request)| files.0(request));
                say(&scope, Reply::Text(answer.unwrap_or_default()));
            }),
        }
    });
    scope.set_onmessage(Some(listen.as_ref().unchecked_ref()));
    listen.forget();
    say(&scope, Reply::Ready);
}
