//! Replicas: a pool of blocks each, least recently used out first, and three ways to choose the
//! pool of a request.

use super::blocks::Touches;

const NONE: u32 = u32::MAX;

/// One pool: a list of the blocks it holds from the newest to the oldest.
struct Pool {
    /// Neighbours of each block, the newer and the older; a ring through the last entry.
    links: Vec<(u32, u32)>,
    /// The entry that closes the ring.
    ring: u32,
    held: u64,
    capacity: u64,
    /// Input tokens it was sent.
    sent: u64,
}

impl Pool {
    fn new(blocks: usize, capacity: u64) -> Self {
        let ring = u32::try_from(blocks).unwrap_or(NONE - 1);
        let mut links = vec![(NONE, NONE); blocks + 1];
        if let Some(last) = links.last_mut() {
            *last = (ring, ring);
        }
        Self {
            links,
            ring,
            held: 0,
            capacity,
            sent: 0,
        }
    }

    fn holds(&self, block: u32) -> bool {
        self.links
            .get(block as usize)
            .is_some_and(|&(newer, _)| newer != NONE)
    }

    /// Leading blocks that it holds.
    fn run(&self, blocks: &[u32]) -> usize {
        blocks
            .iter()
            .take_while(|&&block| self.holds(block))
            .count()
    }

    fn out(&mut self, block: u32) {
        let Some(link) = self.links.get_mut(block as usize) else {
            return;
        };
        let (newer, older) = std::mem::replace(link, (NONE, NONE));
        if let Some(link) = self.links.get_mut(newer as usize) {
            link.1 = older;
        }
        if let Some(link) = self.links.get_mut(older as usize) {
            link.0 = newer;
        }
        self.held -= 1;
    }

    fn touch(&mut self, block: u32) {
        if self.holds(block) {
            self.out(block);
        } else if self.held >= self.capacity {
            let oldest = self
                .links
                .get(self.ring as usize)
                .map_or(NONE, |ring| ring.0);
            if oldest == self.ring {
                // A pool of nothing.
                return;
            }
            self.out(oldest);
        }
        let Some(ring) = self.links.get_mut(self.ring as usize) else {
            return;
        };
        let newest = std::mem::replace(&mut ring.1, block);
        if let Some(link) = self.links.get_mut(newest as usize) {
            link.0 = block;
        }
        if let Some(link) = self.links.get_mut(block as usize) {
            *link = (self.ring, newest);
        }
        self.held += 1;
    }
}

/// How a request gets its pool.
pub(super) enum Routing<'a> {
    /// In turn.
    RoundRobin,
    /// A session's pool, in turn at first sight.
    Session(&'a [u32]),
    /// The pool with the longest run where it is more than half of the blocks that can be found,
    /// else the one that was sent the fewest tokens.
    Prefix,
}

/// Blocks found by each request in `replicas` pools of `capacity` blocks.
pub(super) fn found(
    touches: &Touches,
    replicas: usize,
    capacity: u64,
    routing: &Routing,
) -> Vec<usize> {
    let mut pools: Vec<Pool> = (0..replicas)
        .map(|_| Pool::new(touches.distinct, capacity))
        .collect();
    let turns = match routing {
        Routing::Session(sessions) => in_turn(sessions),
        _ => Vec::new(),
    };
    let mut found = Vec::with_capacity(touches.requests.len());
    for (at, request) in touches.requests.iter().enumerate() {
        let blocks = touches.of(request);
        let usable = blocks.get(..request.usable).unwrap_or_default();
        let pool = match routing {
            Routing::RoundRobin => at % replicas.max(1),
            Routing::Session(_) => turns.get(at).map_or(0, |turn| turn % replicas.max(1)),
            Routing::Prefix => nearest(&pools, usable),
        };
        let Some(pool) = pools.get_mut(pool) else {
            found.push(0);
            continue;
        };
        found.push(pool.run(usable));
        pool.sent = pool.sent.saturating_add(request.input);
        for &block in blocks.iter().rev() {
            pool.touch(block);
        }
    }
    found
}

fn nearest(pools: &[Pool], usable: &[u32]) -> usize {
    let (mut longest, mut best) = (0, None);
    for (at, pool) in pools.iter().enumerate() {
        let run = pool.run(usable);
        if run > longest {
            (longest, best) = (run, Some(at));
        }
    }
    best.filter(|_| 2 * longest > usable.len())
        .unwrap_or_else(|| {
            let least = pools.iter().enumerate().min_by_key(|(_, pool)| pool.sent);
            least.map_or(0, |(at, _)| at)
        })
}

/// The turn of each request's session among sessions.
pub(super) fn in_turn(sessions: &[u32]) -> Vec<usize> {
    let mut turns: std::collections::HashMap<u32, usize> = std::collections::HashMap::new();
    sessions
        .iter()
        .map(|&session| {
            let next = turns.len();
            *turns.entry(session).or_insert(next)
        })
        .collect()
}
