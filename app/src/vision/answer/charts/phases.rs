//! The parts of the time of one batch, generation, window or request, as a bar.

use crate::chart::drawing::{Drawing, Spot};
use crate::chart::label::{Anchor, Area};
use crate::chart::text::width as width_of;
use crate::chart::twin::{Column, Twin};
use crate::i18n::{Msg, percent, text};
use crate::vision::solve::Answer;
use crate::vision::words::{self, time};
use estimator::quantity::Seconds;
use estimator::vision::sizing::Kind;
use estimator::vision::sizing::report::Phase;

/// Height of the bar of phases and of its legend's lines.
const BAR: f64 = 44.0;
const LINE: f64 = 24.0;

/// The parts of the time, as a bar.
#[derive(Clone, PartialEq)]
pub(super) struct Phases {
    pub(super) name: String,
    parts: Vec<(Phase, Seconds)>,
    pub(super) kind: Kind,
}

/// The classes of the bar's parts, in turn.
const CLASSES: [&str; 4] = ["fill first", "fill second", "fill third", "fill fourth"];

impl Phases {
    pub(super) fn read(answer: &Answer, selected: Option<&str>) -> Option<Self> {
        let (candidate, sizing) = answer.shown(selected)?;
        Some(Self {
            name: answer.name(candidate).to_owned(),
            parts: sizing.phases.clone(),
            kind: answer.question().kind,
        })
        .filter(|phases| !phases.parts.is_empty())
    }

    fn whole(&self) -> f64 {
        self.parts.iter().map(|(_, seconds)| seconds.get()).sum()
    }

    pub(super) fn draw(&self, width: f64) -> Drawing {
        let lines = self.parts.len() as f64;
        let height = 8.0 + BAR + 12.0 + LINE * lines + 8.0;
        let mut drawing = Drawing::new(width, height);
        let (whole, mut from) = (self.whole().max(f64::MIN_POSITIVE), 0.0);
        let names = self
            .parts
            .iter()
            .map(|(phase, _)| width_of(text(words::phase(*phase))));
        let values = 34.0 + names.fold(0.0, f64::max);
        for (index, (phase, seconds)) in self.parts.iter().enumerate() {
            let class = CLASSES
                .get(index % CLASSES.len())
                .copied()
                .unwrap_or("fill first");
            let part = width * seconds.get() / whole;
            let area = Area {
                x: from,
                y: 8.0,
                width: part.max(1.0),
                height: BAR,
            };
            drawing.bar(class, area, 2.0);
            let line = 8.0 + BAR + 12.0 + LINE * index as f64;
            let square = Area {
                x: 0.0,
                y: line,
                width: 12.0,
                height: 12.0,
            };
            drawing.bar(class, square, 2.0);
            let name = text(words::phase(*phase));
            drawing.text("label", 20.0, line + 11.0, Anchor::Start, name);
            let value = format!("{} · {}", time(*seconds), percent(seconds.get() / whole));
            drawing.text(
                "label strong",
                values,
                line + 11.0,
                Anchor::Start,
                value.clone(),
            );
            drawing.spots.push(Spot {
                x: from + part / 2.0,
                y: 8.0 + BAR / 2.0,
                area,
                title: name.to_owned(),
                lines: vec![(text(Msg::VisionSeconds).to_owned(), value)],
                id: None,
            });
            from += part;
        }
        drawing
    }

    pub(super) fn table(&self) -> Twin {
        let whole = self.whole().max(f64::MIN_POSITIVE);
        let row = |(phase, seconds): &(Phase, Seconds)| {
            vec![
                text(words::phase(*phase)).to_owned(),
                time(*seconds),
                percent(seconds.get() / whole),
            ]
        };
        Twin {
            columns: vec![
                Column::words(text(Msg::TablePart)),
                Column::figures(text(Msg::VisionColTime)),
                Column::figures(text(Msg::TableShare)),
            ],
            rows: self.parts.iter().map(row).collect(),
        }
    }
}
