//! A recorded load that is dropped: read by a worker in slices, never held as a whole; its facts
//! in short, its seven numbers for the question, and the answer met by its own requests.

use super::answer::{cost, in_short};
use super::solve::Answer;
use super::state::State;
use super::words;
use crate::i18n::{self, Msg, say, text};
use crate::page::dropped::{Dropped, harmless};
use crate::worker::message::Request;
use estimator::session::Sessions;
use estimator::session::sizing::chosen::Chosen;
use estimator::session::sizing::link::{self, Link};
use estimator::session::sizing::replayed::Replayed;
use estimator::session::sizing::search::made;
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

/// What the shown answer makes of the file that was read.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Met {
    /// Nobody has asked.
    Rest,
    /// It is being read again: the share so far.
    Reading(f64),
    /// The hardware in short, what it makes of it, and what is said of the fewest replicas.
    Done(String, Box<Replayed>, String),
    /// There is no answer.
    Failed,
}

/// The recorded load of the page.
#[derive(Clone, Copy)]
pub(super) struct Trace {
    /// How far it is.
    pub(super) phase: RwSignal<Phase>,
    /// What the answer makes of it.
    pub(super) met: RwSignal<Met>,
    /// The file that was read last.
    file: StoredValue<Option<File>, LocalStorage>,
    dropped: Dropped,
}

impl Trace {
    pub(super) fn new() -> Self {
        Self {
            phase: RwSignal::new(Phase::Rest),
            met: RwSignal::new(Met::Rest),
            file: StoredValue::new_local(None),
            dropped: Dropped::of_page(),
        }
    }
}

/// Reads a file.
pub(super) fn take(state: State, file: File) {
    let Trace {
        phase,
        met,
        file: kept,
        dropped,
    } = state.study.trace;
    met.set(Met::Rest);
    kept.set_value(Some(file.clone()));
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
    let Trace { phase, dropped, .. } = state.study.trace;
    dropped.stop();
    phase.set(Phase::Rest);
}

/// Fills the seven numbers of a recorded load in, without the digits that nobody recorded.
pub(super) fn fill(state: State, load: Sessions) {
    let load = words::recorded(load);
    state.choose(|draft| draft.fill(load, i18n::marks()));
}

/// Has the shown answer meet the file's own requests, or the one that is on its way.
pub(super) fn replay(state: State) -> Option<()> {
    let Trace {
        met, file, dropped, ..
    } = state.study.trace;
    if state.is_searching() {
        // [`renew`] asks once it is there.
        dropped.stop();
        met.set(Met::Reading(0.0));
        return Some(());
    }
    let answer = state.answer.get_untracked()?;
    let selected = state.frame.selected.get_untracked();
    let (candidate, sizing) = answer.shown(selected.as_deref())?;
    let what = in_short(sizing, answer.name(candidate));
    let accelerator = answer.offer(candidate)?.accelerator.id.clone();
    let fragment = link::write(&Link {
        question: answer.question().clone(),
        ..Link::default()
    });
    let (chosen, place) = (Chosen::of(sizing).write(), candidate.offer);
    let file = file.get_value()?;
    let told = move |share| met.set(Met::Reading(share));
    told(0.0);
    let request = |file| Request::ReplayTrace {
        file,
        fragment,
        accelerator,
        chosen,
    };
    let (asked, working) = (Arc::clone(&answer), sizing.working());
    let begun = dropped.read(file, request, told, move |text| {
        let replayed = text.as_deref().and_then(Replayed::read);
        met.set(replayed.map_or(Met::Failed, |replayed| {
            let fewest = fewest(&asked, place, working, &replayed);
            Met::Done(what, Box::new(replayed), fewest)
        }));
    });
    if !begun {
        met.set(Met::Failed);
    }
    Some(())
}

/// What is said of the fewest replicas that keep the promise with a log, beside so many that work.
fn fewest(answer: &Answer, place: usize, working: u32, replayed: &Replayed) -> String {
    let Some(fewest) = replayed.fewest else {
        return text(Msg::SessionsReplayNone).to_owned();
    };
    let candidate = made(&answer.scenario, &answer.offers, place, Some(fewest));
    let Some(sizing) = &candidate.best else {
        return String::new();
    };
    // Fewer than one there are not.
    if sizing.working() == working && working == 1 {
        return String::new();
    }
    if sizing.working() == working {
        return text(Msg::SessionsReplayFewest).to_owned();
    }
    let hardware = in_short(sizing, answer.name(&candidate));
    let needs = say::sessions_replay_needs(&hardware);
    [needs, cost(sizing)].join(i18n::language().gap())
}

/// Forgets what another answer made of it; one that is being asked is asked of the new answer.
pub(super) fn renew(state: State) {
    let Trace { met, dropped, .. } = state.study.trace;
    match met.get_untracked() {
        Met::Rest => {}
        Met::Reading(_) => {
            dropped.stop();
            if replay(state).is_none() {
                met.set(Met::Rest);
            }
        }
        Met::Done(..) | Met::Failed => met.set(Met::Rest),
    }
}
