//! The answer out of the page: the menu of ways, its link, its files.

use crate::browser::{self, kept_filled};
use crate::element::Element;
use crate::i18n::{Msg, t, text};
use crate::page::carried::departing;
use crate::page::header::{Page, Tools};
use crate::page::said::Said;
use crate::worker::message::{Document, Request};
use estimator::export::{Format, file_name};
use leptos::ev::MouseEvent;
use leptos::prelude::*;

/// The id of the button, which has the focus again after a dialogue of the menu.
const BUTTON: &str = "share";
/// The id of the menu.
const MENU: &str = "share-menu";

/// The values of entries: copies the link, prints, opens a dialogue.
const LINK: &str = "link";
const PRINT: &str = "print";
const SCRIPT: &str = "script";

/// The files, by the values and names of their entries.
const FILES: [(Format, &str, Msg); 3] = [
    (Format::Markdown, "markdown", Msg::ExportMarkdown),
    (Format::Csv, "csv", Msg::ExportCsv),
    (Format::Json, "json", Msg::ExportJson),
];

/// The menu of all ways out of a page, with those that the page has.
#[component]
pub(crate) fn ShareMenu(
    /// The actions of the bar's buttons.
    tools: Tools,
    /// Which page this is.
    page: Page,
    /// The question for other pages, too: a fragment of the calculator's.
    fragment: Signal<String>,
) -> impl IntoView {
    let said = Said::new();
    let copy = move || said.copy(&tools.link.run(()));
    // Printing stops the program where it stands: the parts come first.
    let print = move || {
        tools.complete.run(());
        browser::after_paint(browser::print);
    };
    let failed = Callback::new(move |()| said.at_length(Msg::ExportFailed));
    let press = move |event: MouseEvent| {
        let pressed = browser::pressed(&event).map(|(value, _)| value);
        match pressed.as_deref() {
            Some(LINK) => copy(),
            Some(PRINT) => print(),
            Some(SCRIPT) => browser::focus(BUTTON),
            Some(file) => {
                if let Some((format, ..)) = FILES.iter().find(|(_, value, _)| *value == file) {
                    tools.save.run((*format, failed));
                }
            }
            None => {}
        }
    };
    let proposal = page.has_proposal().then(|| {
        let address = move || browser::page_at("proposal/", &departing(&fragment.get()));
        view! { <a href=address>{t(Msg::ShareProposal)}</a> }
    });
    let first = Signal::derive(|| vec![entry(LINK, Msg::ShareLink)]);
    let others = Signal::derive(move || others(page));
    view! {
        <button
            id=BUTTON
            type="button"
            class="tool strong icon-share opens"
            popovertarget=MENU
            title=t(Msg::Share)
            aria-label=t(Msg::Share)
        >
            <span>{t(Msg::Share)}</span>
        </button>
        <div id=MENU class="menu" popover="auto" role="group" aria-label=t(Msg::Share) on:click=press>
            <div use:kept_filled=first></div>
            {proposal}
            <div use:kept_filled=others></div>
        </div>
        {said.view()}
    }
    .into_any()
}

/// The entries behind the proposal; reactive. Data, which keeps the first view small.
fn others(page: Page) -> Vec<Element> {
    let is_calculator = page == Page::Serving;
    let line = || Element::new("hr");
    let slides = is_calculator.then(|| dialogue("present", Msg::Present));
    let mut entries: Vec<Element> = slides.into_iter().collect();
    entries.push(entry(PRINT, Msg::Print));
    let file = |(format, value, name): (Format, &'static str, Msg)| {
        if format == Format::Markdown && page.is_reported() {
            report(name)
        } else {
            entry(value, name)
        }
    };
    let file = |(format, value, name)| match (format, page) {
        // What it saves has no candidates.
        (Format::Csv, Page::Costs | Page::Proposal) => file((format, value, Msg::CostsCsv)),
        _ => file((format, value, name)),
    };
    if page.has_files() {
        entries.push(line());
        entries.extend(FILES.map(file));
    }
    if is_calculator && browser::is_hosted() {
        entries.extend([line(), dialogue("embedding", Msg::Embed)]);
    }
    // Shown by the boot script where a dialogue cannot be had.
    let failed = Element::words("p", "problem", text(Msg::EmbedFailed));
    entries.push(failed.with("role", "alert").with("hidden", "hidden"));
    entries
}

/// An entry that closes the menu.
fn entry(value: &'static str, name: Msg) -> Element {
    closing(button(value, name))
}

/// The entry of the report that `public/report.js` writes from what the page shows.
fn report(name: Msg) -> Element {
    closing(dialogue("report", name))
}

/// An entry, so that it closes the menu.
fn closing(entry: Element) -> Element {
    entry
        .with("popovertarget", MENU)
        .with("popovertargetaction", "hide")
}

/// An entry that opens the dialogue of a script, which closes the menu.
fn dialogue(script: &'static str, name: Msg) -> Element {
    button(SCRIPT, name).with("data-script", script)
}

fn button(value: &'static str, name: Msg) -> Element {
    Element::new("button")
        .with("type", "button")
        .with("value", value)
        .say(text(name))
}

/// The link to exactly a page, whose fragment this is.
pub(crate) fn link_to(fragment: Option<String>) -> String {
    browser::address_with(&untrack(|| departing(&fragment.unwrap_or_default())))
}

/// Has the worker write an answer, and offers it as a file named by what it is `about`; `failed`
/// where it cannot be had.
pub(crate) fn write(
    document: Document,
    format: Format,
    fragment: String,
    left: Option<f64>,
    about: Vec<String>,
    failed: Callback<()>,
) {
    let request = Request::Write {
        document,
        format,
        address: link_to(Some(fragment.clone())),
        fragment,
        left,
    };
    leptos::task::spawn_local(async move {
        match browser::ask(request).await {
            Some(text) => save(format, &text, &about),
            None => failed.run(()),
        }
    });
}

/// Offers a text as a file named by what it is `about`.
pub(crate) fn save(format: Format, text: &str, about: &[String]) {
    // A browser that cannot save a file says so itself.
    let _ = browser::save(&file_name(format, about), format.mime(), text);
}
