//! The bar at the top: language, colours, print, export, link.

use crate::browser;
use crate::i18n::{Language, Msg, t};
use crate::language_menu::LanguageMenu;
use crate::share::{ExportMenu, ShareButton};
use crate::state::State;
use estimator::link::Theme;
use leptos::prelude::*;

/// The bar.
#[component]
pub(crate) fn Header() -> impl IntoView {
    let state = State::of_page();
    let choose = Callback::new(move |(language, failed): (Language, Callback<()>)| {
        state.set_language(language, failed);
    });
    // Printing stops the program where it stands: the parts come first.
    let print = move |_| {
        state.show_all();
        browser::after_paint(browser::print);
    };
    view! {
        <header class="header">
            <a class="brand" href="./">"right"<b>"size"</b></a>
            <nav class="tools">
                <LanguageMenu choose/>
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
