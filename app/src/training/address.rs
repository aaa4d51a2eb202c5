//! The address bar of the training page holds its whole question.

use super::draft::Draft;
use super::state::State;
use crate::address::keep_in_step;
use crate::browser;
use crate::i18n::{self, Language};
use estimator::link::Notice;
use estimator::training::link::{self, Link};
use leptos::prelude::*;

/// What the address of a fresh visit asks; of the calculator's question, what both ask.
pub(super) fn opening() -> (Link, Vec<Notice>) {
    let fragment = browser::fragment();
    if link::is_training(&fragment) {
        link::read(&fragment)
    } else {
        link::read(&carried(&fragment))
    }
}

/// What of a fragment both pages ask: model, fleet, language, colours. What one of them
/// leaves out, its default, is not carried.
pub(super) fn carried(fragment: &str) -> String {
    const KEYS: [&str; 12] = [
        "v",
        "model",
        "shape",
        "vendors",
        "gpus",
        "sellers",
        "area",
        "basis",
        "own",
        "announced",
        "lang",
        "theme",
    ];
    let pairs = fragment.split('&').filter(|pair| {
        let key = pair.split('=').next().unwrap_or_default();
        KEYS.contains(&key) || key.starts_with("price.")
    });
    pairs.collect::<Vec<_>>().join("&")
}

/// Keeps the address and the page in step from now on.
pub(super) fn follow(state: State) {
    let fresh = || link::write(&Link::default());
    keep_in_step(
        move || fragment_of(state),
        fresh,
        state.settled,
        move || show(state),
    );
}

/// The fragment of what is on the page: of the last question that has an answer.
pub(super) fn fragment_of(state: State) -> Option<String> {
    let question = state
        .answer
        .with(|answer| Some(answer.as_ref()?.question.clone()))?;
    let language = i18n::language().id().to_owned();
    Some(link::write(&Link {
        question,
        language: state.language_chosen.get().then_some(language),
        theme: state.theme.get(),
        selected: state.selected.get(),
    }))
}

/// Puts what the address asks on the page.
fn show(state: State) {
    let (link, notices) = opening();
    let wanted = link.language.as_deref().and_then(Language::from_tag);
    state.draft.set(Draft::new(link.question, i18n::marks()));
    state.selected.set(link.selected);
    if link.theme.is_some() {
        state.theme.set(link.theme);
    }
    state.notices.set(notices);
    state.settle();
    if let Some(language) = wanted.filter(|wanted| *wanted != untrack(i18n::language)) {
        state.set_language(language, Callback::new(|()| {}));
    }
}

#[cfg(test)]
mod tests {
    use super::carried;

    /// What the other page would not understand stays behind.
    #[test]
    fn only_what_both_pages_ask_is_carried() {
        let all = "v=1&model=Qwen/Qwen3-32B&users=50&gpus=a,b&price.a=2.5&lang=uk&pick=a";
        let both = "v=1&model=Qwen/Qwen3-32B&gpus=a,b&price.a=2.5&lang=uk";
        assert_eq!(carried(all), both);
        assert_eq!(carried(""), "");
    }
}
