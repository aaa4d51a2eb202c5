//! Messages between pages and their worker. A message is an array whose first entry is
//! the name of its kind; one that is none of these is `None`.

use estimator::export::Format;
use estimator::parcel::Parcel;
use js_sys::{Array, Float64Array, Uint8Array};
use wasm_bindgen::prelude::*;
use web_sys::Blob;

/// The subject of a written answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Document {
    /// The calculator's answer.
    Serving,
    /// The answer of the page about training.
    Training,
    /// The money of the calculator's answer.
    Costs,
    /// The packing of a fleet.
    Fleet,
    /// The answer of the page about sessions.
    Sessions,
    /// The queue of teams.
    Queue,
    /// The task of a test.
    #[cfg(all(test, target_arch = "wasm32"))]
    Toy,
}

impl Document {
    const ALL: &[Self] = &[
        Self::Serving,
        Self::Training,
        Self::Costs,
        Self::Fleet,
        Self::Sessions,
        Self::Queue,
        #[cfg(all(test, target_arch = "wasm32"))]
        Self::Toy,
    ];

    const fn id(self) -> &'static str {
        match self {
            Self::Serving => "serving",
            Self::Training => "training",
            Self::Costs => "costs",
            Self::Fleet => "fleet",
            Self::Sessions => "sessions",
            Self::Queue => "queue",
            #[cfg(all(test, target_arch = "wasm32"))]
            Self::Toy => "toy",
        }
    }
}

/// A request of a page.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Request {
    /// To read a model's file: answered by the text of [`estimator::import::wire`].
    ReadModel {
        /// The file's name, where it has one.
        name: Option<String>,
        /// Its content.
        bytes: Vec<u8>,
    },
    /// To read a price list: answered by the text of [`estimator::import::prices::wire`].
    ReadPrices {
        /// The file's content.
        bytes: Vec<u8>,
        /// The currency of amounts that name none.
        code: String,
        /// Units of it that a dollar buys.
        rate: f64,
    },
    /// To read a profile or a benchmark's result: answered by [`Reply::Read`] after each slice, and
    /// at the end by the text of its facts (in a second line its course), of the contract's `unreadable` where it is refused,
    /// empty where the browser cannot read it.
    ReadProfile {
        /// The file; it is read in slices, never as a whole.
        file: Blob,
    },
    /// To read a model that is no language model: answered as [`Self::ReadTrace`], at the end by the
    /// text of [`estimator::import::network::wire`].
    ReadNetwork {
        /// The file; it is read in slices, never as a whole.
        file: Blob,
    },
    /// To read a recorded load: answered by [`Reply::Read`] after each slice, and at the end by the
    /// text of [`estimator::session::sizing::strip`].
    ReadTrace {
        /// The file; it is read in slices, never as a whole.
        file: Blob,
    },
    /// To replay a recorded load on an answer about sessions: answered as [`Self::ReadTrace`], at
    /// the end by the text of [`estimator::session::sizing::replayed`].
    ReplayTrace {
        /// The file; it is read in slices, never as a whole.
        file: Blob,
        /// The link of the question.
        fragment: String,
        /// Id of the accelerator whose sizing meets it.
        accelerator: String,
    },
    /// To write an answer as a file: answered by its text, empty where there is no answer.
    Write {
        /// The subject.
        document: Document,
        /// The file format.
        format: Format,
        /// The link of the question.
        fragment: String,
        /// The address that the file leads back to.
        address: String,
        /// Seconds to the day that a training run must be done by.
        left: Option<f64>,
    },
    /// To simulate the answer to a question; the one before is given up.
    Simulate {
        /// The number of the question: replies name it.
        number: f64,
        /// Its link.
        fragment: String,
    },
    /// To pack a fleet, answered by [`Reply::Packed`] as often as more is known; the one before is
    /// given up.
    Pack {
        /// The number of the question: replies name it.
        number: f64,
        /// Its link.
        fragment: String,
    },
    /// To try an autoscaler on a day, answered by [`Reply::Tried`] as often as more is known; the one
    /// before is given up.
    Try {
        /// The number of the question: replies name it.
        number: f64,
        /// The day and the settings by rules ([`estimator::kubernetes::autoscale::Trial`]); anything
        /// else only gives up the one before.
        parcel: Parcel,
    },
}

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
    /// The shortlist of a question, simulated.
    Simulated {
        /// The number of the question.
        number: f64,
        /// The numbers of [`estimator::serving::confirm::Confirmed`], one after another.
        numbers: Vec<f64>,
    },
    /// The shortlist of the question with its fleet turned ([`estimator::choice::Fleet::turned`]),
    /// simulated.
    Turned {
        /// The number of the question.
        number: f64,
        /// As those of [`Self::Simulated`].
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
}

const READ_MODEL: &str = "read";
const READ_PRICES: &str = "prices";
const READ_PROFILE: &str = "profile";
const READ_TRACE: &str = "trace";
const READ_NETWORK: &str = "network";
const REPLAY_TRACE: &str = "replay";
const WRITE: &str = "write";
const SIMULATE: &str = "simulate";
const PACK: &str = "pack";
const PACKED: &str = "packed";
const TRY: &str = "try";
const TRIED: &str = "tried";
const READY: &str = "ready";
const TEXT: &str = "text";
const READ: &str = "read-so-far";
const SIMULATED: &str = "simulated";
const TURNED: &str = "turned";
const LEVER: &str = "lever";
const END: &str = "end";
const FAILED: &str = "failed";

impl Request {
    /// The message that says it.
    pub(crate) fn into_js(self) -> Array {
        match self {
            Self::ReadModel { name, bytes } => message(READ_MODEL, [name.into(), binary(&bytes)]),
            Self::ReadPrices { bytes, code, rate } => {
                message(READ_PRICES, [binary(&bytes), code.into(), rate.into()])
            }
            Self::ReadProfile { file } => message(READ_PROFILE, [file.into()]),
            Self::ReadTrace { file } => message(READ_TRACE, [file.into()]),
            Self::ReadNetwork { file } => message(READ_NETWORK, [file.into()]),
            Self::ReplayTrace {
                file,
                fragment,
                accelerator,
            } => message(
                REPLAY_TRACE,
                [file.into(), fragment.into(), accelerator.into()],
            ),
            Self::Write {
                document,
                format,
                fragment,
                address,
                left,
            } => message(
                WRITE,
                [
                    document.id().into(),
                    format.id().into(),
                    fragment.into(),
                    address.into(),
                    left.into(),
                ],
            ),
            Self::Simulate { number, fragment } => {
                message(SIMULATE, [number.into(), fragment.into()])
            }
            Self::Pack { number, fragment } => message(PACK, [number.into(), fragment.into()]),
            Self::Try { number, parcel } => carrying(TRY, number, parcel),
        }
    }

    /// The request that a message holds.
    pub(crate) fn from_js(data: &JsValue) -> Option<Self> {
        let message = Message::of(data)?;
        Some(match message.kind.as_str() {
            READ_MODEL => Self::ReadModel {
                name: message.text(1),
                bytes: message.bytes(2),
            },
            READ_PRICES => Self::ReadPrices {
                bytes: message.bytes(1),
                code: message.text(2)?,
                rate: message.number(3)?,
            },
            READ_PROFILE => Self::ReadProfile {
                file: message.parts.get(1).dyn_into().ok()?,
            },
            READ_NETWORK => Self::ReadNetwork {
                file: message.parts.get(1).dyn_into().ok()?,
            },
            READ_TRACE => Self::ReadTrace {
                file: message.parts.get(1).dyn_into().ok()?,
            },
            REPLAY_TRACE => Self::ReplayTrace {
                file: message.parts.get(1).dyn_into().ok()?,
                fragment: message.text(2)?,
                accelerator: message.text(3)?,
            },
            WRITE => {
                let (document, format) = (message.text(1)?, message.text(2)?);
                Self::Write {
                    document: Document::ALL
                        .iter()
                        .copied()
                        .find(|known| known.id() == document)?,
                    format: Format::ALL
                        .iter()
                        .copied()
                        .find(|known| known.id() == format)?,
                    fragment: message.text(3)?,
                    address: message.text(4)?,
                    left: message.number(5),
                }
            }
            SIMULATE => Self::Simulate {
                number: message.number(1)?,
                fragment: message.text(2)?,
            },
            PACK => Self::Pack {
                number: message.number(1)?,
                fragment: message.text(2)?,
            },
            TRY => Self::Try {
                number: message.number(1)?,
                parcel: message.parcel(2)?,
            },
            _ => return None,
        })
    }
}

impl Reply {
    /// The message that says it.
    pub(crate) fn into_js(self) -> Array {
        match self {
            Self::Ready => message(READY, []),
            Self::Text(text) => message(TEXT, [text.into()]),
            Self::Read { bytes } => message(READ, [bytes.into()]),
            Self::Simulated { number, numbers } => {
                let numbers = Float64Array::from(numbers.as_slice());
                message(SIMULATED, [number.into(), numbers.into()])
            }
            Self::Turned { number, numbers } => {
                let numbers = Float64Array::from(numbers.as_slice());
                message(TURNED, [number.into(), numbers.into()])
            }
            Self::Lever { number, outcome } => message(
                LEVER,
                [
                    number.into(),
                    u32::try_from(outcome.index).unwrap_or(u32::MAX).into(),
                    outcome.cost.into(),
                    outcome.accelerators.into(),
                    outcome.name.into(),
                ],
            ),
            Self::Packed { number, parcel } => carrying(PACKED, number, parcel),
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
            SIMULATED => Self::Simulated {
                number: message.number(1)?,
                numbers: Float64Array::new(&message.parts.get(2)).to_vec(),
            },
            TURNED => Self::Turned {
                number: message.number(1)?,
                numbers: Float64Array::new(&message.parts.get(2)).to_vec(),
            },
            LEVER => Self::Lever {
                number: message.number(1)?,
                outcome: LeverOutcome {
                    index: message.count(2)? as usize,
                    cost: message.number(3),
                    accelerators: message.count(4)?,
                    name: message.text(5)?,
                },
            },
            PACKED => Self::Packed {
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

fn message<const N: usize>(kind: &str, parts: [JsValue; N]) -> Array {
    let message = Array::of1(&kind.into());
    for part in parts {
        message.push(&part);
    }
    message
}

/// A message with a parcel.
fn carrying(kind: &str, number: f64, parcel: Parcel) -> Array {
    let numbers = Float64Array::from(parcel.numbers.as_slice());
    let texts: Array = parcel.texts.into_iter().map(JsValue::from).collect();
    message(kind, [number.into(), numbers.into(), texts.into()])
}

fn binary(bytes: &[u8]) -> JsValue {
    Uint8Array::from(bytes).into()
}

/// A message that came.
struct Message {
    kind: String,
    parts: Array,
}

impl Message {
    fn of(data: &JsValue) -> Option<Self> {
        let parts = data.dyn_ref::<Array>()?.clone();
        let kind = parts.get(0).as_string()?;
        Some(Self { kind, parts })
    }

    fn text(&self, at: u32) -> Option<String> {
        self.parts.get(at).as_string()
    }

    fn number(&self, at: u32) -> Option<f64> {
        self.parts.get(at).as_f64()
    }

    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    fn count(&self, at: u32) -> Option<u32> {
        // Whole and small; a cast saturates.
        self.number(at).map(|number| number as u32)
    }

    /// The parcel whose numbers are there, its texts behind them.
    fn parcel(&self, at: u32) -> Option<Parcel> {
        let texts: Array = self.parts.get(at + 1).dyn_into().ok()?;
        let texts = texts.iter().map(|text| text.as_string());
        Some(Parcel {
            numbers: Float64Array::new(&self.parts.get(at)).to_vec(),
            texts: texts.collect::<Option<_>>()?,
        })
    }

    fn bytes(&self, at: u32) -> Vec<u8> {
        Uint8Array::new(&self.parts.get(at)).to_vec()
    }
}

#[cfg(all(test, target_arch = "wasm32"))]
mod tests {
    use super::*;
    use wasm_bindgen_test::wasm_bindgen_test;

    /// Whatever is asked is heard as it was asked.
    #[wasm_bindgen_test]
    fn every_request_arrives() {
        let written = |document, left| Request::Write {
            document,
            format: Format::Csv,
            fragment: "v=2&rate=3".to_owned(),
            address: "https://a.example/#v=2".to_owned(),
            left,
        };
        for request in [
            Request::ReadModel {
                name: None,
                bytes: vec![0, 255],
            },
            Request::ReadModel {
                name: Some("config.json".to_owned()),
                bytes: Vec::new(),
            },
            Request::ReadPrices {
                bytes: b"a,b".to_vec(),
                code: "EUR".to_owned(),
                rate: 0.92,
            },
            Request::ReadProfile {
                // Without one, the message would be no request.
                file: Blob::new().unwrap_or_else(|_| JsValue::NULL.unchecked_into()),
            },
            Request::ReadNetwork {
                file: Blob::new().unwrap_or_else(|_| JsValue::NULL.unchecked_into()),
            },
            Request::ReadTrace {
                file: Blob::new().unwrap_or_else(|_| JsValue::NULL.unchecked_into()),
            },
            Request::ReplayTrace {
                file: Blob::new().unwrap_or_else(|_| JsValue::NULL.unchecked_into()),
                fragment: "v=2&task=sessions".to_owned(),
                accelerator: "nvidia-b200-sxm".to_owned(),
            },
            written(Document::Serving, None),
            written(Document::Training, Some(86_400.0)),
            written(Document::Costs, None),
            written(Document::Fleet, None),
            written(Document::Sessions, None),
            written(Document::Queue, None),
            Request::Simulate {
                number: 3.0,
                fragment: String::new(),
            },
            Request::Pack {
                number: 4.0,
                fragment: "v=2&task=fleet".to_owned(),
            },
            Request::Try {
                number: 5.0,
                parcel: Parcel {
                    numbers: vec![0.5, 24.0],
                    texts: Vec::new(),
                },
            },
        ] {
            let message = request.clone().into_js();
            assert_eq!(Request::from_js(&message), Some(request));
        }
    }

    /// Whatever is said is heard as it was said; anything else is nothing.
    #[wasm_bindgen_test]
    fn every_reply_arrives() {
        let lever = |cost| Reply::Lever {
            number: 7.0,
            outcome: LeverOutcome {
                index: 2,
                cost,
                accelerators: 8,
                name: "H100 SXM".to_owned(),
            },
        };
        for reply in [
            Reply::Ready,
            Reply::Text(String::new()),
            Reply::Read { bytes: 1_048_576.0 },
            Reply::Simulated {
                number: 7.0,
                numbers: vec![0.5, f64::INFINITY],
            },
            Reply::Turned {
                number: 7.0,
                numbers: vec![2.5],
            },
            lever(None),
            lever(Some(12.5)),
            Reply::Packed {
                number: 7.0,
                parcel: Parcel {
                    numbers: vec![1.0, f64::INFINITY],
                    texts: vec!["A".to_owned(), String::new()],
                },
            },
            Reply::Tried {
                number: 7.0,
                parcel: Parcel {
                    numbers: vec![1.0],
                    texts: Vec::new(),
                },
            },
            Reply::Failed,
            Reply::End { number: 7.0 },
        ] {
            let message = reply.clone().into_js();
            assert_eq!(Reply::from_js(&message), Some(reply));
        }
        for other in [
            JsValue::NULL,
            "ready".into(),
            Array::new().into(),
            message(WRITE, []).into(),
            message(READ_PROFILE, ["x".into()]).into(),
            message(LEVER, ["x".into()]).into(),
            message(PACKED, ["x".into()]).into(),
            message(TRY, [1.0.into()]).into(),
            message(TRIED, [1.0.into()]).into(),
        ] {
            assert_eq!(Reply::from_js(&other), None);
            assert_eq!(Request::from_js(&other), None);
        }
    }
}
