//! The parts around the main one of a page: the way past its head, the bar, the notices
//! of its link, the footer.

use crate::browser;
use crate::i18n::{Msg, t};
use crate::page::footer::Footer;
use crate::page::frame::Frame;
use crate::page::header::{Header, Page, Tools};
use crate::page::notices::Notices;
use leptos::prelude::*;

/// A page with the bar around its main part.
#[component]
pub(crate) fn Shell(
    /// How the page is looked at.
    frame: Frame,
    /// The actions of the bar's buttons.
    tools: Tools,
    /// Which page this is.
    page: Page,
    /// The question for other pages, too: a fragment of the calculator's.
    fragment: Signal<String>,
    /// The main part.
    children: Children,
) -> impl IntoView {
    view! {
        <Head tools page fragment/>
        <Notices notices=frame.notices/>
        {children()}
        <Footer fragment/>
    }
    .into_any()
}

/// The way past the head, and the bar.
#[component]
pub(crate) fn Head(
    /// The actions of the bar's buttons.
    tools: Tools,
    /// Which page this is.
    page: Page,
    /// The question for other pages, too: a fragment of the calculator's.
    fragment: Signal<String>,
) -> impl IntoView {
    view! {
        <a class="skip" href="#answer" on:click=|event| {
            event.prevent_default();
            browser::focus("answer");
        }>{t(Msg::SkipToAnswer)}</a>
        <Header tools page fragment/>
    }
    .into_any()
}
