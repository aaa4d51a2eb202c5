//! What `public/present.js` asks of the page while somebody presents it.

use super::page::said;
use super::program::on_told;
use wasm_bindgen::JsValue;

/// What is asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Asked {
    /// Whether no price may be seen.
    pub(crate) priceless: bool,
    /// A currency and what a dollar buys of it, as typed; `None` where it stays as it is.
    pub(crate) currency: Option<(String, String)>,
}

/// Calls back with what is asked; where that says no, whoever asked is told.
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
