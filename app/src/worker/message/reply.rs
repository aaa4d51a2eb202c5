//! What the worker replies.

use super::parts::{Message, carrying, message};
use estimator::parcel::Parcel;
use js_sys::{Array, Float64Array};
use wasm_bindgen::prelude::*;

/// A reply of the worker.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Reply {
    /// It listens.
    Ready,
    /// The text that was asked for; empty where there is none.
    Text(String),
    /// So much of a profile has been read.
    Read {
        /// Bytes so far.
        bytes: f64,
    },
    /// The recommended sizing of a question, simulated with all that may have been cheaper.
    Settled {
        /// The number of the question.
        number: f64,
        /// The numbers of [`estimator::serving::confirm::Confirmed`], one after another.
        numbers: Vec<f64>,
    },
    /// The shortlist of a question, simulated.
    Simulated {
        /// The number of the question.
        number: f64,
        /// As those of [`Self::Settled`].
        numbers: Vec<f64>,
    },
    /// The shortlist of the question with its fleet turned ([`estimator::choice::Fleet::turned`]),
    /// simulated.
    Turned {
        /// The number of the question.
        number: f64,
        /// As those of [`Self::Settled`].
        numbers: Vec<f64>,
    },
    /// The outcome of one of [`estimator::serving::lever::levers`].
    Lever {
        /// The number of the question.
        number: f64,
        /// The outcome.
        outcome: LeverOutcome,
    },
    /// What is known of a fleet so far.
    Packed {
        /// The number of the question.
        number: f64,
        /// Its report ([`estimator::fleet::asked::carried`]).
        parcel: Parcel,
    },
    /// What was found of sessions since the last one.
    SessionsSized {
        /// The number of the question.
        number: f64,
        /// By offers ([`estimator::session::sizing::chosen`]).
        parcel: Parcel,
    },
    /// What is known of an autoscaler so far.
    Tried {
        /// The number of the question.
        number: f64,
        /// Its outcome ([`estimator::kubernetes::autoscale::Outcome`]).
        parcel: Parcel,
    },
    /// The part of the program for it cannot be loaded.
    Failed,
    /// That was all of a question.
    End {
        /// Its number.
        number: f64,
    },
}

/// The answer to a changed question, in short.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct LeverOutcome {
    /// Which of the levers.
    pub(crate) index: usize,
    /// Dollars an hour; `None` where nothing keeps the demands, or without a price.
    pub(crate) cost: Option<f64>,
    /// The number of accelerators.
    pub(crate) accelerators: u32,
    /// Which.
    pub(crate) name: String,
    /// Who sells them and as what, as [`estimator::offer::Price::label`]; empty without a price.
    pub(crate) label: String,
    /// The day of the price; empty where that is not known.
    pub(crate) as_of: String,
}

const READY: &str = "ready";
const TEXT: &str = "text";
const READ: &str = "read-so-far";
const SETTLED: &str = "settled";
const SIMULATED: &str = "simulated";
const TURNED: &str = "turned";
const LEVER: &str = "lever";
const PACKED: &str = "packed";
const SESSIONS_SIZED: &str = "sessions-sized";
const TRIED: &str = "tried";
const FAILED: &str = "failed";
const END: &str = "end";

/// A message that carries numbers.
fn counted(kind: &str, number: f64, numbers: &[f64]) -> Array {
    message(kind, [number.into(), Float64Array::from(numbers).into()])
}

impl Reply {
    /// The message that says it.
    pub(crate) fn into_js(self) -> Array {
        match self {
            Self::Ready => message(READY, []),
            Self::Text(text) => message(TEXT, [text.into()]),
            Self::Read { bytes } => message(READ, [bytes.into()]),
            Self::Settled { number, numbers } => counted(SETTLED, number, &numbers),
            Self::Simulated { number, numbers } => counted(SIMULATED, number, &numbers),
            Self::Turned { number, numbers } => counted(TURNED, number, &numbers),
            Self::Lever { number, outcome } => message(
                LEVER,
                [
                    number.into(),
                    u32::try_from(outcome.index).unwrap_or(u32::MAX).into(),
                    outcome.cost.into(),
                    outcome.accelerators.into(),
                    outcome.name.into(),
                    outcome.label.into(),
                    outcome.as_of.into(),
                ],
            ),
            Self::Packed { number, parcel } => carrying(PACKED, number, parcel),
            Self::SessionsSized { number, parcel } => carrying(SESSIONS_SIZED, number, parcel),
            Self::Tried { number, parcel } => carrying(TRIED, number, parcel),
            Self::Failed => message(FAILED, []),
            Self::End { number } => message(END, [number.into()]),
        }
    }

    /// The reply that a message holds.
    pub(crate) fn from_js(data: &JsValue) -> Option<Self> {
        let message = Message::of(data)?;
        Some(match message.kind.as_str() {
            READY => Self::Ready,
            TEXT => Self::Text(message.text(1)?),
            READ => Self::Read {
                bytes: message.number(1)?,
            },
            SETTLED => Self::Settled {
                number: message.number(1)?,
                numbers: message.numbers(2),
            },
            SIMULATED => Self::Simulated {
                number: message.number(1)?,
                numbers: message.numbers(2),
            },
            TURNED => Self::Turned {
                number: message.number(1)?,
                numbers: message.numbers(2),
            },
            LEVER => Self::Lever {
                number: message.number(1)?,
                outcome: LeverOutcome {
                    index: message.count(2)? as usize,
                    cost: message.number(3),
                    accelerators: message.count(4)?,
                    name: message.text(5)?,
                    label: message.text(6)?,
                    as_of: message.text(7)?,
                },
            },
            PACKED => Self::Packed {
                number: message.number(1)?,
                parcel: message.parcel(2)?,
            },
            SESSIONS_SIZED => Self::SessionsSized {
                number: message.number(1)?,
                parcel: message.parcel(2)?,
            },
            TRIED => Self::Tried {
                number: message.number(1)?,
                parcel: message.parcel(2)?,
            },
            FAILED => Self::Failed,
            END => Self::End {
                number: message.number(1)?,
            },
            _ => return None,
        })
    }
}
