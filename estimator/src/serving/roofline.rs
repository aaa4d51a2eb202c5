//! The roofline of an accelerator (Williams, Waterman, Patterson 2009, "Roofline: an insightful
//! visual performance model"), and where this load's two phases come up against its other part.
//!
//! ```text
//! attainable = min(peak, intensity * bandwidth)      intensity = FLOP / bytes read
//! ridge      = peak / bandwidth
//! ```

use crate::offer::Offer;
use crate::parameters;
use crate::precision::TensorClass;
use crate::quantity::{BytesPerSecond, FlopsPerSecond};
use crate::serving::replica::Replica;
use crate::serving::report::{Bottleneck, Sizing};
use crate::serving::scenario::Scenario;
use serde::Serialize;

/// One roof: a rising line of bandwidth, then a level of compute.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Roof {
    /// The level.
    pub peak: FlopsPerSecond,
    /// The slope.
    pub bandwidth: BytesPerSecond,
}

/// Where decoding comes up against something else.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Turn {
    /// Requests in the replica at once.
    pub users: f64,
    /// The bottleneck from there on.
    pub limit: Bottleneck,
}

/// Where reading prompts comes up against something else.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct PromptTurn {
    /// Prompt tokens in one step of an attention rank.
    pub tokens: f64,
    /// The bottleneck from there on.
    pub limit: Bottleneck,
}

/// An accelerator's roof, and where the load's phases turn from one limit to another.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Roofline {
    /// By the data sheet, dense, of the units that the widest products run on.
    pub sheet: Roof,
    /// From how many requests at once something else limits decoding, the room for
    /// requests at the latest; to a fifth of it.
    pub turn: Option<Turn>,
    /// From how many prompt tokens in a step something else limits reading them than
    /// limits a single one; to a tenth of it.
    pub prompt_turn: Option<PromptTurn>,
}

impl Roof {
    /// The most operations a second at `intensity`.
    #[must_use]
    pub fn at(&self, intensity: f64) -> FlopsPerSecond {
        FlopsPerSecond::new(intensity * self.bandwidth.get()).min(self.peak)
    }

    /// The intensity above which compute limits.
    #[must_use]
    pub fn ridge(&self) -> f64 {
        self.peak.get() / self.bandwidth.get()
    }
}

/// The roofline of `offer` under one of its sizings; `None` where the chip
/// lacks a rate or nothing runs.
#[must_use]
pub fn roofline(scenario: &Scenario, offer: &Offer, sizing: &Sizing) -> Option<Roofline> {
    let (model, chip) = (&scenario.model, &offer.accelerator);
    let performance = sizing.estimate.performance.as_ref()?;
    let counted = parameters::count(model);
    let placement = sizing.estimate.placement;
    let replica = Replica::new(scenario, &counted, chip, placement)?;
    // The experts are most of a mixture, the feed-forward layers of the rest.
    let class = if replica.rank.experts.is_some() {
        TensorClass::Experts
    } else {
        TensorClass::FeedForward
    };
    let compute = scenario
        .weights
        .compute_type(class, model.is_mixture(), chip);
    Some(Roofline {
        sheet: Roof {
            peak: chip.peak.of(compute, scenario.weights)?,
            bandwidth: chip.bandwidth,
        },
        turn: turn(&replica, performance.running, performance.step.bottleneck()),
        prompt_turn: prompt_turn(&replica),
    })
}

/// From `running` requests on, the next thing that limits decoding after `limit`.
fn turn(replica: &Replica, running: f64, limit: Bottleneck) -> Option<Turn> {
    let full = replica.capacity();
    let context = replica.lengths.context();
    let mut users = running.max(1.0);
    while users < full {
        let step = replica
            .rank
            .parts(replica.rank.micro_batch(users), 0.0, context);
        if step.bottleneck() != limit {
            return Some(Turn {
                users,
                limit: step.bottleneck(),
            });
        }
        users *= 1.2;
    }
    // Where memory has room for more, the engine's own limit was met.
    let limit = if replica.space.mean_concurrency() > full {
        Bottleneck::Engine
    } else {
        Bottleneck::KvCapacity
    };
    (running < full).then_some(Turn { users: full, limit })
}

/// Most prompt tokens of a step that are looked at.
const MOST_PROMPT: f64 = 1e6;

/// The first change of the bottleneck of a step that reads ever more of a prompt.
fn prompt_turn(replica: &Replica) -> Option<PromptTurn> {
    let context = replica.lengths.context();
    let limit = |tokens: f64| {
        let tokens = tokens * replica.rank.data();
        replica.rank.parts(0.0, tokens, context).bottleneck()
    };
    let single = limit(1.0);
    let mut tokens = 1.0;
    while tokens < MOST_PROMPT {
        tokens *= 1.1;
        let limit = limit(tokens);
        if limit != single {
            return Some(PromptTurn { tokens, limit });
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_roof_bends_at_the_ridge() {
        // H100 SXM: 989.4 TFLOP/s dense bf16 over 3.35 TB/s.
        let roof = Roof {
            peak: FlopsPerSecond::tera(989.4),
            bandwidth: BytesPerSecond::gb(3350.0),
        };
        assert!((roof.ridge() - 295.3).abs() < 0.1);
        assert!((roof.at(1.0).to_tera() - 3.35).abs() < 1e-9);
        assert!((roof.at(1e4).to_tera() - 989.4).abs() < 1e-9);
    }
}
