//! Examples to begin with: each a whole question.

use crate::control::{Chip, Chips};
use crate::i18n::{self, Msg, text};
use crate::vision::state::State;
use estimator::vision::sizing::Kind;
use leptos::prelude::*;

/// What each begins with, and its name. The usual questions of the kinds are the examples.
const EXAMPLES: [(Kind, Msg); 5] = [
    (Kind::Pictures, Msg::VisionExamplePictures),
    (Kind::Images, Msg::VisionExampleImages),
    (Kind::Texts, Msg::VisionExampleTexts),
    (Kind::Speech, Msg::VisionExampleSpeech),
    (Kind::Prompts, Msg::VisionExamplePrompts),
];

/// The row of them.
#[component]
pub(super) fn Examples() -> impl IntoView {
    let state = State::of_page();
    let chips = EXAMPLES.map(|(kind, name)| Chip {
        name: Signal::derive(move || text(name).to_owned()),
        hint: "",
        on: Signal::derive(move || {
            let usual = estimator::vision::sizing::Question::of(kind);
            state.asked().is_some_and(|asked| {
                let fleet = asked.fleet.clone();
                *asked == estimator::vision::sizing::Question { fleet, ..usual }
            })
        }),
        press: Callback::new(move |()| {
            state.choose(|draft| draft.choose_kind(kind, i18n::marks()));
        }),
    });
    view! { <Chips label=Msg::VisionExamples titled=true chips=chips.to_vec()/> }.into_any()
}
