//! Where the jobs of a run stand: quotas count accelerators, nodes hold them. Where the queue places
//! its jobs, they stand there. Else each job goes to the node that it fills best; one larger than a
//! node, to whole ones and the rest of another.
//!
//! ```text
//! rest of a job  = accelerators beyond whole nodes: the node with the least room that holds it
//! split          = no node had room for a part, so that it spreads over several
//! in pieces      = integral over time of what is free on nodes in use
//! ```

use crate::kubernetes::queue::{Answer, Cramped, Entry, Event};
use serde::Serialize;

/// The nodes of a run.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Nodes {
    /// Accelerator-seconds in use, by node.
    pub busy: Vec<u64>,
    /// Accelerator-seconds free on nodes of which a part is in use.
    pub in_pieces: u64,
    /// Jobs that spread over more nodes than they need, each once.
    pub split: Vec<Split>,
    /// Jobs that the queue kept waiting for nodes, racks or blocks, each once.
    pub kept: Vec<Split>,
}

/// A job that no node, rack or block had room for, though the quota had.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Split {
    /// Its place.
    pub job: usize,
    /// The second.
    pub at: u64,
    /// Accelerators free then, of all nodes.
    pub free: u64,
    /// The most free on one node, or in one rack or block where its pods need one.
    pub most: u64,
}

impl From<&Cramped> for Split {
    fn from(cramped: &Cramped) -> Self {
        let Cramped {
            job,
            at,
            free,
            most,
        } = *cramped;
        Self {
            job,
            at,
            free,
            most,
        }
    }
}

/// The nodes with what is free on each, and who has which.
struct State {
    each: u64,
    room: Vec<u64>,
    size: Vec<u64>,
    has: Vec<Vec<(usize, u64)>>,
}

/// Places the jobs of a run, of so many accelerators each, on nodes of `each` that hold `all`.
pub(super) fn placed(answer: &Answer, gpus: &[u64], all: u64, each: u64) -> Nodes {
    let each = each.max(1);
    let mut size = Vec::new();
    let mut rest = all;
    while rest > 0 {
        size.push(rest.min(each));
        rest -= rest.min(each);
    }
    let mut state = State {
        each,
        room: size.clone(),
        has: vec![Vec::new(); gpus.len()],
        size,
    };
    let mut nodes = Nodes {
        busy: vec![0; state.size.len()],
        in_pieces: 0,
        split: Vec::new(),
        kept: answer.cramped.iter().map(Split::from).collect(),
    };
    let mut seen = vec![false; gpus.len()];
    let mut last = 0;
    for entry in &answer.log {
        let passed = entry.at.saturating_sub(last);
        last = entry.at;
        if passed > 0 {
            state.count(&mut nodes, passed);
        }
        match entry.event {
            Event::End | Event::Evict => state.leave(entry.job),
            Event::Admit if !entry.nodes.is_empty() => state.stand(entry),
            Event::Admit => {
                let need = gpus.get(entry.job).copied().unwrap_or(0);
                let free = state.room.iter().sum();
                let most = state.room.iter().copied().max().unwrap_or(0);
                let whole = state.enter(entry.job, need);
                if let Some(seen) = seen.get_mut(entry.job)
                    && !whole
                    && !std::mem::replace(seen, true)
                {
                    nodes.split.push(Split {
                        job: entry.job,
                        at: entry.at,
                        free,
                        most,
                    });
                }
            }
        }
    }
    nodes
}

impl State {
    fn count(&self, nodes: &mut Nodes, passed: u64) {
        let both = self.room.iter().zip(&self.size);
        for ((room, size), busy) in both.zip(&mut nodes.busy) {
            let used = size.saturating_sub(*room);
            *busy = busy.saturating_add(used.saturating_mul(passed));
            if used > 0 {
                nodes.in_pieces = nodes.in_pieces.saturating_add(room.saturating_mul(passed));
            }
        }
    }

    fn leave(&mut self, job: usize) {
        let Some(has) = self.has.get_mut(job) else {
            return;
        };
        for (node, gpus) in std::mem::take(has) {
            if let Some(room) = self.room.get_mut(node) {
                *room += gpus;
            }
        }
    }

    /// Puts a job on the nodes that the queue gave it.
    fn stand(&mut self, entry: &Entry) {
        for (node, gpus) in &entry.nodes {
            if let Some(room) = self.room.get_mut(*node) {
                *room = room.saturating_sub(*gpus);
            }
        }
        if let Some(has) = self.has.get_mut(entry.job) {
            has.clone_from(&entry.nodes);
        }
    }

    /// Puts a job on nodes; whether it has no more of them than it needs.
    fn enter(&mut self, job: usize, gpus: u64) -> bool {
        let mut rest = gpus;
        let mut whole = true;
        while rest > 0 {
            let part = rest.min(self.each);
            let fits = self.room.iter().enumerate();
            let fits = fits.filter(|(_, room)| **room >= part);
            let best = fits.min_by_key(|(node, room)| (**room, *node));
            let best = best.map(|(node, _)| (node, part)).or_else(|| {
                whole = false;
                let rooms = self.room.iter().copied().enumerate();
                let most = rooms.max_by_key(|(node, room)| (*room, usize::MAX - node));
                most.filter(|(_, room)| *room > 0)
            });
            let Some((node, taken)) = best else {
                return false;
            };
            let taken = taken.min(rest);
            if let Some(room) = self.room.get_mut(node) {
                *room -= taken;
            }
            if let Some(has) = self.has.get_mut(job) {
                has.push((node, taken));
            }
            rest -= taken;
        }
        whole
    }
}
