//! The calculator inside another page: which of its sections are shown, and the line that
//! leads out. The two pages talk by `public/frame.js` here and `public/embed.js` there.

use crate::browser;
use crate::i18n::{self, Msg, text};
use crate::page::carried::departing;
use crate::serving::address::fragment_of;
use crate::serving::state::State;
use estimator::link::{Frame, Section, Theme};
use leptos::prelude::*;

thread_local! {
    /// How the page is shown inside another, where it is.
    static FRAME: ArcRwSignal<Option<Frame>> = ArcRwSignal::new(None);
}

/// Shows the page as `inside` says; one that began inside another stays so, and no other
/// gets there.
pub(crate) fn show_as(inside: Option<Frame>) {
    if inside.is_some() && browser::is_embedded() {
        FRAME.with(|frame| frame.set(inside));
    }
}

/// How the page is shown inside another, where it is; reactive.
pub(crate) fn frame() -> Option<Frame> {
    FRAME.with(Get::get)
}

/// Whether a section is shown; reactive.
pub(crate) fn shows(section: Section) -> bool {
    FRAME.with(|frame| frame.with(|frame| frame.as_ref().is_none_or(|frame| frame.shows(section))))
}

/// Where the question can be seen whole, and who hears of it; said once its words are there.
/// Without the bar, this is where chosen colours take effect.
#[component]
pub(crate) fn WayOut() -> impl IntoView {
    let state = State::of_page();
    Effect::new(move |_| browser::set_theme(state.frame.theme.get().map(Theme::id)));
    let address = move || {
        let fragment = fragment_of(state).unwrap_or_default();
        browser::address_with(&departing(&fragment))
    };
    let heard = || {
        let host = frame().and_then(|frame| frame.host);
        text(if host.is_some() {
            Msg::EmbedHeard
        } else {
            Msg::FooterPrivacy
        })
    };
    let line = move || {
        i18n::is_whole().then(|| {
            view! {
                <a class="aside" href=address target="_blank" rel="noopener">{text(Msg::EmbedOpen)}</a>
                " · "
                {heard()}
            }
        })
    };
    view! { <footer class="footer">{line}</footer> }.into_any()
}

#[cfg(test)]
mod tests {
    use super::Section;

    /// The dialogue offers every section by the name that links have for it.
    #[test]
    fn the_dialogue_offers_every_section() {
        let script = include_str!("../../../public/embedding.js");
        for section in Section::ALL {
            let entry = format!("\n  [\"{}\", \"", section.id());
            assert!(script.contains(&entry), "{section:?}");
        }
    }
}
