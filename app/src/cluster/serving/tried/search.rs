//! The conversation with the worker that tries the autoscaler: a later day gives up the one before,
//! and what is known of a day is shown while the search goes on.

use super::{Ground, Known, Searched, Trial};
use crate::browser::{Heard, Simulator};
use estimator::kubernetes::autoscale::Outcome;
use estimator::parcel::Parcel;
use leptos::prelude::*;
use std::sync::Arc;

/// What is known of the ground from now on.
pub(super) fn begin(ground: Memo<Ground>) -> RwSignal<Searched> {
    let searched = RwSignal::new(Searched::Nothing);
    let asked = StoredValue::new(None::<Arc<Trial>>);
    let worker = StoredValue::new_local(None::<Simulator>);
    let failed = move || searched.set(Searched::Failed);
    let hear = move |heard| match heard {
        Heard::Tried(parcel) => {
            let known = asked.get_value().zip(Outcome::of(&parcel));
            if let Some((trial, outcome)) = known {
                let known = Known { trial, outcome };
                searched.set(Searched::Known(Arc::new(known)));
            }
        }
        // Where nothing came of it, a number of the day is out of range.
        Heard::End if searched.with_untracked(|searched| *searched == Searched::Begun) => {
            searched.set(Searched::Nothing);
        }
        // Asked by another page.
        Heard::Settled(_)
        | Heard::Simulated(_)
        | Heard::Turned(_)
        | Heard::Lever(_)
        | Heard::Packed(_)
        | Heard::SessionsSized(_)
        | Heard::End => {}
    };
    Effect::new(move |_| {
        let trial = match ground.get() {
            Ground::Day(trial) => Some(trial),
            Ground::None | Ground::Even => None,
        };
        asked.set_value(trial.clone());
        let Some(trial) = trial else {
            searched.set(Searched::Nothing);
            // One that is under way is given up.
            worker.with_value(|worker| {
                if let Some(worker) = worker {
                    worker.attempt(Parcel::default());
                }
            });
            return;
        };
        // Started with the first day.
        if worker.with_value(Option::is_none) {
            worker.set_value(Simulator::start(hear, failed));
        }
        searched.set(Searched::Begun);
        worker.with_value(|worker| match worker {
            Some(worker) => worker.attempt(trial.tried.parcel()),
            None => failed(),
        });
    });
    searched
}
