//! The address bar holds the whole question of a task's page; its files and its link are made
//! of the same.

use super::{Studied, Study};
use crate::i18n::Language;
use crate::page::carried::arrived;
use crate::page::frame::Frame;
use crate::page::header::Tools;
use crate::page::history::{History, keep_in_step};
use crate::page::paced::Pace;
use leptos::prelude::*;
use std::time::Duration;

impl<S: Study> Studied<S> {
    /// Opens a page with the question of its address, which it keeps in step with from now on.
    pub(crate) fn open(study: S) -> (Self, History) {
        let opened = study.read(&arrived(S::ABOUT_MONEY));
        let frame = Frame::open(opened.view, opened.notices);
        let state = Self::provide(study, opened.draft, frame);
        let history = keep_in_step(
            move || state.fragment(),
            S::fresh,
            state.frame.settled,
            move || state.show(),
        );
        (state, history)
    }

    /// Answers from a turn of its own on; the first answer there, makes the parts of the page one
    /// after another and shows it.
    pub(crate) fn start(self) {
        let pace = Pace::provide();
        let begin = move || self.begin(move || pace.run(crate::show_page));
        set_timeout(move || self.study.prepare(begin), Duration::ZERO);
    }

    /// The fragment of the last question that can be answered; reactive.
    pub(crate) fn fragment(self) -> Option<String> {
        let question = self.asked()?;
        Some(self.study.write(&question, self.frame.view()))
    }

    /// Puts the address's question on the page.
    pub(crate) fn show(self) {
        let opened = self.study.read(&arrived(S::ABOUT_MONEY));
        self.draft.set(opened.draft);
        let rewrite = move |old, new| self.rewrite(old, new);
        self.frame.show(&opened.view, opened.notices, rewrite);
    }

    /// The actions of the bar's buttons.
    pub(crate) fn tools(self) -> Tools {
        Tools::of(
            self.frame.theme,
            move |language, failed| self.set_language(language, failed),
            move || self.fragment(),
            move |format, fragment, failed| match fragment {
                Some(fragment) => S::save(self, format, fragment, failed),
                None => failed.run(()),
            },
        )
    }

    /// Changes the language, typed numbers included; `failed` where its texts cannot be had.
    fn set_language(self, language: Language, failed: Callback<()>) {
        let rewrite = move |old, new| self.rewrite(old, new);
        self.frame.set_language(language, failed, rewrite);
    }
}
