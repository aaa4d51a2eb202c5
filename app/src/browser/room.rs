//! Requests of `public/present.js` to the page while somebody presents it.

use super::page::said;
use super::program::on_told;
use wasm_bindgen::JsValue;

/// A request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Asked {
    /// Whether no price may be seen.
    pub(crate) priceless: bool,
    /// A currency and its units a dollar, as typed; `None` where it stays as it is.
    pub(crate) currency: Option<(String, String)>,
}

/// Calls back with a request; where that says no, whoever asked is told.
pub(crate) fn on_asked(answer: impl Fn(Asked) -> bool + 'static) {
    on_told("rightsize:room", move |event| {
        let asked = Asked {
            priceless: said("data-priceless").is_some(),
            currency: currency_of(&event.detail()),
        };
        if !answer(asked) {
            event.prevent_default();
        }
    });
}

/// `EUR 0.92`, in two parts.
fn currency_of(detail: &JsValue) -> Option<(String, String)> {
    let text = detail.as_string()?;
    let (code, rate) = text.split_once(' ')?;
    Some((code.to_owned(), rate.to_owned()))
}
