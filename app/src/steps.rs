//! The steps that a page's address has made: what Back and Forward go by, and so do undo
//! and redo. The browser's history is the only list of them; each of its entries has its
//! number beside the address.

use crate::browser;
use leptos::prelude::*;
use std::cell::Cell;

thread_local! {
    /// Where the page is on its way to: the browser takes a moment, and keys repeat faster.
    static AIM: Cell<Option<usize>> = const { Cell::new(None) };
}

/// Where a page stands among its steps. Small handles: copy it freely.
#[derive(Clone, Copy)]
pub(crate) struct Steps {
    /// The number of the step that is shown.
    at: RwSignal<usize>,
    /// That of the last one there is, as far as this visit knows.
    last: RwSignal<usize>,
}

impl Steps {
    /// Those of this page's address.
    pub(crate) fn begin() -> Self {
        let at = browser::step().unwrap_or_else(|| {
            browser::number_step(0);
            0
        });
        Self {
            at: RwSignal::new(at),
            last: RwSignal::new(at),
        }
    }

    /// Makes a step to a fragment; those that were undone are no more.
    pub(crate) fn push(self, fragment: &str) {
        let next = self.at.get_untracked().saturating_add(1);
        if browser::push_fragment(fragment, next) {
            self.reach(next);
        }
    }

    fn reach(self, step: usize) {
        self.at.set(step);
        self.last.set(step);
    }

    /// The address has changed; whether it is one of these steps. Where a link was followed
    /// or the address edited, it is a new one.
    pub(crate) fn arrive(self) -> bool {
        let own = browser::step();
        if let Some(step) = own {
            self.at.set(step);
            self.last.update(|last| *last = step.max(*last));
        } else {
            let next = self.at.get_untracked().saturating_add(1);
            browser::number_step(next);
            self.reach(next);
        }
        if let Some(aim) = AIM.take() {
            self.head_for(aim);
        }
        own.is_some()
    }

    /// Goes one step back, or forward; false where there is none.
    pub(crate) fn go(self, back: bool) -> bool {
        let heading = AIM.get();
        let from = heading.unwrap_or_else(|| self.at.get_untracked());
        let to = if back {
            from.saturating_sub(1)
        } else {
            from.saturating_add(1).min(self.last.get_untracked())
        };
        if heading.is_some() {
            AIM.set(Some(to));
        } else {
            self.head_for(to);
        }
        to != from
    }

    fn head_for(self, to: usize) {
        let at = self.at.get_untracked();
        if let (Ok(to_step), Ok(at)) = (i32::try_from(to), i32::try_from(at))
            && to_step != at
        {
            AIM.set(Some(to));
            browser::go(to_step - at);
        }
    }

    /// Whether there is a step to go back by, or forward; reactive.
    pub(crate) fn can_go(self, back: bool) -> bool {
        if back {
            self.at.get() > 0
        } else {
            self.at.get() < self.last.get()
        }
    }
}
