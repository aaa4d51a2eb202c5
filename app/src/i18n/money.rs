//! Signs of currencies, as Unicode's CLDR has them for tight places.

use super::language::Language;
use estimator::currency::Code;

/// Signs that are written in every language. Other currencies go by their code, and so do
/// other countries' dollars and crowns: a bare `$` is the US dollar's everywhere.
const SIGNS: [(&str, &str); 12] = [
    ("USD", "$"),
    ("EUR", "€"),
    ("GBP", "£"),
    ("JPY", "¥"),
    ("CNY", "¥"),
    ("KRW", "₩"),
    ("INR", "₹"),
    ("UAH", "₴"),
    ("PLN", "zł"),
    ("CZK", "Kč"),
    ("BRL", "R$"),
    ("TRY", "₺"),
];

/// Currencies without hundredths, of ISO 4217.
const WHOLE: &str = "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF";

/// How a currency is written in a language.
pub(crate) fn sign(code: &Code, language: Language) -> &str {
    let text = code.as_str();
    let known = SIGNS.iter().find(|(known, _)| *known == text);
    match known.map_or(text, |(_, sign)| *sign) {
        "¥" if language == Language::Ja => "￥",
        sign => sign,
    }
}

/// How many decimals its amounts have where they are small.
pub(super) fn decimals(code: Code) -> u8 {
    if WHOLE.contains(code.as_str()) { 0 } else { 2 }
}
