//! Observers of the browser, which stop when what holds them is dropped.

use js_sys::{Array, Function};
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::{Closure, JsValue};
use web_sys::{IntersectionObserver, MutationObserver, ResizeObserver};

/// An observer of the browser.
pub(super) trait Observer {
    /// Ends its reports.
    fn stop(&self);
}

impl Observer for IntersectionObserver {
    fn stop(&self) {
        self.disconnect();
    }
}

impl Observer for MutationObserver {
    fn stop(&self) {
        self.disconnect();
    }
}

impl Observer for ResizeObserver {
    fn stop(&self) {
        self.disconnect();
    }
}

/// An observer that stops when it is dropped.
pub(super) struct Watch<O: Observer> {
    /// The observer.
    pub(super) observer: O,
    /// Called by it.
    _report: Closure<dyn FnMut(Array)>,
}

impl<O: Observer> Watch<O> {
    /// One that `make` makes of what is to be called with its entries; `None` where the browser
    /// cannot.
    pub(super) fn new(
        make: impl FnOnce(&Function) -> Result<O, JsValue>,
        report: impl FnMut(Array) + 'static,
    ) -> Option<Self> {
        let report = Closure::new(report);
        let observer = make(report.as_ref().unchecked_ref()).ok()?;
        Some(Self {
            observer,
            _report: report,
        })
    }
}

impl<O: Observer> Drop for Watch<O> {
    fn drop(&mut self) {
        self.observer.stop();
    }
}
