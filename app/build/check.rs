//! What can be wrong with locale files. Shared by the build script and the tests.

use super::locale::{Locale, Text};
use std::collections::BTreeSet;

/// Every mistake, as sentences; empty where all is well.
pub(crate) fn problems<const N: usize>(locales: &[Locale<N>]) -> Vec<String> {
    let Some((reference, others)) = locales.split_first() else {
        return vec!["no language at all".to_owned()];
    };
    let mut found = Vec::new();
    for locale in locales {
        for (key, text) in &locale.messages {
            let about = |what: String| format!("{}: {key}: {what}", locale.language);
            if !is_key(key) {
                found.push(about("a key is lower case words joined by _".to_owned()));
            }
            found.extend(form_problems(locale, text).into_iter().map(about));
        }
    }
    for locale in others {
        found.extend(key_problems(reference, locale));
        if locale.parts != reference.parts {
            found.push(format!(
                "{}: a message stands in another part",
                locale.language
            ));
        }
        for ((key, text), (_, other)) in reference.messages.iter().zip(&locale.messages) {
            if names(text) != names(other) {
                let (wanted, got) = (names(text), names(other));
                let language = locale.language;
                found.push(format!("{language}: {key}: values {got:?}, not {wanted:?}"));
            }
            if matches!(text, Text::Plain(_)) != matches!(other, Text::Plain(_)) {
                found.push(format!("{}: {key}: plural or not?", locale.language));
            }
        }
    }
    found
}

/// Keys of one file against those of the reference: the same, in the same order.
fn key_problems<const N: usize>(reference: &Locale<N>, locale: &Locale<N>) -> Vec<String> {
    fn keys<const N: usize>(locale: &Locale<N>) -> Vec<&String> {
        locale.messages.iter().map(|(key, _)| key).collect()
    }
    let (wanted, got) = (keys(reference), keys(locale));
    let (wanted_set, got_set) = (BTreeSet::from_iter(&wanted), BTreeSet::from_iter(&got));
    let language = locale.language;
    let missing = wanted_set.difference(&got_set);
    let extra = got_set.difference(&wanted_set);
    let mut found: Vec<String> = missing
        .map(|key| format!("{language}: {key} is missing"))
        .chain(extra.map(|key| format!("{language}: {key} is not in the reference")))
        .collect();
    if found.is_empty()
        && let Some((here, there)) = wanted.iter().zip(&got).find(|(a, b)| a != b)
    {
        found.push(format!("{language}: {there} stands where {here} should"));
    }
    if found.is_empty() && got.len() != wanted.len() {
        found.push(format!("{language}: a key stands twice"));
    }
    found
}

/// Placeholders and plural forms of one message.
fn form_problems<const N: usize>(locale: &Locale<N>, text: &Text) -> Vec<String> {
    match text {
        Text::Plain(text) => placeholders(text).err().into_iter().collect(),
        Text::Plural(forms) => {
            let got: Vec<&str> = forms.keys().map(String::as_str).collect();
            let mut wanted = locale.categories.to_vec();
            wanted.sort_unstable();
            let wrong = (got != wanted).then(|| format!("plural forms {got:?}, not {wanted:?}"));
            let odd = forms.values().filter_map(|form| placeholders(form).err());
            wrong.into_iter().chain(odd).collect()
        }
    }
}

/// The values a message needs, sorted. A plural always has `count`, and a form
/// may leave it out ("one GPU").
pub(crate) fn names(text: &Text) -> BTreeSet<String> {
    match text {
        Text::Plain(text) => placeholders(text).unwrap_or_default(),
        Text::Plural(forms) => forms
            .values()
            .flat_map(|form| placeholders(form).unwrap_or_default())
            .chain(["count".to_owned()])
            .collect(),
    }
}

/// The names in braces.
fn placeholders(text: &str) -> Result<BTreeSet<String>, String> {
    let mut found = BTreeSet::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        let Some((name, after)) = after.split_once('}') else {
            return Err("a { without its }".to_owned());
        };
        if before.contains('}') {
            return Err("a } without its {".to_owned());
        }
        if !is_key(name) {
            return Err(format!("{{{name}}} is no name"));
        }
        found.insert(name.to_owned());
        rest = after;
    }
    if rest.contains('}') {
        return Err("a } without its {".to_owned());
    }
    Ok(found)
}

/// Whether a key or a name can become a name in Rust.
fn is_key(text: &str) -> bool {
    let word = |word: &str| {
        let letters = word
            .bytes()
            .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit());
        letters && !word.is_empty()
    };
    text.split('_').all(word) && text.starts_with(|first: char| first.is_ascii_lowercase())
}
