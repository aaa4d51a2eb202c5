//! A file or a command to take away: to read, to copy, to save.

use crate::browser;
use crate::i18n::{Msg, say, t, text};
use gloo::timers::callback::Timeout;
use leptos::prelude::*;

/// How long "copied" is said, in milliseconds.
const SAID: u32 = 2_000;

/// One file under its name, with its buttons.
pub(crate) fn script(name: String, content: String) -> AnyView {
    let said = RwSignal::new(None::<Msg>);
    let until = StoredValue::new_local(None::<Timeout>);
    let copied = content.clone();
    let copy = move |_| {
        browser::copy(&copied, move |there| {
            said.set(Some(if there {
                Msg::LaunchCopied
            } else {
                Msg::LaunchRefused
            }));
            until.set_value(Some(Timeout::new(SAID, move || said.set(None))));
        });
    };
    let (file, saved) = (name.clone(), content.clone());
    // A browser that cannot save a file says so itself.
    let save = move |_| _ = browser::save(&file, "text/plain", &saved);
    let (to_copy, to_save) = (say::launch_copy(&name), say::launch_save(&name));
    view! {
        <div class="launch-file">
            <h3>{name.clone()}</h3>
            <button type="button" class="plain" aria-label=to_copy on:click=copy>
                {t(Msg::LaunchCopyShort)}
            </button>
            <button type="button" class="plain" aria-label=to_save on:click=save>
                {t(Msg::LaunchSaveShort)}
            </button>
            <span role="status">{move || said.get().map_or("", text)}</span>
        </div>
        <pre tabindex="0" role="group" aria-label=name>{content}</pre>
    }
    .into_any()
}
