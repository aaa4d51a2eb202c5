//! Parts of the page in which nothing can be pressed or typed, as data: drawings
//! and tables. [`crate::browser`] puts them in place in one step, which is
//! smaller and faster than a view of each element. Words are put in as text;
//! nothing in them is ever read as markup.

use std::borrow::Cow;

/// A share of one as a length of styles, in percent.
pub(crate) fn length(share: f64) -> String {
    format!("{}%", estimator::decimal::round(100.0 * share, 3))
}

/// An element with its attributes and its content.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Element {
    /// Its name.
    pub(crate) tag: &'static str,
    /// Names and values.
    pub(crate) attributes: Vec<(&'static str, Cow<'static, str>)>,
    /// Its content, in order.
    pub(crate) inside: Vec<Node>,
}

/// A part of an element's content.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Node {
    /// Words.
    Words(String),
    /// Another element.
    Element(Element),
}

impl Element {
    /// An empty element.
    pub(crate) fn new(tag: &'static str) -> Self {
        Self {
            tag,
            attributes: Vec::new(),
            inside: Vec::new(),
        }
    }

    /// An element of some class that holds words.
    pub(crate) fn words(tag: &'static str, class: &'static str, words: impl Into<String>) -> Self {
        Self::new(tag).with("class", class).say(words)
    }

    /// An element that holds others.
    pub(crate) fn of(tag: &'static str, inside: impl IntoIterator<Item = Self>) -> Self {
        Self {
            inside: inside.into_iter().map(Node::Element).collect(),
            ..Self::new(tag)
        }
    }

    /// The heading of a `scope`: `col` or `row`.
    pub(crate) fn heading(scope: &'static str, words: impl Into<String>) -> Self {
        Self::new("th").with("scope", scope).say(words)
    }

    /// A table of some class: the cells of its first row, and the rows below it.
    pub(crate) fn table(class: &'static str, heads: Vec<Self>, rows: Vec<Self>) -> Self {
        Self::new("table")
            .with("class", class)
            .and(Self::of("thead", [Self::of("tr", heads)]))
            .and(Self::of("tbody", rows))
    }

    /// The same with one more attribute; an empty one is left out.
    pub(crate) fn with(mut self, name: &'static str, value: impl Into<Cow<'static, str>>) -> Self {
        let value = value.into();
        if !value.is_empty() {
            self.attributes.push((name, value));
        }
        self
    }

    /// The same with words at its end.
    pub(crate) fn say(mut self, words: impl Into<String>) -> Self {
        self.inside.push(Node::Words(words.into()));
        self
    }

    /// The same with an element at its end.
    pub(crate) fn and(mut self, element: Self) -> Self {
        self.inside.push(Node::Element(element));
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Headings stand in the head and name their columns, rows keep their order, and a
    /// class that is empty leaves no attribute behind.
    #[test]
    fn a_table_has_its_headings_above_its_rows() {
        let heads = vec![Element::new("td"), Element::heading("col", "p50")];
        let row = |name: &str| Element::of("tr", [Element::heading("row", name)]);
        let table = Element::table("", heads.clone(), vec![row("first"), row("second")]);
        assert!(table.attributes.is_empty());
        let [Node::Element(head), Node::Element(body)] = &table.inside[..] else {
            panic!("a head and a body");
        };
        assert_eq!(*head, Element::of("thead", [Element::of("tr", heads)]));
        assert_eq!(*body, Element::of("tbody", [row("first"), row("second")]));
        let scope = ("scope", Cow::Borrowed("row"));
        let Node::Element(first) = &row("first").inside[0] else {
            panic!("a heading");
        };
        assert_eq!(first.attributes, [scope]);
        assert_eq!(first.inside, [Node::Words("first".to_owned())]);
    }
}
