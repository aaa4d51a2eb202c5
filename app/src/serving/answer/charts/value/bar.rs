//! One accelerator's bar.

use crate::browser;
use crate::chart::drawing::Spot;
use crate::chart::label::Area;
use crate::chart::text;
use crate::i18n::{Msg, dollars, say, text as words};
use crate::serving::answer::candidates::{seller, sold};
use crate::serving::answer::words::{Unproven, unproven};
use crate::serving::solve::Answer;
use estimator::serving::report::Candidate;

/// What a million output tokens cost on one accelerator.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Bar {
    pub(super) id: String,
    pub(super) name: String,
    /// Who sells it; empty where the price is the user's own.
    pub(super) seller: String,
    /// The same, and in which machines.
    pub(super) sold: String,
    /// Dollars for a million output tokens at the load, and where that lies four times in five:
    /// its price may have changed since it was read.
    pub(super) cost: f64,
    pub(super) low: f64,
    pub(super) high: f64,
    pub(super) per_hour: f64,
    pub(super) recommended: bool,
    pub(super) selected: bool,
    /// What lacks a proof: a fact of it, or its price.
    pub(super) unproven: Option<Unproven>,
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
        let price = sizing.price(offer);
        let million = cost.per_million_output.get();
        let spread = price.and_then(|price| Some(price.spread(browser::today()?)));
        let (low, high) = spread.map_or((1.0, 1.0), |spread| (spread.low, spread.high));
        Some(Self {
            id: chip.id.clone(),
            name: chip.name.clone(),
            seller: price.map(seller).unwrap_or_default(),
            sold: sold(price, sizing),
            cost: million,
            low: million * low,
            high: million * high,
            per_hour: cost.per_hour.get(),
            recommended: false,
            selected: selected == Some(chip.id.as_str()),
            unproven: unproven(offer, candidate.price(offer)),
        })
    }

    /// Its name, and who sells it.
    pub(super) fn label(&self) -> String {
        if self.seller.is_empty() {
            self.name.clone()
        } else {
            format!("{} · {}", self.name, self.seller)
        }
    }

    /// The same in one line, or the seller below the name where there is no room for both.
    pub(super) fn lines(&self, room: f64) -> Vec<String> {
        let label = self.label();
        if text::width(&label) <= room {
            return vec![label];
        }
        let lines = [&self.name, &self.seller].into_iter();
        let lines = lines.filter(|line| !line.is_empty());
        lines.map(|line| text::fitted(line, room)).collect()
    }

    /// Where it can be pointed at.
    pub(super) fn spot(&self, x: f64, y: f64, area: Area) -> Spot {
        let line = |name: Msg, value: String| (words(name).to_owned(), value);
        let title = match self.unproven {
            Some(lacks) => format!("{} ({})", self.name, words(lacks.name())),
            None => self.name.clone(),
        };
        Spot {
            x,
            y,
            area,
            title,
            lines: vec![
                line(Msg::ColPerMillion, dollars(self.cost)),
                line(
                    Msg::ChartRange,
                    say::chart_between(&dollars(self.high), &dollars(self.low)),
                ),
                line(Msg::ColSold, dollars(self.per_hour)),
                line(Msg::ColSeller, self.sold.clone()),
            ],
            id: Some(self.id.clone()),
        }
    }

    /// Its row in the table twin.
    pub(super) fn cells(&self) -> Vec<String> {
        vec![
            self.name.clone(),
            self.sold.clone(),
            dollars(self.cost),
            dollars(self.low),
            dollars(self.high),
            dollars(self.per_hour),
        ]
    }
}
