//! How wide an element is, now and after every change.

use js_sys::Array;
use leptos::html::Div;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;
use web_sys::{ResizeObserver, ResizeObserverEntry};

/// An observer that stops when it is dropped.
struct Watch {
    observer: ResizeObserver,
    /// Called by the observer.
    _report: Closure<dyn FnMut(Array)>,
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.observer.disconnect();
    }
}

/// The width of the content of `place`, in pixels, `first` until it is laid out.
pub(crate) fn width_of(place: NodeRef<Div>, first: f64) -> ReadSignal<f64> {
    let (width, set_width) = signal(first);
    let watch = StoredValue::new_local(None::<Watch>);
    Effect::new(move |_| {
        let Some(element) = place.get() else { return };
        let report = Closure::new(move |entries: Array| {
            let entry: ResizeObserverEntry = entries.get(0).unchecked_into();
            let now = entry.content_rect().width();
            // Hidden elements have none; keep the drawing.
            if now > 0.0 {
                set_width.set(now);
            }
        });
        if let Ok(observer) = ResizeObserver::new(report.as_ref().unchecked_ref()) {
            observer.observe(&element);
            watch.set_value(Some(Watch {
                observer,
                _report: report,
            }));
        }
    });
    width
}
