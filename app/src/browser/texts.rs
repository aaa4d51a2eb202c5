//! Locale files, and the language that the boot script chose.

use super::page::said;
use super::program::promised;
use crate::i18n::{Language, Text};
use js_sys::{JsString, Object, Reflect};
use wasm_bindgen::{JsCast, JsValue};

/// The language the boot script chose and wrote into `<html lang>`.
pub(crate) fn page_language() -> Language {
    said("lang")
        .and_then(|tag| Language::from_tag(&tag))
        .unwrap_or(Language::En)
}

/// The texts of a file of `locales`: `rightsizeTexts(name)` of the boot script, which
/// began to fetch the first ones before this program was there.
pub(crate) async fn fetch_texts(name: &str) -> Option<Vec<Text>> {
    let texts = promised("rightsizeTexts", name).await?;
    let messages: Object = texts.dyn_into().ok()?;
    Object::values(&messages)
        .iter()
        .map(|message| to_text(&message))
        .collect()
}

fn to_text(message: &JsValue) -> Option<Text> {
    if let Some(text) = message.as_string() {
        return Some(Text::Plain(text));
    }
    let forms: &Object = message.dyn_ref()?;
    let mut found = Vec::new();
    for name in Object::keys(forms).iter() {
        let text = Reflect::get(forms, &name).ok()?.as_string()?;
        found.push((String::from(name.dyn_into::<JsString>().ok()?), text));
    }
    Some(Text::Plural(found))
}
