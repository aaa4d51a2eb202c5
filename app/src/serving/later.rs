//! The parts of the page, made one after another.
//!
//! Those of the first view come first, each in a turn of its own, so that the
//! browser is never busy for long; then the page is shown. The others are made
//! when the reader comes near; without being asked for, once the page has been
//! quiet for a while; and at once before printing or when something in them is
//! asked for. The last of them, and their words, are downloaded once the page is shown, and
//! they wait for both.

use crate::browser;
use crate::i18n::{self, Msg, t};
use crate::module;
use crate::page::memo::kept;
use crate::page::tabs::{self, Tab};
use crate::serving::answer::Below;
use crate::serving::embedded::{self, shows};
use crate::serving::solve::{self, Answer};
use crate::serving::state::State;
use crate::site::LATER;
use estimator::link::Section;
use futures_util::future::join;
use leptos::ev::beforeprint;
use leptos::prelude::*;
use std::sync::Arc;
use std::time::Duration;

/// How long the page is left alone after its start.
const QUIET: Duration = Duration::from_secs(3);
/// How long a download that failed is left alone.
const RETRY: Duration = Duration::from_secs(5);
/// How long a phone waits, from the start of the page, before it makes what no open tab shows:
/// opened earlier, it is made then.
const PATIENT: Duration = Duration::from_secs(10);
/// From one part to the next.
const STEP: Duration = Duration::from_millis(150);

/// A part, in the order in which they become due.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Part {
    /// The answer itself, which nobody sees: it takes as long as a part.
    Answer,
    Verdict,
    /// In the first view where it stands beside the answer.
    Question,
    /// The first of those whose messages come later.
    Ways,
    Beside,
    Memory,
    Candidates,
    Load,
    Balance,
    Value,
    Cost,
    Throughput,
    Plan,
    Levers,
    Why,
}

impl Part {
    const LAST: Self = Self::Why;

    /// Whether a page inside another has it; reactive.
    fn is_shown(self) -> bool {
        shows(match self {
            // Its form is there only where it is shown.
            Self::Question | Self::Answer => return true,
            Self::Verdict | Self::Beside => Section::Verdict,
            Self::Memory => Section::Memory,
            Self::Ways => return embedded::frame().is_none(),
            Self::Candidates => Section::Candidates,
            Self::Load => Section::Load,
            Self::Balance => Section::System,
            Self::Value | Self::Cost | Self::Throughput => Section::Charts,
            Self::Plan => Section::Plan,
            Self::Levers => Section::Levers,
            Self::Why => Section::Why,
        })
    }

    /// The tab that has it.
    const fn tab(self) -> Tab {
        match self {
            Self::Answer | Self::Verdict | Self::Question => Tab::Whole,
            Self::Ways | Self::Beside | Self::Memory => Tab::Answer,
            Self::Candidates | Self::Value | Self::Cost => Tab::Alternatives,
            Self::Load
            | Self::Balance
            | Self::Throughput
            | Self::Plan
            | Self::Levers
            | Self::Why => Tab::Details,
        }
    }

    /// Whether it is there, and its words; reactive.
    fn is_loaded(self) -> bool {
        (self as usize) < Self::Ways as usize || is_whole()
    }
}

thread_local! {
    /// The parts below the first view, once they are loaded.
    static BELOW: ArcRwSignal<Option<Below>> = ArcRwSignal::new(None);
    /// Whether they, or their words, could not be had when they were last asked for.
    static FAILED: ArcRwSignal<bool> = ArcRwSignal::new(false);
}

/// The parts below the first view, once they are loaded; reactive.
pub(crate) fn below() -> Option<Below> {
    BELOW.with(Get::get)
}

/// The same once their words are there, too.
pub(crate) fn whole_below() -> Option<Below> {
    below().filter(|_| i18n::is_whole())
}

/// Whether every part is there, and its words; reactive.
fn is_whole() -> bool {
    i18n::is_whole() && below().is_some()
}

/// Loads the missing parts below the first view and their missing words; without a
/// network, again and again.
fn load() {
    leptos::task::spawn_local(async {
        let parts = async {
            match untrack(below) {
                None => module::load_below().await,
                there => there,
            }
        };
        let (has_words, parts) = join(i18n::add(&[LATER]), parts).await;
        if untrack(below).is_none() {
            BELOW.with(|there| there.set(parts));
        }
        let there = has_words && parts.is_some();
        FAILED.with(|failed| failed.set(!there));
        if !there {
            set_timeout(load, RETRY);
        }
    });
}

/// The parts that failed to load, and a way to try again; nothing where all is there.
#[component]
pub(crate) fn NotThere() -> impl IntoView {
    let failed = Memo::new(|_| FAILED.with(Get::get));
    let said = move || {
        failed.get().then(|| {
            view! {
                <p class="problem">
                    {t(Msg::RestFailed)} " "
                    <button type="button" class="plain" on:click=|_| load()>{t(Msg::RestAgain)}</button>
                </p>
            }
        })
    };
    view! { <div role="alert" hidden=move || !failed.get()>{said}</div> }.into_any()
}

/// Begins to make parts: those of the first view, then, shown, the others.
pub(crate) fn begin(state: State) {
    let listener = window_event_listener(beforeprint, move |_| state.show_all());
    browser::while_shown(listener);
    let last_of_first = if browser::is_wide() {
        Part::Question
    } else {
        Part::Verdict
    };
    let runner = state.simulations.runner;
    let first = move || make_first(state, last_of_first);
    let answered = move || solve::seek(runner, state.first_question(), first);
    set_timeout(answered, Duration::ZERO);
}

/// Makes the parts up to `last`, one a turn, and shows the page in the turn after.
fn make_first(state: State, last: Part) {
    if make_next(state, last) {
        set_timeout(move || make_first(state, last), Duration::ZERO);
    } else {
        state.pace.run(move || {
            browser::reveal();
            load();
            state.simulations.begin();
            browser::note_started();
            set_timeout(move || make_rest(state), QUIET);
        });
    }
}

fn make_rest(state: State) {
    // All at once, when their words come, would keep the browser busy for long.
    let due = state.due.get_untracked();
    let early = due < Part::Ways as usize;
    let waits = !early && !untrack(is_whole) || due > Part::Memory as usize && is_spared();
    if waits || make_next(state, Part::LAST) {
        set_timeout(move || make_rest(state), STEP);
    }
}

/// Whether the parts of other tabs than the first are left alone so far.
fn is_spared() -> bool {
    let young = browser::now() < PATIENT.as_secs_f64() * 1e3;
    young && !browser::is_wide() && untrack(tabs::open) == Tab::Answer
}

/// Makes the next part; false where all up to `last` are there.
fn make_next(state: State, last: Part) -> bool {
    let due = state.due.get_untracked();
    let more = due <= last as usize;
    if more {
        state.due.set(due + 1);
    }
    more
}

/// A part of the page; see the module.
#[component]
pub(crate) fn Later(
    /// Which.
    part: Part,
    /// How it is made.
    children: ChildrenFn,
) -> impl IntoView {
    let state = State::of_page();
    let near = RwSignal::new(false);
    let frame = NodeRef::new();
    browser::when_near(frame, move || near.set(true));
    let shown = Memo::new(move |_| part.is_shown());
    let wanted = Memo::new(move |_| {
        shown.get() && (near.get() || state.due.get() > part as usize) && part.is_loaded()
    });
    view! {
        <div
            class=format!("later {}", part.tab().class())
            class:waiting=move || shown.get() && !wanted.get()
            hidden=move || !shown.get()
            node_ref=frame
        >
            {move || {
                wanted.get().then(|| {
                    provide_context(state.with_details(while_open(state, part)));
                    children()
                })
            }}
        </div>
    }
    .into_any()
}

/// The answer for the details of a part: that of a closed tab stays as it is until the tab is opened,
/// or all of the page is wanted.
fn while_open(state: State, part: Part) -> Signal<Option<Arc<Answer>>> {
    let tab = part.tab();
    let is_open = Memo::new(move |_| {
        let is_shown = tab == Tab::Whole || [tab, Tab::Whole].contains(&tabs::open());
        is_shown || state.due.get() == usize::MAX
    });
    let last = StoredValue::new(None);
    kept(move || {
        if is_open.get() {
            last.set_value(state.details.get());
        }
        last.get_value()
    })
    .into()
}
