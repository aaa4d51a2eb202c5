//! Who the proposal is for, and what it holds: typed here, shown on the paper, and nowhere else. It
//! is in no link, and gone when the page is loaded anew, unless the user keeps the draft.

use super::edited::Wording;
use super::logo::{self, Refused};
use super::topic::Topic;
use crate::browser;
use crate::i18n::{self, Msg, text};
use leptos::prelude::*;

/// Seconds for which a proposal holds where nothing else is typed: thirty days.
const VALID: f64 = 30.0 * 86_400.0;

/// The typed particulars. Small handles: copy it freely.
#[derive(Clone, Copy)]
pub(super) struct About {
    /// The proposal's own title.
    pub(super) title: RwSignal<String>,
    /// Who it is for.
    pub(super) customer: RwSignal<String>,
    /// Who made it.
    pub(super) author: RwSignal<String>,
    /// Its day; `None` for today, as the language writes it.
    pub(super) date: RwSignal<Option<String>>,
    /// Until when it holds; `None` for thirty days from today, as the language writes it.
    pub(super) valid: RwSignal<Option<String>>,
    /// What stands above everything, in the author's words.
    pub(super) introduction: RwSignal<String>,
    /// What comes next, a line each; `None` for the page's own.
    pub(super) steps: RwSignal<Option<String>>,
    /// Whom to ask.
    pub(super) contact: RwSignal<String>,
    /// Topics that are left out.
    pub(super) left_out: RwSignal<Vec<Topic>>,
    /// Sentences of the paper in the author's words.
    wording: StoredValue<Wording>,
    /// Whether this browser keeps all of it but the logo.
    pub(super) kept: RwSignal<bool>,
    /// The logo: its file's name, and the address that holds it.
    pub(super) logo: RwSignal<Option<(String, String)>>,
    /// Why the last file is no logo.
    pub(super) problem: RwSignal<Option<Problem>>,
}

/// Why a file, by its name, is no logo.
#[derive(Clone, PartialEq)]
pub(super) struct Problem {
    /// The file's name.
    pub(super) name: String,
    /// Why.
    pub(super) why: Why,
}

/// Why a file is no logo.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Why {
    /// It was not taken.
    Refused(Refused),
    /// It begins as a picture, and is none.
    Broken,
    /// The browser does not give it.
    Unreadable,
}

impl About {
    /// Nothing typed yet; put where every component finds it.
    pub(super) fn provide() -> Self {
        let about = Self {
            title: RwSignal::default(),
            customer: RwSignal::default(),
            author: RwSignal::default(),
            date: RwSignal::default(),
            valid: RwSignal::default(),
            introduction: RwSignal::default(),
            steps: RwSignal::default(),
            contact: RwSignal::default(),
            left_out: RwSignal::default(),
            wording: StoredValue::new(Wording::new()),
            kept: RwSignal::default(),
            logo: RwSignal::default(),
            problem: RwSignal::default(),
        };
        provide_context(about);
        about
    }

    /// The page's.
    pub(super) fn of_page() -> Self {
        expect_context()
    }

    /// The day as it stands on the paper; reactive.
    pub(super) fn day(self) -> String {
        let typed = self.date.get();
        typed.unwrap_or_else(|| browser::day_in_words(i18n::language(), 0.0))
    }

    /// The last day on which it holds, as it stands on the paper; reactive.
    pub(super) fn last_day(self) -> String {
        let typed = self.valid.get();
        typed.unwrap_or_else(|| browser::day_in_words(i18n::language(), VALID))
    }

    /// What comes next, a line each; reactive.
    pub(super) fn next_steps(self) -> String {
        let typed = self.steps.get();
        typed.unwrap_or_else(|| text(Msg::ProposalStepsUsual).to_owned())
    }

    /// Sentences of the paper in the author's words.
    pub(super) fn wording(self) -> Wording {
        self.wording.get_value()
    }

    /// Whether a topic stands on the paper; reactive.
    pub(super) fn holds(self, topic: Topic) -> bool {
        self.left_out.with(|left| !left.contains(&topic))
    }

    /// Puts a topic on the paper, or leaves it out.
    pub(super) fn put(self, topic: Topic, holds: bool) {
        self.left_out.update(|left| {
            left.retain(|other| *other != topic);
            if !holds {
                left.push(topic);
            }
        });
    }

    /// The logo could not be shown.
    pub(super) fn break_logo(self) {
        if let Some((name, _)) = self.logo.get_untracked() {
            self.logo.set(None);
            self.refuse(name, Why::Broken);
        }
    }

    /// Says why a file is no logo; the last one stays.
    pub(super) fn refuse(self, name: String, why: Why) {
        self.problem.set(Some(Problem { name, why }));
    }

    /// Takes a file's bytes as the logo.
    pub(super) fn take(self, name: String, bytes: &[u8]) {
        match logo::address(bytes) {
            Ok(address) => {
                self.problem.set(None);
                self.logo.set(Some((name, address)));
            }
            Err(refused) => self.refuse(name, Why::Refused(refused)),
        }
    }
}
