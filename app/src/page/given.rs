//! Files and texts that a user gives, which the worker reads: of those that were given one after
//! another, the last counts.

use crate::browser;
use crate::page::turns::Turns;
use crate::worker::message::Request;
use leptos::task::spawn_local;
use leptos::web_sys::File;
use std::thread::LocalKey;

/// Something that was given.
pub(crate) enum Given {
    /// A file.
    File(File),
    /// A text, and the name that it has.
    Text(Option<String>, String),
}

/// Has the worker read what was given, `most` bytes at most: `request` is made of its name and
/// content. Unless another was given by then, `heard` has the name and the worker's text; none
/// where it cannot be had.
pub(crate) fn read(
    all: &'static LocalKey<Turns>,
    given: Given,
    most: f64,
    request: impl FnOnce(Option<String>, Vec<u8>) -> Request + 'static,
    heard: impl FnOnce(Option<String>, Option<String>) + 'static,
) {
    let turn = all.with(Turns::begin);
    spawn_local(async move {
        let content = match given {
            Given::File(file) => {
                let start = browser::read_start(file, most).await;
                start.map(|(name, bytes)| (Some(name), bytes))
            }
            Given::Text(name, text) => Some((name, text.into_bytes())),
        };
        let (name, text) = match content {
            Some((name, bytes)) => {
                let request = request(name.clone(), bytes);
                (name, browser::ask(request).await)
            }
            None => (None, None),
        };
        if all.with(|all| all.is_latest(turn)) {
            heard(name, text);
        }
    });
}
