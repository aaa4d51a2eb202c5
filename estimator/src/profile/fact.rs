//! A profile's content, as a tree of named facts. An unknown fact is never put, so that a reader
//! cannot mistake absence for zero.

use crate::link::json::{self, Value as Read};
use serde_json::{Map, Number, Value};

/// One fact, or a group of them.
#[derive(Debug, Clone, PartialEq)]
pub enum Fact {
    /// A measured number: seconds, shares, FLOP.
    Number(f64),
    /// An exact count or bytes.
    Count(u64),
    /// A name or a sentence.
    Text(String),
    /// Yes or no.
    Flag(bool),
    /// Several of one kind.
    List(Vec<Fact>),
    /// Named facts.
    Group(Group),
}

/// Named facts in the order they were put.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Group(Vec<(String, Fact)>);

impl Group {
    /// Puts a number, unless it is unknown or not finite.
    pub fn number(&mut self, name: &str, value: Option<f64>) {
        if let Some(value) = value.filter(|value| value.is_finite()) {
            self.put(name, Fact::Number(value));
        }
    }

    /// Puts an exact count, unless it is unknown.
    pub fn count(&mut self, name: &str, value: Option<u64>) {
        if let Some(value) = value {
            self.put(name, Fact::Count(value));
        }
    }

    /// Puts a text, unless it is unknown.
    pub fn text(&mut self, name: &str, value: Option<&str>) {
        if let Some(value) = value {
            self.put(name, Fact::Text(value.to_owned()));
        }
    }

    /// Puts a group, unless it holds nothing.
    pub fn group(&mut self, name: &str, value: Group) {
        if !value.0.is_empty() {
            self.put(name, Fact::Group(value));
        }
    }

    /// Puts all that another group holds.
    pub(super) fn append(&mut self, other: Group) {
        self.0.extend(other.0);
    }

    /// Takes the group of this name out.
    pub(super) fn take(&mut self, name: &str) -> Option<Group> {
        let place = self.0.iter().position(|(known, _)| known == name)?;
        match self.0.remove(place).1 {
            Fact::Group(group) => Some(group),
            _ => None,
        }
    }

    /// Puts a fact.
    pub fn put(&mut self, name: &str, fact: Fact) {
        self.0.push((name.to_owned(), fact));
    }

    /// Puts the list of notes.
    pub(super) fn notes(&mut self, notes: &[&str]) {
        let notes = notes.iter().map(|note| Fact::Text((*note).to_owned()));
        self.put("notes", Fact::List(notes.collect()));
    }

    /// Adds a note to the list.
    pub(super) fn note(&mut self, note: &str) {
        let list = self.0.iter_mut().find(|(known, _)| known == "notes");
        match list {
            Some((_, Fact::List(list))) => list.push(Fact::Text(note.to_owned())),
            _ => self.notes(&[note]),
        }
    }

    /// The fact of this name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Fact> {
        self.0
            .iter()
            .find(|(known, _)| known == name)
            .map(|(_, fact)| fact)
    }

    /// A number or count in it, by names joined with dots.
    #[must_use]
    pub fn at(&self, path: &str) -> Option<f64> {
        match path.split_once('.') {
            Some((name, rest)) => match self.get(name)? {
                Fact::Group(group) => group.at(rest),
                _ => None,
            },
            None => match self.get(path)? {
                Fact::Number(value) => Some(*value),
                Fact::Count(value) => Some(*value as f64),
                _ => None,
            },
        }
    }

    /// The text of this name; `None` for a fact of another kind.
    #[must_use]
    pub fn words(&self, name: &str) -> Option<&str> {
        match self.get(name)? {
            Fact::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The groups of the list of this name, those of other kinds left out.
    pub fn groups(&self, name: &str) -> impl Iterator<Item = &Group> {
        let list = match self.get(name) {
            Some(Fact::List(list)) => list.as_slice(),
            _ => &[],
        };
        list.iter().filter_map(|fact| match fact {
            Fact::Group(group) => Some(group),
            _ => None,
        })
    }

    /// Names and facts, in the order they were put.
    pub fn entries(&self) -> impl Iterator<Item = (&str, &Fact)> {
        self.0.iter().map(|(name, fact)| (name.as_str(), fact))
    }

    /// The facts of the text of [`Group::to_json`], without the weight of a full reader; every
    /// number is a [`Fact::Number`]. `None` where it is no JSON object.
    #[must_use]
    pub fn from_json(text: &str) -> Option<Self> {
        match Fact::of(json::parse(text)?)? {
            Fact::Group(group) => Some(group),
            _ => None,
        }
    }

    /// The same as a JSON object; numbers with nine significant digits.
    #[must_use]
    pub fn to_json(&self) -> Value {
        let named = |(name, fact): &(String, Fact)| (name.clone(), fact.to_json());
        Value::Object(self.0.iter().map(named).collect::<Map<_, _>>())
    }
}

impl Fact {
    /// The fact of a value; none of `null`.
    fn of(value: Read) -> Option<Self> {
        Some(match value {
            Read::Null => return None,
            Read::Bool(flag) => Self::Flag(flag),
            Read::Number(number) => Self::Number(number),
            Read::Text(text) => Self::Text(text),
            Read::List(list) => Self::List(list.into_iter().filter_map(Self::of).collect()),
            Read::Object(fields) => {
                let known = fields
                    .into_iter()
                    .filter_map(|(name, value)| Some((name, Self::of(value)?)));
                Self::Group(Group(known.collect()))
            }
        })
    }

    fn to_json(&self) -> Value {
        match self {
            Self::Number(value) => nine_digits(*value),
            Self::Count(value) => Value::from(*value),
            Self::Text(text) => Value::from(text.as_str()),
            Self::Flag(flag) => Value::from(*flag),
            Self::List(list) => Value::Array(list.iter().map(Self::to_json).collect()),
            Self::Group(group) => group.to_json(),
        }
    }
}

/// Whole numbers stay exact; others are written with nine significant digits.
fn nine_digits(value: f64) -> Value {
    let whole = value.fract() == 0.0 && value.abs() < 9e15;
    let shown = if whole {
        value
    } else {
        format!("{value:.8e}").parse().unwrap_or(value)
    };
    Number::from_f64(shown).map_or(Value::Null, Value::Number)
}
