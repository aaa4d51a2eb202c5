//! Parts of the page that may come later: they are made when the reader comes
//! near, so that the answer itself is there sooner; without being asked for,
//! once the page has been quiet for a while, one after another; and at once
//! before printing or when something in them is asked for.

use crate::browser;
use crate::state::State;
use leptos::ev::beforeprint;
use leptos::prelude::*;
use std::time::Duration;

/// How long the page is left alone after its start.
const QUIET: Duration = Duration::from_secs(3);
/// From one part to the next.
const STEP: Duration = Duration::from_millis(150);

/// Begins to count parts as due after a while, and all of them for printing.
pub(crate) fn begin(state: State) {
    window_event_listener(beforeprint, move |_| state.show_all());
    set_timeout(move || next(state), QUIET);
}

fn next(state: State) {
    let due = state.due.get_untracked();
    if due < PARTS {
        state.due.set(due + 1);
        set_timeout(move || next(state), STEP);
    }
}

/// How many parts there are.
const PARTS: usize = 7;

/// A part in the order of the page; see the module.
#[component]
pub(crate) fn Later(
    /// Its place in the order in which parts become due.
    place: usize,
    /// Whether it is wanted from the start.
    #[prop(optional)]
    now: bool,
    /// How it is made.
    children: ChildrenFn,
) -> impl IntoView {
    debug_assert!(place < PARTS, "a part that never becomes due");
    let state = State::of_page();
    let near = RwSignal::new(now);
    let frame = NodeRef::new();
    if !now {
        browser::when_near(frame, move || near.set(true));
    }
    let wanted = Memo::new(move |_| near.get() || state.due.get() > place);
    view! {
        <div class="later" class:waiting=move || !wanted.get() node_ref=frame>
            {move || wanted.get().then(|| children())}
        </div>
    }
    .into_any()
}
