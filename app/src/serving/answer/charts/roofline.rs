//! The roofline: how far reading a prompt and writing an answer are from the peak of
//! the accelerator, and whether memory or arithmetic holds them back.

use super::{Chart, Looked};
use crate::chart::axis::{Axis, Frame, Upwards, frame};
use crate::chart::drawing::{Drawing, Spot};
use crate::chart::label::{Area, Labels};
use crate::chart::scale::Scale;
use crate::chart::twin::{Column, Twin};
use crate::i18n::{self, Msg, about, number, percent, say, text as words};
use crate::serving::answer::memory::shown;
use crate::serving::answer::words::{bottleneck, compute_name};
use crate::serving::solve::Answer;
use estimator::quantity::FlopsPerSecond;
use estimator::serving::roofline::{Phase, Roof as Line, Roofline, roofline};

/// Height of the chart, in pixels.
const HEIGHT: f64 = 280.0;

/// The roofline of the accelerator shown.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Roof {
    id: String,
    name: String,
    line: Roofline,
}

impl Chart for Roof {
    fn read(answer: &Answer, looked: Looked<'_>) -> Option<Self> {
        let candidate = shown(answer, looked.selected)?;
        let offer = answer.offer(candidate)?;
        Some(Self {
            id: offer.accelerator.id.clone(),
            name: offer.accelerator.name.clone(),
            line: roofline(&answer.scenario, offer, candidate.best.as_ref()?)?,
        })
    }

    fn title(data: Option<&Self>) -> String {
        data.map_or_else(
            || words(Msg::ChartRoofTitle).to_owned(),
            |data| say::chart_roof_title_of(compute_name(data.line.compute), &data.name),
        )
    }

    fn caption(&self) -> String {
        let mut sentences = vec![say::chart_roof_caption(&number(self.line.sheet.ridge()))];
        if let (Some(decode), Some(prefill)) = (self.line.decode, self.line.prefill) {
            let (decode, prefill) = (percent(decode.reached), percent(prefill.reached));
            sentences.push(say::chart_roof_reach(&decode, &prefill));
        }
        if let Some(turn) = self.line.turn {
            let limit = words(bottleneck(turn.limit));
            sentences.push(say::chart_roof_turn(limit, &about(turn.users)));
        }
        if let Some(turn) = self.line.prompt_turn {
            let limit = words(bottleneck(turn.limit));
            sentences.push(say::chart_roof_prompt_turn(limit, &about(turn.tokens)));
        }
        sentences.join(i18n::language().gap())
    }

    fn draw(&self, width: f64) -> Drawing {
        let mut drawing = Drawing::new(width, HEIGHT);
        let (sheet, reached) = (self.line.sheet, self.line.reached);
        let intensities = self.phases().map(|(_, phase, _)| phase.intensity);
        let (low, high) = intensities.fold((sheet.ridge(), sheet.ridge()), |(low, high), value| {
            (low.min(value), high.max(value))
        });
        let (low, high) = (low / 6.0, high * 4.0);
        let rates = self.phases().map(|(_, phase, _)| phase.rate.to_tera());
        let lowest = rates.fold(reached.at(low).to_tera(), f64::min);
        let x = Scale::log(low, high);
        let y = Scale::log(lowest / 1.5, sheet.peak.to_tera() * 1.6);
        let title = |name: Msg| words(name).to_owned();
        let x = Axis::new(x, title(Msg::ChartFlopPerByte), 6, number);
        let y = Axis::new(y, title(Msg::ChartTflops), 6, number);
        let frame = frame(&mut drawing, &x, &y, Upwards::Larger);
        let mut labels = Labels::within(Area {
            y: 14.0,
            height: frame.bottom() - 14.0,
            ..frame.area
        });
        for (roof, class) in [(reached, "line roof reached"), (sheet, "line roof")] {
            let line = bent(roof, &frame, low, high);
            drawing.line(class, &line);
            labels.avoid_line(&line);
        }
        for (name, phase, class) in self.phases() {
            let (x, y) = frame.at(phase.intensity, phase.rate.to_tera());
            drawing.dot(class, x, y, 6.0);
            labels.avoid(Area::around(x, y, 6.0));
            let label = say::chart_roof_phase(words(bottleneck(phase.bottleneck)), words(name));
            let place = labels.beside_surely((x, y), 6.0, &label);
            if place.is_some() {
                drawing.label("label", place, &label);
            } else {
                // A narrow chart has room for the name alone.
                let place = labels.beside_surely((x, y), 6.0, words(name));
                drawing.label("label", place, words(name));
            }
            drawing.spots.push(self.spot(name, phase, &frame));
        }
        for (roof, name) in [
            (sheet, Msg::ChartRoofSheet),
            (reached, Msg::ChartRoofReached),
        ] {
            let (x, y) = frame.at(high, roof.peak.to_tera());
            let label = words(name);
            let above = name == Msg::ChartRoofSheet;
            let place = labels.ending(x, if above { y - 6.0 } else { y + 15.0 }, label);
            drawing.label("tick", place, label);
        }
        drawing
    }

    fn table(&self) -> Twin {
        let row = |name: Msg, intensity: f64, rate: FlopsPerSecond, of: String, by: String| {
            vec![
                words(name).to_owned(),
                number(intensity),
                number(rate.to_tera()),
                of,
                by,
            ]
        };
        let (sheet, reached) = (self.line.sheet, self.line.reached);
        let phases = self.phases().map(|(name, phase, _)| {
            let by = words(bottleneck(phase.bottleneck)).to_owned();
            row(
                name,
                phase.intensity,
                phase.rate,
                percent(phase.reached),
                by,
            )
        });
        let roofs = [
            (sheet, Msg::ChartRoofSheet),
            (reached, Msg::ChartRoofReached),
        ]
        .map(|(roof, name)| row(name, roof.ridge(), roof.peak, String::new(), String::new()));
        Twin {
            columns: vec![
                Column::words(words(Msg::ChartPhase)),
                Column::figures(words(Msg::ChartFlopPerByte)),
                Column::figures(words(Msg::ChartTflops)),
                Column::figures(words(Msg::ChartShareOfRoof)),
                Column::words(words(Msg::ChartLimitedBy)),
            ],
            rows: phases.chain(roofs).collect(),
        }
    }
}

/// The two strokes of a roof.
fn bent(roof: Line, frame: &Frame, low: f64, high: f64) -> [(f64, f64); 3] {
    [low, roof.ridge(), high].map(|intensity| frame.at(intensity, roof.at(intensity).to_tera()))
}

impl Roof {
    /// The phases there are, with their names and looks.
    fn phases(&self) -> impl Iterator<Item = (Msg, Phase, &'static str)> {
        let decode = self
            .line
            .decode
            .map(|phase| (Msg::ChartDecode, phase, "dot decode"));
        let prefill = self
            .line
            .prefill
            .map(|phase| (Msg::ChartPrefill, phase, "dot prefill"));
        decode.into_iter().chain(prefill)
    }

    fn spot(&self, name: Msg, phase: Phase, frame: &Frame) -> Spot {
        let (x, y) = frame.at(phase.intensity, phase.rate.to_tera());
        let line = |name: Msg, value: String| (words(name).to_owned(), value);
        Spot {
            x,
            y,
            area: Area::around(x, y, 18.0),
            title: words(name).to_owned(),
            lines: vec![
                line(Msg::ChartFlopPerByte, number(phase.intensity)),
                line(Msg::ChartTflops, number(phase.rate.to_tera())),
                line(Msg::ChartShareOfRoof, percent(phase.reached)),
                line(
                    Msg::ChartLimitedBy,
                    words(bottleneck(phase.bottleneck)).to_owned(),
                ),
            ],
            id: Some(self.id.clone()),
        }
    }
}
