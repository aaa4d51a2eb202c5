//! Finding by a few typed letters.
//!
//! Query and names fall into words: runs of letters and digits, split where a digit follows two
//! letters or more (`llama3` is two words; `70B` and `h200` are one). Every word of the query must
//! be found in a name: as a word, as the beginning of one, inside one, or, at worst, letter by
//! letter in order. Better finds come first; among equals an offered one first, then the newer
//! version, the shorter name, the larger model.
//!
//! Names are ASCII and so is the matching: Unicode tables would weigh more than
//! the catalogue. Full-width letters, as East Asian keyboards type them, count
//! as their ASCII twins.

use crate::accelerators::{AcceleratorRecord, accelerators};
use crate::models::{ModelEntry, models};
use crate::prices::prices;
use std::cmp::Reverse;

/// The most letters of a query that are read.
const LONGEST_QUERY: usize = 96;

/// The models that fit `query`, best first, at most `limit`; those to offer
/// first when nothing is typed. `encoders`, which generate nothing, only where asked for.
#[must_use]
pub fn find_models(query: &str, limit: usize, encoders: bool) -> Vec<&'static ModelEntry> {
    let rank = |wanted: &[String], entry: &ModelEntry| {
        let name = words(entry.name);
        let own = score(wanted, &words(entry.id)).max(score(wanted, &name));
        // An alias counts a little less, so that the id itself wins.
        let alias = |alias: &&str| Some(score(wanted, &words(alias))?.saturating_sub(1));
        let score = own.max(entry.aliases.iter().filter_map(alias).max())?;
        // To the nearest million is enough to tell sizes apart.
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // `as` saturates
        let millions = (entry.parameters / 1e6) as u32;
        let newer = Reverse(version(&name));
        Some((
            Reverse(score),
            !entry.featured,
            newer,
            name.len(),
            Reverse(millions),
        ))
    };
    let wanted = models().iter().filter(|entry| encoders || entry.generates);
    best(query, limit, wanted, rank)
}

/// The accelerators that fit `query`, best first, at most `limit`; those most
/// often sold when nothing is typed.
#[must_use]
pub fn find_accelerators(query: &str, limit: usize) -> Vec<&'static AcceleratorRecord> {
    let rank = |wanted: &[String], record: &AcceleratorRecord| {
        let id = record.accelerator.id.as_str();
        let mut text = words(id);
        text.extend(words(&record.accelerator.name));
        text.extend(words(record.generation));
        let score = score(wanted, &text)?;
        let sold = prices().iter().filter(|price| price.accelerator == id);
        Some((Reverse(score), Reverse(sold.count()), Reverse(record.year)))
    };
    best(query, limit, accelerators().iter(), rank)
}

/// The `limit` items of lowest rank that have one, lowest first.
fn best<Item, Rank: Ord>(
    query: &str,
    limit: usize,
    items: impl Iterator<Item = &'static Item>,
    rank: impl Fn(&[String], &Item) -> Option<Rank>,
) -> Vec<&'static Item> {
    let wanted = words(query);
    // No text finds everything, text without a letter nothing.
    if wanted.is_empty() && !query.trim_ascii().is_empty() {
        return Vec::new();
    }
    let mut found: Vec<(Rank, &Item)> = Vec::new();
    for item in items {
        if let Some(rank) = rank(&wanted, item) {
            let place = found.partition_point(|(better, _)| *better <= rank);
            if place < limit {
                found.truncate(limit - 1);
                found.insert(place, (rank, item));
            }
        }
    }
    found.into_iter().map(|(_, item)| item).collect()
}

/// Lower-case words of a text.
fn words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word = String::new();
    for letter in text.chars().take(LONGEST_QUERY).map(narrow) {
        let only_letters = word.bytes().all(|known| known.is_ascii_alphabetic());
        let number_begins = letter.is_ascii_digit() && word.len() > 1 && only_letters;
        if (number_begins || !letter.is_ascii_alphanumeric()) && !word.is_empty() {
            words.push(std::mem::take(&mut word));
        }
        if letter.is_ascii_alphanumeric() {
            word.push(letter.to_ascii_lowercase());
        }
    }
    if !word.is_empty() {
        words.push(word);
    }
    words
}

/// The ASCII twin of a full-width letter, sign or digit.
fn narrow(letter: char) -> char {
    let twin = u32::from(letter).wrapping_sub(0xFF01).wrapping_add(0x21);
    match letter {
        '\u{FF01}'..='\u{FF5E}' => char::from_u32(twin).unwrap_or(letter),
        _ => letter,
    }
}

/// How well a name fits; `None` where a wanted word is not in it.
fn score(wanted: &[String], name: &[String]) -> Option<u32> {
    let scores = wanted.iter().map(|word| {
        let best = name.iter().filter_map(|candidate| fit(word, candidate));
        best.max()
            .or_else(|| in_order(word, &name.concat()).then_some(1))
    });
    scores.sum()
}

/// How well one word fits another: "70" means "70b" almost as surely as "70".
fn fit(wanted: &str, word: &str) -> Option<u32> {
    match word.strip_prefix(wanted) {
        Some("") => Some(40),
        Some("b") => Some(38),
        Some(_) => Some(30),
        None => word.contains(wanted).then_some(15),
    }
}

/// Whether the letters of `wanted` occur in `text` in their order.
fn in_order(wanted: &str, text: &str) -> bool {
    let mut letters = text.bytes();
    wanted
        .bytes()
        .all(|letter| letters.any(|candidate| candidate == letter))
}

/// The first number of a name that is no size, and the one behind its point:
/// 3 and 3 of `Llama 3.3 70B`, 2 and 5 of `Kimi K2.5`.
fn version(name: &[String]) -> (u32, u32) {
    let letter = |letter: char| letter.is_ascii_alphabetic();
    let number = |word: &String| word.trim_start_matches(letter).parse().ok();
    let mut rest = name.iter().skip_while(|word| number(word).is_none());
    let major = rest.next().and_then(number).unwrap_or(0);
    (major, rest.next().and_then(number).unwrap_or(0))
}
