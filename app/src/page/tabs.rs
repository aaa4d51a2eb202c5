//! The result in tabs: the answer, its alternatives, the calculator's cost (a page of its own) and
//! its details; or all of it below each other, for those who search or compare. Parts of other tabs
//! are there and not displayed (`styles/tabs.css`): on paper and in a presentation they are seen.

use crate::browser;
use crate::control::emphasised;
use crate::i18n::{Msg, t};
use crate::page::carried::departing;
use crate::serving::embedded;
use leptos::prelude::*;

/// Under this name a browser remembers that everything is wanted below each other.
const KEPT: &str = "tab";

/// A tab of a page's own.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Tab {
    /// The recommendation, ways to pay for it, a risk, memory.
    Answer,
    /// Other hardware, as a chart and as a table.
    Alternatives,
    /// Behaviour under load, the whole system, commands, formulas.
    Details,
    /// All of it.
    Whole,
}

impl Tab {
    /// Its name in styles and in storage.
    pub(crate) const fn id(self) -> &'static str {
        match self {
            Self::Answer => "answer",
            Self::Alternatives => "alternatives",
            Self::Details => "details",
            Self::Whole => "whole",
        }
    }

    /// The class of a part that only this tab and the whole have.
    pub(crate) const fn class(self) -> &'static str {
        match self {
            Self::Answer => "of-answer",
            Self::Alternatives => "of-alternatives",
            Self::Details => "of-details",
            Self::Whole => "",
        }
    }

    const fn name(self) -> Msg {
        match self {
            Self::Answer => Msg::TabAnswer,
            Self::Alternatives => Msg::TabAlternatives,
            Self::Details => Msg::TabDetails,
            Self::Whole => Msg::TabWhole,
        }
    }
}

thread_local! {
    /// The tab that is open; it outlives a look at another page.
    static OPEN: ArcRwSignal<Tab> = ArcRwSignal::new(first());
}

/// The tab of a first look.
fn first() -> Tab {
    let whole = browser::recall(KEPT).is_some_and(|kept| kept == Tab::Whole.id());
    if whole { Tab::Whole } else { Tab::Answer }
}

/// The tab that is open, all of it inside another page; reactive.
pub(crate) fn open() -> Tab {
    if embedded::frame().is_some() {
        Tab::Whole
    } else {
        OPEN.with(Get::get)
    }
}

/// Opens a tab.
fn choose(tab: Tab) {
    if tab == Tab::Whole {
        browser::remember(KEPT, tab.id());
    } else {
        browser::forget(KEPT);
    }
    OPEN.with(|open| open.set(tab));
}

/// Opens the tab that has a part, unless all of them are displayed.
pub(crate) fn reveal(tab: Tab) {
    OPEN.with(|open| {
        if ![tab, Tab::Whole].contains(&open.get_untracked()) {
            open.set(tab);
        }
    });
}

/// The row of tabs, on the calculator, on the page about its costs and on that about training.
#[component]
pub(crate) fn Tabs(
    /// Whether this is the page about costs.
    #[prop(optional)]
    costs: bool,
    /// The calculator's question, with which the pages are opened; `None` on a page without one
    /// about its costs. Reactive.
    #[prop(optional, into)]
    fragment: Option<Signal<String>>,
    /// How many candidates there are; reactive.
    count: Signal<Option<String>>,
    /// The answer in a line, for tabs that do not display it; reactive.
    line: Signal<String>,
) -> impl IntoView {
    let tab = move |tab: Tab| {
        let label = move || {
            let count = count.get().filter(|_| tab == Tab::Alternatives);
            view! { {t(tab.name())} {count.map(|count| view! { " " <small>{count}</small> })} }
        };
        if let Some(fragment) = fragment.filter(|_| costs) {
            let address = move || browser::page_at("", &departing(&fragment.get()));
            view! { <a href=address on:click=move |_| choose(tab)>{label}</a> }.into_any()
        } else {
            let current = move || (open() == tab).then_some("true");
            view! {
                <button type="button" aria-current=current on:click=move |_| choose(tab)>
                    {label}
                </button>
            }
            .into_any()
        }
    };
    let cost = fragment.map(|fragment| {
        if costs {
            view! { <span aria-current="page">{t(Msg::ModeCosts)}</span> }.into_any()
        } else {
            let address = move || browser::page_at("costs/", &departing(&fragment.get()));
            view! { <a href=address>{t(Msg::ModeCosts)}</a> }.into_any()
        }
    });
    view! {
        <nav class="tabs" aria-label=t(Msg::Tabs)>
            {tab(Tab::Answer)}
            {tab(Tab::Alternatives)}
            {cost}
            {tab(Tab::Details)}
            {tab(Tab::Whole)}
            <p class="answer-line">{move || emphasised(&line.get())}</p>
        </nav>
    }
    .into_any()
}
