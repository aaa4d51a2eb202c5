//! A recorded load that is dropped: read by a worker in slices, never held as a whole; its facts
//! in short, and its seven numbers for the question.

use super::state::State;
use crate::i18n;
use crate::page::dropped::{Dropped, harmless};
use crate::worker::message::Request;
use estimator::session::Sessions;
use estimator::session::sizing::strip::{Refused, Strip};
use leptos::prelude::*;
use leptos::web_sys::File;
use std::sync::Arc;

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
    dropped: Dropped,
}

impl Trace {
    pub(super) fn new() -> Self {
        Self {
            phase: RwSignal::new(Phase::Rest),
            dropped: Dropped::of_page(),
        }
    }
}

/// Reads a file.
pub(super) fn take(state: State, file: File) {
    let Trace { phase, dropped } = state.study.trace;
    let name = harmless(&file.name());
    let (done, failed) = (name.clone(), name.clone());
    let told = move |share| phase.set(Phase::Reading(name.clone(), share));
    told(0.0);
    let request = |file| Request::ReadTrace { file };
    let begun = dropped.read(file, request, told, move |text| {
        phase.set(match text.as_deref().map(Strip::read) {
            None => Phase::Failed(done, None),
            Some(Err(refused)) => Phase::Failed(done, Some(refused)),
            Some(Ok(strip)) => Phase::Done(done, Arc::new(strip)),
        });
    });
    if !begun {
        phase.set(Phase::Failed(failed, None));
    }
}

/// Stops the reading.
pub(super) fn cancel(state: State) {
    let Trace { phase, dropped } = state.study.trace;
    dropped.stop();
    phase.set(Phase::Rest);
}

/// Fills the seven numbers of a recorded load in.
pub(super) fn fill(state: State, load: Sessions) {
    state.choose(|draft| draft.fill(load, i18n::marks()));
}
