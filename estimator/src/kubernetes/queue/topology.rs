//! Where the pods of a job stand: nodes in racks, racks in blocks, as Kueue assigns topology.
//!
//! ```text
//! pods      = the fewest equal parts of a job that a node holds
//! room      = of a node floor(free / part); of a rack or block the sum of its nodes'
//! required  = the domain of the level that is filled best; none has room: no place
//! preferred = the same, then of the level above; of the highest the fullest few, the last filled best
//! anywhere  = the node with the least room that holds all, or the nodes with the least room first
//! below     = of the domains taken the fewest of the next level, the last filled best
//! ```
//!
//! Sources: the Kueue documentation, "Topology Aware Scheduling"; `tas_flavor_snapshot.go` of its
//! scheduler's cache with the gates as they are by default (`TASProfileMixed`).

use super::question::{Job, Level, Near, Topology};
use super::quota::signed;

/// Accelerators by node.
pub(super) type Places = Vec<(usize, u64)>;

/// The nodes and what is free on each.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Rooms {
    /// Nodes of a domain, by level, the highest first; the last are nodes.
    widths: Vec<(Level, usize)>,
    /// Accelerators of a node.
    node: u64,
    size: Vec<u64>,
    /// Below zero while a head waits for the room of its victims.
    free: Vec<i64>,
}

/// Domains of a level: room in pods, and the number of each.
type Domains = Vec<(u64, usize)>;

impl Rooms {
    /// Nodes that hold `all` accelerators, the last one the rest.
    pub(super) fn new(topology: &Topology, all: u64) -> Self {
        let size: Vec<u64> = topology.sizes(all).collect();
        let count = |number: u64| usize::try_from(number).unwrap_or(usize::MAX).max(1);
        let rack = count(topology.rack);
        let blocks = topology
            .block
            .map(|racks| rack.saturating_mul(count(racks)));
        let blocks = blocks.map(|width| (Level::Block, width));
        let widths = blocks.into_iter();
        Self {
            widths: widths
                .chain([(Level::Rack, rack), (Level::Node, 1)])
                .collect(),
            node: topology.node.max(1),
            free: size.iter().copied().map(signed).collect(),
            size,
        }
    }

    /// Adds what a job holds, or takes it away.
    pub(super) fn free(&mut self, places: &Places) {
        self.change(places, 1);
    }

    /// Takes the room of a job.
    pub(super) fn take(&mut self, places: &Places) {
        self.change(places, -1);
    }

    fn change(&mut self, places: &Places, sign: i64) {
        for (node, gpus) in places {
            if let Some(free) = self.free.get_mut(*node) {
                *free += sign * signed(*gpus);
            }
        }
    }

    /// The places of a job now; none where its pods find no room.
    pub(super) fn place(&self, job: &Job) -> Option<Places> {
        self.assigned(job, |node| {
            let free = self.free.get(node).copied().unwrap_or(0);
            u64::try_from(free).unwrap_or(0)
        })
    }

    /// The places of a job if nothing ran.
    pub(super) fn place_empty(&self, job: &Job) -> Option<Places> {
        self.assigned(job, |node| self.size.get(node).copied().unwrap_or(0))
    }

    /// Accelerators free in all, and the most of one domain that the job's level asks for.
    pub(super) fn most(&self, job: &Job) -> (u64, u64) {
        let free = |node: &i64| u64::try_from(*node).unwrap_or(0);
        let level = self.level(job.near).unwrap_or(0);
        let width = self.widths.get(level).map_or(1, |(_, width)| *width);
        let domains = self.free.chunks(width.max(1));
        let domains = domains.map(|nodes| nodes.iter().map(free).sum::<u64>());
        (self.free.iter().map(free).sum(), domains.max().unwrap_or(0))
    }

    /// The place of a level among those that there are.
    fn level(&self, near: Near) -> Option<usize> {
        let asked = near.level();
        self.widths.iter().position(|(level, _)| *level == asked)
    }

    fn assigned(&self, job: &Job, free: impl Fn(usize) -> u64) -> Option<Places> {
        let (count, each) = parts(job.gpus, self.node);
        let nodes = 0..self.size.len();
        let pods: Vec<u64> = nodes.map(|node| free(node) / each).collect();
        let loose = job.near == Near::Anywhere;
        let (mut level, mut chosen) =
            self.level_with_room(&pods, self.level(job.near)?, job.near, count)?;
        chosen = fewest(&chosen, count, loose)?;
        while let Some((_, width)) = self.widths.get(level + 1) {
            let above = self.widths.get(level).map_or(1, |(_, width)| *width);
            let below = domains(&pods, *width, loose);
            let inside = |domain: &usize| {
                let parent = domain * width / above;
                chosen.iter().any(|(_, chosen)| *chosen == parent)
            };
            let below = below.into_iter().filter(|(_, domain)| inside(domain));
            chosen = fewest(&below.collect::<Domains>(), count, loose)?;
            level += 1;
        }
        let taken = chosen.into_iter().filter(|(pods, _)| *pods > 0);
        Some(taken.map(|(pods, node)| (node, pods * each)).collect())
    }

    /// The level at which all pods have room, from the one asked for upwards, and its domains.
    fn level_with_room(
        &self,
        pods: &[u64],
        from: usize,
        near: Near,
        count: u64,
    ) -> Option<(usize, Domains)> {
        let loose = near == Near::Anywhere;
        for level in (0..=from).rev() {
            let width = self.widths.get(level).map_or(1, |(_, width)| *width);
            let sorted = domains(pods, width, loose);
            if let Some(best) = best(&sorted, count) {
                return Some((level, vec![best]));
            }
            match near {
                Near::Required(_) => return None,
                Near::Preferred(_) if level > 0 => {}
                Near::Preferred(_) | Near::Anywhere => return Some((level, sorted)),
            }
        }
        None
    }
}

/// Domains of so many nodes, those with the most room first, or with the least.
fn domains(pods: &[u64], width: usize, least_first: bool) -> Domains {
    let all = pods.chunks(width.max(1)).enumerate();
    let mut all: Domains = all
        .map(|(domain, nodes)| (nodes.iter().sum(), domain))
        .collect();
    if least_first {
        all.sort_unstable();
    } else {
        all.sort_unstable_by_key(|(room, domain)| (std::cmp::Reverse(*room), *domain));
    }
    all
}

/// The pods of a job and the accelerators of each: the fewest equal ones that a node holds.
fn parts(gpus: u64, node: u64) -> (u64, u64) {
    let gpus = gpus.max(1);
    let mut sizes = (1..=node.min(gpus)).rev();
    let each = sizes.find(|each| gpus.is_multiple_of(*each)).unwrap_or(1);
    (gpus / each, each)
}

/// The domain that so many pods fill best, the first of those alike.
fn best(sorted: &[(u64, usize)], count: u64) -> Option<(u64, usize)> {
    let fits = sorted.iter().filter(|(room, _)| *room >= count);
    fits.min_by_key(|(room, domain)| (*room, *domain)).copied()
}

/// Pods by domain: each takes all that it has room for, the last is filled best.
fn fewest(sorted: &[(u64, usize)], count: u64, least_first: bool) -> Option<Domains> {
    let mut taken = Vec::new();
    let mut left = count;
    for (at, (room, domain)) in sorted.iter().enumerate() {
        let rest = sorted.get(at..).unwrap_or_default();
        let last = if *room < left {
            None
        } else if least_first {
            Some(*domain)
        } else {
            best(rest, left).map(|(_, domain)| domain)
        };
        if let Some(domain) = last {
            taken.push((left, domain));
            return Some(taken);
        }
        taken.push((*room, *domain));
        left -= room;
    }
    None
}
