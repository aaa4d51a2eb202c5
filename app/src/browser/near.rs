//! When an element comes near the part of the page that is seen.

use super::watch::{Observer, Watch};
use js_sys::Array;
use leptos::html::Div;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{IntersectionObserver, IntersectionObserverEntry, IntersectionObserverInit};

/// How far outside an element is still near.
const MARGIN: &str = "200px";

/// Calls `then` when the content of `place` comes near; once at least, and at once
/// where the browser cannot tell.
pub(crate) fn when_near(place: NodeRef<Div>, then: impl Fn() + Copy + 'static) {
    let watch = StoredValue::new_local(None::<Watch<IntersectionObserver>>);
    Effect::new(move |_| {
        let Some(element) = place.get() else { return };
        let report = move |entries: Array| {
            let near = entries
                .iter()
                .map(JsCast::unchecked_into::<IntersectionObserverEntry>)
                .any(|entry| entry.is_intersecting());
            if near {
                then();
                watch.update_value(|watch| {
                    if let Some(watch) = watch {
                        watch.observer.stop();
                    }
                });
            }
        };
        let options = IntersectionObserverInit::new();
        options.set_root_margin(MARGIN);
        let make = |report: &_| IntersectionObserver::new_with_options(report, &options);
        match Watch::new(make, report) {
            Some(made) => {
                made.observer.observe(&element);
                watch.set_value(Some(made));
            }
            None => then(),
        }
    });
}

/// Whether the page is so wide that the question stands beside the answer.
pub(crate) fn is_wide() -> bool {
    let query = web_sys::window().and_then(|window| window.match_media("(min-width: 1000px)").ok());
    query.flatten().is_some_and(|query| query.matches())
}
