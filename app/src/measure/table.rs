//! A section of the facts as a card: its table, and a bar above it.

use super::sheet::{Bar, Section};
use super::views::save_button;
use crate::browser::filled;
use crate::element::Element;
use crate::i18n::text;
use estimator::decimal;
use leptos::prelude::*;

/// A table, with a bar above it where its rows are parts of a whole.
pub(super) fn card(section: &Section) -> AnyView {
    let title = text(section.title);
    // Few columns need half of the width.
    let class = match section.table.columns.len() {
        ..=3 => "card half",
        _ => "card",
    };
    let bar = (!section.bars.is_empty()).then(|| bar(&section.bars));
    let save = save_button(section.title, &section.table);
    let table = table(section);
    view! {
        <section class=class>
            <h2>{title}</h2>
            {bar}
            <div class="scroll wrapping" tabindex="0" role="group" aria-label=title>
                <table use:filled=table></table>
            </div>
            {save}
        </section>
    }
    .into_any()
}

fn bar(bars: &[Bar]) -> AnyView {
    let part = |bar: &Bar| {
        let width = format!("{}%", decimal::round(100.0 * bar.share, 3));
        view! { <i class=bar.class style:width=width></i> }
    };
    let parts = bars.iter().map(part).collect_view();
    view! { <div class="bar" aria-hidden="true">{parts}</div> }.into_any()
}

/// The inside of a section's table; rows of a bar begin with their colour.
pub(super) fn table(section: &Section) -> Vec<Element> {
    let columns = &section.table.columns;
    let class = |numeric: bool| if numeric { "figure" } else { "" };
    let heads = columns.iter().map(|column| {
        Element::heading("col", column.name.clone()).with("class", class(column.numeric))
    });
    let rows = section.table.rows.iter().enumerate().map(|(at, row)| {
        let cells = row.iter().zip(columns).enumerate();
        let cells = cells.map(|(index, (words, column))| {
            if index > 0 {
                return Element::new("td")
                    .with("class", class(column.numeric))
                    .say(words);
            }
            let head = Element::new("th").with("scope", "row");
            match section.bars.get(at) {
                Some(bar) => head
                    .and(Element::new("i").with("class", bar.class))
                    .say(words),
                None => head.say(words),
            }
        });
        Element::of("tr", cells)
    });
    vec![
        Element::words("caption", "unseen", text(section.title)),
        Element::of("thead", [Element::of("tr", heads)]),
        Element::of("tbody", rows),
    ]
}
