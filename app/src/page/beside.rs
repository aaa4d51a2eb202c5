//! Questions beside an answer, such as changes to it, asked one after another.

use crate::page::turns::Turn;
use crate::page::work::{Bell, Runner, Work};
use leptos::prelude::set_timeout;
use std::time::Duration;

/// How long the answer must rest before anything beside it is asked.
const REST: Duration = Duration::from_millis(500);
/// How long the page is left to itself between two turns.
const BETWEEN: Duration = Duration::from_millis(4);

/// Some questions, of whose answers something is kept.
pub(crate) struct Beside<Q, W, T> {
    /// Those that wait, the next at the end.
    waiting: Vec<Q>,
    /// Begins the work for one; `None` where it has no answer.
    begin: fn(&Q) -> Option<W>,
    /// What is kept of the work's answer.
    keep: fn(W) -> T,
    /// The one that is worked for.
    going: Option<(Q, W)>,
    /// Those that ended, with what is kept.
    ended: Vec<(Q, Option<T>)>,
}

impl<Q, W, T> Beside<Q, W, T> {
    /// The questions, in order.
    pub(crate) fn new(mut waiting: Vec<Q>, begin: fn(&Q) -> Option<W>, keep: fn(W) -> T) -> Self {
        waiting.reverse();
        Self {
            waiting,
            begin,
            keep,
            going: None,
            ended: Vec::new(),
        }
    }
}

impl<Q: 'static, W: Work, T: 'static> Beside<Q, W, T> {
    /// Asks them at once; `done` has all of them in order, as below.
    pub(crate) fn run(
        self,
        runner: Runner,
        turn: Turn,
        done: impl FnOnce(Vec<(Q, Option<T>)>) + 'static,
    ) {
        runner.run(turn, Duration::ZERO, self, |beside, _| done(beside.ended));
    }

    /// Asks the questions that `made` makes, once the answer rests and unless another was begun by
    /// then. `done` has all of them in order, with what is kept of their answers; `None` of one
    /// without.
    pub(crate) fn ask(
        runner: Runner,
        turn: Turn,
        made: impl FnOnce() -> Self + 'static,
        done: impl FnOnce(Vec<(Q, Option<T>)>) + 'static,
    ) {
        let begin = move || {
            if runner.is_latest(turn) {
                runner.run(turn, BETWEEN, made(), |beside, _| done(beside.ended));
            }
        };
        set_timeout(begin, REST);
    }
}

impl<Q: 'static, W: Work, T: 'static> Work for Beside<Q, W, T> {
    fn advance(&mut self) -> bool {
        if let Some((question, mut work)) = self.going.take() {
            if work.advance() {
                self.going = Some((question, work));
            } else {
                let kept = (self.keep)(work);
                self.ended.push((question, Some(kept)));
            }
            return true;
        }
        let Some(question) = self.waiting.pop() else {
            return false;
        };
        match (self.begin)(&question) {
            Some(work) => self.going = Some((question, work)),
            None => self.ended.push((question, None)),
        }
        true
    }

    fn waits(&self) -> Option<Bell> {
        self.going.as_ref()?.1.waits()
    }
}
