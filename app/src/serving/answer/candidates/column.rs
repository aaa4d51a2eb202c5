//! The columns of the table: their headings, their place, how they sort.

use super::row::{Figures, Row};
use crate::i18n::Msg;
use crate::serving::draft::Pace;
use estimator::quantity::Seconds;

/// A column of the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Column {
    /// Name.
    Accelerator,
    /// Who sells it, in which machines.
    Seller,
    /// Accelerators in use, and those paid for.
    Gpus,
    /// Replicas times accelerators of one.
    Count,
    /// Parallelism.
    Split,
    /// Share of the memory used.
    Memory,
    /// Dollars an hour, of whole machines.
    Sold,
    /// Dollars per million output tokens.
    PerMillion,
    /// Performance per dollar.
    Score,
    /// Time to first token.
    First,
    /// What one user sees, as the limit is typed: tokens a second, or the time of one.
    Speed,
    /// Output tokens a second of all.
    Tokens,
    /// The judgement; sorted by, the groups of a fresh page.
    Spare,
    /// What backs the latencies.
    Evidence,
    /// Days since the price was read.
    Age,
}

impl Column {
    /// From left to right.
    pub(super) const ALL: [Self; 15] = [
        Self::Accelerator,
        Self::Seller,
        Self::Gpus,
        Self::Count,
        Self::Split,
        Self::Memory,
        Self::Sold,
        Self::PerMillion,
        Self::Score,
        Self::First,
        Self::Speed,
        Self::Tokens,
        Self::Spare,
        Self::Evidence,
        Self::Age,
    ];

    /// Whether it is shown only where it was asked for.
    pub(super) const fn is_optional(self) -> bool {
        matches!(
            self,
            Self::Count
                | Self::Split
                | Self::Memory
                | Self::PerMillion
                | Self::Score
                | Self::Tokens
        )
    }

    /// Heading, where limits are typed by `pace`.
    pub(super) const fn title(self, pace: Pace) -> Msg {
        match self {
            Self::Accelerator => Msg::ColAccelerator,
            Self::Seller => Msg::ColSeller,
            Self::Gpus => Msg::ColUsedPaid,
            Self::Count => Msg::ColCount,
            Self::Split => Msg::ColSplit,
            Self::Memory => Msg::ColMemory,
            Self::Sold => Msg::ColSold,
            Self::PerMillion => Msg::ColPerMillion,
            Self::Score => Msg::ColScore,
            Self::First => Msg::ColFirst,
            Self::Speed => match pace {
                Pace::Millis => Msg::ColTpot,
                Pace::Rate => Msg::ColSpeed,
            },
            Self::Tokens => Msg::ColCapacity,
            Self::Spare => Msg::ColSpare,
            Self::Evidence => Msg::ColEvidence,
            Self::Age => Msg::ColAge,
        }
    }

    /// The meaning of the heading, in full.
    pub(super) const fn meaning(self, pace: Pace) -> Msg {
        match self {
            Self::Accelerator => Msg::ColAcceleratorMeaning,
            Self::Seller => Msg::ColSellerMeaning,
            Self::Gpus => Msg::ColUsedPaidMeaning,
            Self::Count => Msg::ColCountMeaning,
            Self::Split => Msg::ColSplitMeaning,
            Self::Memory => Msg::ColMemoryMeaning,
            Self::Sold => Msg::ColSoldMeaning,
            Self::PerMillion => Msg::ColPerMillionMeaning,
            Self::Score => Msg::ColScoreMeaning,
            Self::First => Msg::ColTtftMeaning,
            Self::Speed => match pace {
                Pace::Millis => Msg::ColTpotMeaning,
                Pace::Rate => Msg::ColSpeedMeaning,
            },
            Self::Tokens => Msg::ColTokensMeaning,
            Self::Spare => Msg::ColSpareMeaning,
            Self::Evidence => Msg::ColEvidenceMeaning,
            Self::Age => Msg::ColAgeMeaning,
        }
    }

    /// The class of its cells.
    pub(super) const fn class(self) -> &'static str {
        match self {
            Self::Accelerator => "name",
            Self::Seller => "seller",
            Self::Gpus => "figure gpus",
            Self::Split => "option",
            Self::Sold => "figure money sold",
            Self::PerMillion => "figure money option",
            Self::Score => "figure money option score",
            Self::First | Self::Speed => "figure",
            Self::Spare => "verdict",
            Self::Evidence => "evidence",
            Self::Age => "figure age",
            Self::Count | Self::Memory | Self::Tokens => "figure option",
        }
    }

    /// Whether it holds latencies at the SLA's percentile.
    pub(super) const fn is_latency(self) -> bool {
        matches!(self, Self::First | Self::Speed)
    }

    /// Whether its best values are the large ones, so that the first click
    /// sorts downwards.
    pub(super) const fn is_larger_first(self, pace: Pace) -> bool {
        matches!(self, Self::Tokens | Self::Score)
            || matches!((self, pace), (Self::Speed, Pace::Rate))
    }

    /// The number that its rows are sorted by; `None` for words, and where there is none.
    pub(super) fn value(self, row: &Row, pace: Pace) -> Option<f64> {
        let of = |value: fn(&Figures) -> Option<f64>| row.figures.as_ref().and_then(value);
        match self {
            Self::Accelerator | Self::Split | Self::Seller => None,
            Self::Gpus => of(|figures| figures.paid.or(Some(figures.accelerators)).map(f64::from)),
            Self::Count => of(|figures| Some(f64::from(figures.accelerators))),
            Self::Memory => of(|figures| Some(figures.memory)),
            Self::First => of(|figures| figures.ttft.map(Seconds::get)),
            Self::Speed => {
                let tpot = of(|figures| figures.tpot.map(Seconds::get));
                tpot.map(|time| match pace {
                    Pace::Millis => time,
                    Pace::Rate => time.recip(),
                })
            }
            Self::Tokens => of(|figures| figures.tokens),
            Self::Sold => of(|figures| figures.per_hour),
            Self::PerMillion => of(|figures| figures.per_million),
            Self::Score => row.score,
            Self::Spare => Some(row.rank as f64),
            Self::Evidence => row.backing.map(|backing| f64::from(backing as u8)),
            Self::Age => row.age.days.map(f64::from),
        }
    }

    /// The words that its rows are sorted by.
    pub(super) fn words(self, row: &Row) -> Option<&str> {
        match self {
            Self::Accelerator => Some(&row.name),
            Self::Seller => Some(&row.seller)
                .filter(|name| !name.is_empty())
                .map(|name| &**name),
            Self::Split => row.figures.as_ref().map(|figures| figures.split.as_str()),
            _ => None,
        }
    }
}
