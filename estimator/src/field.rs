//! A number of a question as one row: where it stands, its bounds, how it is typed, and how a link
//! writes it. Links, typing, checks and tests read the rows of a task's table
//! ([`crate::serving::fields`], [`crate::training::fields`]) and nothing else.
//!
//! ```text
//! number in the question = typed number * unit, within the range
//! ```

use crate::error::Field;
use crate::link::amount::{BILLIONS, GIGA, amount, show_amount, show_time, time};
use crate::link::fragment::Fragment;
use crate::link::pairs::Taken;
use crate::link::text::{duration, number, show, show_duration};
use crate::link::value::share;
use crate::quantity::{BytesPerSecond, Seconds, Usd};

/// A number of the question `Q`, whose fields are called `F`.
pub struct Row<Q: 'static, F: 'static = Field> {
    /// The field at which its problems are said.
    pub field: F,
    /// Its key in links.
    pub key: &'static str,
    /// How a link writes it.
    pub kind: Kind,
    /// The unit that it is typed in.
    pub unit: Unit,
    /// The least and the most, in the question's unit.
    pub range: (f64, f64),
    /// Whether it may be left out.
    pub optional: bool,
    /// The number offered where the question has none, though one is needed as soon as it is
    /// asked for; in the question's unit.
    pub typical: Option<f64>,
    /// Whether the page asks for it; a field not asked for keeps its last value.
    pub asked: fn(&Q) -> bool,
    /// The number of a question, in the question's unit; `None` where it has none.
    pub get: fn(&Q) -> Option<f64>,
    /// Puts the number into a question; `None` leaves one that is needed as it is.
    pub set: fn(&mut Q, Option<f64>),
}

/// How a link writes a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// As it is; not negative.
    Number,
    /// Whole; not zero, unless that lies within the range.
    Count,
    /// At most 1.
    Share,
    /// A share that may be taken away, down to all of it.
    Change,
    /// As a duration, or `none` where it may be left out.
    Time,
    /// With a letter for thousands, [`BILLIONS`] for billions.
    Amount,
    /// The same with [`GIGA`], of bytes and their like.
    Rate,
    /// As days, hours or seconds.
    Span,
}

/// The unit that a number is typed in, by the question's unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    /// The same.
    One,
    /// Per cent, of a share.
    Percent,
    /// Milliseconds, of seconds.
    Millis,
    /// Minutes, of seconds.
    Minutes,
    /// Hours, of seconds.
    Hours,
    /// Days, of seconds.
    Days,
    /// Gigabytes a second, of bytes a second.
    Gigabytes,
    /// Gigabits a second, of bytes a second.
    Gigabits,
}

impl Unit {
    /// One of it in the question's unit.
    #[must_use]
    pub const fn size(self) -> f64 {
        match self {
            Self::One => 1.0,
            Self::Percent => 0.01,
            Self::Millis => 1e-3,
            Self::Minutes => 60.0,
            Self::Hours => 3600.0,
            Self::Days => 86_400.0,
            Self::Gigabytes => 1e9,
            Self::Gigabits => 1e9 / 8.0,
        }
    }

    /// A typed number in the question's unit. By the whole number where there is one: a hundredth
    /// is none, and a typed number is to come back as it was.
    #[must_use]
    pub fn read(self, typed: f64) -> f64 {
        match self {
            Self::Percent => typed / 100.0,
            Self::Millis => Seconds::millis(typed).get(),
            _ => typed * self.size(),
        }
    }

    /// A number of the question as it is typed.
    #[must_use]
    pub fn show(self, value: f64) -> f64 {
        match self {
            Self::Percent => value * 100.0,
            Self::Millis => Seconds::new(value).to_millis(),
            _ => value / self.size(),
        }
    }
}

impl<Q, F> Row<Q, F> {
    /// The least and the most as they are typed.
    #[must_use]
    pub fn typed_range(&self) -> (f64, f64) {
        let unit = self.unit.size();
        (self.range.0 / unit, self.range.1 / unit)
    }

    /// The number of `question` as it is typed; `None` where its box is empty.
    #[must_use]
    pub fn typed(&self, question: &Q) -> Option<f64> {
        let value = (self.get)(question).or(self.typical);
        value.map(|value| self.unit.show(value))
    }

    /// Puts the number that a link has for it into `question`.
    pub(crate) fn take(&self, question: &mut Q, text: &str) -> Taken {
        if self.kind == Kind::Time && self.optional && text == "none" {
            (self.set)(question, None);
            return Taken::Read;
        }
        let value = match self.kind {
            Kind::Time => duration(text).map(Seconds::get),
            Kind::Amount | Kind::Rate => amount(text),
            Kind::Span => time(text).map(Seconds::get),
            Kind::Number => number(text),
            Kind::Share => share(text),
            Kind::Change => change(text),
            Kind::Count => count(text).filter(|count| *count > 0.0 || self.range.0 <= 0.0),
        };
        match value {
            Some(_) => {
                (self.set)(question, value);
                Taken::Read
            }
            None => Taken::Bad,
        }
    }

    fn written(&self, value: Option<f64>) -> String {
        match (value, self.kind) {
            (None, _) => "none".to_owned(),
            (Some(value), Kind::Time) => show_duration(Seconds::new(value)),
            (Some(value), Kind::Amount) => show_amount(value, BILLIONS),
            (Some(value), Kind::Rate) => show_amount(value, GIGA),
            (Some(value), Kind::Span) => show_time(Seconds::new(value)),
            (Some(value), Kind::Number | Kind::Count | Kind::Share | Kind::Change) => show(value),
        }
    }
}

/// Writes the numbers of `question` that differ from the `usual` ones.
pub(crate) fn write<Q, F>(fragment: &mut Fragment, rows: &[Row<Q, F>], question: &Q, usual: &Q) {
    for row in rows {
        let value = (row.get)(question);
        if value != (row.get)(usual) {
            fragment.pair(row.key, &row.written(value));
        }
    }
}

/// The row of a key.
pub(crate) fn of_key<'a, Q, F>(rows: &[&'a [Row<Q, F>]], key: &str) -> Option<&'a Row<Q, F>> {
    rows.iter().copied().flatten().find(|row| row.key == key)
}

fn count(text: &str) -> Option<f64> {
    text.parse::<u32>().ok().map(f64::from)
}

/// A number that may lie below zero, no farther than all of it.
fn change(text: &str) -> Option<f64> {
    match text.strip_prefix('-') {
        Some(text) => share(text).map(|share| -share),
        None => number(text),
    }
}

/// A place in a question that holds a number.
pub(crate) trait Place {
    /// Whether it may be empty.
    const OPTIONAL: bool = false;
    fn number(&self) -> Option<f64>;
    fn put(&mut self, value: Option<f64>);
}

impl Place for f64 {
    fn number(&self) -> Option<f64> {
        Some(*self)
    }

    fn put(&mut self, value: Option<f64>) {
        *self = value.unwrap_or(*self);
    }
}

impl Place for u32 {
    fn number(&self) -> Option<f64> {
        Some(f64::from(*self))
    }

    /// Numbers come within their range, which lies far below 2^32; others stop there.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    fn put(&mut self, value: Option<f64>) {
        *self = value.map_or(*self, |value| value as Self);
    }
}

impl Place for Seconds {
    fn number(&self) -> Option<f64> {
        Some(self.get())
    }

    fn put(&mut self, value: Option<f64>) {
        *self = value.map_or(*self, Self::new);
    }
}

impl Place for BytesPerSecond {
    fn number(&self) -> Option<f64> {
        Some(self.get())
    }

    fn put(&mut self, value: Option<f64>) {
        *self = value.map_or(*self, Self::new);
    }
}

impl Place for Usd {
    fn number(&self) -> Option<f64> {
        Some(self.get())
    }

    fn put(&mut self, value: Option<f64>) {
        *self = value.map_or(*self, Self::new);
    }
}

impl<T: Place + Default> Place for Option<T> {
    const OPTIONAL: bool = true;

    fn number(&self) -> Option<f64> {
        self.as_ref().and_then(Place::number)
    }

    fn put(&mut self, value: Option<f64>) {
        *self = value.map(|value| {
            let mut place = T::default();
            place.put(Some(value));
            place
        });
    }
}

/// Whether such a place may be empty.
pub(crate) const fn is_optional<Q, T: Place>(_: fn(&Q) -> &T) -> bool {
    T::OPTIONAL
}

/// A table of rows: field, key, kind, unit, range, place in the question; behind `if` whether
/// the page asks for it.
macro_rules! rows {
    (@asked) => { |_| true };
    (@asked $asked:expr) => { $asked };
    ($fields:ident: $(
        $(#[$doc:meta])* $name:ident: $of:ty {
            $( $field:ident $key:literal $kind:ident $unit:ident $range:expr,
                $($place:ident).+ $(, if $asked:expr)?; )*
        }
    )*) => {$(
        $(#[$doc])*
        pub const $name: &[$crate::field::Row<$of, $fields>] = &[$( $crate::field::Row {
            field: $fields::$field,
            key: $key,
            kind: $crate::field::Kind::$kind,
            unit: $crate::field::Unit::$unit,
            range: $range,
            optional: $crate::field::is_optional(|of: &$of| &of.$($place).+),
            typical: None,
            asked: $crate::field::rows!(@asked $($asked)?),
            get: |of| $crate::field::Place::number(&of.$($place).+),
            set: |of, value| $crate::field::Place::put(&mut of.$($place).+, value),
        } ),*];
    )*};
}
pub(crate) use rows;
