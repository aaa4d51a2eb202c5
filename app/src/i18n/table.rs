//! The texts of the language in use, and the signal that says they changed.

use super::{Language, MESSAGES, Marks, Msg, OF_CALCULATOR};
use crate::browser;
use crate::turns::Turns;
use leptos::prelude::*;
use std::cell::{Cell, RefCell};

/// One message as fetched.
pub(crate) enum Text {
    /// The same for every number.
    Plain(String),
    /// Plural category and text.
    Plural(Vec<(String, String)>),
}

/// A message that lives as long as the page: at most one set a language.
#[derive(Clone, Copy)]
enum Fixed {
    Plain(&'static str),
    Plural(&'static [(String, String)]),
}

/// What a program needs messages for, and whether the page's language is its own.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    /// The calculator.
    Calculator,
    /// The page about accuracy, which has messages beside the calculator's.
    Accuracy,
    /// A part of the calculator's page with the same messages.
    Part,
}

struct Table {
    language: Language,
    loaded: Vec<(Language, &'static [Fixed])>,
    current: &'static [Fixed],
    changed: ArcTrigger,
}

thread_local! {
    static TABLE: RefCell<Option<Table>> = const { RefCell::new(None) };
    /// What this program is for.
    static ROLE: Cell<Role> = const { Cell::new(Role::Calculator) };
    /// Choices of a language; its texts may take a while.
    static CHOICES: Turns = const { Turns::new() };
}

/// The language in use; reactive.
pub(crate) fn language() -> Language {
    TABLE.with_borrow(|table| {
        table.as_ref().map_or(Language::En, |table| {
            table.changed.track();
            table.language
        })
    })
}

/// The marks of numbers in the language in use; for handlers, not reactive.
pub(crate) fn marks() -> Marks {
    untrack(language).marks()
}

/// Runs `then` with the texts that the boot script asked for, or else with the
/// English ones. Without either there is no page, and the caller says so.
pub(crate) fn start(role: Role, then: impl FnOnce(bool) + 'static) {
    ROLE.set(role);
    wasm_bindgen_futures::spawn_local(async move {
        let wanted = browser::page_language();
        let ready = load(wanted).await || wanted != Language::En && load(Language::En).await;
        then(ready);
    });
}

/// How a change of language ended.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Switched {
    /// It is in use, after one with these marks.
    From(Marks),
    /// Its texts cannot be had.
    Failed,
    /// Another was chosen before its texts were there.
    Overtaken,
}

/// Changes the language once its texts are there; `then` hears how that ended.
pub(crate) fn switch(language: Language, then: impl FnOnce(Switched) + 'static) {
    let turn = CHOICES.with(Turns::begin);
    wasm_bindgen_futures::spawn_local(async move {
        let texts = texts(language).await;
        let ended = match texts {
            _ if !CHOICES.with(|choices| choices.is_latest(turn)) => Switched::Overtaken,
            None => Switched::Failed,
            Some(texts) => {
                let before = marks();
                install(language, texts);
                Switched::From(before)
            }
        };
        then(ended);
    });
}

async fn load(language: Language) -> bool {
    let texts = texts(language).await;
    if let Some(texts) = texts {
        install(language, texts);
    }
    texts.is_some()
}

/// The texts of a language, fetched where they are not known yet.
async fn texts(language: Language) -> Option<&'static [Fixed]> {
    let known = TABLE.with_borrow(|table| {
        let loaded = table.as_ref().map(|table| table.loaded.as_slice());
        loaded
            .unwrap_or_default()
            .iter()
            .find(|(id, _)| *id == language)
            .map(|(_, texts)| *texts)
    });
    match known {
        Some(texts) => Some(texts),
        None => fetch(language).await.map(fix),
    }
}

async fn fetch(language: Language) -> Option<Vec<Text>> {
    let mut texts = browser::fetch_texts(language.id()).await?;
    let mut due = OF_CALCULATOR;
    if ROLE.get() != Role::Calculator {
        let part = format!("accuracy/{}", language.id());
        texts.extend(browser::fetch_texts(&part).await?);
        due = MESSAGES;
    }
    // Another version's file must not put wrong words to things.
    (texts.len() == due).then_some(texts)
}

fn fix(texts: Vec<Text>) -> &'static [Fixed] {
    let fixed: Vec<Fixed> = texts
        .into_iter()
        .map(|text| match text {
            Text::Plain(text) => Fixed::Plain(text.leak()),
            Text::Plural(forms) => Fixed::Plural(forms.leak()),
        })
        .collect();
    fixed.leak()
}

fn install(language: Language, texts: &'static [Fixed]) {
    let changed = TABLE.with_borrow_mut(|slot| {
        let mut table = slot.take().unwrap_or(Table {
            language,
            loaded: Vec::new(),
            current: texts,
            changed: ArcTrigger::new(),
        });
        if !table.loaded.iter().any(|(id, _)| *id == language) {
            table.loaded.push((language, texts));
        }
        table.language = language;
        table.current = texts;
        let changed = table.changed.clone();
        *slot = Some(table);
        changed
    });
    if ROLE.get() != Role::Part {
        browser::set_page_language(language);
    }
    changed.notify();
}

fn read(id: usize) -> Fixed {
    TABLE.with_borrow(|table| {
        table.as_ref().map_or(Fixed::Plain(""), |table| {
            table.changed.track();
            table.current.get(id).copied().unwrap_or(Fixed::Plain(""))
        })
    })
}

/// A message without values, now; reactive.
pub(crate) fn text(message: Msg) -> &'static str {
    match read(message as usize) {
        Fixed::Plain(text) => text,
        Fixed::Plural(_) => "",
    }
}

/// A message with its values put in.
pub(super) fn fill(id: usize, values: &[(&str, &str)]) -> String {
    match read(id) {
        Fixed::Plain(text) => put(text, values),
        Fixed::Plural(_) => String::new(),
    }
}

/// A message in the plural form that `count` needs.
pub(super) fn plural(id: usize, count: f64, values: &[(&str, &str)]) -> String {
    let Fixed::Plural(forms) = read(id) else {
        return String::new();
    };
    let category = super::written::plural_category(language(), count);
    let form = forms
        .iter()
        .find(|(name, _)| *name == category)
        .or_else(|| forms.last());
    let shown = super::integer(count);
    let mut all = vec![("count", shown.as_str())];
    all.extend_from_slice(values);
    form.map_or_else(String::new, |(_, text)| put(text, &all))
}

/// Replaces `{name}` by its value.
pub(super) fn put(text: &str, values: &[(&str, &str)]) -> String {
    let mut out = String::with_capacity(text.len() + 16);
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        let (name, after) = after.split_once('}').unwrap_or((after, ""));
        out.push_str(before);
        out.push_str(
            values
                .iter()
                .find(|(key, _)| *key == name)
                .map_or("", |(_, value)| *value),
        );
        rest = after;
    }
    out.push_str(rest);
    out
}
