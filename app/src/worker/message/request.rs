//! What a page asks of its worker.

use super::Document;
use super::parts::{Message, binary, carrying, message};
use estimator::export::Format;
use estimator::parcel::Parcel;
use js_sys::Array;
use wasm_bindgen::prelude::*;
use web_sys::Blob;

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
        /// That sizing ([`estimator::session::sizing::chosen::Chosen::write`]).
        chosen: String,
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
    /// To size sessions, answered by [`Reply::SessionsSized`] as often as more is known; the one before
    /// is given up.
    SizeSessions {
        /// The number of the question: replies name it.
        number: f64,
        /// Its link.
        fragment: String,
        /// Ids of the accelerators asked of, apart by commas; all where it is empty.
        among: String,
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

const READ_MODEL: &str = "read";
const READ_PRICES: &str = "prices";
const READ_PROFILE: &str = "profile";
const READ_TRACE: &str = "trace";
const READ_NETWORK: &str = "network";
const REPLAY_TRACE: &str = "replay";
const WRITE: &str = "write";
const SIMULATE: &str = "simulate";
const PACK: &str = "pack";
const SIZE_SESSIONS: &str = "size-sessions";
const TRY: &str = "try";

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
                chosen,
            } => message(
                REPLAY_TRACE,
                [
                    file.into(),
                    fragment.into(),
                    accelerator.into(),
                    chosen.into(),
                ],
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
            Self::SizeSessions {
                number,
                fragment,
                among,
            } => message(
                SIZE_SESSIONS,
                [number.into(), fragment.into(), among.into()],
            ),
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
                chosen: message.text(4)?,
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
            SIZE_SESSIONS => Self::SizeSessions {
                number: message.number(1)?,
                fragment: message.text(2)?,
                among: message.text(3)?,
            },
            TRY => Self::Try {
                number: message.number(1)?,
                parcel: message.parcel(2)?,
            },
            _ => return None,
        })
    }
}
