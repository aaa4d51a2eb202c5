//! The report of a fleet: what a page, a chart and a file say of it. Workloads and accelerators
//! are places in the question's lists.

use super::why::WhyNot;
use crate::fleet::Mode;
use crate::fleet::alternatives::Way;
use crate::fleet::finding::Finding;
use crate::quantity::{Bytes, Seconds, UsdPerHour};
use serde::Serialize;

/// Everything known of a fleet so far.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct Report {
    /// The workloads, in the question's order.
    pub replicas: Vec<Replicas>,
    /// The GPUs that replicas stand on.
    pub boards: Vec<Board>,
    /// The bill of those that are rented, a line a type and price.
    pub bought: Vec<Bought>,
    /// The licences of vGPUs.
    pub licences: UsdPerHour,
    /// Workloads whose replicas span several GPUs, as Size sizes and bills them.
    pub spanning: Vec<Spanning>,
    /// The bill of all that is held; `None` where nothing is.
    pub paid: Option<UsdPerHour>,
    /// Whether every workload is held.
    pub all: bool,
    /// No fleet that holds the same costs less; `None` where nothing is known of that.
    pub bound: Option<UsdPerHour>,
    /// Whether none costs less: the gap is nothing.
    pub proved: bool,
    /// Other ways to hold the same.
    pub others: Vec<Other>,
    /// What a limit holds, where there is one, or where one has too few GPUs.
    pub kept: Option<Kept>,
    /// The growth that breaks it.
    pub growing: Option<Growing>,
    /// Findings on the packing.
    pub findings: Vec<Finding>,
    /// Whether nothing more will come.
    pub done: bool,
}

/// Where the replicas of a workload are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum State {
    /// On GPUs of the packing.
    Packed,
    /// Over several GPUs each, beside the packing.
    Spanning,
    /// Nowhere: no accelerator on offer serves it as promised.
    Unserved,
    /// Nowhere: the limit, or what one has, holds others.
    Left,
}

/// A workload's replicas.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Replicas {
    /// Where they are.
    pub state: State,
    /// How many stand on GPUs of the packing.
    pub many: u32,
    /// Every hour of the worst of them; empty of one that is not packed.
    pub hours: Vec<Hour>,
    /// How many times as long its steps take in its worst hour.
    pub slowest: f64,
    /// How long it waits for its turn at most.
    pub waits: Seconds,
    /// Hours in which a replica's promise is not kept.
    pub broken: u32,
    /// The promised time to the first token.
    pub ttft: Option<Seconds>,
    /// The promised time per output token.
    pub tpot: Option<Seconds>,
}

/// An hour of a workload.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize)]
pub struct Hour {
    /// Busy GPUs, of all its replicas.
    pub load: f64,
    /// How many times as long the steps of the most slowed take.
    pub slowdown: f64,
    /// Its longest wait for a turn.
    pub wait: Seconds,
    /// Its time to the first token, at the promise's percentile; `None` where nothing arrives.
    pub ttft: Option<Seconds>,
    /// Its time per output token.
    pub tpot: Option<Seconds>,
}

/// A GPU of the packing.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Board {
    /// The place of its accelerator among those to choose from.
    pub choice: usize,
    /// The place of its price among the accelerator's; `None` of one that is there already.
    pub price: Option<usize>,
    /// Its accelerator's name.
    pub name: String,
    /// Seller, instance and region; empty of one that is there already.
    pub label: String,
    /// Where the price was read.
    pub read_from: String,
    /// The day of the price.
    pub as_of: String,
    /// Whether it is there already.
    pub own: bool,
    /// How it is shared.
    pub mode: Mode,
    /// Its part of the bill, a licence included.
    pub per_hour: UsdPerHour,
    /// Its memory.
    pub memory: Bytes,
    /// How busy an hour may be, a share.
    pub limit: f64,
    /// How busy each hour is by its rule, turns and switches included; of instances the fullest.
    pub hours: Vec<f64>,
    /// The replicas on it.
    pub members: Vec<Member>,
    /// Memory units of the board; 0 where it is not cut.
    pub units: u32,
    /// Units that no instance takes.
    pub stranded: u32,
    /// Their part of the price.
    pub stranded_per_hour: UsdPerHour,
}

/// A replica on a GPU.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Member {
    /// The workload's place.
    pub workload: usize,
    /// The replica's name.
    pub id: String,
    /// Its part of the GPU's busy share in each hour; of an instance, of the whole board's.
    pub share: Vec<f64>,
    /// All memory that it holds.
    pub memory: Bytes,
    /// The profile of its instance; empty without.
    pub profile: String,
    /// The first memory unit of that.
    pub place: u32,
    /// Its memory units; 0 without.
    pub units: u32,
}

/// GPUs of a type at a price, in whole instances.
#[expect(
    clippy::struct_excessive_bools,
    reason = "independent marks of one price"
)]
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Bought {
    /// The accelerator's place.
    pub choice: usize,
    /// Its name.
    pub name: String,
    /// Seller, instance and region.
    pub label: String,
    /// Where the price was read.
    pub read_from: String,
    /// The day of the price.
    pub as_of: String,
    /// Instances.
    pub instances: u32,
    /// GPUs of each.
    pub instance: u32,
    /// GPUs that something stands on.
    pub used: u32,
    /// The price of all.
    pub per_hour: UsdPerHour,
    /// Whether the price was computed, and stands in no list.
    pub estimated: bool,
    /// Whether its list names no region, where one part of the world is asked for.
    pub unplaced: bool,
    /// Whether it is too old to recommend anything by.
    pub expired: bool,
    /// Whether a second source, or the seller's own list, was seen.
    pub verified: bool,
}

/// A workload whose replicas span several GPUs.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Spanning {
    /// The workload's place.
    pub workload: usize,
    /// The accelerator's name.
    pub name: String,
    /// Seller, instance and region.
    pub label: String,
    /// The day of the price.
    pub as_of: String,
    /// Accelerators in all.
    pub accelerators: u32,
    /// Replicas.
    pub replicas: u32,
    /// The bill; `None` without a price.
    pub per_hour: Option<UsdPerHour>,
}

/// Another way to hold the same.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Other {
    /// Which.
    pub way: Way,
    /// All of it, on average over a day; `None` where it does not hold all.
    pub per_hour: Option<UsdPerHour>,
    /// GPUs, those of sleepers left out.
    pub gpus: Option<u32>,
    /// How many times as long the steps of the most slowed take in the worst hour.
    pub slowdown: f64,
    /// The longest wait for a turn.
    pub wait: Seconds,
    /// Whether none so is cheaper.
    pub proved: bool,
    /// Why it does not hold all, or is no use.
    pub why: Option<WhyNot>,
    /// The longest cold start of those that sleep.
    pub cold: Seconds,
    /// The workloads that sleep.
    pub sleepers: Vec<usize>,
}

/// What a limit holds.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Kept {
    /// Workloads that are held whole.
    pub held: Vec<usize>,
    /// Those that are not, or not all replicas of which are.
    pub left: Vec<usize>,
    /// Of these, what a little more would hold.
    pub gained: Vec<usize>,
    /// How much more, in the limit's unit.
    pub gained_by: f64,
    /// The used part of the limit: US dollars a month, kilowatts, or GPUs.
    pub used: f64,
    /// Whether each that is left out was proved not to fit.
    pub proved: bool,
}

/// Growth against a packing.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Growing {
    /// The month that takes more than its GPUs and its bill; `None` where they last.
    pub breaks: Option<u32>,
    /// The month before that from which on they hold the load in other places only; `None` where
    /// every replica stays where it is.
    pub moves: Option<u32>,
    /// Months that were looked ahead.
    pub months: u32,
    /// GPUs of the packing made in the month that takes more; `None` where none holds all.
    pub gpus: Option<u32>,
    /// Its price.
    pub per_hour: Option<UsdPerHour>,
}

impl Report {
    /// GPUs that something stands on, those of spanning workloads included.
    #[must_use]
    pub fn gpus(&self) -> u32 {
        let boards = u32::try_from(self.boards.len()).unwrap_or(u32::MAX);
        let spanning = self.spanning.iter().map(|one| one.accelerators);
        spanning.fold(boards, u32::saturating_add)
    }

    /// How far the bill may lie above the cheapest, as a share of the bound; `None` where nothing
    /// is known of that.
    #[must_use]
    pub fn gap(&self) -> Option<f64> {
        if self.proved {
            return Some(0.0);
        }
        let (paid, bound) = (self.paid?.get(), self.bound?.get());
        (bound > 0.0).then(|| (paid / bound - 1.0).max(0.0))
    }

    /// A way that was looked at.
    #[must_use]
    pub fn other(&self, way: &Way) -> Option<&Other> {
        self.others.iter().find(|other| other.way == *way)
    }

    /// The saving against one GPU each; `None` before both are known, or where one does not hold
    /// all.
    #[must_use]
    pub fn saved(&self) -> Option<UsdPerHour> {
        let each = self.other(&Way::OneEach)?.per_hour?;
        let paid = self.paid.filter(|_| self.all)?;
        Some(UsdPerHour::new((each.get() - paid.get()).max(0.0)))
    }

    /// The cheapest single type that holds all.
    #[must_use]
    pub fn best_single(&self) -> Option<&Other> {
        let single = |other: &&Other| matches!(other.way, Way::Single(_));
        let known = self.others.iter().filter(single);
        let priced = known.filter_map(|other| Some((other, other.per_hour?.get())));
        priced
            .min_by(|(_, one), (_, other)| one.total_cmp(other))
            .map(|(other, _)| other)
    }
}
