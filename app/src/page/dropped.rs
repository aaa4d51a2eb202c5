//! A file that is dropped and read by a worker of its own, in slices, never held as a whole. The
//! worker is ended where another file comes, nobody waits, or the page is left.

use crate::browser::{self, Reading};
use crate::page::turns::{Turn, Turns};
use crate::worker::message::Request;
use leptos::prelude::*;
use leptos::web_sys::Blob;

/// The reading of the last file. Small handle: copy it freely.
#[derive(Clone, Copy)]
pub(crate) struct Dropped {
    reading: StoredValue<Option<Reading>, LocalStorage>,
    turns: StoredValue<Turns, LocalStorage>,
}

impl Dropped {
    /// That of this page: it ends with the page.
    pub(crate) fn of_page() -> Self {
        let dropped = Self {
            reading: StoredValue::new_local(None),
            turns: StoredValue::new_local(Turns::new()),
        };
        browser::at_end(move || {
            dropped.stop();
        });
        dropped
    }

    /// Has a worker read a file: `told` hears the share that was read, 0 to 1, and `done` the
    /// worker's text, `None` where its program cannot be had. False where there are no workers.
    pub(crate) fn read(
        self,
        file: impl Into<Blob>,
        request: impl FnOnce(Blob) -> Request + 'static,
        told: impl Fn(f64) + 'static,
        done: impl FnOnce(Option<String>) + 'static,
    ) -> bool {
        let Some(turn) = self.stop() else {
            return false;
        };
        let file: Blob = file.into();
        let size = file.size();
        let Some(reading) = Reading::begin() else {
            return false;
        };
        self.reading.set_value(Some(reading.clone()));
        leptos::task::spawn_local(async move {
            let told = |bytes: f64| {
                if self.is_latest(turn) {
                    told(if size > 0.0 { bytes / size } else { 1.0 });
                }
            };
            let text = reading.read(request(file), told).await;
            if self.is_latest(turn) {
                self.end();
                done(text);
            }
        });
        true
    }

    /// Stops the reading, of which nobody hears any more; `None` once the page is gone.
    pub(crate) fn stop(self) -> Option<Turn> {
        self.end();
        self.turns.try_with_value(Turns::begin)
    }

    fn is_latest(self, turn: Turn) -> bool {
        let latest = self.turns.try_with_value(|turns| turns.is_latest(turn));
        latest == Some(true)
    }

    fn end(self) {
        let reading = self.reading.try_update_value(Option::take);
        if let Some(reading) = reading.flatten() {
            reading.end();
        }
    }
}

/// Letters of a stranger's text that are shown.
const SHOWN: usize = 200;

/// A stranger's text without what could turn the words around it: controls, marks of writing
/// direction; cut where it is long.
pub(crate) fn harmless(text: &str) -> String {
    let turns = |letter: &char| {
        letter.is_control()
            || matches!(letter, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    text.chars()
        .filter(|letter| !turns(letter))
        .take(SHOWN)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::harmless;

    /// Names keep their letters and lose what would turn the page around.
    #[test]
    fn strangers_texts_are_text() {
        assert_eq!(harmless("trace\u{202e}nosj.gz"), "tracenosj.gz");
        assert_eq!(harmless("a\nb\u{2066}c"), "abc");
        assert_eq!(harmless("<b>名</b>"), "<b>名</b>");
        assert_eq!(harmless(&"x".repeat(500)).len(), 200);
    }
}
