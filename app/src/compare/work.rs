//! Answers the scenarios one after another: first by the closed form, each in a turn of its
//! own, then simulated by the calculator's worker.

use super::outcome::Outcome;
use super::state::State;
use crate::browser::{self, Heard, Simulator};
use crate::i18n;
use crate::page::work::{Runner, Work};
use estimator::serving::confirm::Confirmed;
use leptos::prelude::*;
use std::sync::Arc;
use std::time::Duration;

/// The answers of the page. Small handles: copy it freely.
#[derive(Clone, Copy)]
struct Answers {
    state: State,
    /// Answers by the closed form.
    runner: Runner,
    /// The worker, once it was started.
    simulator: StoredValue<Option<Simulator>, LocalStorage>,
    /// The fragment of the scenario that it simulates.
    asked: StoredValue<Option<String>>,
    /// Whether the page is shown.
    shown: StoredValue<bool>,
}

/// Begins to answer the scenarios of the page.
pub(super) fn begin(state: State) {
    let answers = Answers {
        state,
        runner: Runner::of_page(),
        simulator: StoredValue::new_local(None),
        asked: StoredValue::new(None),
        shown: StoredValue::new(false),
    };
    Effect::new(move |_| {
        state.scenarios.track();
        browser::note_simulated(false);
        set_timeout(move || answers.go_on(), Duration::ZERO);
    });
    // Amounts of all columns are in the currency of the first.
    Effect::new(move |_| {
        let columns = state.columns();
        if let Some((_, Some(first))) = columns.first() {
            i18n::set_currency(first.question.fleet.currency);
        }
    });
}

impl Work for Answers {
    /// Answers the first scenario that has no answer.
    fn advance(&mut self) -> bool {
        let columns = untrack(|| self.state.columns());
        let mut unknown = columns.iter().filter(|(_, outcome)| outcome.is_none());
        let next = unknown.next();
        if let Some((named, _)) = next {
            self.put(Outcome::of(named.fragment()));
        }
        next.is_some()
    }
}

impl Answers {
    /// Answers all scenarios, then simulates them.
    fn go_on(self) {
        if let Some(turn) = self.runner.begin() {
            let answered = |answers: Self, _| answers.confirm_next();
            self.runner.run(turn, Duration::ZERO, self, answered);
        }
    }

    /// Simulates the next answer; without one, the page rests.
    fn confirm_next(self) {
        let columns = untrack(|| self.state.columns());
        self.show();
        if untrack(|| self.state.unsimulated.get()) {
            browser::note_simulated(true);
            return;
        }
        let mut outcomes = columns.iter().filter_map(|(_, outcome)| outcome.as_ref());
        match outcomes.find(|outcome| !outcome.simulated) {
            Some(outcome) => self.simulate(outcome),
            None => browser::after_paint(|| browser::note_simulated(true)),
        }
    }

    /// Keeps an outcome, and none of a scenario that is not on the page.
    fn put(self, outcome: Outcome) {
        let scenarios = self.state.scenarios.get_untracked();
        let is_there = |fragment: &str| scenarios.iter().any(|one| one.fragment() == fragment);
        self.state.outcomes.update(|known| {
            known.retain(|one| is_there(&one.fragment) && one.fragment != outcome.fragment);
            if is_there(&outcome.fragment) {
                known.push(Arc::new(outcome));
            }
        });
    }

    fn show(self) {
        if !self.shown.get_value() {
            self.shown.set_value(true);
            set_timeout(crate::show_page, Duration::ZERO);
        }
    }

    fn simulate(self, outcome: &Outcome) {
        if self.asked.with_value(Option::is_some) {
            return;
        }
        self.start();
        let asked = self.simulator.with_value(|simulator| {
            let asked = simulator.as_ref();
            asked.map(|simulator| simulator.ask(outcome.question.clone()))
        });
        if asked.is_some() {
            self.asked.set_value(Some(outcome.fragment.clone()));
        } else {
            self.fail();
        }
    }

    /// Starts the worker, once.
    fn start(self) {
        if self.simulator.with_value(Option::is_some) {
            return;
        }
        let heard = move |heard| {
            if let Heard::Simulated(confirmed) = heard {
                self.confirm(&confirmed);
            }
        };
        let simulator = Simulator::start(heard, move || self.fail());
        self.simulator.set_value(simulator);
    }

    fn fail(self) {
        self.state.unsimulated.set(true);
        browser::note_simulated(true);
    }

    fn confirm(self, confirmed: &[Confirmed]) {
        let asked = self.asked.try_update_value(Option::take).flatten();
        let known = self.state.outcomes.get_untracked();
        let outcome = known
            .iter()
            .find(|one| Some(&one.fragment) == asked.as_ref());
        if let Some(outcome) = outcome {
            self.put(outcome.confirmed(confirmed));
        }
        self.go_on();
    }
}
