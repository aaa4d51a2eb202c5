//! One sizing in the plane of cost and speed.

use crate::chart::axis::Frame;
use crate::chart::drawing::Spot;
use crate::chart::label::Area;
use crate::i18n::{Msg, dollars, in_currency, integer, percent, seconds, text as words};
use crate::serving::answer::candidates::{Backed, sold, speed};
use crate::serving::answer::words::count;
use crate::serving::draft::Pace;
use crate::serving::solve::Answer;
use estimator::band::Evidence;
use estimator::hardware::Vendor;
use estimator::quantity::Seconds;
use estimator::serving::report::{Candidate, Sizing};

/// A sizing that has a price and a speed.
#[derive(Debug, Clone, PartialEq)]
#[allow(clippy::struct_excessive_bools)] // independent facts, each drawn in its own way
pub(super) struct Point {
    pub(super) id: String,
    pub(super) name: String,
    pub(super) vendor: Vendor,
    /// Replicas times accelerators of one.
    pub(super) count: String,
    pub(super) accelerators: u32,
    /// Who sells it, in which machines.
    pub(super) sold: String,
    pub(super) per_hour: f64,
    pub(super) tpot: Seconds,
    pub(super) ttft: Seconds,
    pub(super) headroom: f64,
    /// What backs it.
    pub(super) backing: Option<Backed>,
    pub(super) unmeasured: bool,
    pub(super) meets: bool,
    pub(super) recommended: bool,
    /// The one whose details the page shows.
    pub(super) here: bool,
    /// The accelerator's own best sizing, not one of the others.
    pub(super) first: bool,
    /// Nothing that keeps the SLA is both cheaper and faster.
    pub(super) frontier: bool,
}

impl Point {
    /// The point of one `sizing` of `candidate`; `None` without price or speed.
    pub(super) fn of(answer: &Answer, candidate: &Candidate, sizing: &Sizing) -> Option<Self> {
        let offer = answer.offer(candidate)?;
        let chip = &offer.accelerator;
        let performance = sizing.estimate.performance.as_ref()?;
        Some(Self {
            id: chip.id.clone(),
            name: chip.name.clone(),
            vendor: chip.vendor,
            count: count(sizing),
            accelerators: sizing.accelerators(),
            sold: sold(sizing.price(offer), sizing),
            per_hour: sizing.cost?.per_hour.get(),
            tpot: performance.tpot.at_percentile,
            ttft: performance.ttft.at_percentile,
            headroom: sizing.headroom,
            backing: Backed::of(sizing),
            unmeasured: sizing.evidence() == Some(Evidence::Unmeasured),
            meets: sizing.keeps(),
            recommended: false,
            here: false,
            first: false,
            frontier: false,
        })
    }

    /// How it looks: in its maker's colour, hollow where it misses the SLA, dashed where nothing
    /// like it was measured.
    pub(super) fn class(&self) -> String {
        let look = match (self.meets, self.unmeasured) {
            (_, true) => "hollow dashed",
            (false, _) => "hollow",
            (true, _) => "full",
        };
        format!("dot {look} {}", self.vendor.id())
    }

    /// Its name in the plane: `3 × H100 SXM`.
    pub(super) fn title(&self) -> String {
        let count = integer(f64::from(self.accelerators));
        format!("{count}\u{a0}×\u{a0}{}", self.name)
    }

    /// Its place on the axis of cost, which is in the page's currency.
    pub(super) fn across(&self) -> f64 {
        in_currency(self.per_hour)
    }

    /// Its place on the axis of speed, as its limit is typed.
    pub(super) fn up(&self, pace: Pace) -> f64 {
        height(self.tpot, pace)
    }

    /// Its size in pixels.
    pub(super) fn radius(&self) -> f64 {
        if self.here || self.recommended {
            6.0
        } else if self.frontier || self.first {
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

    fn spare(&self) -> String {
        if self.meets {
            percent(self.headroom.max(0.0))
        } else {
            String::new()
        }
    }

    fn backing(&self) -> String {
        self.backing.map(Backed::words).unwrap_or_default()
    }

    /// Where it can be pointed at.
    pub(super) fn spot(&self, frame: &Frame, pace: Pace) -> Spot {
        let (x, y) = frame.at(self.across(), self.up(pace));
        let line = |name: Msg, value: String| (words(name).to_owned(), value);
        let spare = if self.meets {
            line(Msg::ChartSpare, self.spare())
        } else {
            line(Msg::ChartSlaLabel, self.sla())
        };
        Spot {
            x,
            y,
            area: Area::around(x, y, self.radius() + 5.0),
            title: self.title(),
            lines: vec![
                line(Msg::ColSold, dollars(self.per_hour)),
                line(Msg::ColSeller, self.sold.clone()),
                line(Msg::ColFirst, seconds(self.ttft)),
                line(pace_name(pace), speed(self.tpot, pace)),
                spare,
                line(Msg::ColEvidence, self.backing()),
            ],
            id: Some(self.id.clone()),
        }
    }

    /// Its row in the table twin.
    pub(super) fn cells(&self, pace: Pace) -> Vec<String> {
        let frontier = if self.frontier {
            Msg::ChartYes
        } else {
            Msg::ChartNo
        };
        vec![
            self.name.clone(),
            self.count.clone(),
            self.sold.clone(),
            dollars(self.per_hour),
            seconds(self.ttft),
            speed(self.tpot, pace),
            self.sla(),
            self.spare(),
            self.backing(),
            words(frontier).to_owned(),
        ]
    }
}

/// A time per token as the limit on it is typed: in milliseconds, or as tokens a second.
pub(super) fn height(tpot: Seconds, pace: Pace) -> f64 {
    match pace {
        Pace::Millis => tpot.to_millis(),
        Pace::Rate => tpot.get().recip(),
    }
}

/// The name of that.
pub(super) const fn pace_name(pace: Pace) -> Msg {
    match pace {
        Pace::Millis => Msg::ColTpot,
        Pace::Rate => Msg::ColSpeed,
    }
}
