//! The answer out of the page: the menu of ways, its link, its files.

use crate::browser;
use crate::i18n::{Msg, t};
use crate::page::carried::departing;
use crate::page::header::{Page, Tools};
use crate::page::said::Said;
use crate::worker::message::{Document, Request};
use estimator::export::Format;
use leptos::prelude::*;

/// The id of the button, which has the focus again after a dialogue of the menu.
const BUTTON: &str = "share";
/// The id of the menu.
const MENU: &str = "share-menu";

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
    let copy = move || {
        browser::copy(&tools.link.run(()), move |there| {
            if there {
                said.briefly(Msg::ShareCopied);
            } else {
                said.at_length(Msg::ShareRefused);
            }
        });
    };
    // Printing stops the program where it stands: the parts come first.
    let print = move || {
        tools.complete.run(());
        browser::after_paint(browser::print);
    };
    let failed = Callback::new(move |()| said.at_length(Msg::ExportFailed));
    let files = FILES
        .map(|(format, value, name)| entry(value, name, move || tools.save.run((format, failed))));
    let proposal = page.has_proposal().then(|| {
        let address = move || browser::page_at("proposal/", &departing(&fragment.get()));
        view! { <a href=address>{t(Msg::ShareProposal)}</a> }
    });
    let is_calculator = page == Page::Serving;
    let embed = (is_calculator && browser::is_hosted())
        .then(|| view! { <hr/> {dialogue("embedding", Msg::Embed)} });
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
        <div
            id=MENU
            class="menu"
            popover="auto"
            role="group"
            aria-label=t(Msg::Share)
            on:keydown=|event| browser::walk(MENU, &event)
        >
            {entry("link", Msg::ShareLink, copy)}
            {proposal}
            {is_calculator.then(|| dialogue("present", Msg::Present))}
            {entry("print", Msg::Print, print)}
            <hr/>
            {files.into_iter().collect_view()}
            {embed}
            <p class="problem" role="alert" hidden=true>{t(Msg::EmbedFailed)}</p>
        </div>
        {said.view()}
    }
    .into_any()
}

/// An entry that closes the menu; the first has the focus once it opens.
fn entry(value: &'static str, name: Msg, press: impl Fn() + 'static) -> AnyView {
    view! {
        <button
            type="button"
            value=value
            popovertarget=MENU
            popovertargetaction="hide"
            autofocus=value == "link"
            on:click=move |_| press()
        >
            {t(name)}
        </button>
    }
    .into_any()
}

/// An entry that opens the dialogue of a script, which closes the menu; where it cannot be had,
/// the boot script shows the menu's alert.
fn dialogue(script: &'static str, name: Msg) -> AnyView {
    view! {
        <button type="button" data-script=script on:click=|_| browser::focus(BUTTON)>
            {t(name)}
        </button>
    }
    .into_any()
}

/// The link to exactly a page, whose fragment this is.
pub(crate) fn link_to(fragment: Option<String>) -> String {
    browser::address_with(&untrack(|| departing(&fragment.unwrap_or_default())))
}

/// Has the worker write an answer, and offers it as a file; `failed` where it cannot be had.
pub(crate) fn write(
    document: Document,
    format: Format,
    fragment: String,
    left: Option<f64>,
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
            Some(text) => save(format, &text),
            None => failed.run(()),
        }
    });
}

/// Offers the answer as a file.
pub(crate) fn save(format: Format, text: &str) {
    let name = format!("rightsize.{}", format.extension());
    // A browser that cannot save a file says so itself.
    let _ = browser::save(&name, format.mime(), text);
}
