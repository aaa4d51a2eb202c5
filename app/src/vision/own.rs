//! A model of the user's own: its file is read by a worker in slices, never held as a whole and never
//! run; its counts go into the question, and with it into the link.

use super::state::State;
use crate::i18n;
use crate::page::dropped::{Dropped, harmless};
use crate::worker::message::Request;
use estimator::import::network::{Note, Refused, wire};
use estimator::vision::counted::Counted;
use leptos::prelude::*;
use leptos::web_sys::File;
use std::sync::Arc;

/// The reading of the last file.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Phase {
    /// Nothing was dropped yet.
    Rest,
    /// It goes on: the share of the file that was read.
    Reading(f64),
    /// It has ended in these counts, with something to say.
    Done(Counted, Arc<Vec<Note>>),
    /// The file of that name has no counts; `None` where the part of the program for it could not
    /// be had.
    Failed(String, Option<Refused>),
}

/// The file of the page.
#[derive(Clone, Copy)]
pub(super) struct Own {
    /// How far it is.
    pub(super) phase: RwSignal<Phase>,
    dropped: Dropped,
}

impl Own {
    pub(super) fn new() -> Self {
        Self {
            phase: RwSignal::new(Phase::Rest),
            dropped: Dropped::of_page(),
        }
    }
}

/// Reads a file, and asks about what it holds.
pub(super) fn take(state: State, file: File) {
    let Own { phase, dropped } = state.study.own;
    let name = harmless(&file.name());
    let failed = name.clone();
    let told = move |share| phase.set(Phase::Reading(share));
    told(0.0);
    let request = |file| Request::ReadNetwork { file };
    let begun = dropped.read(file, request, told, move |text| {
        phase.set(match text.as_deref().map(wire::decode) {
            None => Phase::Failed(name, None),
            Some(Err(refused)) => Phase::Failed(name, Some(refused)),
            Some(Ok(found)) => {
                let counted = found.counted;
                state.choose(|draft| draft.take_own(&name, counted, i18n::marks()));
                Phase::Done(counted, Arc::new(found.notes))
            }
        });
    });
    if !begun {
        phase.set(Phase::Failed(failed, None));
    }
}

/// Stops the reading.
pub(super) fn cancel(state: State) {
    let Own { phase, dropped } = state.study.own;
    dropped.stop();
    phase.set(Phase::Rest);
}

/// Goes back to the usual model of the kind.
pub(super) fn remove(state: State) {
    state.study.own.phase.set(Phase::Rest);
    state.choose(|draft| draft.leave_own(i18n::marks()));
}
