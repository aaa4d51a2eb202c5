//! When an element comes near the part of the page that is seen.

use js_sys::Array;
use leptos::html::Div;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;
use web_sys::{IntersectionObserver, IntersectionObserverEntry, IntersectionObserverInit};

/// How far outside an element is still near.
const MARGIN: &str = "200px";

/// An observer that stops when it is dropped.
struct Watch {
    observer: IntersectionObserver,
    /// Called by the observer.
    _report: Closure<dyn FnMut(Array)>,
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.observer.disconnect();
    }
}

/// Calls `then` when the content of `place` comes near; once at least, and at once
/// where the browser cannot tell.
pub(crate) fn when_near(place: NodeRef<Div>, then: impl Fn() + Copy + 'static) {
    let watch = StoredValue::new_local(None::<Watch>);
    Effect::new(move |_| {
        let Some(element) = place.get() else { return };
        let report = Closure::new(move |entries: Array| {
            let near = entries
                .iter()
                .map(JsCast::unchecked_into::<IntersectionObserverEntry>)
                .any(|entry| entry.is_intersecting());
            if near {
                then();
                watch.update_value(|watch| {
                    if let Some(watch) = watch {
                        watch.observer.disconnect();
                    }
                });
            }
        });
        let options = IntersectionObserverInit::new();
        options.set_root_margin(MARGIN);
        match IntersectionObserver::new_with_options(report.as_ref().unchecked_ref(), &options) {
            Ok(observer) => {
                observer.observe(&element);
                watch.set_value(Some(Watch {
                    observer,
                    _report: report,
                }));
            }
            Err(_) => then(),
        }
    });
}

/// Whether the page is so wide that the question stands beside the answer.
pub(crate) fn is_wide() -> bool {
    let query = web_sys::window().and_then(|window| window.match_media("(min-width: 1000px)").ok());
    query.flatten().is_some_and(|query| query.matches())
}
