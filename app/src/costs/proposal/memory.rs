//! The memory of one accelerator as a picture: a bar of its parts, and below it their names.

use crate::chart::drawing::Drawing;
use crate::chart::key;
use crate::chart::label::{Anchor, Area};
use crate::i18n::{gib, text as word};
use crate::serving::answer::memory_parts;
use crate::serving::solve::Answer;
use estimator::serving::report::Sizing;

/// Pixels: height of the bar, and the side of a colour's square.
const BAR: f64 = 20.0;
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
    let places = key::places(&names, SQUARE, width);
    let mut drawing = Drawing::new(width, BAR + 10.0 + key::height(&places));
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
        let y = BAR + 10.0 + line * key::LINE;
        let square = Area {
            x,
            y,
            width: SQUARE,
            height: SQUARE,
        };
        drawing.bar(class, square, 2.0);
        let name_at = x + SQUARE + key::GAP;
        drawing.text("label", name_at, y + SQUARE, Anchor::Start, name);
    }
    drawing
}
