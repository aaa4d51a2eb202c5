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
    let said = RwSignal::new(None::<Msg>);
    let until = StoredValue::new_local(None::<Timeout>);
    let content = file.text.clone();
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
    let label = say::launch_copy(file.name);
    view! {
        <div class="script-head">
            <h3>{file.name}</h3>
            <button type="button" class="plain" aria-label=label on:click=copy>
                {t(Msg::LaunchCopyShort)}
            </button>
            <span role="status">{move || said.get().map_or("", text)}</span>
        </div>
        <pre class="script" tabindex="0" role="group" aria-label=file.name>{file.text.clone()}</pre>
    }
    .into_any()
}
