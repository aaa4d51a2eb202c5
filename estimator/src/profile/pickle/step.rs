//! The effect of each operation, and the numbers and texts that follow it.

use super::super::unreadable::{Kind, Unreadable, broken};
use super::Value;
use super::machine::Machine;

/// Marks that may be open at once.
const MARKS: usize = 1_000_000;

impl Machine<'_> {
    fn text(&mut self, bytes: usize) -> Result<(), Unreadable> {
        let length = self.code.length(bytes)?;
        let (from, to) = self.code.span(length)?;
        self.push(Value::Text(from, to));
        Ok(())
    }

    /// A signed number of any length; beyond 64 bits a float.
    fn long(&mut self, length: usize) -> Result<(), Unreadable> {
        let bytes = self.code.take(length)?;
        let negative = bytes.last().is_some_and(|byte| byte & 0x80 != 0);
        let fill = if negative { 0xff } else { 0 };
        let value = if length <= 8 {
            let mut whole = [fill; 8];
            for (to, from) in whole.iter_mut().zip(bytes) {
                *to = *from;
            }
            Value::Whole(i64::from_le_bytes(whole))
        } else {
            let size = bytes.iter().rev().fold(0.0, |sum, byte| {
                256.0 * sum + f64::from(if negative { !byte } else { *byte })
            });
            Value::Float(if negative { -size - 1.0 } else { size })
        };
        self.push(value);
        Ok(())
    }

    /// A line: its number, else its text.
    fn line(&mut self, number: bool) -> Result<(), Unreadable> {
        let (from, to) = self.code.line()?;
        let text = self.pickle.text(Value::Text(from, to)).unwrap_or_default();
        let value = if number {
            let text = text.trim().trim_end_matches('L');
            let whole = text.parse().map(Value::Whole);
            whole
                .or_else(|_| text.parse().map(Value::Float))
                .unwrap_or(Value::Nothing)
        } else {
            Value::Text(from, to)
        };
        self.push(value);
        Ok(())
    }

    fn key_of_line(&mut self) -> Result<u64, Unreadable> {
        let (from, to) = self.code.line()?;
        let text = self.pickle.text(Value::Text(from, to));
        let key = text.and_then(|text| text.trim().parse().ok());
        key.ok_or_else(|| broken("a place of the memo is no number"))
    }

    fn tuple(&mut self, length: usize) -> Result<(), Unreadable> {
        let mut values = Vec::new();
        for _ in 0..length {
            values.push(self.pop()?);
        }
        values.reverse();
        let place = self.list(values)?;
        self.push(Value::List(place));
        Ok(())
    }

    /// Does one operation.
    pub(super) fn step(&mut self, operation: u8) -> Result<(), Unreadable> {
        match operation {
            0x80 => drop(self.code.byte()?),
            0x95 => drop(self.code.take(8)?),
            b'(' => {
                if self.marks.len() > MARKS {
                    return Err(Unreadable::new(Kind::TooLarge, "more marks than are kept"));
                }
                self.marks.push(self.stack.len());
            }
            b'0' => {
                if self.pop().is_err() {
                    self.marked()?;
                }
            }
            b'1' => drop(self.marked()?),
            b'2' => self.push(self.last()?),
            b'N' | 0x8f => self.push(Value::Nothing),
            0x88 => self.push(Value::Flag(true)),
            0x89 => self.push(Value::Flag(false)),
            b'J' => self.long(4)?,
            b'K' | b'M' => {
                let bytes = if operation == b'K' { 1 } else { 2 };
                let number = self.code.number(bytes)?;
                self.push(Value::Whole(i64::try_from(number).unwrap_or(0)));
            }
            0x8a | 0x8b => {
                let length = self.code.length(if operation == 0x8a { 1 } else { 4 })?;
                self.long(length)?;
            }
            b'G' => {
                let bytes = <[u8; 8]>::try_from(self.code.take(8)?);
                self.push(Value::Float(f64::from_be_bytes(bytes.unwrap_or_default())));
            }
            b'I' | b'L' | b'F' => self.line(true)?,
            b'S' | b'V' => self.line(false)?,
            b'U' | b'C' | 0x8c => self.text(1)?,
            b'T' | b'B' | b'X' => self.text(4)?,
            0x8d | 0x8e | 0x96 => self.text(8)?,
            b']' | b')' => {
                let place = self.list(Vec::new())?;
                self.push(Value::List(place));
            }
            b'}' => {
                let place = self.list(Vec::new())?;
                self.push(Value::Dict(place));
            }
            b'l' | b't' | b'd' => {
                let values = self.marked()?;
                let place = self.list(values)?;
                let dict = operation == b'd';
                self.push(if dict {
                    Value::Dict(place)
                } else {
                    Value::List(place)
                });
            }
            0x91 => {
                self.marked()?;
                self.push(Value::Nothing);
            }
            0x85..=0x87 => self.tuple(usize::from(operation - 0x84))?,
            b'a' => {
                let value = self.pop()?;
                self.extend(&[value])?;
            }
            b's' => {
                let value = self.pop()?;
                let key = self.pop()?;
                self.extend(&[key, value])?;
            }
            b'e' | b'u' | 0x90 => {
                let values = self.marked()?;
                if operation == b'u' && values.len() % 2 != 0 {
                    return Err(broken("a key of the pickle has no value"));
                }
                self.extend(&values)?;
            }
            0x94 => {
                let key = self.memo.len() as u64;
                self.put(key)?;
            }
            b'q' | b'r' => {
                let key = self.code.number(if operation == b'q' { 1 } else { 4 })?;
                self.put(key)?;
            }
            b'h' | b'j' => {
                let key = self.code.number(if operation == b'h' { 1 } else { 4 })?;
                self.get(key)?;
            }
            b'p' => {
                let key = self.key_of_line()?;
                self.put(key)?;
            }
            b'g' => {
                let key = self.key_of_line()?;
                self.get(key)?;
            }
            _ => return Err(broken("an operation that no pickle of data has")),
        }
        Ok(())
    }
}
