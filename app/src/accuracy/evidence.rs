//! The measurements nearest to the calculator's answer, inside the calculator: it
//! loads this program when a reader asks for them.

use super::near::Nearest;
use crate::browser;
use crate::i18n;
use leptos::prelude::*;

/// The part, which follows the question behind the `#` and the page's language while it
/// is open.
#[component]
pub(crate) fn Evidence() -> impl IntoView {
    let fragment = RwSignal::new(browser::fragment());
    let follow = move || {
        if !browser::is_evidence_open() {
            return;
        }
        let language = browser::page_language();
        if language == i18n::language() {
            fragment.set(browser::fragment());
        } else {
            // Where its own part of the texts cannot be had, the old language stays.
            i18n::switch(language, move |_| fragment.set(browser::fragment()));
        }
    };
    browser::on_question_changed(follow);
    // What was chosen while this program was loaded.
    follow();
    let asked = Memo::new(move |_| fragment.get());
    view! { <Nearest fragment=asked.into()/> }
}
