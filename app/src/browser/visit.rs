//! A page of the site as long as it is shown. The program goes on when another is; this one's
//! listeners and work end then.

use leptos::prelude::WindowListenerHandle;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

thread_local! {
    /// Actions for leaving the page that is shown.
    static ENDINGS: RefCell<Vec<Box<dyn FnOnce()>>> = const { RefCell::new(Vec::new()) };
}

/// Does something when the page that is shown is left.
pub(crate) fn at_end(then: impl FnOnce() + 'static) {
    ENDINGS.with_borrow_mut(|endings| endings.push(Box::new(then)));
}

/// Listens as long as the page is shown.
pub(crate) fn while_shown(listener: WindowListenerHandle) {
    at_end(move || listener.remove());
}

/// Says from now on whether the page is shown still.
pub(crate) fn shown() -> impl Fn() -> bool + 'static {
    let shown = Rc::new(Cell::new(true));
    let end = Rc::clone(&shown);
    at_end(move || end.set(false));
    move || shown.get()
}

/// Leaves the page.
pub(crate) fn end() {
    for ending in ENDINGS.take() {
        ending();
    }
}
