//! The worker's tasks with files: it reads models and prices, and writes answers.

use super::message::Request;
use super::write;
use estimator::currency::{Code, Currency};
use estimator::import::{self, prices, wire};

/// The text that a request is answered with; none where it cannot be.
pub(crate) fn answer(request: Request) -> Option<String> {
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
        Request::ReadProfile { .. }
        | Request::ReadNetwork { .. }
        | Request::ReadTrace { .. }
        | Request::ReplayTrace { .. }
        | Request::Simulate { .. }
        | Request::Pack { .. }
        | Request::SizeSessions { .. }
        | Request::Try { .. } => None,
    }
}
