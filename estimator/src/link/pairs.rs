//! The pairs of a fragment, one by one: the reader of every task's link. Total, and bounded by the
//! length of the text.

use super::text::decode;
use super::{MOST_BYTES, Notice, VERSION};
use crate::import::shorten;

/// Notices beyond these help nobody.
const MOST_NOTICES: usize = 16;

/// The fate of a pair.
pub(crate) enum Taken {
    /// It is stored.
    Read,
    /// Its key cannot have that value.
    Bad,
    /// Its key is not known.
    Unknown,
    /// It names a later version.
    Newer(u32),
    /// It names an earlier one, whose answers had other amounts.
    Older,
}

/// Stores a value that could be read.
pub(crate) fn put<T>(place: &mut T, value: Option<T>) -> Taken {
    match value {
        Some(value) => {
            *place = value;
            Taken::Read
        }
        None => Taken::Bad,
    }
}

/// The text behind the `#`, trimmed; `None` of a fresh page.
pub(crate) fn body(fragment: &str) -> Option<&str> {
    let body = fragment.strip_prefix('#').unwrap_or(fragment).trim();
    (!body.is_empty()).then_some(body)
}

/// Whether a fragment says that it is of a task.
pub(crate) fn is_of(fragment: &str, task: &str) -> bool {
    body(fragment).is_some_and(|body| {
        body.split('&')
            .any(|pair| pair.strip_prefix("task=") == Some(task))
    })
}

/// Hands every pair of `body` to `take`: its key, its value as it is written, since the commas of
/// a list are told from those in its names by that, and the value decoded. Returns notices of
/// pairs not understood.
pub(crate) fn each(body: &str, mut take: impl FnMut(&str, &str, &str) -> Taken) -> Vec<Notice> {
    let mut notices = Vec::new();
    let body = if body.len() > MOST_BYTES {
        notices.push(Notice::TooLong);
        let end = body.floor_char_boundary(MOST_BYTES);
        let whole = body.get(..end).unwrap_or_default();
        // The last pair may be cut: leave it out.
        whole.rsplit_once('&').map_or("", |(pairs, _)| pairs)
    } else {
        body
    };
    for pair in body.split('&').filter(|pair| !pair.is_empty()) {
        let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
        let key = decode(key).unwrap_or_default();
        let text = decode(value);
        let taken = match &text {
            Some(text) => take(&key, value, text),
            None => Taken::Bad,
        };
        let notice = match taken {
            Taken::Read => continue,
            Taken::Bad => Notice::BadValue {
                key: shorten(&key),
                text: shorten(&text.unwrap_or_default()),
            },
            Taken::Unknown => Notice::UnknownKey {
                name: shorten(&key),
            },
            Taken::Newer(version) => Notice::NewerVersion { version },
            Taken::Older => Notice::OlderVersion,
        };
        if notices.len() < MOST_NOTICES {
            notices.push(notice);
        }
    }
    notices
}

/// `v`: the version that is written, a later or an earlier one.
pub(crate) fn version(text: &str) -> Taken {
    match text.parse() {
        Ok(VERSION) => Taken::Read,
        Ok(0) | Err(_) => Taken::Bad,
        Ok(version) if version > VERSION => Taken::Newer(version),
        Ok(_) => Taken::Older,
    }
}
