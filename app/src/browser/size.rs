//! How wide an element is, now and after every change, and where along it a pointer is.

use super::watch::Watch;
use js_sys::Array;
use leptos::html::Div;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, MouseEvent, ResizeObserver, ResizeObserverEntry};

/// The width of the content of `place`, in pixels, `first` until it is laid out.
pub(crate) fn width_of(place: NodeRef<Div>, first: f64) -> ReadSignal<f64> {
    let (width, set_width) = signal(first);
    let watch = StoredValue::new_local(None::<Watch<ResizeObserver>>);
    Effect::new(move |_| {
        let Some(element) = place.get() else { return };
        let report = move |entries: Array| {
            let entry: ResizeObserverEntry = entries.get(0).unchecked_into();
            let now = entry.content_rect().width();
            // Hidden elements have none; keep the drawing.
            if now > 0.0 {
                set_width.set(now);
            }
        };
        if let Some(made) = Watch::new(ResizeObserver::new, report) {
            made.observer.observe(&element);
            watch.set_value(Some(made));
        }
    });
    width
}

/// How wide the browser's window is, in pixels, without laying anything out; `None` where nobody
/// says.
pub(crate) fn window_width() -> Option<f64> {
    let width = web_sys::window()?.outer_width().ok()?.as_f64()?;
    Some(width).filter(|width| *width > 0.0)
}

/// Where along a mark of the page a pointer is, and how long that mark is, in pixels; `None` where
/// it is on another than one of this class.
pub(crate) fn along(event: &MouseEvent, class: &str) -> Option<(f64, f64)> {
    let element: Element = event.target()?.dyn_into().ok()?;
    let within = element.class_list().contains(class);
    within.then(|| {
        (
            f64::from(event.offset_x()),
            f64::from(element.client_width()),
        )
    })
}
