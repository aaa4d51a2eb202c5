//! The search for settings, in turns of some milliseconds; a later day gives up the one before.

use super::{Ground, Outcome, Searched, Trial};
use crate::browser;
use crate::page::turns::{Turn, Turns};
use estimator::kubernetes::autoscale::Search;
use leptos::prelude::*;
use std::rc::Rc;
use std::sync::Arc;

/// Milliseconds of a turn, so that a frame is not missed.
const SLICE: f64 = 8.0;

/// How far the search on the ground is.
pub(super) fn begin(ground: Memo<Ground>) -> RwSignal<Searched> {
    let searched = RwSignal::new(Searched::Nothing);
    let turns = Rc::new(Turns::new());
    let ended = StoredValue::new_local(Rc::clone(&turns));
    on_cleanup(move || {
        ended.with_value(|turns| turns.begin());
    });
    Effect::new(move |_| {
        let turn = turns.begin();
        let work = match ground.get() {
            Ground::Day(trial) => Work::of(trial, turn),
            Ground::None | Ground::Even => None,
        };
        match work {
            None => searched.set(Searched::Nothing),
            Some(work) => {
                searched.set(Searched::Part(0.0));
                go_on(work, Rc::clone(&turns), searched);
            }
        }
    });
    searched
}

struct Work {
    outcome: Outcome,
    search: Search,
    turn: Turn,
}

impl Work {
    /// `None` where a number of the day is out of range.
    fn of(trial: Arc<Trial>, turn: Turn) -> Option<Self> {
        Some(Self {
            search: Search::new(trial.day)?,
            outcome: Outcome {
                fixed: trial.way(trial.day.fixed()?),
                ruled: trial.way(trial.day.tried(trial.ruled)?),
                found: None,
                trial,
            },
            turn,
        })
    }
}

/// A turn, and then the next; nothing once something later was begun.
fn go_on(mut work: Work, turns: Rc<Turns>, searched: RwSignal<Searched>) {
    browser::next_turn(move || {
        if !turns.is_latest(work.turn) {
            return;
        }
        let until = browser::now() + SLICE;
        let mut over = work.search.advance();
        while !over && browser::now() < until {
            over = work.search.advance();
        }
        if over {
            let found = work.search.found();
            work.outcome.found = found.map(|found| work.outcome.trial.way(found));
            searched.set(Searched::Whole(Arc::new(work.outcome)));
        } else {
            searched.set(Searched::Part(work.search.progress()));
            go_on(work, turns, searched);
        }
    });
}
