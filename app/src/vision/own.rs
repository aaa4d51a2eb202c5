//! A model of the user's own: its file is read by a worker in slices, never held as a whole and never
//! run; its counts go into the question, and with it into the link.

use super::state::State;
use crate::browser;
use crate::i18n;
use crate::page::dropped::{Dropped, harmless};
use crate::worker::message::Request;
use estimator::import::network::{Note, Refused, wire};
use estimator::vision::counted::Counted;
use leptos::prelude::*;
use leptos::web_sys::{Blob, File};
use std::sync::Arc;

/// The most files of a pipeline that wait for others.
const MOST_PARTS: usize = 16;
/// The longest name that is looked up.
const LONGEST_NAME: usize = 80;

/// The reading of the last file.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Phase {
    /// Nothing was dropped yet.
    Rest,
    /// It goes on: the share of the file that was read.
    Reading(f64),
    /// Parts of a pipeline are there, and these names are not.
    Waiting(String),
    /// It has ended in these counts, with something to say.
    Done(Box<Counted>, Arc<Vec<Note>>),
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
    /// Configs that were dropped: each may be a part of a pipeline whose others follow.
    parts: StoredValue<Vec<File>, LocalStorage>,
}

impl Own {
    pub(super) fn new() -> Self {
        Self {
            phase: RwSignal::new(Phase::Rest),
            dropped: Dropped::of_page(),
            parts: StoredValue::new_local(Vec::new()),
        }
    }

    /// What is read of a file: of a config, with those that came before.
    fn whole(self, name: &str, file: File) -> Option<Blob> {
        let config = name.to_ascii_lowercase().ends_with(".json");
        self.parts
            .try_update_value(|parts| {
                if !config {
                    parts.clear();
                    return Some(file.into());
                }
                if parts.len() >= MOST_PARTS {
                    parts.remove(0);
                }
                parts.push(file);
                browser::joined(parts)
            })
            .flatten()
    }

    /// Leaves the last part out, or all.
    fn forget(self, all: bool) {
        self.parts.try_update_value(|parts| {
            if all {
                parts.clear();
            } else {
                parts.pop();
            }
        });
    }
}

/// Reads a file, and asks about what it holds.
pub(super) fn take(state: State, file: File) {
    let Own { phase, .. } = state.study.own;
    let name = harmless(&file.name());
    match state.study.own.whole(&name, file) {
        Some(whole) => read(state, name, whole, move |phase, name, refused| {
            state.study.own.forget(false);
            phase.set(Phase::Failed(name, refused));
        }),
        None => phase.set(Phase::Failed(name, Some(Refused::Unread))),
    }
}

/// Looks a name up among all networks that were counted, where it may be one; one that nobody knows
/// stays in its field with an error.
pub(super) fn look_up(state: State, name: &str) {
    let may_be = |letter: char| letter.is_ascii_alphanumeric() || "._-/".contains(letter);
    let short = (1..=LONGEST_NAME).contains(&name.len());
    let file = Some(name).filter(|name| short && name.chars().all(may_be));
    let file = file.and_then(|name| browser::of_text(&format!(r#"{{"architecture":"{name}"}}"#)));
    let unknown = move |phase: RwSignal<Phase>, name: String| {
        phase.set(Phase::Rest);
        state.choose(|draft| draft.unknown_model = Some(name));
    };
    match file {
        Some(file) => read(state, name.to_owned(), file, move |phase, name, _| {
            unknown(phase, name);
        }),
        None => unknown(
            state.study.own.phase,
            crate::serving::draft::shortened(name),
        ),
    }
}

/// Reads what goes by that name; `failed` hears why it has no counts.
fn read(
    state: State,
    name: String,
    file: Blob,
    failed: impl Fn(RwSignal<Phase>, String, Option<Refused>) + Copy + 'static,
) {
    let own = state.study.own;
    let Own { phase, dropped, .. } = own;
    let told = move |share| phase.set(Phase::Reading(share));
    told(0.0);
    let lost = name.clone();
    let request = |file| Request::ReadNetwork { file };
    let begun = dropped.read(file, request, told, move |text| {
        match text.as_deref().map(wire::decode) {
            None => failed(phase, name, None),
            Some(Err(Refused::Parts { names })) => phase.set(Phase::Waiting(names)),
            Some(Err(refused)) => failed(phase, name, Some(refused)),
            Some(Ok(found)) => {
                let counted = found.counted;
                if matches!(counted, Counted::Pipeline(_)) {
                    own.forget(true);
                }
                let name = found.name.unwrap_or(name);
                state.choose(|draft| draft.take_own(&name, &counted, i18n::marks()));
                phase.set(Phase::Done(Box::new(counted), Arc::new(found.notes)));
            }
        }
    });
    if !begun {
        failed(phase, lost, None);
    }
}

/// Stops the reading, and waits for no parts.
pub(super) fn cancel(state: State) {
    let own = state.study.own;
    own.dropped.stop();
    own.forget(true);
    own.phase.set(Phase::Rest);
}

/// Goes back to the usual model of the kind.
pub(super) fn remove(state: State) {
    state.study.own.forget(true);
    state.study.own.phase.set(Phase::Rest);
    state.choose(|draft| draft.leave_own(i18n::marks()));
}
