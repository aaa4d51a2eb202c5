//! Rust for the messages of the reference language.

use super::check::names;
use super::locale::{Locale, PARTS, Text};
use std::fmt::Write;

/// The generated module.
pub(crate) fn module(locales: &[Locale]) -> String {
    let lengths = locales
        .first()
        .map_or([0; PARTS.len()], |first| first.parts);
    let parts: Vec<(&str, usize)> = PARTS.into_iter().zip(lengths).collect();
    let spoken = parts.iter().map(|(_, length)| length).sum();
    let messages = locales.first().map_or(&[][..], |first| &first.messages);
    let mut variants = String::new();
    let mut functions = String::new();
    for (id, (key, text)) in messages.iter().take(spoken).enumerate() {
        let plural = matches!(text, Text::Plural(_));
        let values: Vec<String> = names(text)
            .into_iter()
            .filter(|name| !plural || name != "count")
            .collect();
        let doc = format!("`{}`", text.sample().replace(['\n', '`'], " "));
        // Writing to a String cannot fail.
        let _ = if values.is_empty() && !plural {
            writeln!(variants, "    /// {doc}\n    {} = {id},", camel(key))
        } else {
            writeln!(functions, "{}", function(id, key, &doc, &values, plural))
        };
    }
    let languages: Vec<&str> = locales.iter().map(|locale| locale.language).collect();
    format!(
        "/// A message without values; its number is its place in the locale files.\n\
         #[derive(Clone, Copy, PartialEq, Eq, Debug)]\n#[repr(u16)]\n\
         pub(crate) enum Msg {{\n{variants}}}\n\n\
         /// Messages with values.\npub(crate) mod say {{\n{functions}}}\n\n\
         /// The parts of a language, in order: their folders and how many messages they have.\n\
         const PARTS: [(&str, usize); {}] = {parts:?};\n\
         /// The languages there are files for.\n#[cfg(test)]\nconst FILES: [&str; {}] = {languages:?};\n",
        parts.len(),
        languages.len(),
    )
}

/// The function of one message: its values in alphabetical order.
fn function(id: usize, key: &str, doc: &str, values: &[String], plural: bool) -> String {
    let mut parameters: Vec<String> = values.iter().map(|name| format!("{name}: &str")).collect();
    let pairs: Vec<String> = values
        .iter()
        .map(|name| format!("({name:?}, {name})"))
        .collect();
    let call = if plural {
        parameters.insert(0, "count: f64".to_owned());
        format!("super::plural({id}, count, &[{}])", pairs.join(", "))
    } else {
        format!("super::fill({id}, &[{}])", pairs.join(", "))
    };
    format!(
        "    /// {doc}\n    pub(crate) fn {key}({}) -> String {{\n        {call}\n    }}",
        parameters.join(", ")
    )
}

/// `first_token` as `FirstToken`.
fn camel(key: &str) -> String {
    key.split('_')
        .flat_map(|word| {
            let mut letters = word.chars();
            letters
                .next()
                .map(|first| first.to_ascii_uppercase())
                .into_iter()
                .chain(letters)
        })
        .collect()
}
