//! The answer that others are compared with: pinned by the user, and kept until the page is left.

use crate::serving::answer::Figure;
use crate::serving::later;
use crate::serving::solve::Answer;
use crate::serving::state::State;
use leptos::prelude::*;
use std::sync::Arc;

/// The pinned answer of the page, where there is one.
#[derive(Clone, Copy)]
pub(crate) struct Baseline(RwSignal<Option<Arc<Answer>>>);

impl Baseline {
    /// A page that has none yet, put where every component finds it.
    pub(crate) fn provide() {
        provide_context(Self(RwSignal::new(None)));
    }

    /// That of this page.
    pub(crate) fn of_page() -> Self {
        expect_context()
    }

    /// The answer; reactive.
    pub(crate) fn get(self) -> Option<Arc<Answer>> {
        self.0.get()
    }

    /// Pins the page's answer, unless its question is being answered anew.
    pub(crate) fn pin(self, state: State) {
        if !untrack(|| state.is_stale()) {
            self.set(state.answer.get_untracked());
        }
    }

    /// Pins another answer, or none.
    pub(crate) fn set(self, answer: Option<Arc<Answer>>) {
        self.0.set(answer);
    }
}

/// The difference of a figure of an answer's recommendation to that of the pinned one; nothing
/// where none is pinned. Reactive.
pub(crate) fn beside(figure: Figure, answer: &Answer) -> Option<AnyView> {
    let pinned = Baseline::of_page().get()?;
    (later::whole_below()?.difference)(figure, &pinned, answer)
}
