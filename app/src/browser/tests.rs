//! Facts that only a browser can prove: that numbers and plurals are those of its
//! `Intl`, which we do without because its first use is slow.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use crate::i18n::{Language, Style, parse, plural_category, written};
use estimator::currency::Code;
use js_sys::{Array, Function, Intl, Object, Reflect};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_browser);

const STYLES: [(Style, &[(&str, &str)]); 5] = [
    (Style::Number, &[("maximumSignificantDigits", "3")]),
    (
        Style::Figures,
        &[
            ("minimumSignificantDigits", "3"),
            ("maximumSignificantDigits", "3"),
        ],
    ),
    (Style::Integer, &[("maximumFractionDigits", "0")]),
    (
        Style::Compact,
        // With marks from four digits on, as everywhere else on the page.
        &[
            ("notation", "compact"),
            ("maximumSignificantDigits", "3"),
            ("useGrouping", "always"),
        ],
    ),
    (
        Style::Percent,
        &[("style", "percent"), ("maximumFractionDigits", "0")],
    ),
];

/// Currencies with a sign of their own, and those that go by their code: other dollars, crowns,
/// codes of no country.
const CURRENCIES: [(&str, &[&str]); 2] = [
    (
        "narrowSymbol",
        &[
            "USD", "EUR", "GBP", "JPY", "CNY", "KRW", "INR", "UAH", "PLN", "CZK", "BRL", "TRY",
        ],
    ),
    ("code", &["CHF", "CAD", "SEK", "XYZ"]),
];

/// The browser's own formatter.
fn intl(language: Language, options: &[(&str, &str)]) -> Function {
    let object = Object::new();
    for (name, value) in options {
        Reflect::set(&object, &(*name).into(), &(*value).into()).unwrap();
    }
    let locales = Array::of1(&language.tag().into());
    Intl::NumberFormat::new(locales.unchecked_ref(), object.unchecked_ref())
        .format()
        .unchecked_into()
}

/// Numbers of every size the page shows, near the places where digits turn.
fn values() -> Vec<f64> {
    let mut values = vec![0.0];
    for power in -4..13 {
        for digits in [
            1.0, 1.004, 1.006, 1.234, 1.999, 2.5, 4.2, 7.77, 9.94, 9.96, 9.994, 9.996,
        ] {
            values.push(digits * 10f64.powi(power));
        }
    }
    values
}

/// Holds a style in a language against the browser's own.
fn compare(language: Language, style: Style, options: &[(&str, &str)]) {
    compare_from(0.0, language, style, options);
}

/// The same for values that are no smaller than `least`.
fn compare_from(least: f64, language: Language, style: Style, options: &[(&str, &str)]) {
    let format = intl(language, options);
    for value in values().into_iter().filter(|value| *value >= least) {
        for value in [value, -value] {
            if value == 0.0 && value.is_sign_negative() {
                continue;
            }
            let theirs = format.call1(&JsValue::NULL, &value.into()).unwrap();
            assert_eq!(
                written(value, style, language),
                theirs.as_string().unwrap(),
                "{language:?} {style:?} {value}"
            );
        }
    }
}

#[wasm_bindgen_test]
fn numbers_take_the_form_of_the_language() {
    for language in Language::ALL {
        for (style, options) in STYLES {
            compare(language, style, options);
        }
    }
}

#[wasm_bindgen_test]
fn amounts_take_the_form_of_the_language() {
    for language in Language::ALL {
        for (display, codes) in CURRENCIES {
            for code in codes {
                for (places, digits) in [(0, "0"), (2, "2")] {
                    let options = [
                        ("style", "currency"),
                        ("currency", *code),
                        ("currencyDisplay", display),
                        ("minimumFractionDigits", digits),
                        ("maximumFractionDigits", digits),
                    ];
                    let style = Style::Money(Code::new(code).unwrap(), places);
                    compare(language, style, &options);
                }
            }
        }
    }
}

#[wasm_bindgen_test]
fn large_sums_take_the_form_of_the_language() {
    for language in Language::ALL {
        for (display, codes) in CURRENCIES {
            for code in codes {
                let options = [
                    ("style", "currency"),
                    ("currency", *code),
                    ("currencyDisplay", display),
                    ("notation", "compact"),
                    ("maximumSignificantDigits", "3"),
                    ("useGrouping", "always"),
                ];
                let style = Style::Sum(Code::new(code).unwrap());
                compare_from(1e6, language, style, &options);
            }
        }
    }
}

#[wasm_bindgen_test]
fn shown_numbers_are_read_back_in_every_language() {
    for language in Language::ALL {
        for value in [0.25, 12.5, 1230.0, 98_700.0] {
            let shown = written(value, Style::Number, language);
            assert_eq!(
                parse(&shown, language.marks()),
                Some(value),
                "{language:?} {shown}"
            );
        }
    }
}

#[wasm_bindgen_test]
fn plural_rules_are_the_languages_own() {
    for language in Language::ALL {
        let locales = Array::of1(&language.tag().into());
        let rules = Intl::PluralRules::new(locales.unchecked_ref(), Object::new().unchecked_ref());
        for count in (0..130)
            .map(f64::from)
            .chain([0.5, 1.5, 2.25, 1000.0, 1_000_002.0])
        {
            let theirs = JsValue::from(rules.select(count)).as_string().unwrap();
            assert_eq!(
                plural_category(language, count),
                theirs,
                "{language:?} {count}"
            );
        }
    }
}
