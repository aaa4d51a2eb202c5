//! What a million output tokens cost on each accelerator that keeps the SLA, by its bill at the
//! load asked for.

mod bar;

use super::{Chart, Looked};
use crate::chart::drawing::Drawing;
use crate::chart::label::{Anchor, Area};
use crate::chart::scale::Scale;
use crate::chart::text;
use crate::chart::twin::{Column, Twin};
use crate::i18n::{Msg, dollars, integer, say, text as words};
use crate::serving::solve::Answer;
use bar::Bar;
use estimator::order::ascending;

/// Bars drawn; the table twin has them all.
const BARS: usize = 10;

/// Height of a bar and of its row, in pixels.
const BAR: f64 = 16.0;
const ROW: f64 = 28.0;

/// Every accelerator that keeps the SLA and has a price, the cheapest first.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Value {
    bars: Vec<Bar>,
}

impl Chart for Value {
    fn read(answer: &Answer, looked: Looked<'_>) -> Option<Self> {
        let report = &answer.report;
        let bars: Vec<Bar> = report
            .candidates
            .iter()
            .enumerate()
            .filter(|(_, candidate)| candidate.meets())
            .filter_map(|(index, candidate)| {
                let bar = Bar::of(answer, candidate, looked.selected)?;
                Some(Bar {
                    recommended: report.best == Some(index),
                    ..bar
                })
            })
            .collect();
        let bars = ascending(bars, |bar| bar.cost);
        (!bars.is_empty()).then_some(Self { bars })
    }

    fn title(_: Option<&Self>) -> String {
        words(Msg::ChartValueTitle).to_owned()
    }

    fn caption(&self) -> String {
        if self.bars.len() > BARS {
            say::chart_value_caption_some(&integer(self.bars.len() as f64), &integer(BARS as f64))
        } else {
            words(Msg::ChartValueCaption).to_owned()
        }
    }

    fn draw(&self, width: f64) -> Drawing {
        let bars = self.drawn();
        let mut drawing = Drawing::new(width, bars.len() as f64 * ROW + 4.0);
        let widest = |words: &mut dyn Iterator<Item = f64>| words.fold(0.0, f64::max);
        let named = bars.iter().map(|bar| bar.lines(width * 0.42));
        let named: Vec<Vec<String>> = named.collect();
        let names = widest(&mut named.iter().flatten().map(|line| text::width(line)));
        let values = widest(&mut bars.iter().map(|bar| text::width(&dollars(bar.cost))));
        let left = names + 10.0;
        let right = (width - values - 10.0).max(left + 20.0);
        let high = bars.iter().map(|bar| bar.high).fold(0.0, f64::max);
        let scale = Scale::exactly(0.0, high).over(left, right);
        for (index, (bar, lines)) in bars.iter().zip(named).enumerate() {
            let middle = index as f64 * ROW + ROW / 2.0;
            let end = scale.at(bar.cost);
            let name_class = if bar.selected {
                "label strong"
            } else {
                "label"
            };
            drawing.name(name_class, names, middle, lines);
            let class = match (bar.recommended, bar.selected, bar.unproven.is_some()) {
                (true, ..) => "beam best",
                (_, true, false) => "beam selected",
                (_, true, true) => "beam doubtful selected",
                (_, _, true) => "beam doubtful",
                _ => "beam",
            };
            let area = Area {
                x: left,
                y: middle - BAR / 2.0,
                width: (end - left).max(1.0),
                height: BAR,
            };
            drawing.bar(class, area, 3.0);
            if bar.low < bar.high {
                drawing.whisker(scale.at(bar.low), scale.at(bar.high), middle);
            }
            drawing.text(
                "value",
                scale.at(bar.high) + 8.0,
                middle + 4.0,
                Anchor::Start,
                dollars(bar.cost),
            );
            drawing.spots.push(bar.spot(
                end,
                middle,
                Area {
                    x: 0.0,
                    y: middle - ROW / 2.0,
                    width,
                    height: ROW,
                },
            ));
        }
        drawing.line("axis", &[(left, 0.0), (left, bars.len() as f64 * ROW)]);
        drawing
    }

    fn table(&self) -> Twin {
        Twin {
            columns: vec![
                Column::words(words(Msg::ColAccelerator)),
                Column::words(words(Msg::ColSeller)),
                Column::figures(words(Msg::ColPerMillion)),
                Column::figures(words(Msg::ChartLow)),
                Column::figures(words(Msg::ChartHigh)),
                Column::figures(words(Msg::ColSold)),
            ],
            rows: self.bars.iter().map(Bar::cells).collect(),
        }
    }
}

impl Value {
    /// The bars that are drawn: the first ten, and the selected one among them
    /// wherever it stands.
    fn drawn(&self) -> Vec<&Bar> {
        let beyond = self.bars.iter().skip(BARS).find(|bar| bar.selected);
        let room = if beyond.is_some() { BARS - 1 } else { BARS };
        self.bars.iter().take(room).chain(beyond).collect()
    }
}
