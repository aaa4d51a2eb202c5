//! The choice of a language, in the bar at the top.

use crate::control::{Choice, Select};
use crate::i18n::{self, Language, Msg, text};
use leptos::prelude::*;

/// The menu; says so where a language cannot be had.
#[component]
pub(crate) fn LanguageMenu(
    /// Told the language that is chosen, and a callback for where it cannot be had.
    choose: Callback<(Language, Callback<()>)>,
) -> impl IntoView {
    let failed = RwSignal::new(false);
    let choices: Vec<Choice> = Language::ALL
        .iter()
        .map(|language| Choice::new(language.id(), language.name()))
        .collect();
    let choose = move |id: String| {
        failed.set(false);
        if let Some(language) = Language::from_tag(&id) {
            choose.run((language, Callback::new(move |()| failed.set(true))));
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
