//! Questions by name: kept in a browser, written to a file, side by side in a link.
//!
//! A question is kept as the fragment of its link ([`crate::link`]), so that it outlives versions
//! as links do.

pub mod file;
pub mod link;

use crate::fleet::asked::link::is_fleet;
use crate::link::MOST_BYTES;

/// The longest name, in characters: a question in one line.
pub const MOST_NAME: usize = 100;

/// A question and its name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Named {
    /// One line of at most [`MOST_NAME`] characters; empty where nobody gave it one.
    name: String,
    /// The fragment of its link, without its `#`.
    fragment: String,
}

impl Named {
    /// A question by its link's fragment; `None` where that is neither the calculator's nor a
    /// fleet's. The name is cut as [`name`] does.
    #[must_use]
    pub fn new(called: &str, fragment: &str) -> Option<Self> {
        let fragment = fragment.strip_prefix('#').unwrap_or(fragment);
        is_question(fragment).then(|| Self {
            name: name(called),
            fragment: fragment.to_owned(),
        })
    }

    /// The same of the calculator alone.
    #[must_use]
    pub fn of_size(called: &str, fragment: &str) -> Option<Self> {
        Self::new(called, fragment).filter(|named| !named.is_fleet())
    }

    /// Whether it asks about a fleet, and else the calculator.
    #[must_use]
    pub fn is_fleet(&self) -> bool {
        is_fleet(&self.fragment)
    }

    /// Its name; empty where nobody gave it a name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The fragment of its link, without the `#`.
    #[must_use]
    pub fn fragment(&self) -> &str {
        &self.fragment
    }
}

/// A text cut to a name: one line, no control characters, not too long.
#[must_use]
pub fn name(text: &str) -> String {
    let visible = |letter: char| if letter.is_control() { ' ' } else { letter };
    // No more is looked at than could be kept, whatever stands behind.
    let start: String = text.trim_start().chars().take(4 * MOST_NAME).collect();
    let line: String = start.chars().map(visible).collect();
    let words: Vec<&str> = line.split_whitespace().collect();
    let whole: String = words.join(" ").chars().take(MOST_NAME).collect();
    whole.trim_end().to_owned()
}

/// Whether a text is the fragment of a link that the calculator or the page about fleets could have
/// made: it begins with a version, is of no other task, and is no comparison.
fn is_question(fragment: &str) -> bool {
    let plain = |letter: char| !letter.is_control() && !letter.is_whitespace();
    let other = |pair: &str| pair.starts_with(link::KEY) || pair.starts_with("task=");
    fragment.len() <= MOST_BYTES
        && fragment.starts_with("v=")
        && fragment.chars().all(plain)
        && (is_fleet(fragment) || !fragment.split('&').any(other))
}

/// The questions of a link that somebody pasted, whole or only the part behind its `#`: one of the
/// calculator's, or those of a comparison; none of any other text.
#[must_use]
pub fn pasted(text: &str) -> Vec<Named> {
    let text = text.trim();
    let fragment = text.split_once('#').map_or(text, |(_, behind)| behind);
    match Named::of_size("", fragment) {
        Some(one) => vec![one],
        None => link::read(fragment).0.scenarios,
    }
}
