//! One sizing in the plane of cost and latency.

use crate::chart::axis::Frame;
use crate::chart::drawing::Spot;
use crate::chart::label::Area;
use crate::i18n::{Msg, dollars, in_currency, seconds, text as words};
use crate::serving::answer::words::{count, millis};
use crate::serving::solve::Answer;
use estimator::quantity::Seconds;
use estimator::serving::report::{Candidate, Sizing};

/// A sizing that has a price and a speed.
#[derive(Debug, Clone, PartialEq)]
#[allow(clippy::struct_excessive_bools)] // independent facts, each drawn in its own way
pub(super) struct Point {
    pub(super) id: String,
    pub(super) name: String,
    pub(super) count: String,
    pub(super) per_hour: f64,
    pub(super) tpot: Seconds,
    pub(super) ttft: Seconds,
    pub(super) meets: bool,
    pub(super) recommended: bool,
    pub(super) selected: bool,
    /// The accelerator's own best sizing, not one of the others.
    pub(super) first: bool,
    /// Nothing that keeps the SLA is both cheaper and faster.
    pub(super) frontier: bool,
}

impl Point {
    /// The point of one `sizing` of `candidate`; `None` without price or speed.
    pub(super) fn of(
        answer: &Answer,
        candidate: &Candidate,
        sizing: &Sizing,
        selected: Option<&str>,
    ) -> Option<Self> {
        let chip = &answer.offer(candidate)?.accelerator;
        let performance = sizing.estimate.performance.as_ref()?;
        Some(Self {
            id: chip.id.clone(),
            name: chip.name.clone(),
            count: count(sizing),
            per_hour: sizing.cost?.per_hour.get(),
            tpot: performance.tpot.at_percentile,
            ttft: performance.ttft.at_percentile,
            meets: sizing.misses.is_empty(),
            recommended: false,
            first: false,
            selected: selected == Some(chip.id.as_str()),
            frontier: false,
        })
    }

    /// How it looks: hollow where it misses, filled where it keeps the SLA.
    pub(super) fn class(&self) -> &'static str {
        match (self.meets, self.recommended, self.selected, self.frontier) {
            (_, true, _, _) => "dot best",
            (true, _, true, _) => "dot selected",
            (false, _, true, _) => "dot hollow selected",
            (true, _, _, true) => "dot frontier",
            (true, _, _, false) => "dot",
            (false, ..) => "dot hollow",
        }
    }

    /// Its place on the axis of cost, which is in the page's currency.
    pub(super) fn across(&self) -> f64 {
        in_currency(self.per_hour)
    }

    /// Its size in pixels.
    pub(super) fn radius(&self) -> f64 {
        if self.recommended {
            6.0
        } else if self.frontier || self.selected {
            4.5
        } else {
            3.0
        }
    }

    fn sla(&self) -> String {
        words(if self.meets {
            Msg::ChartSlaKept
        } else {
            Msg::ChartSlaMissed
        })
        .to_owned()
    }

    /// Where it can be pointed at.
    pub(super) fn spot(&self, frame: &Frame) -> Spot {
        let (x, y) = frame.at(self.across(), self.tpot.to_millis());
        let line = |name: Msg, value: String| (words(name).to_owned(), value);
        Spot {
            x,
            y,
            area: Area::around(x, y, self.radius() + 5.0),
            title: format!("{} {}", self.count, self.name),
            lines: vec![
                line(Msg::ColPerHour, dollars(self.per_hour)),
                line(Msg::ColTpotMeaning, millis(self.tpot)),
                line(Msg::ColTtftMeaning, seconds(self.ttft)),
                line(Msg::ChartSlaLabel, self.sla()),
            ],
            id: Some(self.id.clone()),
        }
    }

    /// Its row in the table twin.
    pub(super) fn cells(&self) -> Vec<String> {
        vec![
            self.name.clone(),
            self.count.clone(),
            dollars(self.per_hour),
            millis(self.tpot),
            seconds(self.ttft),
            self.sla(),
            words(if self.frontier {
                Msg::ChartYes
            } else {
                Msg::ChartNo
            })
            .to_owned(),
        ]
    }
}
