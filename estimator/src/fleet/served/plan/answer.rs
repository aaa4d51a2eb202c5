//! A plan's answer: the replicas as they were packed, the questions beside them, and the bill line
//! by line.

use super::super::Wish;
use super::super::types::Type;
use crate::fleet::Packing;
use crate::fleet::machines::machines;
use crate::fleet::question::Question;
use crate::quantity::UsdPerHour;
use crate::rental::{Rented, rented};
use crate::serving::report::Sizing;

/// A replica of a packing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Item {
    /// Its name in the packing.
    pub id: String,
    /// The question's place.
    pub served: usize,
    /// Working replicas of it in all.
    pub replicas: u32,
}

/// A question that is served as Size serves it, several GPUs a replica.
#[derive(Debug, Clone, PartialEq)]
pub struct Whole {
    /// The question's place.
    pub served: usize,
    /// The choice's place.
    pub choice: usize,
    /// Its sizing and bill.
    pub sizing: Sizing,
}

/// The answer.
#[derive(Debug, Clone, PartialEq)]
pub struct Answer {
    /// The replicas as they were packed.
    pub question: Question,
    /// The packing.
    pub packing: Packing,
    /// Its types.
    pub types: Vec<Type>,
    /// Its workloads.
    pub items: Vec<Item>,
    /// The questions that need several GPUs.
    pub whole: Vec<Whole>,
    /// Questions that no choice serves as promised, by place.
    pub unserved: Vec<usize>,
    /// Every bill: whole instances of the packing and of the questions beside it, licences
    /// included; `None` where something is unserved or unpacked.
    pub per_hour: Option<UsdPerHour>,
    /// The bills of what is served and packed; `None` where nothing holds all of that.
    pub paid: Option<UsdPerHour>,
    /// No packing under any of the divisions costs less, bills beside it included; `None` where
    /// one was not packed to the end.
    pub bound: Option<UsdPerHour>,
    /// Whether no packing is cheaper, under any of the divisions that were packed.
    pub optimal: bool,
    pub(super) engines: Vec<Vec<f64>>,
}

impl Answer {
    /// The replica of that name.
    #[must_use]
    pub fn item(&self, id: &str) -> Option<&Item> {
        self.items.iter().find(|item| item.id == id)
    }

    /// The share of a question's steps in which kernels run, on a choice.
    #[must_use]
    pub fn engine(&self, served: usize, choice: usize) -> f64 {
        let engine = self.engines.get(served).and_then(|all| all.get(choice));
        engine.copied().unwrap_or(1.0)
    }
}

/// Dollars an hour of a packing: every type's GPUs as they are sold, and licences.
pub(super) fn bill(wish: &Wish, types: &[Type], question: &Question, packing: &Packing) -> f64 {
    let (lots, licences) = sold(wish, types, question, packing);
    let lots = lots.iter().map(|lot| lot.rented.per_hour.get());
    licences.get() + lots.sum::<f64>()
}

/// GPUs of a packing that are rented together.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Lot {
    /// The type's place.
    pub kind: usize,
    /// GPUs that the packing uses.
    pub used: u32,
    /// Whole instances, and their price.
    pub rented: Rented,
}

/// The bill of a packing line by line: the GPUs of every type that is rented, and the licences.
#[must_use]
pub fn sold(
    wish: &Wish,
    types: &[Type],
    question: &Question,
    packing: &Packing,
) -> (Vec<Lot>, UsdPerHour) {
    let machines = machines(question, packing);
    let paid: u64 = machines.iter().map(|machine| machine.price_milli_usd).sum();
    let licences = packing
        .price_milli_usd
        .unwrap_or_default()
        .saturating_sub(paid);
    let lots = machines.iter().filter_map(|machine| {
        let kind = types.iter().position(|one| one.name == machine.gpu)?;
        let one = types.get(kind)?;
        let offer = &wish.choices.get(one.choice)?.offer;
        let price = offer.prices().get(one.price?)?;
        let used = machine.machines * u64::from(machine.lot) - machine.idle;
        let used = u32::try_from(used).unwrap_or(u32::MAX);
        Some(Lot {
            kind,
            used,
            rented: rented(used, 1, price),
        })
    });
    (lots.collect(), UsdPerHour::new(licences as f64 / 1000.0))
}
