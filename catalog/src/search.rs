//! Finding by a few typed letters.
//!
//! Query and names fall into words: runs of letters and digits, split where a
//! digit follows a letter (`llama3` is two words; `70B` is one). Every word of
//! the query must be found in a name: as a word, as the beginning of one,
//! inside one, or, at worst, letter by letter in order. Better finds come
//! first; among equals what is offered first, then the newer version, the
//! shorter name, the larger model.

use crate::accelerators::{AcceleratorRecord, accelerators};
use crate::models::{ModelEntry, models};
use crate::prices::prices;
use std::cmp::Reverse;

/// The models that fit `query`, best first, at most `limit`; those to offer
/// first when nothing is typed.
#[must_use]
pub fn find_models(query: &str, limit: usize) -> Vec<&'static ModelEntry> {
    let Some(wanted) = wanted(query) else {
        return Vec::new();
    };
    let generating = models().iter().filter(|entry| entry.generates);
    let mut found: Vec<_> = generating
        .filter_map(|entry| {
            let own = score(&wanted, &words(&format!("{} {}", entry.id, entry.name)));
            // An alias counts a little less, so that the id itself wins.
            let alias =
                |alias: &&str| score(&wanted, &words(alias)).map(|score| score.saturating_sub(1));
            let other = entry.aliases.iter().filter_map(alias).max();
            let best = own.max(other)?;
            Some((best, entry))
        })
        .collect();
    found.sort_by(|(score, entry), (other_score, other)| {
        let simple = |entry: &ModelEntry| words(entry.name).len();
        let by_score = other_score.cmp(score);
        let by_offer = other.featured.cmp(&entry.featured);
        let by_version = version(other.name).cmp(&version(entry.name));
        let by_length = simple(entry).cmp(&simple(other));
        let by_size = other.parameters.total_cmp(&entry.parameters);
        by_score
            .then(by_offer)
            .then(by_version)
            .then(by_length)
            .then(by_size)
    });
    found.truncate(limit);
    found.into_iter().map(|(_, entry)| entry).collect()
}

/// The accelerators that fit `query`, best first, at most `limit`; those most
/// often sold when nothing is typed.
#[must_use]
pub fn find_accelerators(query: &str, limit: usize) -> Vec<&'static AcceleratorRecord> {
    let Some(wanted) = wanted(query) else {
        return Vec::new();
    };
    let mut found: Vec<_> = accelerators()
        .iter()
        .filter_map(|record| {
            let id = record.accelerator.id.as_str();
            let name = record.accelerator.name.as_str();
            let text = format!("{id} {name} {}", record.generation);
            let sold = prices().iter().filter(|price| price.accelerator == id);
            let score = score(&wanted, &words(&text))?;
            Some((Reverse(score), Reverse(sold.count()), record))
        })
        .collect();
    found.sort_by_key(|(score, sold, record)| (*score, *sold, Reverse(record.year)));
    found.truncate(limit);
    found.into_iter().map(|(.., record)| record).collect()
}

/// The words of a query; `None` for text without a letter, which finds nothing,
/// where no text at all finds everything.
fn wanted(query: &str) -> Option<Vec<String>> {
    let words = words(query);
    (query.trim().is_empty() || !words.is_empty()).then_some(words)
}

/// Lower-case words: runs of letters and digits, a new one where a digit
/// follows two letters or more (`llama3`, but `h200` and `q4` stay whole).
fn words(text: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    for letter in text.chars().flat_map(char::to_lowercase) {
        let ends = words.last().is_some_and(|word| {
            let letters = word.chars().filter(|known| known.is_alphabetic()).count();
            letters > 1 && letters == word.chars().count() && letter.is_numeric()
        });
        if ends || !letter.is_alphanumeric() {
            words.push(String::new());
        }
        if let Some(word) = words.last_mut()
            && letter.is_alphanumeric()
        {
            word.push(letter);
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

/// How well a name fits; `None` where a wanted word is not in it.
fn score(wanted: &[String], name: &[String]) -> Option<u32> {
    let scores = wanted.iter().map(|word| {
        let best = name
            .iter()
            .filter_map(|candidate| fit(word, candidate))
            .max();
        best.or_else(|| in_order(word, &name.concat()).then_some(1))
    });
    scores.sum()
}

/// How well one word fits another.
fn fit(wanted: &str, word: &str) -> Option<u32> {
    // "70" means "70b" almost as surely as "70" does.
    if wanted == word {
        Some(40)
    } else if word.strip_prefix(wanted) == Some("b") {
        Some(38)
    } else if word.starts_with(wanted) {
        Some(30)
    } else if word.contains(wanted) {
        Some(15)
    } else {
        None
    }
}

/// Whether the letters of `wanted` occur in `text` in their order.
fn in_order(wanted: &str, text: &str) -> bool {
    let mut letters = text.chars();
    wanted
        .chars()
        .all(|letter| letters.any(|candidate| candidate == letter))
}

/// The first number of a name that is no size, times 100: 330 of
/// `Llama 3.3 70B`.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // `as` saturates
fn version(name: &str) -> u32 {
    let mut parts = name.split([' ', '-']).filter_map(|part| {
        let digits = part.trim_start_matches(char::is_alphabetic);
        digits.parse::<f64>().ok()
    });
    parts.next().map_or(0, |version| (version * 100.0) as u32)
}
