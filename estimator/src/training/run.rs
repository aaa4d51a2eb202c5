//! A whole run: from one layout's estimate to days, accelerator-hours, energy and money.
//!
//! `wall = start + steps * step + loading + writing + lost`, with `steps` the job's tokens over
//! those of a step. Loading shows only where it is slower than a step, since samples are
//! read while the step before runs. Writing and lost work are [`reliability`]'s; before all
//! of it, machines [`start`].
//! `hours = instances * accelerators of one * wall as the seller bills it`, in the instances
//! whose whole bill is the least, of those that hold the part of a node that was timed;
//! `energy = n * board power * (wall - start)`: boards in training draw close to their limit.

use crate::offer::{Offer, Price};
use crate::quantity::{Bytes, Seconds, Usd};
use crate::rental::{Rented, cheapest_for, node_as_sold, on_nodes};
use crate::training::job::Job;
use crate::training::layout::Layout;
use crate::training::method::Sharding;
use crate::training::reliability::{self, loss};
use crate::training::report::{Estimate, Overheads, Run};
use crate::training::site::Site;
use crate::training::start::{self, Start};

const HOUR: f64 = 3600.0;

/// The terms that a run is counted with beside its estimate.
#[derive(Debug, Clone, Copy)]
pub struct Terms<'a> {
    /// The job.
    pub job: &'a Job,
    /// The links of the machines.
    pub site: &'a Site,
    /// The accelerator and its price.
    pub offer: &'a Offer,
    /// Accelerators of one node.
    pub node: u32,
    /// Bytes of one checkpoint, [`reliability::checkpoint_bytes`]: the same for every
    /// layout.
    pub checkpoint: Bytes,
    /// Published weights to begin with.
    weights: Bytes,
}

/// The time of a run once it has started, before anything is said of money.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Duration {
    /// Steps alone.
    pub compute: Seconds,
    /// The overheads on top.
    pub overheads: Overheads,
    /// All of it.
    pub wall: Seconds,
}

impl<'a> Terms<'a> {
    /// The terms of `job` on `offer`, over nodes of `node` accelerators.
    #[must_use]
    pub fn new(job: &'a Job, site: &'a Site, offer: &'a Offer, node: u32) -> Self {
        Self {
            job,
            site,
            offer,
            node: node.max(1),
            checkpoint: reliability::checkpoint_bytes(job, &offer.accelerator),
            weights: start::weights(job),
        }
    }

    /// How long a run takes whose optimizer step takes `step`, its start not counted.
    #[must_use]
    pub fn duration(&self, layout: &Layout, step: Seconds) -> Duration {
        let steps = self.job.steps();
        let compute = step * steps;
        let loading = (self.pace(layout, step) - step) * steps;
        let run = loss(
            compute + loading,
            self.writing(layout),
            self.site.between_failures / f64::from(layout.accelerators.max(1)),
            self.site.restart,
        );
        Duration {
            compute,
            overheads: Overheads {
                checkpoint_every: run.every,
                checkpoint: self.checkpoint,
                writing: run.writing,
                loading,
                failures: run.failures,
                lost: run.lost,
            },
            wall: compute + loading + run.writing + run.lost,
        }
    }

    /// The time from one step to the next: its own, or that of reading its samples.
    #[must_use]
    pub fn pace(&self, layout: &Layout, step: Seconds) -> Seconds {
        step.max(self.reading(layout))
    }

    /// Reading the samples of one step: every copy of the model reads its own.
    fn reading(&self, layout: &Layout) -> Seconds {
        let samples = f64::from(self.job.global_batch) / f64::from(layout.data().max(1));
        match self.site.loading {
            Some(rate) if rate > 0.0 => Seconds::new(samples / rate),
            _ => Seconds::ZERO,
        }
    }

    /// Writing one checkpoint: by every node that holds a part no other holds.
    fn writing(&self, layout: &Layout) -> Seconds {
        let writers = match layout.sharding {
            Sharding::None => layout.model_ranks(),
            _ => layout.accelerators,
        };
        let nodes = f64::from(writers.div_ceil(self.node).max(1));
        if self.site.storage.get() > 0.0 {
            self.checkpoint / (self.site.storage * nodes)
        } else {
            Seconds::ZERO
        }
    }

    /// The run of `estimate`; `None` where its speed is not known.
    #[must_use]
    pub fn run(&self, estimate: Estimate) -> Option<Run> {
        let step = estimate.speed.as_ref()?.step.total;
        let layout = estimate.layout;
        let time = self.duration(&layout, step);
        let used = layout.accelerators;
        let bill = self.bill(used, time.wall);
        let wall = bill.start.total() + time.wall;
        let paid = bill.sold.map_or_else(
            || whole_nodes(self.node, used),
            |(_, sold)| sold.accelerators,
        );
        let hours = bill.billed.get() / HOUR;
        Some(Run {
            nodes: used.div_ceil(self.node),
            steps: self.job.steps(),
            start: bill.start,
            compute: time.compute,
            overheads: time.overheads,
            wall,
            billed: bill.billed,
            paid,
            price: bill.sold.map(|(place, _)| place),
            accelerator_hours: f64::from(paid) * hours,
            energy_kwh: self
                .offer
                .accelerator
                .power
                .map(|power| power.get() * f64::from(used) * time.wall.get() / HOUR / 1e3),
            cost: bill
                .sold
                .map(|(_, sold)| Usd::new(sold.per_hour.get() * hours)),
            estimate,
        })
    }

    /// How a run of `used` accelerators starts on machines at `price`.
    fn start(&self, used: u32, price: Option<&Price>) -> Start {
        Start::of(self.weights, used.min(self.node), price)
    }

    /// Accelerators of the nodes that a cluster of its instances has, [`node_as_sold`].
    pub(crate) fn node_sold(&self) -> u32 {
        node_as_sold(self.offer.prices(), self.node)
    }

    /// The bill of a run of `used` accelerators that takes `time` once it has started.
    pub(crate) fn bill(&self, used: u32, time: Seconds) -> Bill {
        let prices = self.offer.prices();
        let wall = |price: Option<&Price>| self.start(used, price).total() + time;
        let node = self.node_sold();
        let sold = cheapest_for(&|price| wall(Some(price)), (1, used), prices, node);
        let price = sold.and_then(|(place, _)| prices.get(place));
        let start = self.start(used, price);
        let wall = wall(price);
        Bill {
            sold,
            start,
            billed: price.map_or(wall, |price| price.billing.billed(wall)),
        }
    }
}

/// A run as it is sold.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Bill {
    /// The instances, and the place of their price.
    pub(crate) sold: Option<(usize, Rented)>,
    /// How it starts.
    pub(crate) start: Start,
    /// The time that is paid for.
    pub(crate) billed: Seconds,
}

/// Accelerators paid for where nothing is known of instances: whole nodes beyond the first.
fn whole_nodes(node: u32, used: u32) -> u32 {
    let lot = if used > node { node.max(1) } else { 1 };
    on_nodes(1, used, lot).0.saturating_mul(lot)
}

impl Run {
    /// The price that is paid, of those of the `offer` it runs on.
    #[must_use]
    pub fn price<'a>(&self, offer: &'a Offer) -> Option<&'a Price> {
        offer.prices().get(self.price?)
    }

    /// The measure that runs are compared by: money, or accelerator-hours without a price.
    #[must_use]
    pub fn expense(&self) -> f64 {
        self.cost.map_or(self.accelerator_hours, Usd::get)
    }

    /// Accelerators that work.
    #[must_use]
    pub const fn accelerators(&self) -> u32 {
        self.estimate.layout.accelerators
    }
}
