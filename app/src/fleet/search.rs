//! The conversation with the worker that packs: every good question is asked, the newest wins, and
//! what is known of the one before stays until then.

use super::state::{Phase, Shown, State};
use crate::browser::{self, Heard, Simulator};
use estimator::fleet::asked::carried;
use estimator::fleet::asked::link::{self, Link};
use estimator::parcel::Parcel;
use leptos::prelude::*;
use std::sync::Arc;

/// Asks every question of the page from now on.
pub(super) fn begin(state: State) {
    browser::note_simulated(false);
    let failed = move || {
        state.study.phase.set(Phase::Failed);
        browser::note_simulated(true);
    };
    let Some(worker) = Simulator::start(move |heard| hear(state, heard), failed) else {
        failed();
        return;
    };
    let worker = StoredValue::new_local(worker);
    Effect::new(move |_| {
        let Some(question) = state.asked() else {
            return;
        };
        if state.study.phase.get_untracked() == Phase::Failed {
            return;
        }
        state.study.phase.set(Phase::Searching);
        browser::note_simulated(false);
        let fragment = link::write(&Link {
            question: Arc::unwrap_or_clone(question),
            ..Link::default()
        });
        worker.with_value(|worker| worker.pack(&fragment));
    });
}

/// Puts the reply of the worker on the page.
fn hear(state: State, heard: Heard) {
    match heard {
        Heard::Packed(parcel) => show(state, &parcel),
        Heard::End => {
            state.study.phase.set(Phase::Done);
            browser::after_paint(|| browser::note_simulated(true));
        }
        // Asked by another page.
        Heard::Settled(_)
        | Heard::Simulated(_)
        | Heard::Turned(_)
        | Heard::Lever(_)
        | Heard::SessionsSized(_)
        | Heard::Tried(_) => {}
    }
}

fn show(state: State, parcel: &Parcel) {
    let question = untrack(|| state.asked());
    if let (Some(question), Some(report)) = (question, carried::read(parcel)) {
        let report = Arc::new(report);
        state.study.shown.set(Some(Shown { question, report }));
        state.study.phase.set(Phase::Going);
    }
}
