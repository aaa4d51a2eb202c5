//! `Intl`: numbers and plural rules, which every browser brings along.

use crate::i18n::Language;
use js_sys::{Array, Function, Intl, Object, Reflect};
use std::cell::RefCell;
use wasm_bindgen::{JsCast, JsValue};

/// How a number is shown.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Style {
    /// Three significant digits.
    Number,
    /// Three significant digits, zeros included, so that a column lines up.
    Figures,
    /// No broken part.
    Integer,
    /// Three significant digits and a word or letter for the thousands.
    Compact,
    /// A share in percent.
    Percent,
    /// Dollars and cents.
    Cents,
    /// Whole dollars.
    Dollars,
}

/// One formatter of one language.
type Formatter = (Language, Style, Function);

thread_local! {
    static FORMATTERS: RefCell<Vec<Formatter>> = const { RefCell::new(Vec::new()) };
    static PLURALS: RefCell<Option<(Language, Intl::PluralRules)>> = const { RefCell::new(None) };
}

/// `value` in the form of `language`.
pub(crate) fn format(language: Language, style: Style, value: f64) -> String {
    let formatter = FORMATTERS.with_borrow_mut(|made| {
        let known = made.iter().find(|(l, s, _)| (*l, *s) == (language, style));
        if let Some((_, _, function)) = known {
            return function.clone();
        }
        let function = formatter(language, style);
        made.push((language, style, function.clone()));
        function
    });
    let shown = formatter.call1(&JsValue::NULL, &value.into());
    shown
        .ok()
        .and_then(|text| text.as_string())
        .unwrap_or_default()
}

fn formatter(language: Language, style: Style) -> Function {
    let options = Object::new();
    let set = |name: &str, value: JsValue| {
        // Setting a property of a fresh object cannot fail.
        let _ = Reflect::set(&options, &name.into(), &value);
    };
    match style {
        Style::Number => set("maximumSignificantDigits", 3.into()),
        Style::Figures => {
            set("minimumSignificantDigits", 3.into());
            set("maximumSignificantDigits", 3.into());
        }
        Style::Integer => set("maximumFractionDigits", 0.into()),
        Style::Compact => {
            set("notation", "compact".into());
            set("maximumSignificantDigits", 3.into());
        }
        Style::Percent => {
            set("style", "percent".into());
            set("maximumFractionDigits", 0.into());
        }
        Style::Cents | Style::Dollars => {
            let digits = if style == Style::Cents { 2 } else { 0 };
            set("style", "currency".into());
            set("currency", "USD".into());
            set("currencyDisplay", "narrowSymbol".into());
            set("minimumFractionDigits", digits.into());
            set("maximumFractionDigits", digits.into());
        }
    }
    let locales = Array::of1(&language.tag().into());
    Intl::NumberFormat::new(locales.unchecked_ref(), options.unchecked_ref())
        .format()
        .unchecked_into()
}

/// The plural category (`one`, `few`, `many`, `other`) of a count.
pub(crate) fn plural_category(language: Language, count: f64) -> String {
    PLURALS.with_borrow_mut(|rules| {
        if rules
            .as_ref()
            .is_none_or(|(made_for, _)| *made_for != language)
        {
            let locales = Array::of1(&language.tag().into());
            let fresh =
                Intl::PluralRules::new(locales.unchecked_ref(), Object::new().unchecked_ref());
            *rules = Some((language, fresh));
        }
        let category = rules
            .as_ref()
            .map(|(_, rules)| JsValue::from(rules.select(count)));
        category
            .and_then(|name| name.as_string())
            .unwrap_or_else(|| "other".to_owned())
    })
}
