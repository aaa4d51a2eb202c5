//! The parts of a link that were not understood: sentences that can be dismissed.

use crate::i18n::{Msg, integer, say, t, text};
use crate::page::carried::is_kept;
use estimator::link::Notice;
use leptos::prelude::*;

/// The notices, where there are any.
#[component]
pub(crate) fn Notices(
    /// The parts that were not understood.
    notices: RwSignal<Vec<Notice>>,
) -> impl IntoView {
    let sentences = move || {
        let notices = notices.get();
        notices
            .iter()
            .map(|notice| view! { <p>{words(notice)}</p> })
            .collect_view()
    };
    view! {
        <div class="notices" role="status">
            <div class="notice" hidden=move || notices.with(Vec::is_empty)>
                <div>{sentences}</div>
                <button
                    type="button"
                    class="quiet"
                    on:click=move |_| notices.set(Vec::new())
                >
                    {t(Msg::Dismiss)}
                </button>
            </div>
        </div>
    }
    .into_any()
}

/// A notice as a sentence.
pub(crate) fn words(notice: &Notice) -> String {
    match notice {
        Notice::BadValue { key, text: value } if is_kept(key, value) => {
            text(Msg::NoticeListKept).to_owned()
        }
        Notice::UnknownKey { name } => say::notice_unknown_key(name),
        Notice::BadValue { key, text } => say::notice_bad_value(key, text),
        Notice::NewerVersion { version } => say::notice_newer(&integer(f64::from(*version))),
        Notice::OlderVersion => text(Msg::NoticeOlder).to_owned(),
        Notice::TooLong => text(Msg::NoticeTooLong).to_owned(),
    }
}
