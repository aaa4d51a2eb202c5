//! Hits of prefix caches on a trace: the hit share by capacity, of several pools by how requests
//! are sent to them, and of two tiers.

use super::blocks::Touches;
use super::pool::{Routing, found};
use super::reader::MOST_BLOCKS;
use super::stack::places;
use super::{MOST_REPLICAS, Trace, TraceError};
use crate::quantity::whole;
use serde::Serialize;

/// Hits of caches on the trace. Shares are of all input tokens.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Cache {
    /// Different blocks that entered.
    pub distinct_blocks: u64,
    /// Blocks that could be found at most, over requests.
    pub references: u64,
    /// Blocks that entered, over requests.
    pub entered: u64,
    /// Found by a cache without an end.
    pub unlimited_share: f64,
    /// Tokens of that.
    pub unlimited_tokens: u64,
    /// Found by capacity.
    pub curve: Vec<Point>,
    /// Found by several pools.
    pub replicas: Replicas,
    /// Found by two tiers.
    pub tiers: Tiers,
    /// Cached tokens in serving order, where a capacity was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub per_request: Option<Vec<u64>>,
}

/// One capacity.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Point {
    /// Blocks of room.
    pub blocks: u64,
    /// Share found.
    pub share: f64,
}

/// Several pools: shares of input found, by how requests are sent to them.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Replicas {
    /// Pools.
    pub replicas: u64,
    /// Blocks of each.
    pub blocks_each: u64,
    /// In turn.
    pub round_robin: f64,
    /// By session.
    pub session: f64,
    /// By the longest prefix.
    pub prefix: f64,
}

/// The accelerator's memory and the host's behind it.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Tiers {
    /// Blocks of the accelerator's.
    pub hbm_blocks: u64,
    /// Blocks of the host's, which holds all that the other does.
    pub host_blocks: u64,
    /// Found on the accelerator.
    pub hbm_share: f64,
    /// Found in the host besides.
    pub host_share: f64,
}

impl Trace {
    pub(super) fn cache(&self, touches: &Touches, sessions: &[u32]) -> Result<Cache, TraceError> {
        let options = &self.options;
        let distinct = touches.distinct as u64;
        let percent = |percent: f64, pools: f64| {
            let share = distinct as f64 * percent / 100.0 / pools;
            whole(share.round_ties_even()).max(1)
        };
        let asked = options.per_request;
        let places = places(touches, asked.unwrap_or(u64::MAX));
        let input: f64 = touches
            .requests
            .iter()
            .map(|touch| touch.input as f64)
            .sum();
        let share = |blocks: u64| blocks as f64 * self.block_tokens as f64 / input;
        let replicas = options.replicas.unwrap_or(4);
        if !(1..=MOST_REPLICAS).contains(&replicas) {
            return Err(TraceError::Replicas);
        }
        if replicas.saturating_mul(distinct) > MOST_BLOCKS as u64 {
            return Err(TraceError::TooManyBlocks { most: MOST_BLOCKS });
        }
        let each = options
            .each
            .unwrap_or_else(|| percent(10.0, replicas as f64));
        let pools = usize::try_from(replicas).unwrap_or(1);
        let routed = |routing: &Routing| {
            share(found(touches, pools, each, routing).iter().sum::<usize>() as u64)
        };
        let (hbm, host) = options
            .tiers
            .unwrap_or_else(|| (percent(2.0, 1.0), percent(20.0, 1.0)));
        let unlimited = places.found(u64::MAX);
        let capacities = options.capacities.clone().unwrap_or_else(|| {
            let steps = [1.0, 2.0, 5.0, 10.0, 20.0, 50.0];
            steps.iter().map(|&step| percent(step, 1.0)).collect()
        });
        let point = |blocks| Point {
            blocks,
            share: share(places.found(blocks)),
        };
        let found_by_both = places.found(host.max(hbm)) - places.found(hbm);
        let tokens = |&blocks: &usize| (blocks as u64).saturating_mul(self.block_tokens);
        Ok(Cache {
            distinct_blocks: distinct,
            references: touches
                .requests
                .iter()
                .map(|touch| touch.usable as u64)
                .sum(),
            entered: touches.entered() as u64,
            unlimited_share: share(unlimited),
            unlimited_tokens: unlimited.saturating_mul(self.block_tokens),
            curve: capacities.into_iter().map(point).collect(),
            replicas: Replicas {
                replicas,
                blocks_each: each,
                round_robin: routed(&Routing::RoundRobin),
                session: routed(&Routing::Session(sessions)),
                prefix: routed(&Routing::Prefix),
            },
            tiers: Tiers {
                hbm_blocks: hbm,
                host_blocks: host,
                hbm_share: share(places.found(hbm)),
                host_share: share(found_by_both),
            },
            per_request: asked.map(|_| places.each.iter().map(tokens).collect()),
        })
    }
}
