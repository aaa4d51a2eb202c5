//! The steps that a page's address has made: Back and Forward go by them, and so do undo
//! and redo. The browser's history is the only list of them; each of its entries has its
//! number beside the address. It keeps a few dozen, the newest.

use crate::browser;
use leptos::prelude::*;
use std::cell::Cell;

/// Milliseconds after which a step is no longer on its way: the browser has none such, and
/// does not say so.
const PATIENCE: f64 = 1000.0;

thread_local! {
    /// Where the page is on its way to, and when it set out: the browser takes a moment, and
    /// keys repeat faster.
    static AIM: Cell<Option<(usize, f64)>> = const { Cell::new(None) };
}

/// Numbers of steps, as far as this visit knows.
#[derive(Clone, Copy)]
struct Known {
    /// Of the step that is shown.
    at: usize,
    /// Of the first one there is.
    first: usize,
    /// Of the last.
    last: usize,
}

impl Known {
    /// The last there is is shown.
    fn newest(at: usize) -> Self {
        let (first, last) = (oldest(at), at);
        Self { at, first, last }
    }
}

/// Where a page stands among its steps. A small handle: copy it freely.
#[derive(Clone, Copy)]
pub(crate) struct Steps(RwSignal<Known>);

impl Steps {
    /// Those of this page's address.
    pub(crate) fn begin() -> Self {
        let at = browser::step().unwrap_or_else(|| {
            browser::number_step(0);
            0
        });
        Self(RwSignal::new(Known::newest(at)))
    }

    /// Makes a step to a fragment; those that were undone are no more.
    pub(crate) fn push(self, fragment: &str) {
        let next = self.now().at.saturating_add(1);
        if browser::push_fragment(fragment, next) {
            self.reach(next);
        }
    }

    fn reach(self, step: usize) {
        self.0.set(Known::newest(step));
    }

    /// The address has changed; whether it is one of these steps. Where a link was followed
    /// or the address edited, it is a new one.
    pub(crate) fn arrive(self) -> bool {
        let own = browser::step();
        if let Some(step) = own {
            self.0.update(|known| {
                known.at = step;
                known.first = step.min(known.first);
                known.last = step.max(known.last);
            });
        } else {
            let next = self.now().at.saturating_add(1);
            browser::number_step(next);
            self.reach(next);
        }
        if let Some((aim, _)) = AIM.take() {
            self.head_for(aim);
        }
        own.is_some()
    }

    /// Goes one step back, or forward; false where there is none.
    pub(crate) fn go(self, back: bool) -> bool {
        self.give_up();
        let (heading, known) = (AIM.get(), self.now());
        let from = heading.map_or(known.at, |(aim, _)| aim);
        let to = if back {
            from.saturating_sub(1).max(known.first)
        } else {
            from.saturating_add(1).min(known.last)
        };
        if let Some((_, since)) = heading {
            AIM.set(Some((to, since)));
        } else {
            self.head_for(to);
        }
        to != from
    }

    /// Learns from a step that has not come that there is none such.
    fn give_up(self) {
        if let Some((aim, since)) = AIM.get()
            && browser::now() - since > PATIENCE
        {
            AIM.set(None);
            self.0.update(|known| {
                if aim < known.at {
                    known.first = aim.saturating_add(1);
                } else {
                    known.last = aim.saturating_sub(1);
                }
            });
        }
    }

    fn head_for(self, to: usize) {
        let at = self.now().at;
        if let (Ok(to_step), Ok(at)) = (i32::try_from(to), i32::try_from(at))
            && to_step != at
        {
            AIM.set(Some((to, browser::now())));
            browser::go(to_step - at);
        }
    }

    /// Whether there is a step to go back by, or forward; reactive.
    pub(crate) fn can_go(self, back: bool) -> bool {
        let known = self.0.get();
        if back {
            known.at > known.first
        } else {
            known.at < known.last
        }
    }

    fn now(self) -> Known {
        self.0.get_untracked()
    }
}

/// The number of the first step that the browser can still hold, where a step is its last.
fn oldest(step: usize) -> usize {
    step.saturating_sub(browser::history_length().saturating_sub(1))
}
