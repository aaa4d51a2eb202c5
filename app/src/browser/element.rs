//! Puts parts of the page that are described as data in place.

use super::page::document;
use crate::element::{Element, Node};
use leptos::prelude::{Effect, Get, Signal};
use wasm_bindgen::JsValue;

/// Fills `place`, in place of its former content: a view that is built again calls
/// its directives again. A directive: `use:filled=elements`.
#[expect(clippy::needless_pass_by_value, reason = "Leptos' directives own both")]
pub(crate) fn filled(place: web_sys::Element, inside: Vec<Element>) {
    put(&place, &inside);
}

/// Keeps `place` filled with the elements of a signal. A directive:
/// `use:kept_filled=signal`.
pub(crate) fn kept_filled(place: web_sys::Element, inside: Signal<Vec<Element>>) {
    Effect::new(move |_| put(&place, &inside.get()));
}

/// Replaces the content of `place` by elements. Any that a browser cannot make is left
/// out.
fn put(place: &web_sys::Element, inside: &[Element]) {
    place.set_text_content(None);
    let namespace = place.namespace_uri();
    for element in inside {
        // The names are the program's own; none is refused.
        let _ = append(place, namespace.as_deref(), element);
    }
}

fn append(
    place: &web_sys::Element,
    namespace: Option<&str>,
    element: &Element,
) -> Result<(), JsValue> {
    let Some(document) = document() else {
        return Ok(());
    };
    let made = document.create_element_ns(namespace, element.tag)?;
    for (name, value) in &element.attributes {
        made.set_attribute(name, value)?;
    }
    for node in &element.inside {
        match node {
            Node::Words(words) => made.append_with_str_1(words)?,
            Node::Element(element) => append(&made, namespace, element)?,
        }
    }
    place.append_with_node_1(&made)
}
