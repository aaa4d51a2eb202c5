//! The calculator's answer, simulated as there: the replicas of the closed form are paid
//! for until a worker has simulated them.

use super::state::State;
use crate::browser::{self, Heard, Simulator};
use crate::serving::simulated::Simulation;
use crate::serving::solve::Answer;
use estimator::serving::confirm::Confirmed;
use estimator::serving::link;
use estimator::serving::link::Link;
use leptos::prelude::*;
use std::sync::Arc;
use std::time::Duration;

/// How long the page is left alone after its start before the worker is downloaded.
const AFTER_START: Duration = Duration::from_millis(300);

/// Begins to simulate every answer, a moment after the page is shown.
pub(super) fn begin(state: State) {
    browser::note_simulated(false);
    set_timeout(move || follow(state), AFTER_START);
}

fn follow(state: State) {
    let heard = move |heard| {
        if let Heard::Simulated(confirmed) = heard {
            confirm(state, &confirmed);
        }
    };
    // Without a worker the closed form stands.
    let Some(simulator) = Simulator::start(heard, || browser::note_simulated(true)) else {
        browser::note_simulated(true);
        return;
    };
    let simulator = StoredValue::new_local(simulator);
    Effect::new(move |last: Option<Option<Arc<Answer>>>| {
        let Some(bound) = state.bound() else {
            browser::note_simulated(true);
            return None;
        };
        // Growth alone changes nothing of today's answer.
        if let Some(Some(last)) = last.filter(|last| is_one(last.as_ref(), &bound)) {
            return Some(last);
        }
        browser::note_simulated(false);
        let fragment = link::write(&Link {
            question: bound.question.clone(),
            ..Link::default()
        });
        simulator.with_value(|simulator| simulator.ask(&fragment));
        Some(bound)
    });
}

fn is_one(last: Option<&Arc<Answer>>, bound: &Arc<Answer>) -> bool {
    last.is_some_and(|last| Arc::ptr_eq(last, bound))
}

fn confirm(state: State, confirmed: &[Confirmed]) {
    if let Some(bound) = untrack(|| state.bound()) {
        let answer = Arc::new(bound.confirmed(confirmed));
        state.simulation.set(Some(Simulation { bound, answer }));
    }
    browser::after_paint(|| browser::note_simulated(true));
}
