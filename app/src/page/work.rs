//! Work that is done in turns: a few milliseconds of it, then the browser's own, so that the page
//! is never busy for long. Work that was begun later gives up the earlier one, and so does
//! leaving the page.

use crate::browser;
use crate::page::turns::{Turn, Turns};
use leptos::prelude::*;
use std::cell::Cell;
use std::rc::Rc;
use std::time::Duration;

/// How long work goes on in one turn, in milliseconds.
const TURN: f64 = 6.0;

/// Work in small steps.
pub(crate) trait Work: 'static {
    /// Makes a step, of a millisecond or two at best; false where nothing is left to do.
    fn advance(&mut self) -> bool;

    /// What it waits for, where it can do nothing until then.
    fn waits(&self) -> Option<Bell> {
        None
    }
}

/// Work waits for it to ring: what somebody else does for it is done.
#[derive(Clone, Default)]
pub(crate) struct Bell(Rc<Waiting>);

#[derive(Default)]
struct Waiting {
    go_on: Cell<Option<Box<dyn FnOnce()>>>,
    /// Whether it never rings any more.
    silent: Cell<bool>,
}

impl Bell {
    /// It never rings any more: whoever waits for it is given up.
    pub(crate) fn silence(&self) {
        self.0.silent.set(true);
        drop(self.0.go_on.take());
    }

    /// Whoever waits goes on.
    pub(crate) fn ring(&self) {
        if let Some(go_on) = self.0.go_on.take() {
            go_on();
        }
    }

    /// Goes on once it rings.
    fn wait(&self, go_on: impl FnOnce() + 'static) {
        if !self.0.silent.get() {
            self.0.go_on.set(Some(Box::new(go_on)));
        }
    }
}

/// Work that took a single step, and is done.
pub(crate) struct Ready<T>(pub(crate) T);

impl<T: 'static> Work for Ready<T> {
    fn advance(&mut self) -> bool {
        false
    }
}

/// Does one kind of work for the page that is shown, of which the last begun counts. Small
/// handle: copy it freely.
#[derive(Clone, Copy)]
pub(crate) struct Runner(StoredValue<Turns, LocalStorage>);

impl Runner {
    /// Of this page: it stops when that is left.
    pub(crate) fn of_page() -> Self {
        let turns = StoredValue::new_local(Turns::new());
        browser::at_end(move || turns.dispose());
        Self(turns)
    }

    /// Begins: whatever was begun before is given up. `None` where the page is.
    pub(crate) fn begin(self) -> Option<Turn> {
        self.0.try_with_value(Turns::begin)
    }

    /// Whether nothing was begun since.
    pub(crate) fn is_latest(self, turn: Turn) -> bool {
        let latest = self.0.try_with_value(|turns| turns.is_latest(turn));
        latest == Some(true)
    }

    /// Does some work, its first turn at once, the page left to itself for `between` two turns.
    /// Unless it is given up, `done` has it at the end, and the milliseconds it took.
    pub(crate) fn run<W: Work>(
        self,
        turn: Turn,
        between: Duration,
        work: W,
        done: impl FnOnce(W, f64) + 'static,
    ) {
        self.go_on(turn, between, Box::new(Begun { work, done }), 0.0);
    }

    /// Goes on with work that took so many milliseconds so far.
    fn go_on(self, turn: Turn, between: Duration, mut begun: Box<dyn Running>, so_far: f64) {
        if !self.is_latest(turn) {
            return;
        }
        let began = browser::now();
        if let Some(bell) = begun.waits() {
            bell.wait(move || {
                let waited = browser::now() - began;
                self.go_on(turn, between, begun, so_far + waited);
            });
            return;
        }
        let mut took = 0.0;
        while took < TURN {
            let more = begun.advance();
            took = browser::now() - began;
            if !more {
                return begun.end(so_far + took);
            }
            if begun.waits().is_some() {
                break;
            }
        }
        let next = move || self.go_on(turn, between, begun, so_far + took);
        if between.is_zero() {
            browser::next_turn(next);
        } else {
            set_timeout(next, between);
        }
    }
}

/// Work with what follows it: one type for the loop, whatever the work.
trait Running {
    fn advance(&mut self) -> bool;
    fn waits(&self) -> Option<Bell>;
    fn end(self: Box<Self>, took: f64);
}

struct Begun<W, F> {
    work: W,
    done: F,
}

impl<W: Work, F: FnOnce(W, f64)> Running for Begun<W, F> {
    fn advance(&mut self) -> bool {
        self.work.advance()
    }

    fn waits(&self) -> Option<Bell> {
        self.work.waits()
    }

    fn end(self: Box<Self>, took: f64) {
        let Self { work, done } = *self;
        done(work, took);
    }
}
