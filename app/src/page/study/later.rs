//! Details follow an answer a frame later.

use crate::browser;
use leptos::prelude::*;
use std::time::Duration;

/// How long details wait for what replaces a passing answer, before they are drawn of it after all.
const PATIENCE: Duration = Duration::from_millis(150);

/// An answer a frame later, so that the verdict is painted first; answers overtaken by then are
/// left out. `at_once` for a page whose first answer has nothing on screen that it could delay.
pub(crate) fn a_frame_later<T: Send + Sync + 'static>(
    answer: impl Track + GetUntracked<Value = Option<T>> + Copy + 'static,
    at_once: bool,
) -> ReadSignal<Option<T>> {
    once_lasting(answer, at_once, |_| false)
}

/// The same, but for an answer that is `passing`, about to be replaced by another: its details, which
/// take longer to draw than the answer itself, wait for that one, if it comes soon.
pub(crate) fn once_lasting<T: Send + Sync + 'static>(
    answer: impl Track + GetUntracked<Value = Option<T>> + Copy + 'static,
    at_once: bool,
    passing: impl Fn(&T) -> bool + Copy + 'static,
) -> ReadSignal<Option<T>> {
    let (details, set_details) = signal(None);
    let framed = StoredValue::new(false);
    let timer = StoredValue::new(None::<TimeoutHandle>);
    // The page may have been left by then.
    let show = move || {
        if let Some(timer) = timer.try_get_value().flatten() {
            timer.clear();
        }
        let _ = timer.try_set_value(None);
        if let Some(answer) = answer.try_get_untracked() {
            let _ = set_details.try_set(answer);
        }
    };
    let is_passing = move || {
        let answer = answer.try_get_untracked().flatten();
        answer.is_some_and(|answer| passing(&answer))
    };
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
        if is_passing() {
            if timer.with_value(Option::is_none) {
                timer.set_value(set_timeout_with_handle(show, PATIENCE).ok());
            }
            return;
        }
        if framed.get_value() {
            return;
        }
        framed.set_value(true);
        browser::after_paint(move || {
            let _ = framed.try_set_value(false);
            // Another question may have been answered since: its details wait for their own.
            if !is_passing() {
                show();
            }
        });
    });
    details
}
