//! The answer, simulated: the closed form's is shown at once, and replaced by that
//! of single requests as soon as a worker has simulated them.

use crate::browser::{self, Heard, Simulator};
use crate::serving::solve::Answer;
use crate::serving::state::State;
use crate::worker::message::LeverOutcome;
use estimator::serving::confirm::Confirmed;
use estimator::serving::link;
use estimator::serving::link::Link;
use estimator::serving::question::Question;
use leptos::prelude::*;
use std::cell::{Cell, RefCell};
use std::sync::Arc;
use std::time::Duration;

/// How long the page is left alone after its start before the worker is downloaded.
const AFTER_START: Duration = Duration::from_millis(300);

/// How long a simulation takes before the page says that it is under way.
const PATIENCE: Duration = Duration::from_millis(300);

/// An answer, before and after simulation.
#[derive(Clone)]
pub(crate) struct Simulation {
    /// As the search left it.
    pub(crate) bound: Arc<Answer>,
    /// With its shortlist simulated.
    pub(crate) answer: Arc<Answer>,
}

/// The answer as simulated `last`, if that was this one; as the search left it until then.
/// Reactive to `last`.
pub(crate) fn simulated(last: RwSignal<Option<Simulation>>, bound: Arc<Answer>) -> Arc<Answer> {
    let simulated = last.with(|last| {
        let last = last.as_ref()?;
        Arc::ptr_eq(&last.bound, &bound).then(|| Arc::clone(&last.answer))
    });
    simulated.unwrap_or(bound)
}

/// The outcomes of single changes of the question.
#[derive(Clone, Default)]
pub(crate) struct Levers {
    /// The answer they would change.
    pub(crate) of: Option<Arc<Answer>>,
    /// The known ones, in any order.
    pub(crate) outcomes: Vec<LeverOutcome>,
    /// Whether that is all.
    pub(crate) complete: bool,
}

/// How far the simulation of the answer on the page is.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Progress {
    /// It has only just begun, or is not needed.
    #[default]
    Quiet,
    /// It takes a while.
    Running,
    /// Done.
    Done,
    /// The worker could not be had: the closed form stands.
    Failed,
}

/// Begins to simulate every answer, a moment after the page is shown.
pub(crate) fn begin(state: State) {
    browser::note_simulated(false);
    set_timeout(move || follow(state), AFTER_START);
}

thread_local! {
    /// The worker, once it was started.
    static SIMULATOR: RefCell<Option<Simulator>> = const { RefCell::new(None) };
    /// Whether the answer that is searched for was asked of the worker already.
    static AHEAD: Cell<bool> = const { Cell::new(false) };
}

/// Asks the worker to simulate a question whose answer is only being searched for here.
/// Its reply comes after: the page hears of it in a turn of its own.
pub(crate) fn ask_ahead(question: &Question) {
    AHEAD.set(ask(question));
}

/// Asks the worker; false where there is none yet.
fn ask(question: &Question) -> bool {
    SIMULATOR.with_borrow(|simulator| {
        let asked = simulator.as_ref().map(|simulator| {
            let question = question.clone();
            simulator.ask(&link::write(&Link {
                question,
                ..Link::default()
            }));
        });
        asked.is_some()
    })
}

fn follow(state: State) {
    let failed = move || {
        state.progress.set(Progress::Failed);
        state.levers.set(Levers::default());
        browser::note_simulated(true);
    };
    let simulator = Simulator::start(move |heard| hear(state, heard), failed);
    let Some(simulator) = simulator else {
        failed();
        return;
    };
    SIMULATOR.set(Some(simulator));
    browser::at_end(|| {
        SIMULATOR.take();
        AHEAD.set(false);
    });
    let timer = StoredValue::new(None::<TimeoutHandle>);
    Effect::new(move |_| {
        let Some(bound) = state.bound.get() else {
            browser::note_simulated(true);
            return;
        };
        if state.progress.get_untracked() == Progress::Failed {
            return;
        }
        state.progress.set(Progress::Quiet);
        state.levers.set(Levers::default());
        browser::note_simulated(false);
        let running = move || {
            if state.progress.get_untracked() == Progress::Quiet {
                state.progress.set(Progress::Running);
            }
        };
        if let Some(timer) = timer.get_value() {
            timer.clear();
        }
        timer.set_value(set_timeout_with_handle(running, PATIENCE).ok());
        // Most were asked for before they were searched.
        if !AHEAD.take() {
            ask(&bound.question);
        }
    });
}

/// Puts the reply of a worker on the page.
fn hear(state: State, heard: Heard) {
    match heard {
        Heard::Simulated(confirmed) => confirm(state, &confirmed),
        Heard::Lever(outcome) => state.levers.update(|levers| levers.outcomes.push(outcome)),
        // Asked by another page.
        Heard::Packed(_) => {}
        Heard::End => state.levers.update(|levers| levers.complete = true),
    }
}

fn confirm(state: State, confirmed: &[Confirmed]) {
    if let Some(bound) = state.bound.get_untracked() {
        state.levers.set(Levers {
            of: Some(Arc::clone(&bound)),
            ..Levers::default()
        });
        let answer = Arc::new(bound.confirmed(confirmed));
        state.simulation.set(Some(Simulation { bound, answer }));
    }
    state.progress.set(Progress::Done);
    browser::after_paint(|| browser::note_simulated(true));
}
