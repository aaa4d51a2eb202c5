//! From the question of a task's page to the answer on it.

use super::{Studied, Study};
use crate::browser;
use crate::page::turns::Turn;
use leptos::prelude::*;
use std::sync::Arc;
use std::time::Duration;

/// Errors that an answer showed.
pub(super) struct Found<E> {
    pub(super) errors: Vec<E>,
    /// Whether an earlier answer is on the page.
    pub(super) stale: bool,
}

impl<E> Default for Found<E> {
    fn default() -> Self {
        let (errors, stale) = (Vec::new(), false);
        Self { errors, stale }
    }
}

/// An action that is done once.
pub(super) type Then = Box<dyn FnOnce() + Send + Sync>;

impl<S: Study> Studied<S> {
    /// Answers from now on, and goes on to `done` once the first answer is there, or cannot
    /// be.
    pub(crate) fn begin(self, done: impl FnOnce() + Send + Sync + 'static) {
        self.show.set_value(Some(Box::new(done)));
        self.begun.set(true);
    }

    /// Works for an answer. The next good question gives that up, an unreadable one does not.
    pub(super) fn ask(self, work: S::Work) {
        let Some(turn) = self.runner.begin() else {
            return;
        };
        self.searching.set_value(true);
        if S::RESTS {
            browser::note_simulated(false);
        }
        let done = move |work, took| {
            let began = browser::now();
            let answer = S::finish(work);
            if S::RESTS {
                browser::note_answer_time(took + browser::now() - began);
            }
            self.take(answer);
            if S::RESTS {
                self.rest(turn);
            }
            self.open_page();
        };
        self.runner.run(turn, Duration::ZERO, work, done);
    }

    /// Takes an answer over, if none that was there is better.
    fn take(self, answer: S::Answer) {
        self.searching.set_value(false);
        let errors = S::found(&answer);
        let wrong = S::REFUSES && !errors.is_empty();
        let stale = wrong && self.answer.with_untracked(Option::is_some);
        if !stale {
            self.answer.set(Some(Arc::new(answer)));
        }
        self.found.set(Found { errors, stale });
    }

    /// Says so once an answer is on the page, unless another is looked for by then.
    fn rest(self, turn: Turn) {
        let rests = move || {
            if self.runner.is_latest(turn) {
                browser::note_simulated(true);
            }
        };
        // The details follow a frame later.
        browser::after_paint(move || browser::next_turn(rests));
    }

    /// The page may be shown.
    pub(super) fn open_page(self) {
        if let Some(then) = self.show.try_update_value(Option::take).flatten() {
            browser::next_turn(then);
        }
    }
}
