//! The calculator's question as its address.

use crate::i18n::{self, Language};
use crate::page::carried;
use crate::page::history::{History, keep_in_step};
use crate::serving::draft::Draft;
use crate::serving::embedded;
use crate::serving::solve::Answer;
use crate::serving::state::State;
use estimator::link::Notice;
use estimator::serving::link;
use estimator::serving::link::Link;
use leptos::prelude::*;

/// The question in the address of a fresh visit.
pub(crate) fn opening() -> (Link, Vec<Notice>) {
    let (mut link, mut notices) = link::read(&carried::arrived(false));
    carried::settle(&mut link.question.fleet);
    embedded::show_as(link.frame.take());
    if let Some(tag) = &link.view.language
        && Language::from_tag(tag).is_none()
    {
        notices.push(Notice::BadValue {
            key: "lang".to_owned(),
            text: tag.clone(),
        });
    }
    (link, notices)
}

/// The fragment of a fresh visit's question.
pub(crate) fn fresh() -> String {
    link::write(&Link::default())
}

/// Keeps the address and the page of the calculator in step from now on.
pub(crate) fn follow(state: State) -> History {
    // A frame that is loaded anew is still a frame.
    let whole = move || {
        let frame = embedded::frame();
        Some(link::write(&Link {
            frame,
            ..link_of(state)?
        }))
    };
    keep_in_step(whole, fresh, state.frame.settled, move || show(state))
}

/// The fragment of the page: of the last question that has an
/// answer. Nothing in it says that the page is inside another.
pub(crate) fn fragment_of(state: State) -> Option<String> {
    let mut link = link_of(state)?;
    if embedded::frame().is_some() {
        // These colours are those of the page around.
        link.view.theme = None;
    }
    Some(link::write(&link))
}

/// The fragment of another answer's question, looked at as the page is.
pub(crate) fn fragment_to(state: State, answer: &Answer) -> String {
    link::write(&Link {
        question: answer.question.clone(),
        view: state.frame.view(),
        frame: None,
    })
}

fn link_of(state: State) -> Option<Link> {
    let mut question = state
        .answer
        .with(|answer| Some(answer.as_ref()?.question.clone()))?;
    question.growth = state.growth();
    Some(Link {
        question,
        view: state.frame.view(),
        frame: None,
    })
}

/// Puts the question of the address on the page.
pub(crate) fn show(state: State) {
    let (link, notices) = opening();
    state.draft.set(Draft::new(link.question, i18n::marks()));
    let rewrite = move |old, new| state.draft.update(|draft| draft.rewrite(old, new));
    state.frame.show(&link.view, notices, rewrite);
}
