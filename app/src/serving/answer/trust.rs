//! Where badges lead: to the page that says how accurate estimates are, and how old prices.

use crate::accuracy::PRICES;
use crate::browser;
use crate::i18n::say;
use crate::page::carried::departing;
use crate::serving::address::fragment_of;
use crate::serving::state::State;
use leptos::prelude::*;

/// What a badge is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum About {
    /// What backs an estimate.
    Estimates,
    /// How old a price is.
    Prices,
}

impl About {
    /// The name of the way there, from a badge that says `words`.
    pub(super) fn name(self, words: &str) -> String {
        match self {
            Self::Estimates => say::badge_estimates(words),
            Self::Prices => say::badge_prices(words),
        }
    }

    /// The address of what explains it, with the question of the page; reactive.
    pub(super) fn address(self, state: State) -> String {
        // That page keeps the question behind its own `#`, and brings it back.
        let question = departing(&fragment_of(state).unwrap_or_default());
        let whole = match self {
            Self::Estimates => question,
            Self::Prices => [question.as_str(), PRICES].join("&"),
        };
        browser::page_at("accuracy/", &whole)
    }
}

/// A badge that leads there.
pub(super) fn link(about: About, class: String, words: String, hint: Option<String>) -> AnyView {
    let state = State::of_page();
    let name = about.name(&words);
    view! {
        <a class=class href=move || about.address(state) title=hint aria-label=name>{words}</a>
    }
    .into_any()
}
