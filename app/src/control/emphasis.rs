//! A stressed part inside a translated sentence.

use leptos::prelude::*;

const BEGIN: char = '\u{2}';
const END: char = '\u{3}';

/// Marks a value that is put into a message, for [`emphasised`] to find.
pub(crate) fn strong(text: &str) -> String {
    format!("{BEGIN}{text}{END}")
}

/// A sentence without marks.
pub(crate) fn unmarked(sentence: &str) -> String {
    sentence.replace([BEGIN, END], "")
}

/// A sentence with its marked part set off.
pub(crate) fn emphasised(sentence: &str) -> AnyView {
    let Some((before, rest)) = sentence.split_once(BEGIN) else {
        return sentence.to_owned().into_any();
    };
    let (marked, after) = rest.split_once(END).unwrap_or((rest, ""));
    view! {
        {before.to_owned()}
        <strong>{marked.to_owned()}</strong>
        {after.to_owned()}
    }
    .into_any()
}
