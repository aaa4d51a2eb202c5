//! Going from one page of the site to another while the program runs: its part, its messages
//! and its style are loaded while the page before is still shown, and take its place when it is
//! made. Where one of them cannot be had, the browser follows the link itself.
//!
//! What a page has is not taken down piece by piece: it ends (`browser::end`) and is out of the
//! document. After a few, a link is followed by the browser, which frees all of it.

use crate::browser::{self, Site};
use crate::i18n;
use crate::module;
use crate::page::history::History;
use crate::page::turns::Turns;
use crate::site::Page;
use futures_util::future::join3;
use std::cell::{Cell, RefCell};
use wasm_bindgen_futures::spawn_local;

/// How many pages are gone to before the browser begins anew.
const MOST: usize = 8;

thread_local! {
    /// The site, where it has pages to go to. Relative addresses are of no help on the way: the
    /// address bar may name another page than the one that is shown.
    static AROUND: RefCell<Option<Site>> = const { RefCell::new(None) };
    /// The folder of the page that is shown.
    static HERE: Cell<&'static str> = const { Cell::new("") };
    /// How many were gone to.
    static COUNT: Cell<usize> = const { Cell::new(0) };
    /// Ways that were set out on; a later one overtakes.
    static WAYS: Turns = const { Turns::new() };
}

/// Goes from this page on by links, Back and Forward; where the site has others beside it.
pub(crate) fn begin(page: &'static Page) {
    HERE.set(page.folder);
    let Some(site) = Site::here() else { return };
    site.on_link(|page, fragment| {
        if page.folder == HERE.get() {
            stay();
            return false;
        }
        let can = COUNT.get() < MOST;
        if can {
            go(page, Some(fragment));
        }
        can
    });
    site.on_return(|page| {
        if page.folder == HERE.get() {
            stay();
        } else {
            go(page, None);
        }
    });
    AROUND.set(Some(site));
}

/// Whether the address bar names the page that is shown.
pub(crate) fn is_here() -> bool {
    AROUND.with_borrow(|site| {
        let there = site.as_ref().map(Site::page);
        there.is_none_or(|page| page.is_some_and(|page| page.folder == HERE.get()))
    })
}

/// Gives up a way that was set out on.
fn stay() {
    WAYS.with(Turns::begin);
    browser::undress();
    browser::note_staying();
}

/// Goes to a page, by a link with a fragment or to where the address bar is already.
fn go(page: &'static Page, fragment: Option<String>) {
    let Some(site) = AROUND.with_borrow(Clone::clone) else {
        return;
    };
    let turn = WAYS.with(Turns::begin);
    // What was changed a moment ago belongs into the address that is left.
    if fragment.is_some() {
        History::write();
    }
    browser::note_leaving();
    browser::undress();
    spawn_local(async move {
        let address = fragment.map(|fragment| site.address(page, &fragment));
        let parts = join3(
            module::load_page(page.folder),
            i18n::add(page.messages),
            browser::dress(&site, page.folder),
        );
        let (mount, has_words, has_style) = parts.await;
        if !WAYS.with(|ways| ways.is_latest(turn)) {
            return;
        }
        let Some(mount) = mount.filter(|_| has_words && has_style) else {
            stay();
            browser::load(&address.unwrap_or_else(|| site.address(page, &browser::fragment())));
            return;
        };
        browser::end();
        i18n::hide_prices(false);
        i18n::set_currency(None);
        browser::keep_links();
        if let Some(address) = address {
            browser::push_address(&address);
        }
        HERE.set(page.folder);
        COUNT.set(COUNT.get() + 1);
        browser::settle_in(page.folder);
        match browser::place() {
            Some(place) => mount(place),
            None => browser::report_failure(),
        }
    });
}
