//! The bar at the top: language, colours, print, export, link.

use crate::browser;
use crate::control::{Choice, Select};
use crate::i18n::{self, Language, Msg, t, text};
use crate::share::{ExportMenu, ShareButton};
use crate::state::State;
use estimator::link::Theme;
use leptos::prelude::*;

/// The bar.
#[component]
pub(crate) fn Header() -> impl IntoView {
    let state = State::of_page();
    // Printing stops the program where it stands: the parts come first.
    let print = move |_| {
        state.show_all();
        browser::after_paint(browser::print);
    };
    view! {
        <header class="header">
            <a class="brand" href="./">"right"<b>"size"</b></a>
            <nav class="tools">
                <LanguageMenu/>
                <ThemeButton/>
                <button
                    type="button"
                    class="tool icon-print wide-only"
                    title=t(Msg::Print)
                    aria-label=t(Msg::Print)
                    on:click=print
                ></button>
                <ExportMenu/>
                <ShareButton/>
            </nav>
        </header>
    }
    .into_any()
}

#[component]
fn LanguageMenu() -> impl IntoView {
    let state = State::of_page();
    let failed = RwSignal::new(false);
    let choices: Vec<Choice> = Language::ALL
        .iter()
        .map(|language| Choice::new(language.id(), language.name()))
        .collect();
    let choose = move |id: String| {
        failed.set(false);
        if let Some(language) = Language::from_tag(&id) {
            state.set_language(language, Callback::new(move |()| failed.set(true)));
        }
    };
    view! {
        <span class="tool select">
            <Select
                label=Msg::Language
                id="language"
                choices=Signal::stored(choices)
                chosen=Signal::derive(|| i18n::language().id().to_owned())
                choose
                inside=true
            />
        </span>
        <span class="said" role="status">
            {move || failed.get().then(|| text(Msg::LanguageFailed))}
        </span>
    }
    .into_any()
}

/// Goes round: as the system, light, dark.
#[component]
fn ThemeButton() -> impl IntoView {
    let state = State::of_page();
    let name = move || {
        t(match state.theme.get() {
            None => Msg::ThemeAuto,
            Some(Theme::Light) => Msg::ThemeLight,
            Some(Theme::Dark) => Msg::ThemeDark,
        })()
    };
    let next = move |_| {
        let next = match state.theme.get_untracked() {
            None => Some(Theme::Light),
            Some(Theme::Light) => Some(Theme::Dark),
            Some(Theme::Dark) => None,
        };
        browser::remember("theme", next.map_or("auto", Theme::id));
        state.theme.set(next);
    };
    let icon = move || match state.theme.get() {
        None => "tool icon-auto",
        Some(Theme::Light) => "tool icon-light",
        Some(Theme::Dark) => "tool icon-dark",
    };
    view! { <button type="button" class=icon title=name aria-label=name on:click=next></button> }
        .into_any()
}
