//! The state of the page, in step with its address.

use super::address::{self, Asked};
use crate::browser;
use crate::i18n::{self, Language, Switched};
use crate::page::steps::Steps;
use leptos::prelude::*;
use std::time::Duration;

/// Id of the heading, which has the focus once a question is shown.
pub(super) const HEADING: &str = "question";

/// The state of the page.
#[derive(Clone, Copy)]
pub(super) struct State {
    /// The contents of the address.
    pub(super) asked: RwSignal<Asked>,
    /// The parts of the address that were left out.
    pub(super) skipped: RwSignal<Vec<String>>,
    /// The address's.
    steps: Steps,
}

impl State {
    /// As the address has it, from now on.
    pub(super) fn open() -> Self {
        let (asked, skipped) = address::read(&browser::fragment());
        let state = Self {
            asked: RwSignal::new(asked),
            skipped: RwSignal::new(skipped),
            steps: Steps::begin(),
        };
        browser::on_address_change(move || {
            state.steps.arrive();
            let (asked, skipped) = address::read(&browser::fragment());
            state.skipped.set(skipped);
            state.asked.set(asked);
        });
        state
    }

    /// Answers the question that is shown.
    pub(super) fn choose(self, id: &str) {
        self.asked.update(|asked| {
            // An answer that is shown is offered.
            let _ = asked.answers.choose(asked.at, id);
        });
        browser::replace_fragment(&self.fragment());
    }

    /// Goes to a question, as a step that Back undoes.
    pub(super) fn go(self, question: usize) {
        self.asked
            .update(|asked| asked.at = question.min(asked.answers.open()));
        self.skipped.set(Vec::new());
        self.steps.push(&self.fragment());
        // It is there after this turn.
        set_timeout(|| browser::focus(HEADING), Duration::ZERO);
    }

    /// Changes the language of the page.
    pub(super) fn speak(self, language: Language, failed: Callback<()>) {
        i18n::switch(language, move |ended| match ended {
            Switched::From(_) => {
                browser::remember("language", language.id());
                let id = language.id().to_owned();
                self.asked.update(|asked| asked.language = Some(id));
                browser::replace_fragment(&self.fragment());
            }
            Switched::Failed => failed.run(()),
            Switched::Overtaken => {}
        });
    }

    fn fragment(self) -> String {
        self.asked.with_untracked(address::write)
    }
}
