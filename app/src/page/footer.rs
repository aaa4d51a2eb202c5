//! The part below every page: that nothing leaves it, whether it opens without a
//! network, the whole of it as one file; what trust rests on: the accuracy, the terms, the news;
//! and above that, when there is a newer version.

use crate::browser;
use crate::i18n::{self, Language, Msg, t};
use crate::page::carried::departing;
use leptos::prelude::*;

/// Below the page.
#[component]
pub(crate) fn Footer(
    /// The question that the page about accuracy is told: a fragment of the calculator's. None
    /// on that page.
    #[prop(optional, into)]
    fragment: Option<Signal<String>>,
) -> impl IntoView {
    let kept = RwSignal::new(browser::kept());
    browser::on_kept(move || kept.set(browser::kept()));
    // Its words come once the page is shown.
    let is_due = Memo::new(move |_| i18n::is_whole());
    let said = move || {
        let kept = kept.get();
        kept.whole.map(|whole| {
            let sentence = t(match whole {
                true if kept.homeless => Msg::UpdateFull,
                true => Msg::KeptWhole,
                false => Msg::KeptFull,
            });
            view! { <span class="kept" role="status">{sentence}</span> }
        })
    };
    let file = move || {
        browser::single_file().map(|name| {
            let address = browser::page_at(&name, "");
            view! { <a href=address download=name>{t(Msg::SingleFile)}</a> }
        })
    };
    view! {
        <footer class="footer">
            <span>{t(Msg::FooterPrivacy)}</span>
            {move || is_due.get().then(|| view! { {said} {file} {trust(fragment)} {help()} })}
        </footer>
        {move || {
            let waits = is_due.get() && kept.get().waiting;
            waits.then(|| view! { <Update/> })
        }}
    }
    .into_any()
}

/// How accurate the figures are, what the words mean, what changed.
fn trust(fragment: Option<Signal<String>>) -> AnyView {
    let accuracy = fragment.map(|fragment| {
        let address = move || browser::page_at("accuracy/", &departing(&fragment.get()));
        view! { <a href=address>{t(Msg::AccuracyTitle)}</a> }
    });
    view! {
        <nav class="trust" aria-label=t(Msg::Trust)>
            <b>{t(Msg::Trust)}</b>
            {accuracy}
            <button type="button" class="plain" data-script="glossary">{t(Msg::Glossary)}</button>
            {news()}
        </nav>
    }
    .into_any()
}

/// Leads to the release notes, which one file has no room for.
fn news() -> AnyView {
    if browser::is_hosted() {
        view! { <NewsLink query=""/> }.into_any()
    } else {
        view! { <span>{t(Msg::ReleasesElsewhere)}</span> }.into_any()
    }
}

/// A link to the release notes.
#[component]
fn NewsLink(
    /// The query behind their address.
    query: &'static str,
) -> impl IntoView {
    let address = move || {
        let file = match i18n::language() {
            Language::En => "",
            other => &format!("{}.html", other.id()),
        };
        browser::page_at(&format!("releases/{file}{query}"), "")
    };
    view! { <a href=address>{t(Msg::Releases)}</a> }.into_any()
}

/// The keys of the page, by a script of its own; and the message where such a script cannot be
/// had.
fn help() -> AnyView {
    view! {
        <button type="button" class="plain" data-script="shortcuts">{t(Msg::Shortcuts)}</button>
        <span class="problem" role="alert" hidden=true>{t(Msg::ScriptFailed)}</span>
    }
    .into_any()
}

/// A newer version is there; its news, the service worker hands out before it is
/// used.
#[component]
fn Update() -> impl IntoView {
    view! {
        <div class="update" role="status">
            <span>{t(Msg::UpdateWaits)}</span>
            <NewsLink query="?v=next"/>
            <button type="button" on:click=|_| browser::apply_update()>
                {t(Msg::UpdateApply)}
            </button>
        </div>
    }
    .into_any()
}
