//! One accelerator's bar.

use crate::chart::drawing::Spot;
use crate::chart::label::Area;
use crate::i18n::{Msg, compact, dollars, number, per_unit, say, text as words};
use crate::serving::answer::words::unverified;
use crate::serving::solve::Answer;
use estimator::serving::report::Candidate;

/// The output that one of the page's currency buys on one accelerator.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Bar {
    pub(super) id: String,
    pub(super) name: String,
    /// Output tokens it buys, and where that lies four times in five.
    pub(super) tokens: f64,
    pub(super) low: f64,
    pub(super) high: f64,
    pub(super) per_hour: f64,
    pub(super) per_million: f64,
    pub(super) recommended: bool,
    pub(super) selected: bool,
    /// Its facts or its price have no second source.
    pub(super) unverified: bool,
}

impl Bar {
    /// The bar of one candidate; `None` without price or speed.
    pub(super) fn of(
        answer: &Answer,
        candidate: &Candidate,
        selected: Option<&str>,
    ) -> Option<Self> {
        let offer = answer.offer(candidate)?;
        let chip = &offer.accelerator;
        let sizing = candidate.best.as_ref()?;
        let cost = sizing.cost?;
        let band = sizing.estimate.performance.as_ref()?.output_band;
        let tokens = per_unit(cost.tokens_per_dollar);
        Some(Self {
            id: chip.id.clone(),
            name: chip.name.clone(),
            tokens,
            low: tokens * band.low,
            high: tokens * band.high,
            per_hour: cost.per_hour.get(),
            per_million: cost.per_million_output.get(),
            recommended: false,
            selected: selected == Some(chip.id.as_str()),
            unverified: unverified(offer, candidate.price(offer)),
        })
    }

    /// Where it can be pointed at.
    pub(super) fn spot(&self, x: f64, y: f64, area: Area) -> Spot {
        let line = |name: Msg, value: String| (words(name).to_owned(), value);
        let mark = words(Msg::Unverified);
        let title = if self.unverified {
            format!("{} ({mark})", self.name)
        } else {
            self.name.clone()
        };
        Spot {
            x,
            y,
            area,
            title,
            lines: vec![
                line(Msg::ChartTokensPerDollar, compact(self.tokens)),
                line(
                    Msg::ChartRange,
                    say::chart_between(&compact(self.high), &compact(self.low)),
                ),
                line(Msg::ColPerHour, dollars(self.per_hour)),
                line(Msg::ColPerMillion, dollars(self.per_million)),
            ],
            id: Some(self.id.clone()),
        }
    }

    /// Its row in the table twin.
    pub(super) fn cells(&self) -> Vec<String> {
        vec![
            self.name.clone(),
            number(self.tokens),
            number(self.low),
            number(self.high),
            dollars(self.per_hour),
            dollars(self.per_million),
        ]
    }
}
