//! A file or command that starts software, to be copied.

use crate::browser;
use crate::i18n::{Msg, say, t, text};
use estimator::script::File;
use gloo::timers::callback::Timeout;
use leptos::prelude::*;

/// How long "copied" is said, in milliseconds.
const SAID: u32 = 2_000;

/// The file, with its name and a button that copies it.
pub(crate) fn script(file: &File) -> AnyView {
    copyable(file.name.to_owned(), file.text.clone())
}

/// A text under its name, with a button that copies it.
pub(crate) fn copyable(name: String, content: String) -> AnyView {
    let said = RwSignal::new(None::<Msg>);
    let until = StoredValue::new_local(None::<Timeout>);
    let shown = content.clone();
    let copy = move |_| {
        browser::copy(&content, move |there| {
            said.set(Some(if there {
                Msg::LaunchCopied
            } else {
                Msg::LaunchRefused
            }));
            until.set_value(Some(Timeout::new(SAID, move || said.set(None))));
        });
    };
    let label = say::launch_copy(&name);
    view! {
        <div class="script-head">
            <h3>{name.clone()}</h3>
            <button type="button" class="plain" aria-label=label on:click=copy>
                {t(Msg::LaunchCopyShort)}
            </button>
            <span role="status">{move || said.get().map_or("", text)}</span>
        </div>
        <pre class="script" tabindex="0" role="group" aria-label=name>{shown}</pre>
    }
    .into_any()
}
