//! The values of one spot, beside it.

use super::drawing::Spot;
use super::text;
use leptos::prelude::*;

/// Space between a spot and its tooltip, in pixels.
const GAP: f64 = 14.0;

/// Room above a spot that a tooltip wants, in pixels.
fn wanted(spot: &Spot) -> f64 {
    (spot.lines.len() as f64 + 1.0) * 20.0 + 16.0 + GAP
}

/// Width of the box: its widest name beside its widest value, and its padding.
/// `chart.css` adds nothing.
fn box_width(spot: &Spot) -> f64 {
    let widest = |texts: &mut dyn Iterator<Item = &String>| {
        texts.map(|words| text::width(words)).fold(0.0, f64::max)
    };
    let names = widest(&mut spot.lines.iter().map(|(name, _)| name));
    let values = widest(&mut spot.lines.iter().map(|(_, value)| value));
    (names + 16.0 + values).max(text::width(&spot.title)) * 1.04 + 26.0
}

/// A spot in one breath, for screen readers; `comma` stands between its parts.
pub(crate) fn spoken(spot: &Spot, comma: &str) -> String {
    let lines = spot
        .lines
        .iter()
        .map(|(name, value)| format!("{name} {value}"));
    std::iter::once(spot.title.clone())
        .chain(lines)
        .collect::<Vec<_>>()
        .join(comma)
}

/// The values of `spot`, within a chart of `width` and `height`: above the
/// spot where there is room, else below it.
#[component]
pub(crate) fn Tooltip(
    /// The spot: its words and its place.
    spot: Spot,
    /// Width of the chart, in pixels.
    width: f64,
    /// Height of the chart, in pixels.
    height: f64,
) -> impl IntoView {
    let own = box_width(&spot).min(width);
    let left = (spot.x - own / 2.0).clamp(0.0, (width - own).max(0.0));
    let above = spot.y > wanted(&spot);
    let (top, bottom) = if above {
        (
            "auto".to_owned(),
            format!("{}px", (height - spot.y + GAP).round()),
        )
    } else {
        (format!("{}px", (spot.y + GAP).round()), "auto".to_owned())
    };
    let lines = spot
        .lines
        .into_iter()
        .map(|(name, value)| view! { <dt>{name}</dt><dd>{value}</dd> }.into_any())
        .collect::<Vec<_>>();
    view! {
        <div
            class="tooltip"
            aria-hidden="true"
            style:left=format!("{}px", left.round())
            style:top=top
            style:bottom=bottom
            style:width=format!("{}px", own.round())
        >
            <strong>{spot.title}</strong>
            <dl>{lines}</dl>
        </div>
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chart::label::Area;

    #[test]
    fn a_spot_is_one_sentence() {
        let spot = Spot {
            x: 0.0,
            y: 0.0,
            area: Area::around(0.0, 0.0, 4.0),
            title: "H200 SXM".to_owned(),
            lines: vec![("an hour".to_owned(), "$14.00".to_owned())],
            id: None,
        };
        assert_eq!(spoken(&spot, ", "), "H200 SXM, an hour $14.00");
    }
}
