//! Text to a value, bounded in depth.

use crate::decimal;

/// The deepest nesting that is read; a model has six.
const MOST_DEPTH: u32 = 16;

/// A JSON value.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Value {
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number.
    Number(f64),
    /// A text.
    Text(String),
    /// A list.
    List(Vec<Self>),
    /// An object, its fields in order.
    Object(Vec<(String, Self)>),
}

impl Value {
    pub(in crate::link) fn as_object(&self) -> Option<&[(String, Self)]> {
        match self {
            Self::Object(fields) => Some(fields),
            _ => None,
        }
    }

    pub(in crate::link) fn as_array(&self) -> Option<&[Self]> {
        match self {
            Self::List(values) => Some(values),
            _ => None,
        }
    }

    pub(in crate::link) fn as_str(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }

    pub(in crate::link) const fn as_bool(&self) -> Option<bool> {
        match self {
            Self::Bool(yes) => Some(*yes),
            _ => None,
        }
    }

    pub(in crate::link) const fn as_f64(&self) -> Option<f64> {
        match self {
            Self::Number(number) => Some(*number),
            _ => None,
        }
    }

    /// A whole number that an `f64` holds exactly.
    pub(in crate::link) fn as_u64(&self) -> Option<u64> {
        let number = self.as_f64()?;
        let whole = number.fract() == 0.0 && (0.0..=9_007_199_254_740_992.0).contains(&number);
        #[allow(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "whole and in range"
        )]
        whole.then_some(number as u64)
    }
}

/// Reads `text`, all of it; `None` where it is no JSON.
pub(crate) fn parse(text: &str) -> Option<Value> {
    let mut reader = Reader { left: text };
    let value = reader.value(0)?;
    reader.skip();
    reader.left.is_empty().then_some(value)
}

struct Reader<'a> {
    left: &'a str,
}

impl Reader<'_> {
    fn skip(&mut self) {
        self.left = self.left.trim_start_matches([' ', '\t', '\n', '\r']);
    }

    /// Takes `word` if it comes next.
    fn take(&mut self, word: &str) -> bool {
        self.skip();
        match self.left.strip_prefix(word) {
            Some(rest) => {
                self.left = rest;
                true
            }
            None => false,
        }
    }

    fn value(&mut self, depth: u32) -> Option<Value> {
        if depth > MOST_DEPTH {
            return None;
        }
        if self.take("null") {
            Some(Value::Null)
        } else if self.take("true") {
            Some(Value::Bool(true))
        } else if self.take("false") {
            Some(Value::Bool(false))
        } else if self.take("\"") {
            self.text().map(Value::Text)
        } else if self.take("[") {
            let mut values = Vec::new();
            self.all("]", |reader| {
                values.push(reader.value(depth + 1)?);
                Some(())
            })?;
            Some(Value::List(values))
        } else if self.take("{") {
            let mut fields = Vec::new();
            self.all("}", |reader| {
                let name = reader.take("\"").then(|| reader.text())??;
                let value = reader.take(":").then(|| reader.value(depth + 1))??;
                fields.push((name, value));
                Some(())
            })?;
            Some(Value::Object(fields))
        } else {
            self.number()
        }
    }

    /// Items between commas, up to `end`.
    fn all(&mut self, end: &str, mut item: impl FnMut(&mut Self) -> Option<()>) -> Option<()> {
        if self.take(end) {
            return Some(());
        }
        loop {
            item(self)?;
            if self.take(end) {
                return Some(());
            }
            if !self.take(",") {
                return None;
            }
        }
    }

    fn number(&mut self) -> Option<Value> {
        let end = self
            .left
            .find(|letter: char| !matches!(letter, '0'..='9' | '-' | '+' | '.' | 'e' | 'E'))
            .unwrap_or(self.left.len());
        let (number, rest) = self.left.split_at_checked(end)?;
        if !number.starts_with(|letter: char| letter.is_ascii_digit() || letter == '-') {
            return None;
        }
        self.left = rest;
        decimal::parse(number).map(Value::Number)
    }

    /// A text behind its opening quote.
    fn text(&mut self) -> Option<String> {
        let mut text = String::new();
        loop {
            let end = self.left.find(['"', '\\'])?;
            let (plain, rest) = self.left.split_at_checked(end)?;
            text.push_str(plain);
            if let Some(rest) = rest.strip_prefix('"') {
                self.left = rest;
                return Some(text);
            }
            self.left = rest.get(1..)?;
            text.push(self.escaped()?);
        }
    }

    fn escaped(&mut self) -> Option<char> {
        let mut letters = self.left.chars();
        let letter = letters.next()?;
        self.left = letters.as_str();
        Some(match letter {
            '"' | '\\' | '/' => letter,
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            'b' => '\u{8}',
            'f' => '\u{c}',
            'u' => {
                let first = self.unit()?;
                if !(0xD800..0xDC00).contains(&first) {
                    return char::from_u32(first);
                }
                // The other half of a pair.
                self.left = self.left.strip_prefix("\\u")?;
                let second = self.unit().filter(|unit| (0xDC00..0xE000).contains(unit))?;
                char::from_u32(0x1_0000 + ((first - 0xD800) << 10) + (second - 0xDC00))?
            }
            _ => return None,
        })
    }

    fn unit(&mut self) -> Option<u32> {
        let (digits, rest) = self.left.split_at_checked(4)?;
        let hex = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
        self.left = rest;
        u32::from_str_radix(digits, 16).ok().filter(|_| hex)
    }
}

#[cfg(test)]
mod tests {
    use super::{Value, parse};
    use proptest::prelude::*;

    fn same(ours: &Value, theirs: &serde_json::Value) -> bool {
        match (ours, theirs) {
            (Value::Null, serde_json::Value::Null) => true,
            (Value::Bool(a), serde_json::Value::Bool(b)) => a == b,
            (Value::Number(a), serde_json::Value::Number(b)) => Some(*a) == b.as_f64(),
            (Value::Text(a), serde_json::Value::String(b)) => a == b,
            (Value::List(a), serde_json::Value::Array(b)) => {
                a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b))
            }
            (Value::Object(a), serde_json::Value::Object(b)) => {
                a.len() == b.len()
                    && a.iter()
                        .all(|(name, a)| b.get(name).is_some_and(|b| same(a, b)))
            }
            _ => false,
        }
    }

    #[test]
    fn reads_what_serde_reads() {
        for text in [
            "null",
            " true ",
            "[]",
            "{}",
            "[1, -2.5, 1e3]",
            r#"{"a": {"b": [null, "c"]}}"#,
            r#""\u00e9\ud83d\ude00\n\"\\\/""#,
            r#"{"é": "日本"}"#,
        ] {
            let theirs = serde_json::from_str(text).unwrap();
            assert!(same(&parse(text).unwrap(), &theirs), "{text}");
        }
    }

    #[test]
    fn refuses_what_is_none() {
        for text in [
            "",
            "{",
            "[1,]",
            "{\"a\"}",
            "nul",
            "\"",
            "\"\\x\"",
            "\"\\ud800\"",
            "1 2",
            "+1",
            "[1 2]",
        ] {
            assert_eq!(parse(text), None, "{text}");
        }
        assert_eq!(parse(&"[".repeat(100_000)), None);
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn any_text_is_safe(text in r#"[\[\]{}:,"\\a-f0-9.e\- ]{0,64}"#) {
            if let Ok(theirs) = serde_json::from_str::<serde_json::Value>(&text)
                && let Some(ours) = parse(&text)
                && !text.contains('{')
            {
                prop_assert!(same(&ours, &theirs), "{}", text);
            }
        }
    }
}
