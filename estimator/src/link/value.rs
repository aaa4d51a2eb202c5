//! Values of keys: counts, shares, names, lists and the two records.

use super::text::{decode, number};
use super::{alone, json, own};
use crate::choice::ModelChoice;
use crate::hardware::Accelerator;
use crate::import::plain;

/// Entries of a list, and own prices.
pub(crate) const MOST_ENTRIES: usize = 512;

pub(crate) fn share(text: &str) -> Option<f64> {
    number(text).filter(|share| *share <= 1.0)
}

pub(crate) fn count(text: &str) -> Option<u32> {
    text.parse().ok().filter(|count| *count > 0)
}

pub(crate) fn yes(text: &str) -> Option<bool> {
    match text {
        "yes" => Some(true),
        "no" => Some(false),
        _ => None,
    }
}

/// An id: short, and without control characters.
pub(crate) fn name(text: &str) -> Option<String> {
    let fits = !text.is_empty() && text.len() <= 200 && !text.contains(char::is_control);
    fits.then(|| text.to_owned())
}

pub(super) fn language(text: &str) -> Option<String> {
    let fits = (2..=35).contains(&text.len())
        && text
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    fits.then(|| text.to_owned())
}

pub(crate) fn list<T>(raw: &str, read: impl Fn(&str) -> Option<T>) -> Option<Vec<T>> {
    raw.split(',')
        .filter(|entry| !entry.is_empty())
        .take(MOST_ENTRIES)
        .map(|entry| read(&decode(entry)?))
        .collect()
}

pub(super) fn model(text: &str) -> Option<ModelChoice> {
    Some(match plain::billions(text) {
        Some(billions) => ModelChoice::Plain(billions),
        None => ModelChoice::Catalog(name(text)?),
    })
}

pub(super) fn shape(text: &str) -> Option<ModelChoice> {
    Some(ModelChoice::Custom(Box::new(alone::model(text)?)))
}

/// The user's own accelerator, if it can be.
pub(super) fn accelerator(text: &str) -> Option<Box<Accelerator>> {
    let own = own::accelerator(&json::parse(text)?)?;
    let named = name(&own.id).is_some() && name(&own.name).is_some();
    named.then(|| Box::new(own))
}
