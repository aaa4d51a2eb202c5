//! Drawings and tables as markup. Nothing in them is interactive, so they go
//! into the page as text in one step: smaller and faster than an element at a
//! time. Every word is escaped.

use super::drawing::{Drawing, Mark, Shape};
use super::place::Anchor;
use super::twin::Twin;
use std::fmt::Write as _;

/// `text` with the characters that markup is made of written out.
pub(crate) fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            letter => safe.push(letter),
        }
    }
    safe
}

/// A cell of a table: `tag` with its attributes, and its words.
pub(crate) fn cell(into: &mut String, tag: &str, class: &str, words: &str) {
    let name = tag.split(' ').next().unwrap_or(tag);
    // Writing to a string cannot fail.
    let _ = write!(into, "<{tag} class=\"{class}\">{}</{name}>", escaped(words));
}

/// What stands inside the `<svg>` of a drawing.
pub(super) fn svg(drawing: &Drawing) -> String {
    let mut text = String::new();
    for mark in &drawing.marks {
        draw(&mut text, mark);
    }
    text
}

fn draw(into: &mut String, Mark { shape, class }: &Mark) {
    // Writing to a string cannot fail.
    let _ = match shape {
        Shape::Path(data) => write!(into, "<path class=\"{class}\" d=\"{data}\"/>"),
        Shape::Bar(area, radius) => write!(
            into,
            "<rect class=\"{class}\" x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" rx=\"{radius:.1}\"/>",
            area.x, area.y, area.width, area.height
        ),
        Shape::Dot(x, y, radius) => write!(
            into,
            "<circle class=\"{class}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius:.1}\"/>"
        ),
        Shape::Text(place, words) => write!(
            into,
            "<text class=\"{class}\" x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"{}\">{}</text>",
            place.x,
            place.y,
            match place.anchor {
                Anchor::Start => "start",
                Anchor::Middle => "middle",
                Anchor::End => "end",
            },
            escaped(words)
        ),
    };
}

/// What stands inside the `<table>` of a twin.
pub(super) fn table(twin: &Twin, caption: &str) -> String {
    let class = |numeric: bool| if numeric { "figure" } else { "words" };
    let mut text = String::new();
    cell(&mut text, "caption", "unseen", caption);
    text += "<thead><tr>";
    for column in &twin.columns {
        cell(
            &mut text,
            "th scope=\"col\"",
            class(column.numeric),
            &column.title,
        );
    }
    text += "</tr></thead><tbody>";
    for row in &twin.rows {
        text += "<tr>";
        for (index, (words, column)) in row.iter().zip(&twin.columns).enumerate() {
            let tag = if index == 0 { "th scope=\"row\"" } else { "td" };
            cell(&mut text, tag, class(column.numeric), words);
        }
        text += "</tr>";
    }
    text + "</tbody>"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chart::twin::Column;

    #[test]
    fn words_stay_words() {
        let mut drawing = Drawing::new(10.0, 10.0);
        drawing.text("tick", 1.0, 2.0, Anchor::Start, "<img onerror=\"x\"> & 'y'");
        assert_eq!(
            svg(&drawing),
            "<text class=\"tick\" x=\"1.0\" y=\"2.0\" text-anchor=\"start\">&lt;img \
             onerror=&quot;x&quot;&gt; &amp; &#39;y&#39;</text>"
        );
    }

    #[test]
    fn the_first_cell_names_its_row() {
        let twin = Twin {
            columns: vec![Column::words("GPU"), Column::figures("$")],
            rows: vec![vec!["L4".to_owned(), "0.70".to_owned()]],
        };
        let text = table(&twin, "Cost");
        assert!(text.contains("<th scope=\"row\" class=\"words\">L4</th>"));
        assert!(text.contains("<td class=\"figure\">0.70</td>"));
    }
}
