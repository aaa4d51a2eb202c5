//! The parts of a card that nobody can press: a line, a table that scrolls, sentences.
//! Each is one place on the page; its content is data.

use crate::browser::filled;
use crate::element::Element;
use leptos::prelude::*;

/// A quiet line.
pub(crate) fn aside(words: String) -> AnyView {
    view! { <p class="aside">{words}</p> }.into_any()
}

/// A table that scrolls by itself where it is too wide, under the heading with the id
/// `title`.
pub(crate) fn table(title: &'static str, table: Element) -> AnyView {
    let parts = vec![table];
    view! {
        <div
            class="scroll"
            tabindex="0"
            role="group"
            aria-labelledby=title
            use:filled=parts
        ></div>
    }
    .into_any()
}

/// Sentences, one below the other.
pub(crate) fn facts(facts: Vec<String>) -> AnyView {
    let mut parts = Vec::new();
    for fact in facts {
        parts.push(Element::new("li").say(fact));
    }
    view! { <ul class="facts" use:filled=parts></ul> }.into_any()
}
