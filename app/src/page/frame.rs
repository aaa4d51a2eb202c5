//! How a page is looked at, the notices of its link, and where its steps end: the same on
//! every page that keeps its question in its address.

use crate::browser;
use crate::i18n::{self, Language, Marks, Switched};
use crate::page::history::settle;
use estimator::link::{Notice, Theme, View};
use leptos::prelude::*;

/// The state that every page has beside its question. Small handles: copy it freely.
#[derive(Clone, Copy)]
pub(crate) struct Frame {
    /// Colours that were chosen; `None` follows the system.
    pub(crate) theme: RwSignal<Option<Theme>>,
    /// Whether the language was chosen, and so belongs into the link.
    language_chosen: RwSignal<bool>,
    /// The accelerator, by id, whose details are shown; `None` for the recommended one.
    pub(crate) selected: RwSignal<Option<String>>,
    /// The parts of the link that were not understood.
    pub(crate) notices: RwSignal<Vec<Notice>>,
    /// Whether the next change is a new step for Back.
    pub(crate) settled: StoredValue<bool>,
}

impl Frame {
    /// Of a page that begins with a link; anything it leaves open is as it was last.
    pub(crate) fn open(view: View, notices: Vec<Notice>) -> Self {
        let remembered = browser::recall("theme").and_then(|id| Theme::from_id(&id));
        let chosen = view.language.is_some() || browser::recall("language").is_some();
        Self {
            theme: RwSignal::new(view.theme.or(remembered)),
            language_chosen: RwSignal::new(chosen),
            selected: RwSignal::new(view.selected),
            notices: RwSignal::new(notices),
            settled: StoredValue::new(true),
        }
    }

    /// The part of it that the page's link says; reactive.
    pub(crate) fn view(self) -> View {
        let language = i18n::language().id().to_owned();
        View {
            language: self.language_chosen.get().then_some(language),
            theme: self.theme.get(),
            selected: self.selected.get(),
        }
    }

    /// Takes over another link's, whose question is on the page already, and speaks the
    /// language that it names: `rewrite` is told the marks of numbers before and after.
    pub(crate) fn show(
        self,
        view: &View,
        notices: Vec<Notice>,
        rewrite: impl FnOnce(Marks, Marks) + 'static,
    ) {
        self.selected.set(view.selected.clone());
        if view.theme.is_some() {
            self.theme.set(view.theme);
        }
        self.notices.set(notices);
        self.commit();
        let wanted = view.language.as_deref().and_then(Language::from_tag);
        if let Some(language) = wanted.filter(|wanted| *wanted != untrack(i18n::language)) {
            self.set_language(language, Callback::new(|()| {}), rewrite);
        }
    }

    /// Changes the language; `failed` where its texts cannot be had.
    pub(crate) fn set_language(
        self,
        language: Language,
        failed: Callback<()>,
        rewrite: impl FnOnce(Marks, Marks) + 'static,
    ) {
        i18n::switch(language, move |ended| match ended {
            Switched::From(old) => {
                browser::remember("language", language.id());
                self.language_chosen.set(true);
                rewrite(old, language.marks());
            }
            Switched::Failed => failed.run(()),
            Switched::Overtaken => {}
        });
    }

    /// The change that was made is complete: Back undoes it as one step.
    pub(crate) fn commit(self) {
        settle(self.settled);
    }

    /// Shows the details of an accelerator, by id; `None` for the recommended.
    pub(crate) fn select(self, id: Option<String>) {
        self.selected.set(id);
        self.commit();
    }
}
