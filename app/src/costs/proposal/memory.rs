//! The memory of one accelerator as a picture: a bar of its parts, and below it their names.

use crate::chart::drawing::Drawing;
use crate::chart::label::{Anchor, Area};
use crate::chart::text;
use crate::i18n::{gib, text as word};
use crate::serving::answer::memory_parts;
use crate::serving::solve::Answer;
use estimator::serving::report::Sizing;

/// Pixels: height of the bar, of a line of names, and the side of a colour's square.
const BAR: f64 = 20.0;
const LINE: f64 = 20.0;
const SQUARE: f64 = 10.0;

/// The classes of its parts in drawings, by those of the calculator's bar.
const CLASSES: [(&str, &str); 8] = [
    ("weights", "part weights"),
    ("drafter", "part drafter"),
    ("adapters", "part adapters"),
    ("kv-cache", "part kv-cache"),
    ("activations", "part activations"),
    ("runtime", "part runtime"),
    ("driver", "part driver"),
    ("free", "part free"),
];

/// The picture at a width.
pub(super) fn draw(answer: &Answer, sizing: &Sizing, width: f64) -> Drawing {
    let memory = &sizing.estimate.memory;
    let whole = memory.capacity.max(memory.used());
    let parts: Vec<_> = memory_parts(answer, sizing)
        .into_iter()
        .filter_map(|part| {
            let (_, class) = CLASSES.iter().find(|(known, _)| *known == part.class)?;
            Some((*class, part))
        })
        .collect();
    let names: Vec<String> = parts
        .iter()
        .map(|(_, part)| format!("{} {}", word(part.name), gib(part.bytes)))
        .collect();
    let places = places(&names, width);
    let lines = places.last().map_or(0.0, |(_, line)| line + 1.0);
    let mut drawing = Drawing::new(width, BAR + 10.0 + lines * LINE);
    let mut start = 0.0;
    for (class, part) in &parts {
        let length = width * (part.bytes / whole);
        let area = Area {
            x: start,
            y: 0.0,
            width: length,
            height: BAR,
        };
        drawing.bar(class, area, 0.0);
        start += length;
    }
    for (((class, _), name), (x, line)) in parts.iter().zip(names).zip(places) {
        let y = BAR + 10.0 + line * LINE;
        let square = Area {
            x,
            y,
            width: SQUARE,
            height: SQUARE,
        };
        drawing.bar(class, square, 2.0);
        drawing.text("label", x + SQUARE + 6.0, y + SQUARE, Anchor::Start, name);
    }
    drawing
}

/// Where each name begins, and in which line: as many in one as there is room for.
fn places(names: &[String], width: f64) -> Vec<(f64, f64)> {
    let (mut x, mut line) = (0.0, 0.0);
    let mut places = Vec::new();
    for name in names {
        let own = SQUARE + 6.0 + text::width(name);
        if x > 0.0 && x + own > width {
            (x, line) = (0.0, line + 1.0);
        }
        places.push((x, line));
        x += own + 18.0;
    }
    places
}

#[cfg(test)]
mod tests {
    use super::places;

    /// No name runs out of the picture, and none over another.
    #[test]
    fn names_break_into_lines() {
        let names: Vec<String> = (0..7)
            .map(|index| format!("Weights {index}.00 GiB"))
            .collect();
        let places = places(&names, 300.0);
        assert_eq!(places[0], (0.0, 0.0));
        for pair in places.windows(2) {
            assert!(pair[1].1 > pair[0].1 && pair[1].0 < 1.0 || pair[1].0 > pair[0].0 + 100.0);
        }
        assert!(places.iter().all(|(x, _)| *x < 180.0));
        assert!(places.last().is_some_and(|(_, line)| *line > 2.0));
    }
}
