//! Questions that a user has saved by name in the browser. Each is an entry of its own under
//! a key that nothing else takes, so that two tabs which save at once lose nothing; and none
//! is ever written over. A question is kept as its link.

use crate::browser;
use crate::i18n::{Msg, say, text};
use crate::page::carried;
use estimator::named::{MOST_NAME, Named, name};
use leptos::prelude::{ArcRwSignal, Notify, Track};

/// The beginning of keys of entries.
const PLACE: &str = "scenario.";

thread_local! {
    /// Whoever shows how many there are.
    static CHANGED: ArcRwSignal<()> = ArcRwSignal::new(());
}

/// Says that they changed.
pub(crate) fn note_change() {
    CHANGED.with(Notify::notify);
}

/// How many there are; reactive.
pub(crate) fn count() -> usize {
    CHANGED.with(Track::track);
    all().len()
}

/// A saved question and the key of its entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Saved {
    pub(crate) key: String,
    pub(crate) named: Named,
}

/// All of them, the oldest first. An entry that cannot be read stays where it is.
pub(crate) fn all() -> Vec<Saved> {
    let entries = browser::entries(PLACE).into_iter();
    let read = |(key, value): (String, String)| {
        let (called, fragment) = value.split_once('\n')?;
        let named = Named::new(called, fragment)?;
        Some(Saved { key, named })
    };
    entries.filter_map(read).collect()
}

/// Saves a question, and returns its name, with a number behind it where that is taken.
/// `None` where the browser keeps nothing.
pub(crate) fn save(called: &str, fragment: &str) -> Option<String> {
    // How it is looked at is no part of a question.
    let fragment = carried::unseen(fragment);
    let called = name(called);
    let all = all();
    let is_there =
        |saved: &Saved| saved.named.name() == called && saved.named.fragment() == fragment;
    if all.iter().any(is_there) {
        return Some(called);
    }
    let called = free(&called, &|wanted| {
        all.iter().any(|saved| saved.named.name() == wanted)
    });
    let value = entry(&called, &fragment);
    keep(&browser::fresh_key(PLACE), &value).then_some(called)
}

/// Removes a saved question, and returns it, to be put back.
pub(crate) fn remove(key: &str) -> Option<Saved> {
    let removed = all().into_iter().find(|saved| saved.key == key);
    browser::forget(key);
    note_change();
    removed
}

impl Saved {
    /// The name of the button that puts it back once it is removed.
    pub(crate) fn back_label(&self) -> String {
        let removal = say::remove(self.named.name());
        format!("{} · {removal}", text(Msg::Undo))
    }

    /// Puts a removed question back where it was; false where the browser keeps nothing.
    pub(crate) fn put_back(&self) -> bool {
        keep(&self.key, &entry(self.named.name(), self.named.fragment()))
    }
}

fn keep(key: &str, value: &str) -> bool {
    let kept = browser::keep(key, value);
    note_change();
    kept
}

/// The entry of a question.
fn entry(name: &str, fragment: &str) -> String {
    format!("{name}\n{fragment}")
}

/// The name, or that with the first number behind it that is not taken.
fn free(wanted: &str, taken: &dyn Fn(&str) -> bool) -> String {
    let mut called = wanted.to_owned();
    let mut number = 2_u32;
    while taken(&called) {
        let behind = format!(" ({number})");
        let room = MOST_NAME.saturating_sub(behind.len());
        let start: String = wanted.chars().take(room).collect();
        called = start.trim_end().to_owned() + &behind;
        number += 1;
    }
    called
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A taken name gets the next number, and stays within its length.
    #[test]
    fn a_taken_name_gets_a_number() {
        let long = "x".repeat(MOST_NAME);
        let taken = |name: &str| ["a", "a (2)", long.as_str()].contains(&name);
        assert_eq!(free("b", &taken), "b");
        assert_eq!(free("a", &taken), "a (3)");
        let numbered = free(&long, &taken);
        assert_eq!(numbered.chars().count(), MOST_NAME);
        assert!(numbered.ends_with("x (2)"));
    }
}
