//! The document and the window.

use super::place::take_over;
use super::program::tell;
use super::visit::shown;
use crate::i18n::Language;
use leptos::html::Div;
use leptos::prelude::{Effect, GetUntracked, NodeRef, request_animation_frame, set_timeout};
use leptos::task::spawn_local;
use std::panic;
use std::time::Duration;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use web_sys::{
    CustomEvent, CustomEventInit, Document, Element, HtmlElement, ScrollIntoViewOptions,
    ScrollLogicalPosition,
};

/// About as long as a frame takes.
const FRAME: Duration = Duration::from_millis(20);

/// The document, where there is one.
pub(super) fn document() -> Option<Document> {
    web_sys::window()?.document()
}

pub(super) fn page() -> Option<Element> {
    document()?.document_element()
}

/// The value of an attribute of the page's root element, where it has it: the boot script, other
/// scripts of ours and this program tell each other so.
pub(super) fn said(name: &str) -> Option<String> {
    page()?.get_attribute(name)
}

/// The element that a page is mounted in.
pub(crate) type Root = HtmlElement;

/// The element that the page is mounted in; hidden until [`reveal`] is called.
pub(crate) fn root() -> Option<HtmlElement> {
    element("app")
}

/// Shows the page in place of the static shell that was painted before it.
pub(crate) fn reveal() {
    if let Some(shell) = element("shell") {
        shell.remove();
    }
    if let Some(app) = element("app") {
        app.set_hidden(false);
        take_over(&app);
    }
}

/// Whether the boot script found the page inside another.
pub(crate) fn is_embedded() -> bool {
    said("data-embed").is_some()
}

/// Says which language the page is in: readers, hyphenation and fonts follow.
pub(crate) fn set_page_language(language: Language) {
    if let Some(page) = page() {
        // Setting a well-formed attribute cannot fail.
        let _ = page.set_attribute("lang", language.tag());
    }
}

/// Names the document as long as the page is shown; a printed page takes its file name from it.
pub(crate) fn title(title: impl Fn() -> String + 'static) {
    let shown = shown();
    Effect::new(move |_| {
        let title = title();
        if let Some(document) = document().filter(|_| shown()) {
            document.set_title(&title);
        }
    });
}

/// `light`, `dark`, or `None` to follow the system.
pub(crate) fn set_theme(theme: Option<&str>) {
    if let Some(page) = page() {
        let _ = match theme {
            Some(theme) => page.set_attribute("data-theme", theme),
            None => page.remove_attribute("data-theme"),
        };
    }
}

pub(super) fn element(id: &str) -> Option<HtmlElement> {
    document()?.get_element_by_id(id)?.dyn_into().ok()
}

/// The value of a field.
pub(crate) fn value_of(id: &str) -> Option<String> {
    let value = js_sys::Reflect::get(element(id)?.as_ref(), &"value".into());
    value.ok()?.as_string()
}

/// Whether an element has the focus.
pub(crate) fn is_focused(id: &str) -> bool {
    let focused = document().and_then(|document| document.active_element());
    focused.is_some_and(|element| element.id() == id)
}

/// Moves the focus to an element.
pub(crate) fn focus(id: &str) {
    if let Some(element) = element(id) {
        // An element without a tab index keeps the focus where it is.
        let _ = element.focus();
    }
}

/// Scrolls a list so far that one of its options is seen.
pub(crate) fn show_in_list(id: &str) {
    let id = id.to_owned();
    // The option may only be there after this turn.
    request_animation_frame(move || {
        if let Some(element) = element(&id) {
            let options = ScrollIntoViewOptions::new();
            options.set_block(ScrollLogicalPosition::Nearest);
            element.scroll_into_view_with_scroll_into_view_options(&options);
        }
    });
}

/// Scrolls a box, and nothing around it, until what is picked in it is in its middle.
pub(crate) fn show_picked(within: NodeRef<Div>) {
    // It may only be there after this turn.
    request_animation_frame(move || {
        let Some(within) = within.get_untracked() else {
            return;
        };
        if let Ok(Some(picked)) = within.query_selector(".picked") {
            let top = within.get_bounding_client_rect().top();
            let middle = top + f64::from(within.client_height()) / 2.0;
            let away = picked.get_bounding_client_rect().top() - middle;
            within.scroll_by_with_x_and_y(0.0, away);
        }
    });
}

/// Runs `then` once the next frame is painted; at once in a tab that nobody sees, where no
/// frame comes, and soon inside another page, where none comes while it is out of sight.
pub(crate) fn after_paint(then: impl FnOnce() + 'static) {
    if document().is_some_and(|document| document.hidden()) {
        then();
    } else if is_embedded() {
        set_timeout(then, FRAME);
    } else {
        // The frame's callback runs before it is painted, the timer after.
        request_animation_frame(move || set_timeout(then, Duration::ZERO));
    }
}

/// Runs `then` in a turn of its own; in a tab that nobody sees, where timers may take a
/// second, right after the turns that wait already.
pub(crate) fn next_turn(then: impl FnOnce() + 'static) {
    if document().is_some_and(|document| document.hidden()) {
        spawn_local(async move { then() });
    } else {
        set_timeout(then, Duration::ZERO);
    }
}

/// Puts a text on the clipboard; `then` hears whether the browser let us.
pub(crate) fn copy(text: &str, then: impl FnOnce(bool) + 'static) {
    let clipboard = web_sys::window().map(|window| window.navigator().clipboard());
    // Outside a secure context there is none, whatever the type says.
    let clipboard = clipboard.filter(|clipboard| !clipboard.is_undefined());
    let writing = clipboard.map(|clipboard| clipboard.write_text(text));
    spawn_local(async move {
        then(match writing {
            Some(writing) => JsFuture::from(writing).await.is_ok(),
            None => false,
        });
    });
}

/// The value and the class of the button that was pressed, where many share one handler.
pub(crate) fn pressed(event: &web_sys::MouseEvent) -> Option<(String, String)> {
    let button: HtmlElement = event.target()?.dyn_into().ok()?;
    Some((button.get_attribute("value")?, button.class_name()))
}

/// The place and the words of a text that was typed in place, of those that share one handler.
pub(crate) fn typed(event: &web_sys::Event) -> Option<(String, String)> {
    let field: HtmlElement = event.target()?.dyn_into().ok()?;
    Some((field.get_attribute("data-place")?, field.text_content()?))
}

/// Opens the print dialogue.
pub(crate) fn print() {
    if let Some(window) = web_sys::window() {
        // Refused in sandboxed frames.
        let _ = window.print();
    }
}

/// Milliseconds since the page began to load.
pub(crate) fn now() -> f64 {
    let performance = web_sys::window().and_then(|window| window.performance());
    performance.map_or(0.0, |performance| performance.now())
}

/// Leaves the time that an answer took where tests and developers can read it.
pub(crate) fn note_answer_time(milliseconds: f64) {
    if let Some(page) = page() {
        let _ = page.set_attribute(
            "data-answer-ms",
            &estimator::decimal::round(milliseconds, 1).to_string(),
        );
    }
}

/// Says that the page is there.
pub(crate) fn note_started() {
    if let Some(page) = page() {
        let _ = page.set_attribute("data-app", "started");
    }
}

/// Says whether the answer on the page is at rest: searched for and, as far as it will be,
/// simulated.
pub(crate) fn note_simulated(done: bool) {
    if let Some(page) = page() {
        let _ = page.set_attribute("data-simulated", if done { "yes" } else { "no" });
        if !done {
            let _ = page.remove_attribute("data-settled");
        }
    }
}

/// Notes that what the page recommends is simulated, if not yet all that it shows beside it.
pub(crate) fn note_settled() {
    if let Some(page) = page() {
        let _ = page.set_attribute("data-settled", "yes");
    }
}

/// Has the boot script say that the page could not be loaded.
pub(crate) fn report_failure() {
    tell("rightsize:failed");
}

/// Hands panics to the boot script, which shows them with the link to copy.
pub(crate) fn report_panics() {
    panic::set_hook(Box::new(|what| {
        let details = CustomEventInit::new();
        details.set_detail(&what.to_string().into());
        let event = CustomEvent::new_with_event_init_dict("rightsize:panic", &details);
        if let (Ok(event), Some(window)) = (event, web_sys::window()) {
            let _ = window.dispatch_event(&event);
        }
    }));
}
