//! Amounts of money as people write them: `$98.32`, `1.234,50 €`, `EUR 2,5/h`, `(3.00)`.
//!
//! Where both points and commas stand, the last one is the decimal mark; a mark that stands
//! several times groups thousands. One mark before exactly three digits may be either: then
//! the other amounts of the list decide, and where none does, it is a decimal mark in prices
//! by the hour, which rarely reach a thousand, and groups thousands in those by the month or
//! year.

use crate::currency::Code;
use crate::decimal;

/// A currency as it is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Money {
    /// A code, or a sign of one currency.
    Of(Code),
    /// The sign of yen and yuan.
    YenOrYuan,
}

/// The mark before decimals.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mark {
    Point,
    Comma,
}

/// An amount whose marks are still to be read.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Amount {
    pub(super) money: Option<Money>,
    pub(super) negative: bool,
    /// Digits, points and commas.
    digits: String,
}

/// Signs in the order they are looked for: longer ones first.
const SIGNS: &[(&str, &str)] = &[
    ("US$", "USD"),
    ("CA$", "CAD"),
    ("AU$", "AUD"),
    ("NZ$", "NZD"),
    ("HK$", "HKD"),
    ("NT$", "TWD"),
    ("C$", "CAD"),
    ("A$", "AUD"),
    ("S$", "SGD"),
    ("R$", "BRL"),
    ("$", "USD"),
    ("＄", "USD"),
    ("€", "EUR"),
    ("£", "GBP"),
    ("₴", "UAH"),
    ("грн", "UAH"),
    ("₹", "INR"),
    ("₩", "KRW"),
    ("₺", "TRY"),
    ("zł", "PLN"),
    ("Kč", "CZK"),
    ("人民币", "CNY"),
    ("元", "CNY"),
    ("円", "JPY"),
];

/// The codes that a heading may name among other words; a cell may name any.
const CODES: &[&str] = &[
    "USD", "EUR", "GBP", "CHF", "JPY", "CNY", "UAH", "INR", "KRW", "PLN", "CZK", "SEK", "NOK",
    "DKK", "CAD", "AUD", "NZD", "SGD", "HKD", "TWD", "BRL", "MXN", "TRY", "ZAR", "ILS", "AED",
];

/// Words beside an amount that add nothing new.
const UNITS: &[&str] = &[
    "h", "hr", "hrs", "hour", "per", "std", "год", "时", "小时", "時間",
];

fn sign_in(text: &str) -> Option<(Money, &'static str)> {
    if let Some(sign) = ["¥", "￥"].into_iter().find(|sign| text.contains(sign)) {
        return Some((Money::YenOrYuan, sign));
    }
    let mut signs = SIGNS.iter();
    let (sign, code) = signs.find(|(sign, _)| text.contains(sign))?;
    Some((Money::Of(Code::new(code)?), sign))
}

/// The currency that a heading names.
pub(super) fn money_in(text: &str) -> Option<Money> {
    if let Some((money, _)) = sign_in(text) {
        return Some(money);
    }
    let mut words = text.split(|letter: char| !letter.is_ascii_alphabetic());
    words.find_map(|word| {
        let known = CODES.iter().find(|code| code.eq_ignore_ascii_case(word));
        known.and_then(|code| Code::new(code)).map(Money::Of)
    })
}

/// The currency that a cell is.
pub(super) fn money(text: &str) -> Option<Money> {
    let text = text.trim();
    let sign = sign_in(text).map(|(money, _)| money);
    sign.or_else(|| Code::new(text).map(Money::Of))
}

/// Whether a cell says that there is nothing.
pub(super) fn is_empty(text: &str) -> bool {
    let text = text.trim();
    text.is_empty()
        || text
            .chars()
            .all(|letter| matches!(letter, '-' | '–' | '—' | '.'))
        || ["n/a", "na", "null", "none"]
            .iter()
            .any(|word| text.eq_ignore_ascii_case(word))
}

impl Amount {
    /// Reads an amount; `None` where other things stand beside it, or no digit.
    pub(super) fn read(text: &str) -> Option<Self> {
        let sign = sign_in(text);
        let bare = sign.map_or_else(|| text.to_owned(), |(_, sign)| text.replacen(sign, " ", 1));
        let mut money = sign.map(|(money, _)| money);
        let mut negative = false;
        let (mut digits, mut word) = (String::new(), String::new());
        let mut closed = false;
        // The end of the text ends a word as well.
        for letter in bare.chars().map(narrow).chain([' ']) {
            if letter.is_alphabetic() {
                word.push(letter);
                closed |= !digits.is_empty();
                continue;
            }
            if !word.is_empty() {
                let unit = UNITS.iter().any(|unit| unit.eq_ignore_ascii_case(&word));
                if !unit {
                    let code = Code::new(&word).filter(|_| money.is_none())?;
                    money = Some(Money::Of(code));
                }
                word.clear();
            }
            match letter {
                '0'..='9' | '.' | ',' if closed => return None,
                '0'..='9' | '.' | ',' => digits.push(letter),
                '-' | '\u{2212}' | '(' => negative = true,
                // Thousands are grouped by these, too.
                '\'' | '\u{2019}' | '_' | '+' | ')' | '/' => {}
                _ if letter.is_whitespace() => {}
                _ => return None,
            }
        }
        let counted = digits.bytes().any(|byte| byte.is_ascii_digit());
        counted.then_some(Self {
            money,
            negative,
            digits,
        })
    }

    /// The decimal mark, where the digits leave no doubt and there is one.
    pub(super) fn mark(&self) -> Option<Mark> {
        let count = |mark| self.digits.matches(mark).count();
        match (count('.'), count(',')) {
            (0, 0) => None,
            (points, 0) => lone(&self.digits, '.', points, Mark::Point, Mark::Comma),
            (0, commas) => lone(&self.digits, ',', commas, Mark::Comma, Mark::Point),
            _ if self.digits.rfind('.') > self.digits.rfind(',') => Some(Mark::Point),
            _ => Some(Mark::Comma),
        }
    }

    /// The amount. Where its own marks leave a doubt, `list` is the decimal mark; where the
    /// list says nothing, the lone mark is it, unless thousands are likely to be `grouped`.
    /// No value where the marks stand anyhow.
    pub(super) fn value(&self, list: Option<Mark>, grouped: bool) -> Option<f64> {
        let lone = if self.digits.contains(',') == grouped {
            Mark::Point
        } else {
            Mark::Comma
        };
        let (point, group) = match self.mark().or(list).unwrap_or(lone) {
            Mark::Point => ('.', ','),
            Mark::Comma => (',', '.'),
        };
        let (whole, decimals) = match self.digits.split_once(point) {
            Some((whole, decimals)) => (whole, decimals),
            None => (self.digits.as_str(), ""),
        };
        let mut groups = whole.split(group);
        let first = groups.next()?.len();
        let mut more = 0;
        let grouped = groups.all(|group| {
            more += 1;
            group.len() == 3
        });
        let fits = more == 0 || (1..=3).contains(&first);
        if !grouped || !fits || decimals.contains(['.', ',']) {
            return None;
        }
        let whole: String = whole.chars().filter(char::is_ascii_digit).collect();
        decimal::parse(&format!("{whole}.{decimals}"))
    }
}

/// The meaning of one kind of mark alone, standing `count` times.
fn lone(digits: &str, mark: char, count: usize, itself: Mark, other: Mark) -> Option<Mark> {
    if count > 1 {
        return Some(other);
    }
    let (whole, decimals) = digits.split_once(mark)?;
    let either = decimals.len() == 3 && (1..=3).contains(&whole.len()) && !whole.starts_with('0');
    (!either).then_some(itself)
}

/// The ASCII twin of a full-width letter, sign or digit.
fn narrow(letter: char) -> char {
    let twin = u32::from(letter).wrapping_sub(0xFF01).wrapping_add(0x21);
    match letter {
        '\u{FF01}'..='\u{FF5E}' => char::from_u32(twin).unwrap_or(letter),
        _ => letter,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn code(text: &str) -> Option<Money> {
        Code::new(text).map(Money::Of)
    }

    #[test]
    fn amounts_as_people_write_them() {
        for (text, value, money) in [
            ("98.32", 98.32, None),
            ("$98.32", 98.32, code("USD")),
            ("2,5 €", 2.5, code("EUR")),
            ("1.234,50 €", 1234.5, code("EUR")),
            ("€1,234.50", 1234.5, code("EUR")),
            ("1 234,50 грн", 1234.5, code("UAH")),
            ("CHF 1'234.50", 1234.5, code("CHF")),
            ("EUR 2,5/h", 2.5, code("EUR")),
            ("US$ 3.00 per hour", 3.0, code("USD")),
            ("¥350", 350.0, Some(Money::YenOrYuan)),
            ("１２．５円", 12.5, code("JPY")),
            ("1,234,567", 1_234_567.0, None),
            ("0,125", 0.125, None),
            (".5", 0.5, None),
            ("12", 12.0, None),
        ] {
            let amount = Amount::read(text).unwrap_or_else(|| panic!("{text}"));
            assert_eq!(amount.money, money, "{text}");
            assert_eq!(amount.value(None, false), Some(value), "{text}");
        }
    }

    /// `1,234` is read as the other amounts of its list are.
    #[test]
    fn doubtful_marks_follow_the_list() {
        let doubtful = Amount::read("1,234").unwrap();
        assert_eq!(doubtful.mark(), None);
        assert_eq!(doubtful.value(Some(Mark::Point), false), Some(1234.0));
        assert_eq!(doubtful.value(Some(Mark::Comma), true), Some(1.234));
        assert_eq!(doubtful.value(None, false), Some(1.234));
        assert_eq!(doubtful.value(None, true), Some(1234.0));
    }

    #[test]
    fn negatives_and_nonsense() {
        for text in ["-3", "(3.00)", "−3 €", "3-"] {
            assert!(Amount::read(text).unwrap().negative, "{text}");
        }
        for text in [
            "",
            "€",
            "about 3",
            "3 or 4",
            "1e9",
            "12%",
            "NaN",
            "3 EUR USD",
            "3h5",
        ] {
            assert_eq!(Amount::read(text), None, "{text}");
        }
        for text in ["1.2.3", "1,23,456", "1234,567.8", "1.234.56", "1.5,3,4"] {
            let amount = Amount::read(text).unwrap();
            assert_eq!(amount.value(None, false), None, "{text}");
        }
        for text in ["", " - ", "—", "n/a", "NULL"] {
            assert!(is_empty(text), "{text}");
        }
    }

    proptest! {
        /// Any amount with two decimals reads back, however it is grouped and marked.
        #[test]
        fn written_amounts_read_back(cents in 0..1_000_000_000_u32, german in proptest::bool::ANY) {
            let (group, point) = if german { ('.', ',') } else { (',', '.') };
            let whole = (cents / 100).to_string();
            let mut text = String::new();
            for (index, digit) in whole.chars().enumerate() {
                if index > 0 && (whole.len() - index) % 3 == 0 {
                    text.push(group);
                }
                text.push(digit);
            }
            text = format!("{text}{point}{:02}", cents % 100);
            let value = Amount::read(&text).unwrap().value(None, false).unwrap();
            prop_assert!((value - f64::from(cents) / 100.0).abs() <= f64::EPSILON * value);
        }

        /// No text breaks the reader, and a number read is not negative.
        #[test]
        fn any_text(text in "\\PC{0,30}", marks in "[0-9.,'() $€-]{0,12}") {
            for text in [text, marks] {
                for usual in [None, Some(Mark::Point), Some(Mark::Comma)] {
                    let value = Amount::read(&text).and_then(|amount| amount.value(usual, text.len() % 2 == 0));
                    prop_assert!(value.is_none_or(|value| value.is_finite() && value >= 0.0));
                }
            }
        }
    }
}
