//! The most requests that a replica may hold, `B*`, and how many replicas that makes.
//!
//! Of the placements of one count only the best is wanted. Each is first asked for as many
//! requests as the best so far holds; one that breaks the demands there, and does no more
//! besides, is left at that.

use crate::serving::replica::disaggregated::Pools;
use crate::serving::replica::{NEARLY, Point, Replica};
use crate::serving::sizing::cells::{Cells, Loaded};
use crate::workload::{Load, Sla};
use std::cmp::Ordering;

/// Over its own least latency, how far an accelerator that is too slow even
/// alone is loaded to be compared at all.
const TOO_SLOW_SLACK: f64 = 1.25;

/// The load that the fleet as a whole must carry.
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
    /// The speed of one replica then.
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
    case.draft(case.alone(), None)
}

/// A draft of [`better`] with the most that its replica may hold, though the load asks for less:
/// the source of headroom. One that breaks the demands is as it was.
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
    let kept = rival.filter(|rival| rival.excess <= 1.0 && !replica.is_disaggregated());
    let mut seen = kept.map(|rival| case.with_as_many(rival));
    if let (Some(rival), Some(with_as_many)) = (kept, seen) {
        if !case.could_beat(rival, &with_as_many) {
            return None;
        }
        if with_as_many.excess <= 1.0 {
            seen = Some(case.with_enough(rival, with_as_many)?);
        }
    }
    // Where it keeps the demands with as many, it does alone.
    let keeping = seen.filter(|seen| seen.excess <= 1.0);
    let alone = keeping.unwrap_or_else(|| case.alone());
    let excess = alone.excess;
    if rival.is_some_and(|rival| excess > rival.excess.max(1.0)) {
        return None;
    }
    let draft = if excess > 1.0 {
        let sla = relaxed(sla, excess * TOO_SLOW_SLACK);
        let case = Case { sla, ..case };
        Draft {
            excess,
            ..case.draft(case.alone(), None)
        }
    } else {
        case.draft(alone, seen)
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

    /// The replica at the least load.
    fn alone(&self) -> Loaded {
        let point = self.replica.at(self.least(), self.total.is_open());
        let excess = if self.replica.is_disaggregated() {
            self.replica.excess_apart(&self.sla)
        } else {
            self.replica.excess(&point, &self.sla)
        };
        Loaded { point, excess }
    }

    /// The most requests that memory holds, and that the load has a use for where replicas
    /// are compared.
    fn room(&self) -> f64 {
        let room = self.replica.capacity().max(1.0);
        match self.total {
            Total::Rate(_) => self.replica.mean_of_crowd(room),
            // Replicas are compared by their speed at the load.
            Total::Users(users) if !self.fills => room.min(users.max(1.0)),
            Total::Users(_) | Total::Anything => room,
        }
    }

    /// The replica with `users` requests.
    fn with(&self, users: f64) -> Loaded {
        let (point, excess) = self.replica.asked(&self.sla, users, self.total.is_open());
        Loaded { point, excess }
    }

    /// The draft, by the least load, or one known to keep the demands, and one that was `seen`
    /// besides.
    fn draft(&self, alone: Loaded, seen: Option<Loaded>) -> Draft {
        if self.replica.is_disaggregated() {
            return self.replica.draft_apart(self.load, &self.sla);
        }
        let excess = alone.excess;
        let largest = if excess > 1.0 {
            alone
        } else {
            self.largest(alone, seen)
        };
        let users = largest.point.users;
        // Users who wait are whole people.
        let whole_users = !self.total.is_open() && !self.replica.thinks();
        let most = if whole_users {
            users.floor().max(1.0)
        } else if self.total.is_open() {
            self.replica.busiest_below(users, largest.point.rate)
        } else {
            users
        };
        let at_most = if most.total_cmp(&users).is_eq() {
            largest.point
        } else {
            self.replica.at(most, self.total.is_open())
        };
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

    /// As many requests as a `rival` holds, as far as there is room for them.
    fn with_as_many(&self, rival: &Draft) -> Loaded {
        self.with(rival.most.min(self.room()))
    }

    /// Whether this could be better than a `rival` that keeps the SLA: it keeps it with as
    /// many requests as that one holds, or would do more with them, since with fewer it
    /// does less.
    fn could_beat(&self, rival: &Draft, with_as_many: &Loaded) -> bool {
        let Point { users, rate, .. } = with_as_many.point;
        with_as_many.excess <= 1.0 || is_better((self.replicas(users, rate), rate), rival.carried())
    }

    /// The least population that may do more than a `rival` does, which keeps the SLA as this does
    /// `with_as_many`; `None` where it breaks it, or there is no room for it. More at once are
    /// answered no sooner, so that a rate which is higher takes as many more at the least.
    fn with_enough(&self, rival: &Draft, with_as_many: Loaded) -> Option<Loaded> {
        let Point { users, rate, .. } = with_as_many.point;
        let faster = users * rival.at_most.rate / rate;
        let fewer = match self.total {
            Total::Users(all) if rival.replicas > 1 => all / f64::from(rival.replicas - 1),
            _ => f64::INFINITY,
        };
        let enough = faster.min(fewer) * NEARLY;
        if enough <= users || self.replica.thinks() {
            return Some(with_as_many);
        }
        if enough > self.room() {
            return None;
        }
        let seen = self.with(enough);
        (seen.excess <= 1.0).then_some(seen)
    }

    /// The largest population whose latencies keep the SLA, at most as many as there is room for;
    /// `alone` does, and whether `seen` does is known.
    fn largest(&self, alone: Loaded, seen: Option<Loaded>) -> Loaded {
        let (least, most) = (self.least(), self.room());
        let (low, high) = match seen {
            Some(seen) if seen.excess > 1.0 => (alone, seen),
            Some(seen) if seen.point.users >= most => return seen,
            kept => (kept.unwrap_or(alone), self.with(most)),
        };
        if high.excess <= 1.0 {
            return high;
        }
        // One request is asked about even where there is no room for it.
        Cells(least, most.max(least)).last(low, high, |users| self.with(users))
    }
}

/// The most replicas that are counted.
pub(crate) const MOST_REPLICAS: f64 = 1e9;

/// Rounds a number of replicas up, within the bounds of a fleet.
pub(crate) fn whole(needed: f64) -> u32 {
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    // In range by the clamp; NaN becomes 1.
    let replicas = needed.ceil().clamp(1.0, MOST_REPLICAS) as u32;
    replicas
}

#[cfg(test)]
mod tests;
