//! The texts of the language in use, the currency of amounts, and the signal that says
//! they changed. A `$` in a text is the sign of the currency.

use super::{Language, Marks, Msg, PARTS, sign};
use crate::browser;
use crate::page::turns::Turns;
use crate::site::{LATER, SITE};
use estimator::currency::{Code, Currency};
use leptos::prelude::*;
use std::cell::{Cell, RefCell};
use std::time::Duration;

/// How long a download that failed is left alone.
const RETRY: Duration = Duration::from_secs(5);

/// How many of [`PARTS`] the calculator needs to be shown.
const FIRST: usize = 1;
/// How many are the calculator's, with what its later parts say. Each that follows is of
/// one other program.
const WHOLE: usize = 2;

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

/// What this program is for.
#[derive(Clone, Copy)]
struct Role {
    /// The folders of the messages that it waits for.
    messages: &'static [&'static str],
    /// Whether the page's language is its own to set.
    is_page: bool,
}

impl Role {
    /// Whether it says anything of the part of this folder and place in [`PARTS`].
    fn says(self, part: usize, folder: &str) -> bool {
        part < WHOLE || self.messages.contains(&folder)
    }
}

struct Table {
    language: Language,
    loaded: Vec<(Language, &'static [Fixed])>,
    current: &'static [Fixed],
    /// What amounts are in; `None` for dollars.
    currency: Option<Currency>,
    /// Whether no amount of money is written.
    priceless: bool,
    changed: ArcTrigger,
    /// Beside `changed`: what is on the page already need not be rendered again.
    grown: ArcTrigger,
}

thread_local! {
    static TABLE: RefCell<Option<Table>> = const { RefCell::new(None) };
    /// What this program is for.
    static ROLE: Cell<Role> = const { Cell::new(Role { messages: &[], is_page: true }) };
    /// How many of the parts are needed by now.
    static NEEDED: Cell<usize> = const { Cell::new(PARTS.len()) };
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
        self.current = texts;
        if let Some(currency) = self.currency {
            let code = currency.code();
            let sign = sign(&code, self.language);
            let signed = texts.iter().map(|text| match text {
                Fixed::Plain(text) if text.contains('$') => {
                    Fixed::Plain(text.replace('$', sign).leak())
                }
                other => *other,
            });
            self.current = signed.collect::<Vec<_>>().leak();
        }
    }
}

/// The marks of numbers in the language in use; for handlers, not reactive.
pub(crate) fn marks() -> Marks {
    untrack(language).marks()
}

/// Runs `then` with the texts of the page of a folder of [`SITE`], which the boot script
/// asked for, or else with the English ones. Without either there is no page, and the caller
/// says so.
pub(crate) fn start(folder: &str, then: impl FnOnce(bool) + 'static) {
    begin(folder, true, then);
}

/// The same for a program that is a part of another page, whose language it follows.
pub(crate) fn start_part(folder: &str, then: impl FnOnce(bool) + 'static) {
    begin(folder, false, then);
}

fn begin(folder: &str, is_page: bool, then: impl FnOnce(bool) + 'static) {
    let page = SITE.iter().find(|page| page.folder == folder);
    let messages = page.map_or(&[][..], |page| page.messages);
    ROLE.set(Role { messages, is_page });
    if !messages.contains(&LATER) {
        NEEDED.set(FIRST);
    }
    wasm_bindgen_futures::spawn_local(async move {
        let wanted = browser::page_language();
        let ready = load(wanted).await || wanted != Language::En && load(Language::En).await;
        then(ready);
    });
}

/// Fetches what the calculator's later parts say, in the language in use and from now on
/// in every other; without a network, again and again.
pub(crate) fn load_rest() {
    NEEDED.set(WHOLE);
    wasm_bindgen_futures::spawn_local(async {
        loop {
            let wanted = untrack(language);
            let Some(texts) = texts(wanted).await else {
                set_timeout(load_rest, RETRY);
                return;
            };
            // Another may have been chosen meanwhile, before these were asked for.
            if wanted == untrack(language) {
                install(wanted, texts);
                return;
            }
        }
    });
}

/// Whether the messages of the later parts are there; reactive.
pub(crate) fn is_whole() -> bool {
    TABLE.with_borrow(|table| {
        table.as_ref().is_some_and(|table| {
            table.grown.track();
            table.current.len() >= length_of(WHOLE)
        })
    })
}

/// How many messages the first of the parts have.
fn length_of(parts: usize) -> usize {
    PARTS.iter().take(parts).map(|(_, length)| length).sum()
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
async fn texts(language: Language) -> Option<&'static [Fixed]> {
    let mut texts = known(language);
    for (part, (folder, length)) in PARTS.into_iter().enumerate() {
        // More may be needed than before the last part was fetched.
        if part >= NEEDED.get() {
            break;
        }
        if texts.len() < length_of(part + 1) && !ROLE.get().says(part, folder) {
            // A message is known by its place among those of all parts.
            let blank = (0..length).map(|_| Text::Plain(String::new()));
            texts = longer(texts, blank.collect());
        } else if texts.len() < length_of(part + 1) {
            let more = browser::fetch_texts(&format!("{folder}{}", language.id())).await?;
            // Another version's file must not put wrong words to things.
            if more.len() != length {
                return None;
            }
            texts = longer(texts, more);
        }
    }
    Some(texts)
}

/// The texts of a language that were fetched before.
fn known(language: Language) -> &'static [Fixed] {
    TABLE.with_borrow(|table| {
        let mut loaded = table.iter().flat_map(|table| &table.loaded);
        let found = loaded.find(|(id, _)| *id == language);
        found.map_or(&[][..], |(_, texts)| texts)
    })
}

fn longer(texts: &[Fixed], more: Vec<Text>) -> &'static [Fixed] {
    let mut fixed = texts.to_vec();
    fixed.extend(more.into_iter().map(|text| match text {
        Text::Plain(text) => Fixed::Plain(text.leak()),
        Text::Plural(forms) => Fixed::Plural(forms.leak()),
    }));
    fixed.leak()
}

fn install(language: Language, texts: &'static [Fixed]) {
    let (changed, grown) = TABLE.with_borrow_mut(|slot| {
        let old = slot.as_ref();
        let is_new = old.is_none_or(|table| table.language != language);
        let more = old.is_some_and(|table| table.current.len() < texts.len());
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
        if ROLE.get().is_page {
            browser::set_page_language(language);
        }
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
