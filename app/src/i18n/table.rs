//! The texts of the language in use, the currency of amounts, and the signal that says
//! they changed. A `$` in a text is the sign of the currency.

use super::{Language, Marks, Msg, PARTS, sign};
use crate::browser;
use crate::page::turns::Turns;
use crate::site::LATER;
use estimator::currency::{Code, Currency};
use leptos::prelude::*;
use std::cell::{Cell, RefCell};

/// One message as fetched.
pub(crate) enum Text {
    /// The same for every number.
    Plain(String),
    /// Plural category and text.
    Plural(Vec<(String, String)>),
}

/// A message that lives as long as the page: at most one set a part of a language.
#[derive(Clone, Copy)]
enum Fixed {
    Plain(&'static str),
    Plural(&'static [(String, String)]),
}

/// The texts of a language, those of each of [`PARTS`]; `None` of those that are not there.
type Texts = [Option<&'static [Fixed]>; PARTS.len()];

struct Table {
    language: Language,
    loaded: Vec<(Language, Texts)>,
    current: Texts,
    /// The currency of amounts; `None` for dollars.
    currency: Option<Currency>,
    /// Whether no amount of money is written.
    priceless: bool,
    changed: ArcTrigger,
    /// Beside `changed`: words on the page already need not be rendered again.
    grown: ArcTrigger,
}

thread_local! {
    static TABLE: RefCell<Option<Table>> = const { RefCell::new(None) };
    /// Which of the parts are needed by now.
    static NEEDED: Cell<[bool; PARTS.len()]> = const { Cell::new([false; PARTS.len()]) };
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

/// The currency in use; reactive.
pub(crate) fn currency() -> Currency {
    language();
    TABLE
        .with_borrow(|table| table.as_ref()?.currency)
        .unwrap_or(Currency::DOLLAR)
}

/// Writes amounts in a currency from now on; `None` for dollars.
pub(crate) fn set_currency(currency: Option<Currency>) {
    let changed = TABLE.with_borrow_mut(|slot| {
        let table = slot.as_mut().filter(|table| table.currency != currency)?;
        let renamed = code_of(table.currency) != code_of(currency);
        table.currency = currency;
        // A new rate alone changes no text.
        if renamed {
            table.sign();
        }
        Some(table.changed.clone())
    });
    if let Some(changed) = changed {
        changed.notify();
    }
}

/// Whether prices are hidden: no amount of money is written; reactive.
pub(crate) fn is_priceless() -> bool {
    language();
    TABLE.with_borrow(|table| table.as_ref().is_some_and(|table| table.priceless))
}

/// Hides all prices, or shows them again.
pub(crate) fn hide_prices(hidden: bool) {
    let changed = TABLE.with_borrow_mut(|slot| {
        let table = slot.as_mut().filter(|table| table.priceless != hidden)?;
        table.priceless = hidden;
        Some(table.changed.clone())
    });
    if let Some(changed) = changed {
        changed.notify();
    }
}

fn code_of(currency: Option<Currency>) -> Option<Code> {
    currency.map(|currency| currency.code())
}

impl Table {
    /// Puts the sign of the currency into the texts of the language.
    fn sign(&mut self) {
        let mut loaded = self.loaded.iter();
        let texts = loaded.find(|(language, _)| *language == self.language);
        let Some((_, texts)) = texts else {
            return;
        };
        self.current = *texts;
        if let Some(currency) = self.currency {
            let code = currency.code();
            let sign = sign(&code, self.language);
            self.current = texts.map(|part| Some(signed(part?, sign)));
        }
    }
}

/// The texts of a part with the sign of a currency.
fn signed(part: &[Fixed], sign: &str) -> &'static [Fixed] {
    let texts = part.iter().map(|text| match text {
        Fixed::Plain(text) if text.contains('$') => Fixed::Plain(text.replace('$', sign).leak()),
        other => *other,
    });
    texts.collect::<Vec<_>>().leak()
}

/// The marks of numbers in the language in use; for handlers, not reactive.
pub(crate) fn marks() -> Marks {
    untrack(language).marks()
}

/// Fetches the texts of these folders, which the boot script asked for, in the language in use
/// and from now on in every other; where the first are not to be had, the English ones. Whether
/// they are there: without any there is no page, and the caller says so.
pub(crate) async fn add(folders: &[&str]) -> bool {
    let (mut added, mut needed) = ([false; PARTS.len()], NEEDED.get());
    for ((add, need), (folder, _)) in added.iter_mut().zip(&mut needed).zip(PARTS) {
        *add = !*need && folders.contains(&folder);
        *need |= *add;
    }
    NEEDED.set(needed);
    let is_first = TABLE.with_borrow(Option::is_none);
    let there = if is_first {
        let wanted = browser::page_language();
        load(wanted).await || wanted != Language::En && load(Language::En).await
    } else {
        load_needed().await
    };
    if !there {
        // Nothing waits for texts that cannot be had.
        let mut needed = NEEDED.get();
        for (need, added) in needed.iter_mut().zip(added) {
            *need &= !added;
        }
        NEEDED.set(needed);
    }
    there
}

/// Fetches the texts that are needed by now in the language in use.
async fn load_needed() -> bool {
    loop {
        let wanted = untrack(language);
        let Some(texts) = texts(wanted).await else {
            return false;
        };
        // Another may have been chosen meanwhile, before these were asked for.
        if wanted == untrack(language) {
            install(wanted, texts);
            return true;
        }
    }
}

/// Whether the messages of the later parts are there; reactive.
pub(crate) fn is_whole() -> bool {
    TABLE.with_borrow(|table| {
        table.as_ref().is_some_and(|table| {
            table.grown.track();
            let mut parts = PARTS.into_iter().zip(table.current);
            parts.any(|((folder, _), texts)| folder == LATER && texts.is_some())
        })
    })
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

/// The texts of a language, as far as they are needed; fetched where they are not known
/// yet.
async fn texts(language: Language) -> Option<Texts> {
    let mut texts = known(language);
    // More may be needed than before the last part was fetched.
    while let Some((place, folder, length)) = missing(&mut texts) {
        let more = browser::fetch_texts(&format!("{folder}{}", language.id())).await?;
        // Another version's file must not put wrong words to things.
        if more.len() != length {
            return None;
        }
        *place = Some(fixed(more));
    }
    Some(texts)
}

/// The first part that is needed and not there: its place, its folder, its length.
fn missing(texts: &mut Texts) -> Option<(&mut Option<&'static [Fixed]>, &'static str, usize)> {
    let parts = texts.iter_mut().zip(PARTS).zip(NEEDED.get());
    let mut absent = parts.filter(|((part, _), needed)| *needed && part.is_none());
    let ((part, (folder, length)), _) = absent.next()?;
    Some((part, folder, length))
}

/// The texts of a language that were fetched before.
fn known(language: Language) -> Texts {
    TABLE.with_borrow(|table| {
        let mut loaded = table.iter().flat_map(|table| &table.loaded);
        let found = loaded.find(|(id, _)| *id == language);
        found.map_or([None; PARTS.len()], |(_, texts)| *texts)
    })
}

fn fixed(texts: Vec<Text>) -> &'static [Fixed] {
    let fixed = texts.into_iter().map(|text| match text {
        Text::Plain(text) => Fixed::Plain(text.leak()),
        Text::Plural(forms) => Fixed::Plural(forms.leak()),
    });
    fixed.collect::<Vec<_>>().leak()
}

fn install(language: Language, texts: Texts) {
    let (changed, grown) = TABLE.with_borrow_mut(|slot| {
        let old = slot.as_ref();
        let is_new = old.is_none_or(|table| table.language != language);
        let count = |texts: &Texts| texts.iter().flatten().count();
        let more = old.is_some_and(|table| count(&table.current) < count(&texts));
        let table = slot.get_or_insert_with(|| Table {
            language,
            loaded: Vec::new(),
            current: texts,
            currency: None,
            priceless: false,
            changed: ArcTrigger::new(),
            grown: ArcTrigger::new(),
        });
        table.loaded.retain(|(id, _)| *id != language);
        table.loaded.push((language, texts));
        table.language = language;
        table.sign();
        let changed = is_new.then(|| table.changed.clone());
        (changed, more.then(|| table.grown.clone()))
    });
    if let Some(changed) = changed {
        browser::set_page_language(language);
        changed.notify();
    }
    if let Some(grown) = grown {
        grown.notify();
    }
}

fn read(id: usize) -> Fixed {
    TABLE.with_borrow(|table| {
        table.as_ref().map_or(Fixed::Plain(""), |table| {
            table.changed.track();
            message(&table.current, id).unwrap_or(Fixed::Plain(""))
        })
    })
}

/// A message by its place among those of all parts.
fn message(texts: &Texts, mut id: usize) -> Option<Fixed> {
    for ((_, length), part) in PARTS.into_iter().zip(texts) {
        if id < length {
            return part.as_ref()?.get(id).copied();
        }
        id -= length;
    }
    None
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
