//! A recorded load that is dropped: read by a worker in slices, never held as a whole; its facts
//! in short, and its seven numbers for the question.

use super::state::State;
use crate::browser::{self, Reading};
use crate::i18n;
use crate::page::turns::{Turn, Turns};
use estimator::session::Sessions;
use estimator::session::sizing::strip::{Refused, Strip};
use leptos::prelude::*;
use leptos::web_sys::File;
use std::sync::Arc;

/// The longest part of a file's name that is shown.
const SHOWN: usize = 80;

thread_local! {
    /// Files that were given; the last one counts.
    static GIVEN: Turns = const { Turns::new() };
}

/// The reading of the last file.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Phase {
    /// Nothing was dropped yet.
    Rest,
    /// It goes on: the file's name, the share of it that was read.
    Reading(String, f64),
    /// It has ended.
    Done(String, Arc<Strip>),
    /// It failed; `None` where the part of the program for it could not be had.
    Failed(String, Option<Refused>),
}

/// The recorded load of the page.
#[derive(Clone, Copy)]
pub(super) struct Trace {
    /// How far it is.
    pub(super) phase: RwSignal<Phase>,
    reading: StoredValue<Option<Reading>, LocalStorage>,
}

impl Trace {
    pub(super) fn new() -> Self {
        Self {
            phase: RwSignal::new(Phase::Rest),
            reading: StoredValue::new_local(None),
        }
    }

    fn end(self) {
        if let Some(reading) = self.reading.get_value() {
            reading.end();
        }
        self.reading.set_value(None);
    }
}

fn is_latest(turn: Turn) -> bool {
    GIVEN.with(|given| given.is_latest(turn))
}

/// Reads a file.
pub(super) fn take(state: State, file: File) {
    let trace = state.study.trace;
    trace.end();
    let turn = GIVEN.with(Turns::begin);
    let name: String = file
        .name()
        .chars()
        .filter(|letter| !letter.is_control())
        .take(SHOWN)
        .collect();
    let size = file.size();
    let Some(reading) = Reading::begin() else {
        trace.phase.set(Phase::Failed(name, None));
        return;
    };
    trace.phase.set(Phase::Reading(name.clone(), 0.0));
    trace.reading.set_value(Some(reading.clone()));
    leptos::task::spawn_local(async move {
        let told = |bytes: f64| {
            if is_latest(turn) {
                let share = if size > 0.0 { bytes / size } else { 1.0 };
                trace.phase.set(Phase::Reading(name.clone(), share));
            }
        };
        let text = reading.trace(file.into(), told).await;
        if !is_latest(turn) {
            return;
        }
        trace.end();
        trace.phase.set(match text.as_deref().map(Strip::read) {
            None => Phase::Failed(name, None),
            Some(Err(refused)) => Phase::Failed(name, Some(refused)),
            Some(Ok(strip)) => Phase::Done(name, Arc::new(strip)),
        });
    });
}

/// Stops the reading.
pub(super) fn cancel(state: State) {
    GIVEN.with(Turns::begin);
    state.study.trace.end();
    state.study.trace.phase.set(Phase::Rest);
}

/// Ends the worker with the page.
pub(super) fn end_with_page(state: State) {
    browser::at_end(move || {
        GIVEN.with(Turns::begin);
        state.study.trace.end();
    });
}

/// Fills the seven numbers of a recorded load in.
pub(super) fn fill(state: State, load: Sessions) {
    state.choose(|draft| draft.fill(load, i18n::marks()));
}
