//! A page that asks no question of its own: its address says how it is looked at, and holds the
//! question of other pages, which goes along unread.

use crate::browser;
use crate::page::carried;
use crate::page::frame::Frame;
use crate::page::header::Tools;
use crate::page::history::{History, keep_in_step};
use crate::training;
use estimator::export::Format;
use estimator::link::{Notice, View};
use estimator::named::link::{self, Link};
use estimator::training::link::is_training;
use leptos::prelude::*;

/// What the address holds. Small handles: copy it freely.
#[derive(Clone, Copy)]
pub(crate) struct Unread {
    /// The question of other pages, as its fragment came.
    pub(crate) question: RwSignal<String>,
    /// How the page is looked at.
    pub(crate) frame: Frame,
}

impl Unread {
    /// That of a page that begins with the address, in step with it from now on; `whole` makes of a
    /// question that came the one to keep.
    pub(crate) fn opened(whole: fn(String) -> String) -> Self {
        let (question, view, notices) = opening(whole);
        let page = Self {
            question: RwSignal::new(question),
            frame: Frame::open(view, notices),
        };
        keep_in_step(
            move || Some(page.fragment()),
            String::new,
            page.frame.settled,
            move || {
                let (question, view, notices) = opening(whole);
                page.question.set(question);
                page.frame.show(&view, notices, |_, _| {});
            },
        );
        page
    }

    /// The fragment of the page; reactive.
    pub(crate) fn fragment(self) -> String {
        let view = link::write(&Link {
            scenarios: Vec::new(),
            view: self.frame.view(),
        });
        let parts = [self.question.get(), carried::view(&view)];
        let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        parts.join("&")
    }

    /// The part of it for other pages, where there is a question: of one of training, what all of
    /// them ask; reactive.
    pub(crate) fn shared(self) -> String {
        if self.question.with(String::is_empty) {
            return String::new();
        }
        let whole = self.fragment();
        if is_training(&whole) {
            training::address::carried(&whole)
        } else {
            whole
        }
    }

    /// The actions of the bar's buttons, of which `save` writes a file.
    pub(crate) fn tools(
        self,
        save: impl Fn(Format, Callback<()>) + Send + Sync + 'static,
    ) -> Tools {
        // No number is typed here. Another language is a change that is complete.
        let choose = move |language, failed| {
            let rewrite = |_, _| browser::next_turn(History::write);
            self.frame.set_language(language, failed, rewrite);
        };
        Tools::of(
            self.frame.theme,
            choose,
            move || Some(self.fragment()),
            move |format, _, failed| save(format, failed),
        )
    }
}

/// The question of the address, and how the page is looked at.
fn opening(whole: fn(String) -> String) -> (String, View, Vec<Notice>) {
    let fragment = carried::arrived(false);
    let (Link { view, .. }, notices) = link::read(&carried::view(&fragment));
    (whole(carried::unseen(&fragment)), view, notices)
}
