//! A sheet over the page: what lies beside it, and how far its fields are scrolled.

use super::page::document;
use super::watch::Watch;
use leptos::html::Div;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, MutationObserver, MutationObserverInit};

/// Sections of a sheet's fields, each under its heading.
const SECTIONS: &str = "section.asked";

/// How far below the upper edge a section has been reached, in pixels.
const NEAR: f64 = 48.0;

/// The section that the reader has reached.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Reached {
    /// Its place, from 1; 0 where there is none.
    pub(crate) at: usize,
    /// How many there are.
    pub(crate) of: usize,
    /// The heading of the one after it.
    pub(crate) next: Option<String>,
}

/// The section that fields which scroll have reached: the last one, once their end is seen.
pub(crate) fn reached(fields: &Element) -> Reached {
    let sections = sections(fields);
    let at = place(fields, &sections);
    let next = sections.get(at).and_then(heading);
    Reached {
        at,
        of: sections.len(),
        next: next.and_then(|heading| heading.text_content()),
    }
}

/// Calls `then` when something comes into `fields`, or goes: sections are made once they are near.
pub(crate) fn when_filled(fields: NodeRef<Div>, then: impl Fn() + Copy + 'static) {
    let watch = StoredValue::new_local(None::<Watch<MutationObserver>>);
    Effect::new(move |_| {
        let Some(element) = fields.get() else { return };
        let Some(made) = Watch::new(MutationObserver::new, move |_| then()) else {
            return;
        };
        let whatever = MutationObserverInit::new();
        whatever.set_child_list(true);
        whatever.set_subtree(true);
        // What to look for is named.
        let _ = made.observer.observe_with_options(&element, &whatever);
        watch.set_value(Some(made));
    });
}

/// Scrolls to the next section, and puts the focus on its heading.
pub(crate) fn go_on(fields: &Element) {
    let sections = sections(fields);
    if let Some(next) = sections.get(place(fields, &sections)) {
        // The focus first: it would break off a smooth way.
        if let Some(heading) = heading(next) {
            // Headings of sections take the focus.
            let _ = heading.focus();
        }
        next.scroll_into_view();
    }
}

/// Leaves only `element` to pointer, keyboard and screen reader; or all of the page again.
pub(crate) fn cover(element: &Element, covered: bool) {
    let body = document().and_then(|document| document.body());
    let mut inner = element.clone();
    while let Some(outer) = inner.parent_element() {
        let inside = outer.children();
        for beside in (0..inside.length()).filter_map(|index| inside.item(index)) {
            if beside != inner {
                // Setting a well-formed attribute cannot fail.
                let _ = beside.toggle_attribute_with_force("inert", covered);
            }
        }
        if body.as_deref().is_some_and(|body| **body == *outer) {
            return;
        }
        inner = outer;
    }
}

/// Whether something lies above the page that goes by a key or a tap of its own: a term's meaning.
pub(crate) fn has_popover() -> bool {
    // Browsers that do not know them have none.
    let above = document().map(|document| document.query_selector(":popover-open"));
    matches!(above, Some(Ok(Some(_))))
}

fn sections(fields: &Element) -> Vec<Element> {
    let Ok(found) = fields.query_selector_all(SECTIONS) else {
        return Vec::new();
    };
    let nodes = (0..found.length()).filter_map(|index| found.item(index));
    nodes.filter_map(|node| node.dyn_into().ok()).collect()
}

fn heading(section: &Element) -> Option<HtmlElement> {
    section.query_selector("h2").ok()??.dyn_into().ok()
}

/// How many sections have been reached.
fn place(fields: &Element, sections: &[Element]) -> usize {
    let below = fields.scroll_height() - fields.client_height() - fields.scroll_top();
    if below <= 1 {
        return sections.len();
    }
    let edge = fields.get_bounding_client_rect().top() + NEAR;
    let passed = sections
        .iter()
        .filter(|section| section.get_bounding_client_rect().top() <= edge);
    passed.count().max(1).min(sections.len())
}
