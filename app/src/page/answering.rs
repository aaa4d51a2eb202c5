//! Searches that go on turn by turn, so that the browser is never busy for long, until they end or
//! a later one is begun.

use crate::browser;
use crate::page::turns::{Turn, Turns};
use leptos::prelude::*;
use std::thread::LocalKey;
use std::time::Duration;

/// How long the page is left to itself between two turns of what is asked beside an answer.
const BETWEEN: Duration = Duration::from_millis(4);

/// A question whose answer is searched for.
pub(crate) trait Search: 'static {
    /// The answer.
    type Answer;

    /// Goes on for a turn; false where nothing is left to do.
    fn advance(&mut self) -> bool;

    /// The answer, where nothing is left to do.
    fn into_answer(self) -> Self::Answer;
}

/// Searches for the answer to a page's question, and goes on to `done` with it, which shows it.
/// The next good question overtakes it, an unreadable one does not.
pub(crate) fn answer<S: Search>(
    turns: &'static LocalKey<Turns>,
    search: S,
    done: impl FnOnce(S::Answer) + 'static,
) {
    let turn = turns.with(Turns::begin);
    browser::note_simulated(false);
    go_on(turns, turn, search, 0.0, done);
}

/// Goes on with a search, which took so many milliseconds so far.
fn go_on<S: Search>(
    turns: &'static LocalKey<Turns>,
    turn: Turn,
    mut search: S,
    so_far: f64,
    done: impl FnOnce(S::Answer) + 'static,
) {
    if !turns.with(|turns| turns.is_latest(turn)) {
        return;
    }
    let began = browser::now();
    if search.advance() {
        let so_far = so_far + browser::now() - began;
        browser::next_turn(move || go_on(turns, turn, search, so_far, done));
    } else {
        let answer = search.into_answer();
        browser::note_answer_time(so_far + browser::now() - began);
        done(answer);
        rest(turns, turn);
    }
}

/// Says so once an answer is on the page, unless another is searched for by then.
fn rest(turns: &'static LocalKey<Turns>, turn: Turn) {
    let rests = move || {
        if turns.with(|turns| turns.is_latest(turn)) {
            browser::note_simulated(true);
        }
    };
    // Details may follow a frame later.
    browser::after_paint(move || browser::next_turn(rests));
}

/// Questions beside an answer, such as changes to it, one after another.
pub(crate) struct Beside<Q, S: Search, T> {
    turns: &'static LocalKey<Turns>,
    turn: Turn,
    /// Those that wait, the next at the end.
    waiting: Vec<Q>,
    /// Begins the search for one; `None` where it has no answer.
    begin: fn(&Q) -> Option<S>,
    /// What is kept of an answer.
    keep: fn(S::Answer) -> T,
    /// The one that is searched for.
    search: Option<(Q, S)>,
    /// Those that ended, with what is kept.
    ended: Vec<(Q, Option<T>)>,
}

impl<Q: 'static, S: Search, T: 'static> Beside<Q, S, T> {
    /// The questions of a turn, in order.
    pub(crate) fn new(
        turns: &'static LocalKey<Turns>,
        turn: Turn,
        mut waiting: Vec<Q>,
        begin: fn(&Q) -> Option<S>,
        keep: fn(S::Answer) -> T,
    ) -> Self {
        waiting.reverse();
        Self {
            turns,
            turn,
            waiting,
            begin,
            keep,
            search: None,
            ended: Vec::new(),
        }
    }

    /// Goes on for a turn, and in those after it, unless a later one was begun; `done` hears all
    /// of them, in order.
    pub(crate) fn go_on(mut self, done: impl FnOnce(Vec<(Q, Option<T>)>) + 'static) {
        if !self.turns.with(|turns| turns.is_latest(self.turn)) {
            return;
        }
        if let Some((question, mut search)) = self.search.take() {
            if search.advance() {
                self.search = Some((question, search));
            } else {
                let kept = (self.keep)(search.into_answer());
                self.ended.push((question, Some(kept)));
            }
        } else if let Some(question) = self.waiting.pop() {
            match (self.begin)(&question) {
                Some(search) => self.search = Some((question, search)),
                None => self.ended.push((question, None)),
            }
        } else {
            return done(self.ended);
        }
        set_timeout(move || self.go_on(done), BETWEEN);
    }
}
