//! The small language of `conventions.txt`: whole amounts worked out of a file's fields.
//!
//! `+ - * /` (division rounds down), brackets, numbers, fields by their path
//! (`vision_config.hidden_size`), `a|b|4` (the first that is there), `#list:word` (how many
//! entries of a list are this word), `sum(list)`, `tower(object)` (a tower's parameters by
//! its own row). A yes counts 1, a no 0. A field that is not there and has no `|` is a fault.

use super::fields::Fields;
use crate::import::{Fault, bad, missing};
use serde_json::Value;

/// The most an amount may be: a hundred times the largest model published.
const MOST: f64 = 1e15;
/// The most brackets and towers inside each other.
const DEPTH: u8 = 12;

/// The count by a tower's own row.
pub(super) type Tower<'a> = &'a dyn Fn(&Fields<'_>) -> Result<f64, Fault>;

/// Works out `text` of the fields of `f`.
pub(super) fn amount(text: &'static str, f: &Fields<'_>, tower: Tower<'_>) -> Result<f64, Fault> {
    let mut reader = Reader {
        rest: text,
        f,
        tower,
        depth: 0,
        last: text,
    };
    let value = reader.sum()?;
    reader.blank();
    let whole = reader.rest.is_empty() && value.is_finite() && value.abs() <= MOST;
    if whole {
        Ok(value)
    } else {
        Err(bad(reader.last))
    }
}

struct Reader<'a, 'f> {
    rest: &'static str,
    f: &'a Fields<'f>,
    tower: Tower<'a>,
    depth: u8,
    /// The field read last, which a wrong amount is laid to.
    last: &'static str,
}

impl Reader<'_, '_> {
    fn blank(&mut self) {
        self.rest = self.rest.trim_start();
    }

    fn eat(&mut self, mark: char) -> bool {
        self.blank();
        match self.rest.strip_prefix(mark) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    fn sum(&mut self) -> Result<f64, Fault> {
        if self.depth == DEPTH {
            return Err(bad(self.last));
        }
        self.depth += 1;
        let mut value = self.product()?;
        loop {
            if self.eat('+') {
                value += self.product()?;
            } else if self.eat('-') {
                value -= self.product()?;
            } else {
                self.depth -= 1;
                return Ok(value);
            }
        }
    }

    fn product(&mut self) -> Result<f64, Fault> {
        let mut value = self.either()?;
        loop {
            if self.eat('*') {
                value *= self.either()?;
            } else if self.eat('/') {
                let by = self.either()?;
                if by < 1.0 {
                    return Err(bad(self.last));
                }
                value = (value / by).floor();
            } else {
                return Ok(value);
            }
        }
    }

    /// Alternatives: the first that is there.
    fn either(&mut self) -> Result<f64, Fault> {
        let mut found = self.term();
        while self.eat('|') {
            let next = self.term();
            if matches!(found, Err(Fault::Missing(_))) {
                found = next;
            }
        }
        found
    }

    fn term(&mut self) -> Result<f64, Fault> {
        if self.eat('(') {
            let value = self.sum()?;
            return if self.eat(')') {
                Ok(value)
            } else {
                Err(bad(self.last))
            };
        }
        if self.eat('#') {
            let list = self.word();
            let wanted = if self.eat(':') { self.entry() } else { "" };
            return self.listed(list, |entry| {
                let text = entry.as_str().unwrap_or_default();
                // A setting may go on, as in `gated-gelu`.
                let same = text == wanted
                    || text
                        .strip_prefix(wanted)
                        .is_some_and(|rest| rest.starts_with('-'));
                f64::from(u8::from(same || wanted == "any"))
            });
        }
        let word = self.word();
        if let Ok(number) = word.parse::<f64>() {
            return Ok(number);
        }
        if self.eat('(') {
            let inside = self.word();
            if !self.eat(')') {
                return Err(bad(self.last));
            }
            return match word {
                "sum" => self.listed(inside, |entry| entry.as_f64().unwrap_or(0.0)),
                "tower" => match self.f.object(&[inside]) {
                    Some(fields) => (self.tower)(&fields),
                    None => Err(missing(inside)),
                },
                _ => Err(bad(word)),
            };
        }
        self.last = word;
        let (_, value) = self.f.find(&[word]).ok_or(missing(word))?;
        match value {
            Value::Bool(flag) => Ok(f64::from(u8::from(*flag))),
            Value::Array(list) => list.first().and_then(Value::as_f64).ok_or(bad(word)),
            other => other
                .as_f64()
                .filter(|number| (0.0..=1e12).contains(number))
                .ok_or(bad(word)),
        }
    }

    fn listed(&self, list: &'static str, worth: impl Fn(&Value) -> f64) -> Result<f64, Fault> {
        match self.f.find(&[list]).ok_or(missing(list))?.1 {
            Value::Array(entries) => Ok(entries.iter().map(worth).sum()),
            single => Ok(worth(single)),
        }
    }

    fn word(&mut self) -> &'static str {
        self.until("_.")
    }

    fn entry(&mut self) -> &'static str {
        self.until("_.-")
    }

    fn until(&mut self, marks: &str) -> &'static str {
        self.blank();
        let end = self
            .rest
            .find(|letter: char| !(letter.is_ascii_alphanumeric() || marks.contains(letter)))
            .unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at_checked(end).unwrap_or((self.rest, ""));
        self.rest = rest;
        word
    }
}
