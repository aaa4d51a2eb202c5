//! Who the proposal is for: typed here, shown on the paper, and nowhere else. It is in no
//! link and in no storage, and gone when the page is loaded anew.

use super::logo::{self, Refused};
use crate::browser;
use crate::i18n;
use leptos::prelude::*;

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
        typed.unwrap_or_else(|| browser::today_in_words(i18n::language()))
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
