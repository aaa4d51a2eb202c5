//! What only a browser can prove: numbers and plurals by its `Intl`.

use super::{Style, format, plural_category};
use crate::i18n::{Language, parse};
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_browser);

#[wasm_bindgen_test]
fn numbers_take_the_form_of_the_language() {
    assert_eq!(format(Language::En, Style::Number, 1234.5), "1,230");
    assert_eq!(format(Language::De, Style::Number, 0.6249), "0,625");
    assert_eq!(format(Language::De, Style::Integer, 131_072.0), "131.072");
    assert_eq!(format(Language::En, Style::Percent, 0.237), "24%");
    assert_eq!(format(Language::En, Style::Cents, 14.0), "$14.00");
    assert_eq!(format(Language::Ja, Style::Dollars, 10_220.4), "$10,220");
    assert_eq!(format(Language::En, Style::Compact, 1_420_000.0), "1.42M");
}

#[wasm_bindgen_test]
fn shown_numbers_are_read_back_in_every_language() {
    for language in Language::ALL {
        for value in [0.25, 12.5, 1230.0, 98_700.0] {
            let shown = format(language, Style::Number, value);
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
    let of = |language, count| plural_category(language, count);
    assert_eq!(of(Language::En, 1.0), "one");
    assert_eq!(of(Language::En, 2.0), "other");
    assert_eq!(of(Language::Uk, 1.0), "one");
    assert_eq!(of(Language::Uk, 3.0), "few");
    assert_eq!(of(Language::Uk, 5.0), "many");
    assert_eq!(of(Language::Uk, 1.5), "other");
    assert_eq!(of(Language::Ja, 1.0), "other");
}
