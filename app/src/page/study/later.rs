//! An answer for the parts of a page that may be painted after its first ones.

use crate::browser;
use leptos::prelude::*;

/// An answer a frame later, so that the verdict is painted first; answers overtaken by then are
/// left out. `at_once` for a page whose first answer has nothing on screen that it could delay.
pub(crate) fn a_frame_later<T: Send + Sync + 'static>(
    answer: impl Track + GetUntracked<Value = Option<T>> + Copy + 'static,
    at_once: bool,
) -> ReadSignal<Option<T>> {
    let (details, set_details) = signal(None);
    let waiting = StoredValue::new(false);
    Effect::new(move |earlier: Option<()>| {
        answer.track();
        // There is no answer yet where this is made.
        if earlier.is_none() {
            return;
        }
        if at_once && details.with_untracked(Option::is_none) {
            set_details.set(answer.get_untracked());
            return;
        }
        if waiting.get_value() {
            return;
        }
        waiting.set_value(true);
        browser::after_paint(move || {
            // The page may have been left.
            let _ = waiting.try_set_value(false);
            if let Some(answer) = answer.try_get_untracked() {
                let _ = set_details.try_set(answer);
            }
        });
    });
    details
}
