//! The state of the page, in step with its address.

use super::address::{self, Asked};
use crate::browser;
use crate::page::frame::Frame;
use crate::page::header::Tools;
use crate::page::steps::Steps;
use estimator::link::View;
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
    /// How the page is looked at.
    frame: Frame,
    /// The address's.
    steps: Steps,
}

impl State {
    /// As the address has it, from now on.
    pub(super) fn open() -> Self {
        let (asked, skipped) = address::read(&browser::fragment());
        let state = Self {
            frame: Frame::open(asked.view(), Vec::new()),
            asked: RwSignal::new(asked),
            skipped: RwSignal::new(skipped),
            steps: Steps::begin(),
        };
        browser::on_address_change(move || {
            let is_step = state.steps.arrive();
            let (asked, skipped) = address::read(&browser::fragment());
            // An earlier question comes back in today's language and colours.
            if !is_step {
                state.frame.show(&asked.view(), Vec::new(), |_, _| {});
            }
            state.skipped.set(skipped);
            state.asked.set(asked);
        });
        // Colours that are chosen go along.
        Effect::new(move |before: Option<()>| {
            state.frame.theme.track();
            if before.is_some() {
                browser::replace_fragment(&untrack(|| state.fragment()));
            }
        });
        state
    }

    /// Answers the question that is shown.
    pub(super) fn choose(self, id: &str) {
        self.asked.update(|asked| {
            // An answer that is shown is offered.
            let _ = asked.answers.choose(asked.at, id);
        });
        browser::replace_fragment(&untrack(|| self.fragment()));
    }

    /// Goes to a question, as a step that Back undoes.
    pub(super) fn go(self, question: usize) {
        self.asked
            .update(|asked| asked.at = question.min(asked.answers.open()));
        self.skipped.set(Vec::new());
        self.steps.push(&untrack(|| self.fragment()));
        // It is there after this turn.
        set_timeout(|| browser::focus(HEADING), Duration::ZERO);
    }

    /// The actions of the bar's buttons.
    pub(super) fn tools(self) -> Tools {
        // No number is typed here.
        let choose = move |language, failed| {
            let rewrite = move |_, _| browser::replace_fragment(&untrack(|| self.fragment()));
            self.frame.set_language(language, failed, rewrite);
        };
        let fragment = move || Some(self.fragment());
        Tools::of(self.frame.theme, choose, fragment, |_, _, _| {})
    }

    /// What was answered, looked at as the page is; reactive.
    pub(super) fn seen(self) -> Asked {
        let View {
            language, theme, ..
        } = self.frame.view();
        Asked {
            language,
            theme,
            ..self.asked.get()
        }
    }

    fn fragment(self) -> String {
        address::write(&self.seen())
    }
}
