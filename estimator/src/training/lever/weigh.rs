//! The gain of a lever, and its cost beside money: each changed question is asked, and its answer
//! stands against the one before.

use crate::choice::PriceBasis;
use crate::order::ascending;
use crate::quantity::{Seconds, Usd};
use crate::rental::HOURS_PER_MONTH;
use crate::serving::plan::term;
use crate::training::lever::{Lever, Resolved, levers};
use crate::training::question::Question;
use crate::training::report::Report;

/// The cost of a change beside money and time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Risk {
    /// Nothing: the same training, run otherwise.
    None,
    /// The model may learn less.
    Quality,
    /// Numbers may run out of range: the loss needs watching.
    Stability,
    /// Learning rate and schedule must be tuned anew.
    Tuning,
    /// The machine may be taken away.
    Interruption,
    /// Paid for whether used or not.
    Commitment,
    /// Data goes elsewhere.
    Location,
    /// Work: scripts and checkpoints of other software.
    Migration,
    /// It is done later.
    Delay,
}

/// A change with its gain.
#[derive(Debug, Clone)]
pub struct Weighed {
    /// The change.
    pub lever: Lever,
    /// The question it leads to.
    pub question: Question,
    /// Its cost beside.
    pub risk: Risk,
    /// Money less; negative where it is dearer. `None` where either has no price.
    pub saved: Option<Usd>,
    /// Time less; negative where it takes longer.
    pub sooner: Option<Seconds>,
    /// Whether it is done in time where it was not.
    pub rescues: bool,
}

impl Lever {
    /// The cost of the change beside money and time.
    #[must_use]
    pub const fn risk(self) -> Risk {
        match self {
            Self::Adapters | Self::FourBitBase | Self::HalfSequence => Risk::Quality,
            Self::EightBitProducts | Self::EightBitOptimizer | Self::SixteenBit => Risk::Stability,
            Self::DoubleBatch => Risk::Tuning,
            Self::Packing
            | Self::ChunkedLoss
            | Self::AnyRecompute
            | Self::FullRecompute
            | Self::AnyLayout
            | Self::OffloadOptimizer
            | Self::OffloadStates
            | Self::AnyAccelerator
            | Self::MoreAccelerators
            | Self::Basis(PriceBasis::OnDemand) => Risk::None,
            Self::Stack(_) => Risk::Migration,
            Self::LaterDeadline => Risk::Delay,
            Self::Basis(PriceBasis::Spot) => Risk::Interruption,
            Self::Basis(PriceBasis::Reserved1y | PriceBasis::Reserved3y) => Risk::Commitment,
            Self::AnyArea | Self::AnySeller => Risk::Location,
        }
    }
}

impl Lever {
    /// How long it must be paid for, however soon the run is done; nothing for prices by the hour.
    fn binds(self) -> Seconds {
        match self {
            Self::Basis(basis) if term(basis) > 1 => {
                Seconds::new(f64::from(term(basis)) * HOURS_PER_MONTH * 3600.0)
            }
            _ => Seconds::ZERO,
        }
    }
}

/// The levers of `asked` with the gain of each, the largest saving first; those that bring nothing
/// are left out, and prices that bind for longer than the run takes: the run's cost would not be
/// the whole payment. `now` is the question's own report; `answer` asks another question, `None`
/// where it has no answer.
pub fn weigh(
    asked: Resolved<'_>,
    now: &Report,
    mut answer: impl FnMut(&Question) -> Option<Report>,
) -> Vec<Weighed> {
    let before = outcome(now);
    let weighed = levers(asked)
        .into_iter()
        .filter_map(|(lever, changed)| {
            let after = outcome(&answer(&changed)?)?;
            (after.1 >= lever.binds()).then(|| against(lever, changed, before, after))
        })
        .filter(Weighed::helps)
        .collect();
    ascending(weighed, |weighed: &Weighed| {
        // A run in time where there was none is worth most; then money, then time.
        match (weighed.rescues, weighed.saved) {
            (true, _) => -1e18,
            (false, Some(saved)) => -1e6 * saved.get(),
            (false, None) => -weighed.sooner.map_or(0.0, Seconds::get) * 1e-9,
        }
    })
}

/// Money and time of the recommended run.
fn outcome(report: &Report) -> Option<(Option<Usd>, Seconds)> {
    let run = report.recommended()?.best.as_ref()?;
    Some((run.cost, run.wall))
}

fn against(
    lever: Lever,
    question: Question,
    before: Option<(Option<Usd>, Seconds)>,
    (cost, wall): (Option<Usd>, Seconds),
) -> Weighed {
    let paid = before.and_then(|(cost, _)| cost);
    Weighed {
        lever,
        question,
        risk: lever.risk(),
        saved: paid.zip(cost).map(|(paid, cost)| paid - cost),
        sooner: before.map(|(_, before)| before - wall),
        rescues: before.is_none(),
    }
}

impl Weighed {
    /// Whether it is worth showing: it saves money, or costs none and is done sooner.
    fn helps(&self) -> bool {
        let saved = self.saved.map_or(0.0, Usd::get);
        let sooner = self.sooner.map_or(0.0, Seconds::get);
        self.rescues || saved > 0.0 || (saved >= 0.0 && sooner > 0.0)
    }
}
