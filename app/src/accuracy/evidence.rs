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
    browser::on_question_changed(move || {
        if !browser::is_evidence_open() {
            return;
        }
        let language = browser::page_language();
        if language == i18n::language() {
            fragment.set(browser::fragment());
        } else {
            // The calculator has these texts already, or says itself that it has not.
            i18n::switch(language, move |_| fragment.set(browser::fragment()));
        }
    });
    let asked = Memo::new(move |_| fragment.get());
    view! { <Nearest fragment=asked.into()/> }
}
