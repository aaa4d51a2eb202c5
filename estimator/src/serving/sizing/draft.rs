//! The most requests that a replica may hold, `B*`, and how many replicas that makes.
//!
//! Of the placements of one count only the best is wanted. Each is first asked for as many
//! requests as the best so far holds; one that breaks the demands there, and does no more
//! besides, is left at that.

use crate::serving::replica::disaggregated::Pools;
use crate::serving::replica::{Point, Replica};
use crate::workload::{Load, Sla};
use std::cmp::Ordering;

/// Halvings of the logarithmic interval in which `B*` is sought: to 1 % of
/// it over four decades.
const HALVINGS: u32 = 10;

/// Over its own least latency, how far an accelerator that is too slow even
/// alone is loaded to be compared at all.
const TOO_SLOW_SLACK: f64 = 1.25;

/// What the fleet as a whole must carry.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Total {
    /// Requests a second.
    Rate(f64),
    /// Users at once.
    Users(f64),
    /// As much as it can: one replica.
    Anything,
}

impl Total {
    pub(crate) const fn of(load: Load) -> Self {
        match load {
            Load::Poisson(rate) => Self::Rate(rate),
            Load::Steady(users)
            | Load::Closed(users)
            | Load::Lockstep(users)
            | Load::Burst(users) => Self::Users(users),
            Load::Saturated => Self::Anything,
        }
    }

    const fn is_open(self) -> bool {
        matches!(self, Self::Rate(_))
    }
}

/// A placement and the population it may hold, before the details are filled
/// in.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Draft {
    /// Most requests at once in one replica.
    pub most: f64,
    /// What one replica does then.
    pub at_most: Point,
    /// Replicas that carry the load.
    pub replicas: u32,
    /// Over the demands by this factor at the least load; 1 or less where they
    /// are kept.
    pub excess: f64,
    /// Of them, where prefill and decode are apart.
    pub pools: Option<Pools>,
}

/// Relaxes both demands by `factor`.
pub(crate) fn relaxed(sla: &Sla, factor: f64) -> Sla {
    Sla {
        ttft: sla.ttft.map(|limit| limit * factor),
        tpot: sla.tpot.map(|limit| limit * factor),
        ..*sla
    }
}

/// Sizes `replica` for the scenario's load under `sla`, at the least load where even
/// that breaks it.
pub(crate) fn draft(replica: &Replica, load: Load, sla: &Sla) -> Draft {
    let case = Case {
        fills: true,
        ..Case::new(replica, load, *sla)
    };
    case.draft(case.least_excess())
}

/// A draft of [`better`] with the most that its replica may hold, though the load asks for
/// less: what is said of headroom. One that breaks the demands is as it was.
pub(crate) fn full(replica: &Replica, load: Load, sla: &Sla, found: Draft) -> Draft {
    if found.excess > 1.0 || Total::of(load).is_open() {
        return found;
    }
    draft(replica, load, sla)
}

/// The same where `replica` is to be better than `rival`, of the same count: it keeps
/// the SLA where the other does not, needs fewer replicas, or is faster. One that is too
/// slow even alone is sized at the least latency it can reach. `None` where it is no
/// better.
pub(crate) fn better(
    replica: &Replica,
    load: Load,
    sla: &Sla,
    rival: Option<&Draft>,
) -> Option<Draft> {
    let case = Case::new(replica, load, *sla);
    if rival.is_some_and(|rival| rival.excess <= 1.0 && !case.could_beat(rival)) {
        return None;
    }
    let excess = case.least_excess();
    if rival.is_some_and(|rival| excess > rival.excess.max(1.0)) {
        return None;
    }
    let draft = if excess > 1.0 {
        let sla = relaxed(sla, excess * TOO_SLOW_SLACK);
        let case = Case { sla, ..case };
        Draft {
            excess,
            ..case.draft(case.least_excess())
        }
    } else {
        case.draft(excess)
    };
    rival
        .is_none_or(|rival| draft.beats(rival))
        .then_some(draft)
}

impl Draft {
    fn beats(&self, other: &Self) -> bool {
        let missed = |draft: &Self| draft.excess.max(1.0);
        match missed(self).total_cmp(&missed(other)) {
            Ordering::Less => true,
            Ordering::Equal => is_better(self.carried(), other.carried()),
            Ordering::Greater => false,
        }
    }

    /// Replicas, and requests a second of each.
    const fn carried(&self) -> (u32, f64) {
        (self.replicas, self.at_most.rate)
    }
}

/// Whether fewer replicas carry a load, or as many that could do more each.
fn is_better(one: (u32, f64), other: (u32, f64)) -> bool {
    one.0 < other.0 || (one.0 == other.0 && one.1 > other.1)
}

/// A replica that is to carry its share of a load under an SLA.
#[derive(Clone, Copy)]
struct Case<'a> {
    replica: &'a Replica,
    load: Load,
    total: Total,
    sla: Sla,
    /// Whether a replica is filled beyond the load, as far as the demands allow.
    fills: bool,
}

impl<'a> Case<'a> {
    const fn new(replica: &'a Replica, load: Load, sla: Sla) -> Self {
        Self {
            replica,
            load,
            total: Total::of(load),
            sla,
            fills: false,
        }
    }

    /// The least load a replica can be asked about: one request now and then.
    const fn least(&self) -> f64 {
        if self.total.is_open() { 0.05 } else { 1.0 }
    }

    /// Over the demands by this factor at the least load.
    fn least_excess(&self) -> f64 {
        if self.replica.is_disaggregated() {
            self.replica.excess_apart(&self.sla)
        } else {
            let alone = self.replica.at(self.least(), self.total.is_open());
            self.replica.excess(&alone, &self.sla)
        }
    }

    /// The most requests that memory holds, and that the load has a use for where replicas
    /// are compared.
    fn room(&self) -> f64 {
        let room = self.replica.capacity().max(1.0);
        match self.total {
            Total::Rate(_) => self.replica.mean_of_crowd(room),
            // Replicas are compared by what they do at the load.
            Total::Users(users) if !self.fills => room.min(users.max(1.0)),
            Total::Users(_) | Total::Anything => room,
        }
    }

    fn keeps(&self, users: f64) -> bool {
        self.replica.keeps(&self.sla, users, self.total.is_open())
    }

    /// The draft, where the SLA is broken by `excess` at the least load.
    fn draft(&self, excess: f64) -> Draft {
        if self.replica.is_disaggregated() {
            return self.replica.draft_apart(self.load, &self.sla);
        }
        let most = if excess > 1.0 {
            self.least()
        } else {
            self.largest()
        };
        // Users who wait are whole people.
        let whole_users = !self.total.is_open() && !self.replica.thinks();
        let most = if whole_users {
            most.floor().max(1.0)
        } else if self.total.is_open() {
            self.replica.busiest(most)
        } else {
            most
        };
        let at_most = self.replica.at(most, self.total.is_open());
        Draft {
            most,
            at_most,
            replicas: self.replicas(most, at_most.rate),
            excess,
            pools: None,
        }
    }

    /// Replicas that carry the load with `users` requests and `rate` a second in each.
    fn replicas(&self, users: f64, rate: f64) -> u32 {
        let needed = match self.total {
            Total::Rate(all) => all / rate,
            Total::Users(all) => all / self.replica.population(users, rate),
            Total::Anything => 1.0,
        };
        whole(needed - 1e-9)
    }

    /// Whether this could be better than a `rival` that keeps the SLA: it keeps it with as
    /// many requests as that one holds, or would do more with them, since with fewer it
    /// does less.
    fn could_beat(&self, rival: &Draft) -> bool {
        let users = rival.most.min(self.room());
        if self.replica.is_disaggregated() || self.keeps(users) {
            return true;
        }
        let rate = self.replica.rate(users, self.total.is_open());
        is_better((self.replicas(users, rate), rate), rival.carried())
    }

    /// The largest population whose latencies keep the SLA, at most what there is room for.
    fn largest(&self) -> f64 {
        let most = self.room();
        if self.keeps(most) {
            return most;
        }
        // Populations span four decades: halve the logarithm.
        let (mut low, mut high) = (self.least(), most.max(self.least()));
        for _ in 0..HALVINGS {
            let middle = (low * high).sqrt();
            if self.keeps(middle) {
                low = middle;
            } else {
                high = middle;
            }
        }
        low
    }
}

/// The most replicas that are counted.
pub(crate) const MOST_REPLICAS: f64 = 1e9;

/// Rounds a number of replicas up, within what a fleet can be.
pub(crate) fn whole(needed: f64) -> u32 {
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    // In range by the clamp; NaN becomes 1.
    let replicas = needed.ceil().clamp(1.0, MOST_REPLICAS) as u32;
    replicas
}
