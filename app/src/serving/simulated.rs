//! The answer, simulated: the closed form's is shown at once, and replaced by that
//! of single requests as soon as a worker has simulated them.

use crate::browser::{self, Heard, Simulator};
use crate::page::memo::kept;
use crate::page::work::Runner;
use crate::serving::solve::{Answer, Solving};
use crate::worker::message::LeverOutcome;
use estimator::serving::confirm::Confirmed;
use estimator::serving::question::Question;
use leptos::prelude::*;
use std::cell::{Cell, RefCell};
use std::ops::Deref;
use std::sync::Arc;
use std::time::Duration;

/// How long the page is left alone after its start before the worker is downloaded.
const AFTER_START: Duration = Duration::from_millis(300);

/// How long a simulation takes before the page says that it is under way.
const PATIENCE: Duration = Duration::from_millis(300);

/// An answer, before and after simulation.
#[derive(Clone)]
struct Simulation {
    /// As the search left it.
    bound: Arc<Answer>,
    /// With its shortlist simulated.
    answer: Arc<Answer>,
    /// What was simulated of it.
    confirmed: Vec<Confirmed>,
    /// The answer to its question with the fleet turned, once that is known.
    turned: Option<Turned>,
}

/// The answer as simulated `last`, if that was this one; as the search left it until then.
/// Reactive to `last`.
fn simulated(last: RwSignal<Option<Simulation>>, bound: Arc<Answer>) -> Arc<Answer> {
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

/// The answer to a question with its fleet turned, simulated where there is a worker; `None` where
/// it cannot be asked.
pub(crate) type Turned = Option<Arc<Answer>>;

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

/// The simulations of a page's answers, which live as long as the page: copy it freely.
#[derive(Clone, Copy)]
pub(crate) struct Simulations(&'static Signals);

impl Deref for Simulations {
    type Target = Signals;

    fn deref(&self) -> &Signals {
        self.0
    }
}

/// The signals.
pub(crate) struct Signals {
    /// The last good answer by the closed form alone.
    pub(crate) bound: Memo<Option<Arc<Answer>>>,
    /// The last simulation.
    last: RwSignal<Option<Simulation>>,
    /// The outcomes of single changes.
    pub(crate) levers: RwSignal<Levers>,
    /// How far the simulation of the answer is.
    pub(crate) progress: RwSignal<Progress>,
    /// Answers what the page asks first, and then turned questions.
    pub(crate) runner: Runner,
    /// How long a recommendation waits for what stands beside it.
    patience: Duration,
}

impl Simulations {
    /// None yet of the answers that `bound` has. A recommendation that is simulated is shown after
    /// `patience`, unless all that stands beside it is, too, by then.
    pub(crate) fn of(bound: Memo<Option<Arc<Answer>>>, patience: Duration) -> Self {
        Self(Box::leak(Box::new(Signals {
            bound,
            last: RwSignal::new(None),
            levers: RwSignal::default(),
            progress: RwSignal::default(),
            runner: Runner::of_page(),
            patience,
        })))
    }

    /// The last good answer, simulated as soon as a worker has done so.
    pub(crate) fn answer(self) -> Memo<Option<Arc<Answer>>> {
        kept(move || Some(simulated(self.last, self.bound.get()?)))
    }

    /// Whether an answer is about to be replaced: it is the closed form's, and a worker simulates it.
    pub(crate) fn replaces(self, answer: &Arc<Answer>) -> bool {
        let is_simulated = self.last.with_untracked(|last| {
            last.as_ref()
                .is_some_and(|last| Arc::ptr_eq(&last.answer, answer))
        });
        let is_asked = SIMULATOR.with_borrow(Option::is_some);
        is_asked && !is_simulated && self.progress.get_untracked() != Progress::Failed
    }

    /// The last good answer by the closed form, and that to its question turned, once it is known;
    /// reactive.
    pub(crate) fn turned(self) -> Option<(Arc<Answer>, Turned)> {
        let bound = self.bound.get()?;
        let turned = self.last.with(|last| {
            let last = last.as_ref()?;
            let is_its = Arc::ptr_eq(&last.bound, &bound);
            last.turned.clone().filter(|_| is_its)
        });
        Some((bound, turned?))
    }

    /// Answers the last good answer's question turned, in turns; `confirmed` is what was simulated
    /// of that.
    fn turn(self, confirmed: Vec<Confirmed>) {
        // Without an answer the first one may be on its way, which is not given up.
        let Some(bound) = self.bound.try_get_untracked().flatten() else {
            return;
        };
        let Some(turn) = self.runner.begin() else {
            return;
        };
        let mut question = bound.question.clone();
        question.fleet = question.fleet.turned();
        let put = move |turned: Option<Answer>| {
            if !is_on(self, &bound) {
                return;
            }
            let turned = turned.map(|answer| Arc::new(answer.confirmed(&confirmed)));
            let _ = self.last.try_update(|last| match last {
                Some(last) if Arc::ptr_eq(&last.bound, &bound) => last.turned = Some(turned),
                // Nothing simulates.
                last => {
                    *last = Some(Simulation {
                        answer: Arc::clone(&bound),
                        bound,
                        confirmed: Vec::new(),
                        turned: Some(turned),
                    });
                }
            });
        };
        match Solving::begin(question) {
            Ok(solving) => self
                .runner
                .run(turn, Duration::ZERO, solving, |solving, _| {
                    put(Some(solving.into_answer()));
                }),
            Err(_) => put(None),
        }
    }

    /// Begins to simulate every answer, a moment after the page is shown.
    pub(crate) fn begin(self) {
        browser::note_simulated(false);
        set_timeout(move || follow(self), AFTER_START);
    }
}

thread_local! {
    /// The worker, once it was started.
    static SIMULATOR: RefCell<Option<Simulator>> = const { RefCell::new(None) };
    /// Whether the answer that is searched for was asked of the worker already.
    static AHEAD: Cell<bool> = const { Cell::new(false) };
    /// What waits until the recommendation is painted.
    static AFTER: RefCell<Option<After>> = const { RefCell::new(None) };
    /// Shows a recommendation that waits.
    static WAITING: Cell<Option<TimeoutHandle>> = const { Cell::new(None) };
}

/// An answer whose recommendation is about to be painted.
struct After {
    bound: Arc<Answer>,
    /// All that was simulated of it, if that is there already.
    rest: Option<Vec<Confirmed>>,
}

/// Asks the worker to simulate a question whose answer is only being searched for here.
/// Its reply comes after: the page hears of it in a turn of its own.
pub(crate) fn ask_ahead(question: &Question) {
    AHEAD.set(ask(question));
}

/// Asks the worker; false where there is none yet.
fn ask(question: &Question) -> bool {
    SIMULATOR.with_borrow(|simulator| {
        let asked = simulator.as_ref();
        asked
            .map(|simulator| simulator.ask(question.clone()))
            .is_some()
    })
}

fn follow(page: Simulations) {
    let failed = move || {
        page.progress.set(Progress::Failed);
        page.levers.set(Levers::default());
        browser::note_simulated(true);
        page.turn(Vec::new());
    };
    match Simulator::start(move |heard| hear(page, heard), failed) {
        Some(simulator) => SIMULATOR.set(Some(simulator)),
        None => failed(),
    }
    browser::at_end(|| {
        SIMULATOR.take();
        AHEAD.set(false);
        AFTER.take();
        settle_no_more();
    });
    let timer = StoredValue::new(None::<TimeoutHandle>);
    Effect::new(move |_| {
        let Some(bound) = page.bound.get() else {
            browser::note_simulated(true);
            return;
        };
        if page.progress.get_untracked() == Progress::Failed {
            page.turn(Vec::new());
            return;
        }
        page.progress.set(Progress::Quiet);
        page.levers.set(Levers::default());
        browser::note_simulated(false);
        let running = move || {
            if page.progress.get_untracked() == Progress::Quiet {
                page.progress.set(Progress::Running);
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
fn hear(page: Simulations, heard: Heard) {
    if !matches!(heard, Heard::Settled(_) | Heard::Simulated(_)) {
        // Where nothing is painted for long.
        go_on(page);
    }
    match heard {
        Heard::Settled(confirmed) if page.patience.is_zero() => settle(page, confirmed),
        Heard::Settled(confirmed) => settle_later(page, confirmed),
        Heard::Simulated(confirmed) => {
            settle_no_more();
            let at_once = AFTER.with_borrow_mut(|after| match after {
                Some(After { bound, rest }) if is_on(page, bound) => {
                    *rest = Some(confirmed);
                    None
                }
                _ => Some(confirmed),
            });
            if let Some(confirmed) = at_once {
                complete(page, confirmed);
            }
        }
        Heard::Turned(confirmed) => page.turn(confirmed),
        Heard::Lever(outcome) => page.levers.update(|levers| levers.outcomes.push(outcome)),
        // Asked by another page.
        Heard::Packed(_) | Heard::SessionsSized(_) | Heard::Tried(_) => {}
        Heard::End => page.levers.update(|levers| levers.complete = true),
    }
}

/// Shows the recommendation after a while.
fn settle_later(page: Simulations, confirmed: Vec<Confirmed>) {
    let bound = page.bound.get_untracked();
    let show = move || {
        if bound.is_some_and(|bound| is_on(page, &bound)) {
            settle(page, confirmed);
        }
    };
    settle_no_more();
    WAITING.set(set_timeout_with_handle(show, page.patience).ok());
}

/// Shows no recommendation that waits.
fn settle_no_more() {
    if let Some(waiting) = WAITING.take() {
        waiting.clear();
    }
}

/// Shows the recommendation, simulated; what stands beside it once that is painted, though it may be
/// there by then.
fn settle(page: Simulations, confirmed: Vec<Confirmed>) {
    let bound = page.bound.get_untracked();
    AFTER.set(bound.map(|bound| After { bound, rest: None }));
    // Before the details are drawn, which come after the same frame.
    browser::after_paint(move || {
        browser::note_settled();
        go_on(page);
    });
    confirm(page, confirmed);
}

/// Shows what came of an answer while its recommendation was painted.
fn go_on(page: Simulations) {
    if let Some(After { bound, rest }) = AFTER.take()
        && let Some(rest) = rest
        && is_on(page, &bound)
    {
        complete(page, rest);
    }
}

/// Shows all of it, simulated.
fn complete(page: Simulations, confirmed: Vec<Confirmed>) {
    confirm(page, confirmed);
    page.progress.set(Progress::Done);
    // The details follow a frame later.
    browser::after_paint(|| browser::next_turn(|| browser::note_simulated(true)));
}

/// Whether an answer is the page's.
fn is_on(page: Simulations, bound: &Arc<Answer>) -> bool {
    let on_page = page.bound.try_get_untracked().flatten();
    on_page.is_some_and(|on_page| Arc::ptr_eq(&on_page, bound))
}

/// Shows an answer with what was simulated of it; as it stands where that is shown already.
fn confirm(page: Simulations, confirmed: Vec<Confirmed>) {
    let Some(bound) = page.bound.get_untracked() else {
        return;
    };
    let is_shown = page.last.with_untracked(|last| {
        last.as_ref()
            .is_some_and(|last| Arc::ptr_eq(&last.bound, &bound) && last.confirmed == confirmed)
    });
    if is_shown {
        return;
    }
    page.levers.set(Levers {
        of: Some(Arc::clone(&bound)),
        ..Levers::default()
    });
    let answer = Arc::new(bound.confirmed(&confirmed));
    page.last.set(Some(Simulation {
        bound,
        answer,
        confirmed,
        turned: None,
    }));
}
