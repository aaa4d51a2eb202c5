//! Sentences of the paper in the author's own words. Each replaces the page's sentence that stood
//! there when it was typed, and no other: once that changes, the page's own is back, and what was
//! typed is named beside the paper.

use super::content::{Given, Part};
use super::topic::Topic;
use estimator::export::paper::Block;
use leptos::prelude::*;

/// Characters of a sentence.
const MOST: usize = 1200;

/// What stands between the entries of a draft, and between the parts of one.
const ENTRY: char = '\u{1e}';
const PART: char = '\u{1f}';

/// Where a sentence stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Place {
    /// Its topic.
    pub(super) topic: Topic,
    /// The block, of those of the topic.
    pub(super) part: usize,
    /// The sentence, of those of the block.
    pub(super) item: usize,
}

/// A sentence in the author's own words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Edit {
    /// Where it stands.
    pub(super) place: Place,
    /// The page's own.
    pub(super) from: String,
    /// The author's; empty where it is left out.
    pub(super) to: String,
}

impl Place {
    /// As an attribute of its element.
    pub(super) fn written(self) -> String {
        format!("{}.{}.{}", self.topic.id(), self.part, self.item)
    }

    /// The place that an attribute names.
    pub(super) fn read(text: &str) -> Option<Self> {
        let mut parts = text.split('.');
        let id = parts.next()?;
        let topic = Topic::ALL.into_iter().find(|topic| topic.id() == id)?;
        let mut number = || parts.next()?.parse().ok();
        Some(Self {
            topic,
            part: number()?,
            item: number()?,
        })
    }
}

/// All of them. Small handles: copy it freely.
#[derive(Clone, Copy)]
pub(super) struct Wording {
    /// What was typed.
    pub(super) edits: RwSignal<Vec<Edit>>,
    /// Whether sentences can be typed anew.
    pub(super) editing: RwSignal<bool>,
    /// Told once a sentence of the page's own is back.
    restored: Trigger,
}

impl Wording {
    /// Nothing typed yet.
    pub(super) fn new() -> Self {
        Self {
            edits: RwSignal::default(),
            editing: RwSignal::default(),
            restored: Trigger::new(),
        }
    }

    /// The parts of a topic with the author's words in place of the page's. Emptied sentences are
    /// left out, unless they can be typed anew. Reactive to what is restored, not to what is typed:
    /// that is on the paper already.
    pub(super) fn edited(self, topic: Topic, mut parts: Vec<Part>) -> Vec<Part> {
        self.restored.track();
        // They have a field of their own.
        if topic == Topic::Next {
            return parts;
        }
        self.edits
            .with_untracked(|edits| replace(edits, topic, &mut parts));
        if self.editing.get() {
            for (place, part) in parts.iter_mut().enumerate() {
                part.typed = Some((topic, place));
            }
            parts
        } else {
            parts.into_iter().filter_map(without_empty).collect()
        }
    }

    /// Takes what was typed in place of the page's own sentence.
    fn retype(self, place: Place, from: &str, typed: &str) {
        let to = tidy(typed);
        self.edits.update(|edits| {
            edits.retain(|edit| edit.place != place);
            if to != from {
                let from = from.to_owned();
                edits.push(Edit { place, from, to });
            }
        });
    }

    /// Puts the page's own sentence back.
    pub(super) fn restore(self, place: Place) {
        self.edits
            .update(|edits| edits.retain(|edit| edit.place != place));
        self.restored.notify();
    }
}

impl Given {
    /// Takes what was typed at a place; nothing where the page has no sentence there.
    pub(super) fn retype(self, wording: Wording, place: Place, typed: &str) {
        if let Some(from) = untrack(|| self.sentence(place)) {
            wording.retype(place, &from, typed);
        }
    }

    /// The edits, each with whether it is on the paper; reactive.
    pub(super) fn edits(self, wording: Wording) -> Vec<(Edit, bool)> {
        let edits = wording.edits.get().into_iter();
        let known = edits.map(|edit| {
            let stands = self.sentence(edit.place).as_ref() == Some(&edit.from);
            (edit, stands)
        });
        known.collect()
    }

    /// The page's own sentence at a place; reactive.
    fn sentence(self, place: Place) -> Option<String> {
        let mut parts = self.own(place.topic)?;
        let block = &mut parts.get_mut(place.part)?.block;
        sentences(block).nth(place.item).map(|own| own.clone())
    }
}

/// The sentences of a block that can be typed anew, in order.
fn sentences(block: &mut Block) -> impl Iterator<Item = &mut String> {
    let all = match block {
        Block::Lead(words) | Block::Text(words) | Block::Note(words) => std::slice::from_mut(words),
        Block::List(items) => items.as_mut_slice(),
        Block::Title(_)
        | Block::Lines(_)
        | Block::Heading(_)
        | Block::Facts(_)
        | Block::Table(_)
        | Block::Link { .. } => &mut [],
    };
    all.iter_mut()
}

fn replace(edits: &[Edit], topic: Topic, parts: &mut [Part]) {
    for edit in edits.iter().filter(|edit| edit.place.topic == topic) {
        let part = parts.get_mut(edit.place.part);
        let words = part.and_then(|part| sentences(&mut part.block).nth(edit.place.item));
        if let Some(words) = words.filter(|words| **words == edit.from) {
            words.clone_from(&edit.to);
        }
    }
}

/// The part without emptied sentences; `None` where nothing else is in it.
fn without_empty(mut part: Part) -> Option<Part> {
    let had = sentences(&mut part.block).next().is_some();
    if let Block::List(items) = &mut part.block {
        items.retain(|item| !item.is_empty());
    }
    let has = sentences(&mut part.block).any(|words| !words.is_empty());
    (has || !had).then_some(part)
}

/// One line of plain words.
fn tidy(typed: &str) -> String {
    let typed: String = typed.chars().take(MOST).collect();
    let words = typed.split(|letter: char| letter.is_whitespace() || letter.is_control());
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    words.join(" ")
}

/// The edits as a draft keeps them.
pub(super) fn written(edits: &[Edit]) -> String {
    let entries = edits
        .iter()
        .map(|Edit { place, from, to }| format!("{}{PART}{from}{PART}{to}", place.written()));
    let entries: Vec<String> = entries.collect();
    entries.join(&ENTRY.to_string())
}

/// The edits of a draft; what is none is left out.
pub(super) fn read(text: &str) -> Vec<Edit> {
    let entry = |entry: &str| {
        let mut parts = entry.split(PART);
        Some(Edit {
            place: Place::read(parts.next()?)?,
            from: parts.next()?.to_owned(),
            to: tidy(parts.next()?),
        })
    };
    text.split(ENTRY).filter_map(entry).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(part: usize, item: usize) -> Place {
        Place {
            topic: Topic::Recommendation,
            part,
            item,
        }
    }

    fn edit(part: usize, item: usize, from: &str, to: &str) -> Edit {
        Edit {
            place: place(part, item),
            from: from.to_owned(),
            to: to.to_owned(),
        }
    }

    fn parts() -> Vec<Part> {
        vec![
            Block::Heading("Answer".to_owned()).into(),
            Block::Lead("Take two.".to_owned()).into(),
            Block::List(vec!["One.".to_owned(), "Two.".to_owned()]).into(),
        ]
    }

    /// A sentence is replaced where it still is the one that was typed over; headings never are.
    #[test]
    fn a_sentence_replaces_its_own() {
        let mut all = parts();
        let edits = [
            edit(1, 0, "Take two.", "Two will do."),
            edit(2, 0, "Other.", "Lost."),
            edit(2, 1, "Two.", ""),
            edit(0, 0, "Answer", "No."),
            edit(9, 0, "Answer", "No."),
        ];
        replace(&edits, Topic::Recommendation, &mut all);
        let mut other = parts();
        replace(&edits, Topic::Costs, &mut other);
        assert_eq!(other, parts());
        let left: Vec<Block> = all
            .into_iter()
            .filter_map(without_empty)
            .map(|part| part.block)
            .collect();
        assert_eq!(
            left,
            [
                Block::Heading("Answer".to_owned()),
                Block::Lead("Two will do.".to_owned()),
                Block::List(vec!["One.".to_owned()]),
            ]
        );
    }

    /// A block whose sentences were all emptied is left out.
    #[test]
    fn emptied_blocks_are_left_out() {
        let gone = |block: Block| without_empty(block.into()).is_none();
        assert!(gone(Block::Lead(String::new())));
        assert!(gone(Block::List(vec![String::new()])));
        assert!(!gone(Block::Facts(Vec::new())));
    }

    /// A draft is read as it was written; anything else is no edit.
    #[test]
    fn drafts_are_read_again() {
        let edits = vec![edit(1, 0, "Take two.", "Two."), edit(2, 1, "Two.", "")];
        assert_eq!(read(&written(&edits)), edits);
        for other in ["", "x", "recommendation.1\u{1f}a\u{1f}b", "next.1.0\u{1f}a"] {
            assert_eq!(read(other), []);
        }
        assert_eq!(tidy(" a\n\tb\u{1e}c  "), "a b c");
    }
}
