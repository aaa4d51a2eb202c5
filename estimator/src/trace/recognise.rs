//! The format of a trace, by its first line.

use super::Format;
use super::json::Keys;
use super::table::Header;

/// The format once it is known, a table with its header.
#[derive(Debug, Clone)]
pub(super) enum State {
    Json(Format),
    Table(Format, Header),
}

/// The format of a first line, or the one that was asked.
pub(super) fn recognise(line: &[u8], asked: Option<Format>) -> Option<State> {
    let text = String::from_utf8_lossy(line);
    match asked {
        Some(format @ (Format::Azure | Format::Csv)) => {
            return Header::read(&text).map(|header| State::Table(format, header));
        }
        Some(format) => return Some(State::Json(format)),
        None => {}
    }
    if !text.trim_start().starts_with('{') {
        let header = Header::read(&text)?;
        let format = if header.azure() {
            Format::Azure
        } else {
            Format::Csv
        };
        return Some(State::Table(format, header));
    }
    let (requests, chat, other) = match serde_json::from_str::<Keys>(text.trim()) {
        Ok(keys) => (
            keys.requests.is_some(),
            keys.chat_id.is_some(),
            keys.input_length.is_some() || keys.hash_ids.is_some(),
        ),
        // A first line that is cut still says which it is.
        Err(_) => (
            text.contains("\"requests\""),
            text.contains("\"chat_id\""),
            text.contains("\"input_length\"") || text.contains("\"hash_ids\""),
        ),
    };
    if requests {
        Some(State::Json(Format::Weka))
    } else if chat {
        Some(State::Json(Format::Bailian))
    } else if other {
        Some(State::Json(Format::Mooncake))
    } else {
        None
    }
}
