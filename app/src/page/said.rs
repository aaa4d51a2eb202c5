//! What is said beside the bar for a while.

use crate::browser;
use crate::i18n::{Msg, text};
use gloo::timers::callback::Timeout;
use leptos::prelude::*;
use std::time::Duration;

/// How long "copied" is said.
const SAID: Duration = Duration::from_secs(2);
/// How long it is said that copying was refused, and the way round it.
const EXPLAINED: Duration = Duration::from_secs(8);

/// Something said for a while; said again, its time begins anew.
#[derive(Clone, Copy)]
pub(crate) struct Said {
    what: RwSignal<Option<Msg>>,
    until: StoredValue<Option<Timeout>, LocalStorage>,
}

impl Said {
    /// Silence.
    pub(crate) fn new() -> Self {
        Self {
            what: RwSignal::new(None),
            until: StoredValue::new_local(None),
        }
    }

    fn say(self, what: Msg, long: Duration) {
        self.what.set(Some(what));
        let millis = u32::try_from(long.as_millis()).unwrap_or(u32::MAX);
        let end = Timeout::new(millis, move || self.what.set(None));
        // The timer that ran before ends with its value.
        self.until.set_value(Some(end));
    }

    /// Says that something is done.
    pub(crate) fn briefly(self, what: Msg) {
        self.say(what, SAID);
    }

    /// Says what failed, and the way round it.
    pub(crate) fn at_length(self, what: Msg) {
        self.say(what, EXPLAINED);
    }

    /// Copies a link, and says whether the browser let it.
    pub(crate) fn copy(self, link: &str) {
        browser::copy(link, move |there| {
            if there {
                self.briefly(Msg::ShareCopied);
            } else {
                self.at_length(Msg::ShareRefused);
            }
        });
    }

    /// The place that says it.
    pub(crate) fn view(self) -> AnyView {
        let words = move || self.what.get().map_or("", text);
        view! { <span class="said" role="status">{words}</span> }.into_any()
    }
}
