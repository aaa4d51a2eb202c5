//! The columns of a table of candidates, and the cell of each.

use super::Document;
use crate::export::cell::{Cell, text};
use crate::offer::{Offer, Price};
use crate::precision::formats;
use crate::serving::report::Performance;
use crate::session::sizing::report::{Candidate, Sizing};
use serde::{Deserialize, Serialize};

formats!(
    /// A column; its id names the unit.
    Column {
        /// Place in the ranking, from 1.
        Rank = "rank",
        /// Id of the accelerator.
        Id = "accelerator_id",
        /// Name of the accelerator.
        Name = "accelerator",
        /// The judgement.
        Verdict = "verdict",
        /// Replicas.
        Replicas = "replicas",
        /// Accelerators of a replica.
        Each = "accelerators_per_replica",
        /// Accelerators in use.
        Accelerators = "accelerators",
        /// Accelerators that are paid for.
        Paid = "accelerators_paid",
        /// Hit share.
        Hits = "hit_share",
        /// Hit share on the accelerators.
        Accelerator = "hit_share_gpu",
        /// Hit share in main memory.
        Host = "hit_share_host",
        /// Hit share of a cache without an end.
        Limit = "hit_share_unlimited",
        /// Tokens that a replica's accelerators hold.
        Pool = "pool_tokens_per_replica",
        /// Tokens touched within the delay that one in ten exceeds.
        Footprint = "footprint_tokens_per_replica",
        /// Seconds that an idle context lives.
        Survival = "survival_s",
        /// The most sessions within the promise.
        Bears = "sessions_borne",
        /// Sessions at the cliff.
        Cliff = "sessions_at_cliff",
        /// Turns under way.
        Running = "turns_running",
        /// Turns answered.
        Turns = "turns_per_s",
        /// Tokens of input and answers.
        Tokens = "tokens_per_s",
        /// Time to the first token, at the percentile.
        Ttft = "ttft_s",
        /// Time per output token, at the percentile.
        Tpot = "tpot_s",
        /// Share of simulated turns within the promise; empty where none were simulated.
        Good = "share_within_promise",
        /// The bill.
        PerHour = "usd_per_hour",
        /// The same a month.
        PerMonth = "usd_per_month",
        /// Dollars of a finished session.
        Task = "usd_per_session",
        /// Whose price it is.
        Seller = "price_from",
        /// The day it was read.
        AsOf = "price_as_of",
    }
);

/// A candidate with its place.
pub(super) struct Line<'a> {
    rank: usize,
    candidate: &'a Candidate,
    offer: &'a Offer,
}

/// The lines of a document.
pub(super) fn lines<'a>(document: &Document<'a>) -> impl Iterator<Item = Line<'a>> {
    let offers = document.offers;
    let ranked = document.report.candidates.iter().enumerate();
    ranked.filter_map(|(place, candidate)| {
        Some(Line {
            rank: place + 1,
            candidate,
            offer: offers.get(candidate.offer)?,
        })
    })
}

impl Line<'_> {
    fn price(&self) -> Option<&Price> {
        self.candidate.best.as_ref()?.price(self.offer)
    }

    fn figure(&self, figure: impl Fn(&Sizing) -> Option<f64>) -> Cell {
        let found = self.candidate.best.as_ref().and_then(figure);
        found.map_or(Cell::Empty, Cell::Figure)
    }

    fn count(&self, count: impl Fn(&Sizing) -> u32) -> Cell {
        let best = self.candidate.best.as_ref();
        best.map_or(Cell::Empty, |sizing| Cell::Count(count(sizing)))
    }

    fn speed(&self, figure: impl Fn(&Performance) -> f64) -> Cell {
        self.figure(|sizing| Some(figure(sizing.estimate.performance.as_ref()?)))
    }

    /// The cell of a column.
    pub(super) fn cell(&self, column: Column) -> Cell {
        let accelerator = &self.offer.accelerator;
        match column {
            Column::Rank => Cell::Count(u32::try_from(self.rank).unwrap_or(u32::MAX)),
            Column::Id => text(&accelerator.id),
            Column::Name => text(&accelerator.name),
            Column::Verdict => Cell::Word(self.candidate.verdict.id()),
            Column::Replicas => self.count(|sizing| sizing.replicas),
            Column::Each => self.count(Sizing::each),
            Column::Accelerators => self.count(Sizing::accelerators),
            Column::Paid => self.count(|sizing| {
                let bill = sizing.cost.map(|cost| cost.bill.accelerators);
                bill.unwrap_or_else(|| sizing.accelerators())
            }),
            Column::Hits => self.figure(|sizing| Some(sizing.found.all())),
            Column::Accelerator => self.figure(|sizing| Some(sizing.found.accelerator)),
            Column::Host => self.figure(|sizing| Some(sizing.found.host)),
            Column::Limit => self.figure(|sizing| Some(sizing.found.limit)),
            Column::Pool => self.figure(|sizing| Some(sizing.found.pool)),
            Column::Footprint => self.figure(|sizing| Some(sizing.found.footprint)),
            Column::Survival => self.figure(|sizing| Some(sizing.found.survival)),
            Column::Bears => self.figure(|sizing| Some(sizing.bears)),
            Column::Cliff => self.figure(|sizing| Some(sizing.fall?.sessions)),
            Column::Running => self.figure(|sizing| Some(sizing.running)),
            Column::Turns => self.figure(|sizing| Some(sizing.turns)),
            Column::Tokens => self.figure(|sizing| Some(sizing.tokens())),
            Column::Ttft => self.speed(|speed| speed.ttft.at_percentile.get()),
            Column::Tpot => self.speed(|speed| speed.tpot.at_percentile.get()),
            Column::Good => self.figure(|sizing| Some(sizing.met?.good)),
            Column::PerHour => self.figure(|sizing| Some(sizing.cost?.per_hour.get())),
            Column::PerMonth => self.figure(|sizing| Some(sizing.cost?.per_month.get())),
            Column::Task => {
                self.figure(|sizing| Some(sizing.task.cost(sizing.cost?.per_hour)?.get()))
            }
            Column::Seller => {
                let price = self.price();
                price.map_or(Cell::Empty, |price| text(&price.sourced()))
            }
            Column::AsOf => self.price().map_or(Cell::Empty, |price| text(&price.as_of)),
        }
    }
}
