//! The parts around the main one of a page: the ways past its head, the bar, the notices
//! of its link, the footer.

use crate::browser;
use crate::i18n::{Msg, t};
use crate::page::footer::Footer;
use crate::page::frame::Frame;
use crate::page::header::{Header, Page, Tools};
use crate::page::notices::Notices;
use crate::page::paced::PacedOnce;
use crate::page::sheet::QUESTION;
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
        <PacedOnce>{children()}</PacedOnce>
        <Footer fragment/>
    }
    .into_any()
}

/// The ways past the head, and the bar.
#[component]
pub(crate) fn Head(
    /// The actions of the bar's buttons.
    tools: Tools,
    /// Which page this is.
    page: Page,
    /// The question for other pages, too: a fragment of the calculator's.
    fragment: Signal<String>,
) -> impl IntoView {
    let answer = page.has_answer().then(|| skip("answer", Msg::SkipToAnswer));
    let question = page
        .has_question()
        .then(|| skip(QUESTION, Msg::SkipToQuestion));
    view! {
        {answer}
        {question}
        <Header tools page fragment/>
    }
    .into_any()
}

/// A way to a part, by its id; seen once it has the focus.
fn skip(part: &'static str, name: Msg) -> AnyView {
    view! {
        <a class="skip" href=format!("#{part}") on:click=move |event| {
            event.prevent_default();
            browser::focus(part);
        }>{t(name)}</a>
    }
    .into_any()
}
