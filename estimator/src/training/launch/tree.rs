//! A settings file as a tree, and its two notations: JSON (RFC 8259) and the YAML that is
//! JSON's block style (YAML 1.2), and Python's for arguments. Without serde, which the page does not load.

use crate::quoting::text as string;

/// A value of a settings file.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Tree {
    /// A number.
    Number(f64),
    /// Yes or no.
    Flag(bool),
    /// A text.
    Text(String),
    /// A list of texts.
    Texts(Vec<&'static str>),
    /// A list.
    List(Vec<Self>),
    /// Fields in order.
    Fields(Vec<(&'static str, Self)>),
}

impl From<u32> for Tree {
    fn from(count: u32) -> Self {
        Self::Number(f64::from(count))
    }
}

impl From<f64> for Tree {
    fn from(number: f64) -> Self {
        Self::Number(number)
    }
}

impl From<bool> for Tree {
    fn from(flag: bool) -> Self {
        Self::Flag(flag)
    }
}

impl From<&str> for Tree {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

/// Fields under construction.
#[derive(Default)]
pub(super) struct Fields(Vec<(&'static str, Tree)>);

impl Fields {
    pub(super) fn set(&mut self, name: &'static str, value: impl Into<Tree>) {
        self.0.push((name, value.into()));
    }

    pub(super) fn set_if(&mut self, set: bool, name: &'static str, value: impl Into<Tree>) {
        if set {
            self.set(name, value);
        }
    }

    pub(super) fn tree(self) -> Tree {
        Tree::Fields(self.0)
    }
}

impl Tree {
    /// As JSON, two blanks a level.
    pub(super) fn json(&self) -> String {
        let mut text = String::new();
        self.write_json(&mut text, 0);
        text.push('\n');
        text
    }

    /// As YAML.
    pub(super) fn yaml(&self) -> String {
        let mut text = String::new();
        self.write_yaml(&mut text, 0);
        text
    }

    /// As Python, on one line.
    pub(super) fn python(&self) -> String {
        match self {
            Self::Flag(true) => "True".to_owned(),
            Self::Flag(false) => "False".to_owned(),
            Self::Number(number) if !number.is_finite() => "None".to_owned(),
            other => other.inline(Self::python),
        }
    }

    fn write_json(&self, text: &mut String, depth: usize) {
        match self {
            Self::Fields(fields) if !fields.is_empty() => {
                text.push('{');
                for (index, (name, value)) in fields.iter().enumerate() {
                    text.push_str(if index > 0 { ",\n" } else { "\n" });
                    indent(text, depth + 1);
                    text.push_str(&string(name));
                    text.push_str(": ");
                    value.write_json(text, depth + 1);
                }
                text.push('\n');
                indent(text, depth);
                text.push('}');
            }
            other => text.push_str(&other.flow()),
        }
    }

    fn write_yaml(&self, text: &mut String, depth: usize) {
        let Self::Fields(fields) = self else {
            return;
        };
        for (name, value) in fields {
            indent(text, depth);
            text.push_str(name);
            text.push(':');
            match value {
                Self::Fields(inner) if !inner.is_empty() => {
                    text.push('\n');
                    value.write_yaml(text, depth + 1);
                }
                other => {
                    text.push(' ');
                    text.push_str(&other.flow());
                    text.push('\n');
                }
            }
        }
    }

    /// On one line, which both notations read alike: texts stand in quotes.
    fn flow(&self) -> String {
        match self {
            Self::Number(number) if !number.is_finite() => "null".to_owned(),
            other => other.inline(Self::flow),
        }
    }

    /// What all notations write alike, with `each` for what is inside.
    fn inline(&self, each: fn(&Self) -> String) -> String {
        let list = |all: Vec<String>| format!("[{}]", all.join(", "));
        match self {
            Self::Number(number) => format!("{number}"),
            Self::Flag(flag) => flag.to_string(),
            Self::Text(text) => string(text),
            Self::Texts(texts) => list(texts.iter().map(|text| string(text)).collect()),
            Self::List(all) => list(all.iter().map(each).collect()),
            Self::Fields(fields) => {
                let field =
                    |(name, value): &(&str, Self)| format!("{}: {}", string(name), each(value));
                let fields: Vec<String> = fields.iter().map(field).collect();
                format!("{{{}}}", fields.join(", "))
            }
        }
    }
}

fn indent(text: &mut String, depth: usize) {
    for _ in 0..depth {
        text.push_str("  ");
    }
}
