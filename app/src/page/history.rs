//! The address bar holds a page's whole question: written while it changes, read when the page
//! opens and when the user goes back.

use crate::browser;
use crate::page::carried;
use crate::page::steps::Steps;
use crate::place;
use leptos::prelude::*;
use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

/// How long typing must rest before the address follows. Browsers refuse more
/// than some hundred changes in half a minute.
const REST: Duration = Duration::from_millis(250);

thread_local! {
    /// The fragment that is on the page and not yet in the address.
    static PENDING: RefCell<Option<String>> = const { RefCell::new(None) };
    /// Writes it.
    static WRITER: RefCell<Option<Rc<dyn Fn()>>> = const { RefCell::new(None) };
}

/// The history of a page's address, past and to come. Small handles: copy it freely.
#[derive(Clone, Copy)]
pub(crate) struct History {
    pub(crate) steps: Steps,
}

impl History {
    /// Undoes or redoes a step; false where there is none.
    pub(crate) fn go(self, back: bool) -> bool {
        // A change of a moment ago is a step, too.
        Self::write();
        self.steps.go(back)
    }

    /// Writes a change of a moment ago: the next change is a step of its own.
    pub(crate) fn write() {
        if let Some(write) = WRITER.with_borrow(Option::clone) {
            write();
        }
    }
}

/// A page's change is complete: it is one step for Back, and the next is another. A choice
/// says so before the address has heard of it, a field after.
pub(crate) fn settle(settled: StoredValue<bool>) {
    settled.set_value(true);
    browser::next_turn(move || settled.set_value(true));
}

/// Keeps the address and a page in step: `fragment_of` the page's question, `fresh` that
/// of a bare address, `settled` whether the next change is a step for Back, `show`
/// puts the address's question on the page.
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
    // Whether the next writing is a step. That is decided when the page changes, not when
    // it is written: a field may be left before the address has followed.
    let step = StoredValue::new(false);
    let seen = StoredValue::new(carried::unseen(&browser::fragment()));
    let shown = browser::shown();
    // The address is this page's as long as it is shown and no other is on its way.
    let is_own = Rc::new(move || shown() && place::is_here());
    browser::at_end(|| {
        WRITER.take();
        PENDING.take();
    });
    let may_write = Rc::clone(&is_own);
    let write: Rc<dyn Fn()> = Rc::new(move || {
        let Some(fragment) = PENDING.take().filter(|_| may_write()) else {
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
                // A fragment just read is no step; the next change is.
                settled.set_value(true);
            }
        } else if due {
            settled.set_value(true);
        }
        // Also where only the language has changed.
        browser::say_question_changed();
    });
    WRITER.set(Some(Rc::clone(&write)));
    Effect::new(move |_| {
        let Some(fragment) = fragment_of().filter(|_| is_own()) else {
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
        // A fragment just read is there at once: the next change must be a step of its own.
        if read.get_value() {
            write();
        } else {
            let write = Rc::clone(&write);
            timer.set_value(set_timeout_with_handle(move || write(), REST).ok());
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
        // A link to the very address that a change of a moment ago has not reached yet leads there
        // all the same.
        let is_late = PENDING.take().is_some();
        if is_late || written.with_value(|written| *written != fragment) {
            written.set_value(fragment);
            read.set_value(true);
            show();
        }
    });
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
