//! The worker that simulates: one for the life of the page, asked anew whenever the
//! answer changes.

use super::worker::script;
use js_sys::{Array, Float64Array};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use wasm_bindgen::prelude::*;
use web_sys::{MessageEvent, Worker};

/// What the worker says of the last question.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Heard {
    /// The numbers of its simulated shortlist.
    Simulated(Vec<f64>),
    /// What the change of this number comes to.
    Lever(LeverOutcome),
    /// That was all.
    End,
}

/// What the answer to a changed question comes to.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct LeverOutcome {
    /// Which of the levers.
    pub(crate) index: usize,
    /// Dollars an hour; `None` where nothing keeps the demands, or without a price.
    pub(crate) cost: Option<f64>,
    /// Accelerators.
    pub(crate) accelerators: u32,
    /// Which.
    pub(crate) name: String,
}

/// Reads a message about the last question.
fn read(message: &Array) -> Option<Heard> {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    // Whole and small; a cast saturates.
    let whole = |index| message.get(index).as_f64().map(|number| number as u32);
    Some(match message.length() {
        1 => Heard::End,
        2 => Heard::Simulated(Float64Array::new(&message.get(1)).to_vec()),
        _ => Heard::Lever(LeverOutcome {
            index: whole(1)? as usize,
            cost: message.get(2).as_f64().filter(|cost| cost.is_finite()),
            accelerators: whole(3)?,
            name: message.get(4).as_string()?,
        }),
    })
}

/// Simulations of answers.
#[derive(Clone)]
pub(crate) struct Simulator {
    worker: Worker,
    /// Number of the last question.
    asked: Rc<Cell<f64>>,
    /// What was asked before the worker listened.
    held: Rc<RefCell<Option<Array>>>,
    ready: Rc<Cell<bool>>,
}

impl Simulator {
    /// Starts the worker. `heard` gets what it says of the last question that was asked,
    /// `failed` is called where the worker cannot be had. `None` without workers.
    pub(crate) fn start(
        heard: impl Fn(Heard) + 'static,
        failed: impl Fn() + 'static,
    ) -> Option<Self> {
        let worker = Worker::new(&script()).ok()?;
        let simulator = Self {
            worker: worker.clone(),
            asked: Rc::default(),
            held: Rc::default(),
            ready: Rc::default(),
        };
        let here = simulator.clone();
        let hear = Closure::<dyn Fn(MessageEvent)>::new(move |event: MessageEvent| {
            if event.data().as_string().as_deref() == Some("ready") {
                here.ready.set(true);
                if let Some(message) = here.held.take() {
                    here.post(&message);
                }
                return;
            }
            let answer = Array::from(&event.data());
            let number = answer.get(0).as_f64().unwrap_or(-1.0);
            if number.total_cmp(&here.asked.get()).is_eq()
                && let Some(said) = read(&answer)
            {
                heard(said);
            }
        });
        let fail = Closure::<dyn Fn()>::new(failed);
        worker.set_onmessage(Some(hear.as_ref().unchecked_ref()));
        worker.set_onerror(Some(fail.as_ref().unchecked_ref()));
        // They listen as long as the page lives.
        hear.forget();
        fail.forget();
        Some(simulator)
    }

    /// Whether the worker has begun to listen.
    pub(crate) fn is_ready(&self) -> bool {
        self.ready.get()
    }

    /// Asks for the simulation of a question; what was asked before is given up.
    pub(crate) fn ask(&self, fragment: &str) {
        let number = self.asked.get() + 1.0;
        self.asked.set(number);
        let message = Array::of3(&"simulate".into(), &number.into(), &fragment.into());
        if self.ready.get() {
            self.post(&message);
        } else {
            self.held.replace(Some(message));
        }
    }

    fn post(&self, message: &Array) {
        // Strings and numbers can always be sent.
        let _ = self.worker.post_message(message);
    }
}
