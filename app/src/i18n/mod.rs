//! The page's words: messages checked by the build, numbers in the form of the
//! chosen language, and the switch between languages.
//!
//! Texts come from `locales/*.json`, of which the browser fetches one; those that only later
//! parts of the page say from `locales/later/*.json`, once the page is shown; and each
//! page beside the calculator has one more. A message's name and the values it needs
//! are known at build time ([`Msg`], [`say`]); its text only at run time.

mod format;
mod language;
mod letters;
mod money;
mod number;
mod table;
#[cfg(test)]
mod tests;
mod written;

pub(crate) use format::*;
pub(crate) use language::Language;
pub(crate) use letters::lowered;
pub(crate) use money::sign;
pub(crate) use number::{Marks, parse, plain, rewrite};
pub(crate) use table::{
    Switched, Text, add, currency, hide_prices, is_priceless, is_whole, language, marks,
    set_currency, switch, text,
};
use table::{fill, plural};
#[cfg(all(test, target_arch = "wasm32"))]
pub(crate) use written::{Style, plural_category, written};

include!(concat!(env!("OUT_DIR"), "/messages.rs"));

/// A message for a view: follows the language.
pub(crate) fn t(message: Msg) -> impl Fn() -> &'static str + Copy + Send + Sync + 'static {
    move || text(message)
}
