//! The columns of a table of candidates, and the cell of each.

use super::Document;
use crate::export::cell::{Cell, gib, text};
use crate::offer::{Offer, Price};
use crate::precision::formats;
use crate::quantity::Seconds;
use crate::vision::sizing::report::{Candidate, Rent, Sizing, Verdict};
use crate::vision::sizing::unit::Unit;
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
        /// Memory lacking, or the least time over the limit.
        Reason = "reason",
        /// Replicas.
        Replicas = "replicas",
        /// Accelerators of a replica.
        Each = "accelerators_per_replica",
        /// Accelerators that are paid for.
        Accelerators = "accelerators",
        /// Time at the percentile.
        Latency = "latency_s",
        /// Time of one item alone.
        Alone = "alone_s",
        /// Items at once at the load asked.
        Batch = "batch",
        /// Items a second that a replica keeps.
        Capacity = "items_per_s_per_replica",
        /// The most memory of an accelerator.
        Memory = "memory_gib",
        /// Memory of one.
        MemoryCapacity = "memory_capacity_gib",
        /// A price of the bill.
        PerHour = "usd_per_hour",
        /// The same a month.
        PerMonth = "usd_per_month",
        /// The library, once.
        Once = "library_usd",
        /// How long the library takes.
        Takes = "library_hours",
        /// Dollars of a thousand images.
        ThousandImages = "usd_per_thousand_images",
        /// Of a camera and month.
        CameraMonth = "usd_per_camera_month",
        /// Of a million tokens.
        MillionTokens = "usd_per_million_tokens",
        /// Of a clip.
        Clip = "usd_per_clip",
        /// Of an hour of sound.
        SoundHour = "usd_per_audio_hour",
        /// Of a request.
        Request = "usd_per_request",
        /// Factor either way of times.
        Band = "time_factor",
        /// Whether the generation was measured.
        Evidence = "evidence",
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
    fn sizing(&self) -> Option<&Sizing> {
        self.candidate.best.as_ref()
    }

    fn rent(&self) -> Option<Rent> {
        let sizing = self.sizing()?;
        let once = sizing.once.and_then(|once| once.bill);
        sizing.rent.or(once.map(|(rent, _)| rent))
    }

    fn price(&self) -> Option<&Price> {
        self.offer.prices().get(self.rent()?.price)
    }

    fn unit(&self, unit: Unit) -> Cell {
        let found = self.sizing().and_then(|sizing| {
            let mut units = sizing.units.iter();
            units.find(|one| one.unit == unit)
        });
        found.map_or(Cell::Empty, |one| Cell::Figure(one.cost.get()))
    }

    /// The cell of a column.
    pub(super) fn cell(&self, column: Column) -> Cell {
        let accelerator = &self.offer.accelerator;
        let seconds = |time: Seconds| Cell::Figure(time.get());
        let sized = |cell: &dyn Fn(&Sizing) -> Cell| self.sizing().map_or(Cell::Empty, cell);
        let once = |sizing: &Sizing| sizing.once;
        match column {
            Column::Rank => Cell::Count(u32::try_from(self.rank).unwrap_or(u32::MAX)),
            Column::Id => text(&accelerator.id),
            Column::Name => text(&accelerator.name),
            Column::Verdict => Cell::Word(self.candidate.verdict.id()),
            Column::Reason => match &self.candidate.verdict {
                Verdict::Misses { least, limit } => Cell::Figure(*least / *limit),
                Verdict::TooLittleMemory { short } => gib(*short),
                _ => Cell::Empty,
            },
            Column::Replicas => sized(&|sizing| Cell::Count(sizing.replicas)),
            Column::Each => sized(&|sizing| Cell::Count(sizing.each)),
            Column::Accelerators => sized(&|sizing| Cell::Count(sizing.accelerators())),
            Column::Latency => sized(&|sizing| sizing.latency.map_or(Cell::Empty, seconds)),
            Column::Alone => sized(&|sizing| seconds(sizing.alone)),
            Column::Batch => sized(&|sizing| Cell::Figure(sizing.batch)),
            Column::Capacity => sized(&|sizing| Cell::Figure(sizing.capacity)),
            Column::Memory => sized(&|sizing| {
                sizing
                    .fullest()
                    .map_or(Cell::Empty, |moment| gib(moment.total()))
            }),
            Column::MemoryCapacity => gib(accelerator.memory),
            Column::PerHour => {
                let rent = self.rent();
                rent.map_or(Cell::Empty, |rent| Cell::Figure(rent.rented.per_hour.get()))
            }
            Column::PerMonth => sized(&|sizing| {
                let rent = sizing.rent;
                rent.map_or(Cell::Empty, |rent| {
                    Cell::Figure(rent.rented.per_month.get())
                })
            }),
            Column::Once => sized(&|sizing| {
                let bill = once(sizing).and_then(|once| once.bill);
                bill.map_or(Cell::Empty, |(_, cost)| Cell::Figure(cost.get()))
            }),
            Column::Takes => sized(&|sizing| {
                once(sizing).map_or(Cell::Empty, |once| Cell::Figure(once.takes.get() / 3600.0))
            }),
            Column::ThousandImages => self.unit(Unit::ThousandImages),
            Column::CameraMonth => self.unit(Unit::CameraMonth),
            Column::MillionTokens => self.unit(Unit::MillionTokens),
            Column::Clip => self.unit(Unit::Clip),
            Column::SoundHour => self.unit(Unit::SoundHour),
            Column::Request => self.unit(Unit::Request),
            Column::Band => sized(&|sizing| Cell::Figure(sizing.trust.time)),
            Column::Evidence => sized(&|sizing| {
                Cell::Word(match sizing.trust.evidence {
                    crate::band::Evidence::Measured => "measured",
                    crate::band::Evidence::Interpolated => "interpolated",
                    crate::band::Evidence::Unmeasured => "unmeasured",
                })
            }),
            Column::Seller => self
                .price()
                .map_or(Cell::Empty, |price| text(&price.sourced())),
            Column::AsOf => self.price().map_or(Cell::Empty, |price| text(&price.as_of)),
        }
    }
}
