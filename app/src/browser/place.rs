//! The pages of the site as places that the program goes to: which of them an address is, links
//! to them, and the parts of the document that are each one's own: its element, its style.

use super::page::{document, element, note_started, page, said};
use crate::site::{Page, SITE};
use js_sys::Promise;
use leptos::ev;
use leptos::prelude::{document as the_document, window_event_listener};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Element, HtmlElement, MouseEvent, Url};

/// The site's address, as long as the program runs.
#[derive(Clone)]
pub(crate) struct Site(String);

impl Site {
    /// As the page has it that the program was started by; `None` where there are no others
    /// beside it, as in a file on a disk, or inside another page.
    pub(crate) fn here() -> Option<Self> {
        if !super::kept::is_hosted() || super::page::is_embedded() {
            return None;
        }
        let here = document()?.base_uri().ok()??;
        let site = Url::new_with_base(&said("data-home")?, &here).ok()?;
        Some(Self(site.href()))
    }

    /// The page of the site that an address is of, and the fragment.
    fn page_of(&self, href: &str) -> Option<(&'static Page, String)> {
        let (address, fragment) = href.split_once('#').unwrap_or((href, ""));
        let folder = address.strip_prefix(&self.0)?;
        let folder = folder.strip_suffix("index.html").unwrap_or(folder);
        let page = SITE.iter().find(|page| page.folder == folder)?;
        Some((page, fragment.to_owned()))
    }

    /// The page that the address bar names.
    pub(crate) fn page(&self) -> Option<&'static Page> {
        let href = web_sys::window()?.location().href().ok()?;
        Some(self.page_of(&href)?.0)
    }

    /// The address of a page.
    pub(crate) fn address(&self, page: &Page, fragment: &str) -> String {
        let Self(site) = self;
        let hash = if fragment.is_empty() { "" } else { "#" };
        format!("{site}{}{hash}{fragment}", page.folder)
    }

    /// Calls back when a plain click follows a link to a page of the site; the browser follows
    /// it where `follow` does not.
    pub(crate) fn on_link(&self, follow: impl Fn(&'static Page, String) -> bool + 'static) {
        let site = self.clone();
        let handle = window_event_listener(ev::click, move |event| {
            let is_plain = event.button() == 0
                && !(event.ctrl_key() || event.meta_key() || event.shift_key() || event.alt_key());
            if event.default_prevented() || !is_plain {
                return;
            }
            let target = link_of(&event).and_then(|href| site.page_of(&href));
            if let Some((page, fragment)) = target
                && follow(page, fragment)
            {
                event.prevent_default();
            }
        });
        // It listens as long as the program runs.
        std::mem::forget(handle);
    }

    /// Calls back when the user goes back or forward to another page of the site.
    pub(crate) fn on_return(&self, react: impl Fn(&'static Page) + 'static) {
        let site = self.clone();
        let handle = window_event_listener(ev::popstate, move |_| {
            if let Some(page) = site.page() {
                react(page);
            }
        });
        std::mem::forget(handle);
    }
}

/// Where a click leads that stays in this tab.
fn link_of(event: &MouseEvent) -> Option<String> {
    let target: Element = event.target()?.dyn_into().ok()?;
    let link = target.closest("a[href]").ok()??;
    if link.has_attribute("download") || link.has_attribute("target") {
        return None;
    }
    let here = document()?.base_uri().ok()??;
    Some(
        Url::new_with_base(&link.get_attribute("href")?, &here)
            .ok()?
            .href(),
    )
}

/// Whether a click follows a link: what stands around that does nothing by itself.
pub(crate) fn is_on_link(event: &MouseEvent) -> bool {
    link_of(event).is_some()
}

/// Has the document's icon and manifest stay the site's, whichever page the address names.
pub(crate) fn keep_links() {
    each("link[href]:not([rel=stylesheet])", |link| {
        let resolved = js_sys::Reflect::get(&link, &"href".into()).ok();
        if let Some(href) = resolved.and_then(|href| href.as_string()) {
            let _ = link.set_attribute("href", &href);
        }
    });
}

/// How the document says that another page is on its way.
const LEAVING: &str = "leaving";

/// Says that a page is on its way.
pub(crate) fn note_leaving() {
    if let Some(page) = page() {
        // Setting a well-formed attribute cannot fail.
        let _ = page.set_attribute("data-app", LEAVING);
    }
}

/// Says that no page is on its way any more.
pub(crate) fn note_staying() {
    if said("data-app").as_deref() == Some(LEAVING) {
        note_started();
    }
}

/// Makes a page of the site the document's: further addresses are relative to it.
pub(crate) fn settle_in(folder: &str) {
    let Some(page) = page() else { return };
    let home = if folder.is_empty() { "./" } else { "../" };
    let _ = page.set_attribute("data-home", home);
    let _ = match folder {
        "" => page.remove_attribute("data-part"),
        folder => page.set_attribute("data-part", folder),
    };
    for name in ["data-simulated", "data-settled", "data-answer-ms"] {
        let _ = page.remove_attribute(name);
    }
}

/// The element for a page that is yet to be shown. It stands before the one that is: lookups
/// by name are found in there.
pub(crate) fn place() -> Option<HtmlElement> {
    let old = element("app")?;
    let new: HtmlElement = the_document().create_element("div").ok()?.dyn_into().ok()?;
    new.set_id("app");
    new.set_hidden(true);
    new.set_tab_index(-1);
    old.parent_node()?.insert_before(&new, Some(&old)).ok()?;
    Some(new)
}

/// The attribute of a style sheet that waits for its page.
const WAITING: &str = "data-waiting";

/// Loads the style of a page of the site at this address, without using it yet.
pub(crate) async fn dress(site: &Site, folder: &str) -> bool {
    let Some(href) = sheet_of(site, folder) else {
        return false;
    };
    let loading = Promise::new(&mut |resolve, reject| {
        let Some(link) = waiting_sheet(&href) else {
            let _ = reject.call0(&JsValue::NULL);
            return;
        };
        for (name, then) in [("load", &resolve), ("error", &reject)] {
            let _ = link.add_event_listener_with_callback(name, then);
        }
        if let Some(head) = document().and_then(|document| document.head()) {
            let _ = head.append_child(&link);
        }
    });
    let loaded = JsFuture::from(loading).await.is_ok();
    if !loaded {
        undress();
    }
    loaded
}

/// The address of a page's style sheet, as the page says that the program was started by.
fn sheet_of(site: &Site, folder: &str) -> Option<String> {
    let sheets = said("data-sheets")?;
    let beginning = format!("{folder}assets/");
    let name = sheets
        .split(' ')
        .find(|name| name.starts_with(&beginning))?;
    Some(format!("{}{name}", site.0))
}

fn waiting_sheet(href: &str) -> Option<Element> {
    let link = document()?.create_element("link").ok()?;
    let set = |name, value| link.set_attribute(name, value).ok();
    set("rel", "stylesheet")?;
    set("media", "not all")?;
    set("href", href)?;
    set(WAITING, "")?;
    Some(link)
}

/// Forgets style sheets that wait for a page that is not coming.
pub(crate) fn undress() {
    each(&format!("link[{WAITING}]"), |link| link.remove());
}

/// Puts the style of the page that came in place of the last one's, where one waits.
pub(super) fn wear() {
    let Some(document) = document() else { return };
    let waiting = document.query_selector(&format!("link[{WAITING}]"));
    if !matches!(waiting, Ok(Some(_))) {
        return;
    }
    each(&format!("link[rel=stylesheet]:not([{WAITING}])"), |link| {
        link.remove();
    });
    each(&format!("link[{WAITING}]"), |link| {
        let _ = link.remove_attribute("media");
        let _ = link.remove_attribute(WAITING);
    });
}

/// Removes the element of the page before, where there is one, and begins at the top.
pub(super) fn take_over(new: &HtmlElement) {
    let mut others = false;
    each("[id=app]", |other| {
        if !other.is_same_node(Some(new)) {
            others = true;
            other.remove();
        }
    });
    if others {
        wear();
        if let Some(window) = web_sys::window() {
            window.scroll_to_with_x_and_y(0.0, 0.0);
        }
        // Readers begin there; nobody is to see that it has the focus.
        let _ = new.focus();
    }
}

/// Does something with each element that a selector finds.
fn each(selector: &str, mut then: impl FnMut(Element)) {
    let found = document().and_then(|document| document.query_selector_all(selector).ok());
    let found = found.into_iter().flat_map(|list| {
        (0..list.length()).filter_map(move |index| list.get(index)?.dyn_into().ok())
    });
    for element in found.collect::<Vec<Element>>() {
        then(element);
    }
}

/// Follows an address as the browser does.
pub(crate) fn load(address: &str) {
    if let Some(window) = web_sys::window() {
        // Refused where a page is sandboxed.
        let _ = window.location().set_href(address);
    }
}

/// Puts another page of the site into the address bar, as a step that Back undoes.
pub(crate) fn push_address(address: &str) {
    if let Some(history) = web_sys::window().and_then(|window| window.history().ok()) {
        let _ = history.push_state_with_url(&JsValue::NULL, "", Some(address));
    }
}
