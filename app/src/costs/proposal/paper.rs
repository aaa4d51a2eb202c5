//! The proposal as it is shown and printed.

use super::about::About;
use super::code::Code;
use super::content::{Given, Part, Pictures, Shown};
use super::door;
use super::edited::Place;
use super::topic::Topic;
use crate::browser::{self, filled, kept_filled};
use crate::chart::drawing::Mark;
use crate::chart::twin::{self, Column, Twin};
use crate::costs::state::State;
use crate::element::Element;
use crate::i18n::{Msg, t, text};
use crate::page::paced::Paced;
use estimator::export::paper::{Block, Table};
use leptos::prelude::*;

/// The sheet.
#[component]
pub(super) fn Paper() -> impl IntoView {
    let state = State::of_page();
    let about = About::of_page();
    let given = Given::of_page();
    let head = Signal::derive(move || given.head().iter().map(element).collect());
    // Each topic for itself: what is typed of one, or comes later, leaves the others in place.
    let shown = |parts: Option<Vec<Part>>| parts.map(|parts| parts.iter().map(part).collect_view());
    let topics = Topic::ALL.map(|topic| {
        let parts = move || shown(given.topic(topic));
        view! { <Paced>{parts}</Paced> }
    });
    let topics = topics.into_iter().collect_view();
    let nothing = Memo::new(move |_| {
        let costs = state.answer.get();
        costs.is_none_or(|costs| costs.found.is_none())
    });
    let why = move || {
        let asked = state.answer.with(Option::is_some);
        t(if asked {
            Msg::NoneHeading
        } else {
            Msg::CostsUnasked
        })()
    };
    let logo = move || {
        let (_, address) = about.logo.get()?;
        Some(view! {
            <img
                class="logo"
                src=address
                alt=t(Msg::ProposalLogo)
                on:error=move |_| about.break_logo()
            />
        })
    };
    view! {
        <section id="answer" class="card paper" tabindex="-1" aria-label=t(Msg::ProposalPaper)>
            <p class="stale-note" hidden=move || !state.is_stale() || nothing.get()>{t(Msg::Stale)}</p>
            <div hidden=move || !nothing.get()>
                <h1 class="headline">{why}</h1>
                <a class="aside" href=move || door::back(state)>{t(Msg::ProposalBack)}</a>
            </div>
            <article
                class:stale=move || state.is_stale()
                hidden=nothing
                on:input=move |event| {
                    let typed = browser::typed(&event);
                    let place = typed.and_then(|(place, typed)| Some((Place::read(&place)?, typed)));
                    if let Some((place, typed)) = place {
                        given.retype(about.wording(), place, &typed);
                    }
                }
            >
                <header>
                    {logo}
                    <div use:kept_filled=head></div>
                </header>
                {topics}
                {move || shown(given.link())}
            </article>
        </section>
    }
    .into_any()
}

/// A part of the proposal.
fn part(part: &Part) -> AnyView {
    let block = vec![element(part)];
    match &part.shown {
        Shown::Block if part.caption.is_empty() => {
            view! { <div use:filled=block></div> }.into_any()
        }
        Shown::Block => wide("wide", &part.caption, block),
        Shown::Columns => wide("wide columns", &part.caption, block),
        Shown::Below(title, pictures) => figure(title, pictures, wide("wide", title, block)),
        Shown::Coded(code) => coded(code, block),
        // Its words are in the picture, too; the table is for those who cannot see it.
        Shown::InPicture(title, pictures) => {
            let table = view! { <div class="unseen" use:filled=block></div> };
            figure(title, pictures, table.into_any())
        }
    }
}

/// A code that machines read, and the same for people.
fn coded(code: &Code, words: Vec<Element>) -> AnyView {
    let Code { side, path } = code.clone();
    view! {
        <div class="coded">
            <svg role="img" aria-label=t(Msg::ProposalCode) viewBox=format!("0 0 {side} {side}")>
                <rect width=side height=side></rect>
                <path d=path></path>
            </svg>
            <div use:filled=words></div>
        </div>
    }
    .into_any()
}

/// A table that scrolls by itself where it is too wide; on a phone its rows are cards.
fn wide(class: &'static str, name: &str, table: Vec<Element>) -> AnyView {
    let name = name.to_owned();
    view! { <div class=class tabindex="0" role="group" aria-label=name use:filled=table></div> }
        .into_any()
}

/// A chart that cannot be pointed at, as wide as the paper, and the same in words. A phone has a
/// drawing of its own: the paper's would be cut, or its words too small to read.
fn figure(title: &str, pictures: &Pictures, words: AnyView) -> AnyView {
    let around = title.to_owned();
    let drawn = pictures.each_ref().map(|drawing| {
        let size = format!("0 0 {} {}", drawing.width, drawing.height);
        let marks: Vec<Element> = drawing.marks.iter().map(Mark::element).collect();
        let title = title.to_owned();
        view! {
            <svg class="marks" role="img" aria-label=title viewBox=size use:filled=marks></svg>
        }
    });
    let drawn = drawn.into_iter().collect_view();
    view! {
        <figure>
            <div class="wide" tabindex="0" role="group" aria-label=around>
                {drawn}
            </div>
            {words}
        </figure>
    }
    .into_any()
}

/// The element of a part's block.
fn element(part: &Part) -> Element {
    match &part.block {
        Block::Title(words) => Element::new("h1").say(words),
        Block::Heading(words) => Element::new("h2").say(words),
        Block::Lead(words) => sentence(part, 0, words, Element::new("p").with("class", "lead")),
        Block::Text(words) => sentence(part, 0, words, Element::new("p")),
        Block::Lines(lines) => {
            let mut around = Element::new("p");
            for (place, line) in lines.iter().enumerate() {
                if place > 0 {
                    around = around.and(Element::new("br"));
                }
                around = around.say(line);
            }
            around
        }
        Block::Note(words) => sentence(part, 0, words, Element::new("p").with("class", "note")),
        Block::List(items) => {
            let items = items.iter().enumerate();
            let items = items.map(|(item, words)| sentence(part, item, words, Element::new("li")));
            Element::of("ul", items)
        }
        Block::Facts(facts) => facts_of(facts),
        Block::Table(table) => table_of(table, &part.caption),
        Block::Link { words, address } => Element::new("p")
            .with("class", "note")
            .and(Element::new("a").with("href", address.clone()).say(words)),
    }
}

/// A sentence in its element, in a field where it can be typed anew.
fn sentence(part: &Part, item: usize, words: &str, around: Element) -> Element {
    let Some((topic, place)) = part.typed else {
        return around.say(words);
    };
    let place = Place {
        topic,
        part: place,
        item,
    };
    let field = Element::new("span")
        .with("contenteditable", "plaintext-only")
        .with("role", "textbox")
        .with("aria-label", text(topic.name()))
        .with("data-place", place.written());
    around.and(field.say(words))
}

fn facts_of(facts: &[(String, String)]) -> Element {
    let rows = facts.iter().map(|(name, value)| {
        let (name, value) = (Element::new("dt").say(name), Element::new("dd").say(value));
        Element::of("div", [name, value])
    });
    Element::of("dl", rows)
}

fn table_of(table: &Table, caption: &str) -> Element {
    let columns = table.columns.iter().map(|column| Column {
        title: column.name.clone(),
        numeric: column.numeric,
    });
    let twin = Twin {
        columns: columns.collect(),
        rows: table.rows.clone(),
    };
    let mut whole = Element::new("table");
    for inside in twin::inside(&twin, caption) {
        whole = whole.and(inside);
    }
    whole
}
