//! The address bar holds the whole question: written while it changes, read
//! when the page opens and when the user goes back.

use crate::browser;
use crate::i18n::{self, Language};
use crate::page::carried;
use crate::page::history::Steps;
use crate::serving::draft::Draft;
use crate::serving::embedded;
use crate::serving::state::State;
use estimator::link::Notice;
use estimator::serving::link;
use estimator::serving::link::Link;
use leptos::prelude::*;
use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

/// How long typing must rest before the address follows. Browsers refuse more
/// than some hundred changes in half a minute.
const REST: Duration = Duration::from_millis(250);

/// What the address of a fresh visit asks.
pub(crate) fn opening() -> (Link, Vec<Notice>) {
    let (mut link, mut notices) = link::read(&carried::arrived(false));
    carried::settle(&mut link.question.fleet);
    embedded::show_as(link.frame.take());
    if let Some(tag) = &link.language
        && Language::from_tag(tag).is_none()
    {
        notices.push(Notice::BadValue {
            key: "lang".to_owned(),
            text: tag.clone(),
        });
    }
    (link, notices)
}

/// Keeps the address and the page of the calculator in step from now on.
pub(crate) fn follow(state: State) -> History {
    let fresh = || link::write(&Link::default());
    // A frame that is loaded anew is still a frame.
    let whole = move || {
        let frame = embedded::frame();
        Some(link::write(&Link {
            frame,
            ..link_of(state)?
        }))
    };
    keep_in_step(whole, fresh, state.settled, move || show(state))
}

thread_local! {
    /// What is on the page and not yet in the address.
    static PENDING: RefCell<Option<String>> = const { RefCell::new(None) };
    /// Writes it.
    static WRITER: RefCell<Option<Rc<dyn Fn()>>> = const { RefCell::new(None) };
}

/// What a page's address was and will be. Small handles: copy it freely.
#[derive(Clone, Copy)]
pub(crate) struct History {
    pub(crate) steps: Steps,
}

impl History {
    /// Undoes or redoes a step; false where there is none.
    pub(crate) fn go(self, back: bool) -> bool {
        // What was changed a moment ago is a step, too.
        Self::write();
        self.steps.go(back)
    }

    /// Writes what was changed a moment ago: the next change is a step of its own.
    pub(crate) fn write() {
        if let Some(write) = WRITER.with_borrow(Option::clone) {
            write();
        }
    }
}

/// A page's change is complete: it is one step for Back, and what comes next another. A choice
/// says so before the address has heard of it, a field after.
pub(crate) fn settle(settled: StoredValue<bool>) {
    settled.set_value(true);
    browser::next_turn(move || settled.set_value(true));
}

/// Keeps the address and a page in step: `fragment_of` what is on the page, `fresh` what
/// a bare address means, `settled` whether the next change is a step for Back, `show`
/// puts what the address asks on the page.
pub(crate) fn keep_in_step(
    fragment_of: impl Fn() -> Option<String> + 'static,
    fresh: fn() -> String,
    settled: StoredValue<bool>,
    show: impl Fn() + 'static,
) -> History {
    let steps = Steps::begin();
    let written = StoredValue::new(browser::fragment());
    // An address that was just read is put into our own words without a step:
    // Back would only lead to it again.
    let read = StoredValue::new(true);
    let timer = StoredValue::new(None::<TimeoutHandle>);
    // Whether what is written next is a step. That is decided when it changes, not when
    // it is written: a field may be left before the address has followed.
    let step = StoredValue::new(false);
    let seen = StoredValue::new(carried::unseen(&browser::fragment()));
    let write = move || {
        let Some(fragment) = PENDING.take() else {
            return;
        };
        let due = step.get_value();
        let is_step = due && !read.get_value();
        step.set_value(false);
        read.set_value(false);
        // A page with nothing changed keeps its bare address.
        let bare = written.with_value(String::is_empty) && fragment == fresh();
        if !bare && written.with_value(|written| *written != fragment) {
            // Back is the page's around a frame.
            if is_step && !browser::is_embedded() {
                steps.push(&fragment);
            } else {
                browser::replace_fragment(&fragment);
            }
            written.set_value(fragment);
            if due && !is_step {
                // What was read is no step; the next change is.
                settled.set_value(true);
            }
        } else if due {
            settled.set_value(true);
        }
        // Also where only the language has changed.
        browser::say_question_changed();
    };
    Effect::new(move |_| {
        let Some(fragment) = fragment_of() else {
            return;
        };
        let fragment = carried::departing(&fragment);
        if let Some(timer) = timer.get_value() {
            timer.clear();
        }
        // How it is looked at is no step.
        let question = carried::unseen(&fragment);
        if seen.with_value(|seen| *seen != question) {
            seen.set_value(question);
            if settled.get_value() {
                step.set_value(true);
                settled.set_value(false);
            }
        }
        PENDING.set(Some(fragment));
        // What was read is there at once: the next change must be a step of its own.
        if read.get_value() {
            write();
        } else {
            timer.set_value(set_timeout_with_handle(write, REST).ok());
        }
    });
    browser::on_address_change(move || {
        let mut fragment = browser::fragment();
        if steps.arrive() {
            // An earlier question comes back in today's language and colours.
            let today = written.with_value(|written| carried::view(written));
            fragment = seen_as(&fragment, &today, fresh);
            browser::replace_fragment(&fragment);
        }
        if written.with_value(|written| *written != fragment) {
            written.set_value(fragment);
            read.set_value(true);
            show();
        }
    });
    WRITER.set(Some(Rc::new(write)));
    History { steps }
}

/// A fragment's question, looked at in another way.
fn seen_as(fragment: &str, view: &str, fresh: fn() -> String) -> String {
    let question = carried::unseen(fragment);
    if view.is_empty() {
        return question;
    }
    let question = if question.is_empty() {
        fresh()
    } else {
        question
    };
    if question.is_empty() {
        view.to_owned()
    } else {
        format!("{question}&{view}")
    }
}

/// The fragment of what is on the page: of the last question that has an
/// answer. Nothing in it says that the page is inside another.
pub(crate) fn fragment_of(state: State) -> Option<String> {
    let mut link = link_of(state)?;
    if embedded::frame().is_some() {
        // These colours are those of the page around.
        link.theme = None;
    }
    Some(link::write(&link))
}

fn link_of(state: State) -> Option<Link> {
    let mut question = state
        .answer
        .with(|answer| Some(answer.as_ref()?.question.clone()))?;
    question.growth = state.growth();
    let language = i18n::language().id().to_owned();
    Some(Link {
        question,
        language: state.language_chosen.get().then_some(language),
        theme: state.theme.get(),
        selected: state.selected.get(),
        frame: None,
    })
}

/// Puts what the address asks on the page.
pub(crate) fn show(state: State) {
    let (link, notices) = opening();
    let wanted = link.language.as_deref().and_then(Language::from_tag);
    apply(state, link, notices);
    if let Some(language) = wanted.filter(|wanted| *wanted != untrack(i18n::language)) {
        state.set_language(language, Callback::new(|()| {}));
    }
}

/// Takes over what a link holds.
pub(crate) fn apply(state: State, link: Link, notices: Vec<Notice>) {
    state.draft.set(Draft::new(link.question, i18n::marks()));
    state.selected.set(link.selected);
    if link.theme.is_some() {
        state.theme.set(link.theme);
    }
    state.notices.set(notices);
    state.settled.set_value(true);
}
