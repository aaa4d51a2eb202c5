//! Memory of the most loaded rank, component by component.

pub mod activations;
pub mod adapters;
pub mod drafter;
pub mod driver;
pub mod engine_rules;
pub mod kv_cache;
pub mod runtime;
pub mod weights;

use crate::hardware::Accelerator;
use crate::parameters::Parameters;
use crate::placement::Placement;
use crate::quantity::Bytes;
use crate::serving::memory::engine_rules::{
    Allotment, Taken, allot, allot_as_published, keeps_windows_whole, memory_untouched,
};
use crate::serving::memory::kv_cache::{Cache, ReplicaCache};
use crate::serving::scenario::Scenario;
use crate::serving::speed::Constants;
use crate::serving::speed::load::Lengths;
use crate::serving::speed::overhead::DRAWN_LENGTH;
use crate::workload::Load;
use serde::{Deserialize, Serialize};

/// A component of an accelerator's memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Component {
    /// The model's weights.
    Weights,
    /// The draft head of speculative decoding.
    Drafter,
    /// Adapters.
    Adapters,
    /// Cached keys and values, and recurrent states.
    KvCache,
    /// Working memory of the largest step.
    Activations,
    /// Communication buffers, captured graphs.
    Runtime,
    /// The driver and its context.
    Driver,
}

/// What the cache of one rank holds at a load.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Held {
    /// Requests, at most those that fit.
    pub requests: f64,
    /// Tokens of each, half-way through its answer (engines that reserve the whole answer: at its
    /// end); the prefix that all share left out.
    pub tokens: f64,
    /// Tokens of that prefix, which is there once.
    pub shared: f64,
}

/// The uses of one accelerator's memory.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct MemoryBreakdown {
    /// Memory as the driver reports it.
    pub capacity: Bytes,
    /// Memory as the data sheet prints it.
    pub marketed: Bytes,
    /// Each component's bytes, in the order a bar shows them. The cache's are those the load
    /// needs, at most the pool.
    pub parts: Vec<(Component, Bytes)>,
    /// What these bytes of the cache are of.
    pub held: Held,
    /// All that the engine can give the cache.
    pub kv_pool: Bytes,
    /// Cached bytes of one more token on this rank, window layers included
    /// while the window is not full.
    pub kv_per_token: Bytes,
    /// Cached bytes of a prompt on this rank, the part shared with others left out.
    pub kv_of_prompt: Bytes,
    /// Tokens one replica's cache holds, in requests of the load's length.
    pub kv_tokens: f64,
    /// Requests of the load's full length that fit one replica for certain.
    pub guaranteed_concurrency: f64,
    /// Requests that fit on average, half-way through their answers (engines
    /// that reserve the whole answer: the same as guaranteed).
    pub mean_concurrency: f64,
    /// Tokens of the longest request that fits, alone beside what prompts share: prompt and
    /// answer; `None` where a request does not grow with its tokens.
    pub longest: Option<f64>,
    /// What is lacking for one request; zero where it fits.
    pub short: Bytes,
}

impl MemoryBreakdown {
    /// Bytes of one component.
    #[must_use]
    pub fn part(&self, component: Component) -> Bytes {
        self.parts
            .iter()
            .filter(|(kind, _)| *kind == component)
            .map(|(_, bytes)| *bytes)
            .sum()
    }

    /// Bytes in use.
    #[must_use]
    pub fn used(&self) -> Bytes {
        self.parts.iter().map(|(_, bytes)| *bytes).sum()
    }

    /// Bytes that the engine's own allocator counts, as a recording of it shows: the cache as the
    /// whole pool, and neither the driver's context nor what stands beside the engine's tensors.
    #[must_use]
    pub fn allocated(&self) -> Bytes {
        let counted = |kind: Component| {
            !matches!(
                kind,
                Component::KvCache | Component::Runtime | Component::Driver
            )
        };
        let parts = self.parts.iter().filter(|(kind, _)| counted(*kind));
        parts.map(|(_, bytes)| *bytes).sum::<Bytes>() + self.kv_pool
    }

    /// The most that the engine takes: its parts with the whole pool, without the driver's.
    #[must_use]
    pub fn limit(&self) -> Bytes {
        let else_used = self.part(Component::KvCache) + self.part(Component::Driver);
        self.used() - else_used + self.kv_pool
    }

    /// What a full cache would take of the bytes left.
    #[must_use]
    pub fn room(&self) -> Bytes {
        let room = self.kv_pool - self.part(Component::KvCache);
        room.min(self.free()).max(Bytes::ZERO)
    }

    /// Bytes left, never negative.
    #[must_use]
    pub fn free(&self) -> Bytes {
        (self.capacity - self.used()).max(Bytes::ZERO)
    }

    /// Whether the model and one request fit.
    #[must_use]
    pub fn fits(&self) -> bool {
        self.short == Bytes::ZERO
    }
}

/// Whether the cache is sized as in published benchmarks, which do not print their settings:
/// under their loads, where nobody sets memory.
pub(crate) const fn is_published(scenario: &Scenario) -> bool {
    let load = scenario.workload.load;
    matches!(load, Load::Closed(_) | Load::Lockstep(_) | Load::Burst(_))
        && memory_untouched(&scenario.engine)
}

/// Memory of one placement before it is known how many requests run: the first step of a search.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Space {
    capacity: Bytes,
    marketed: Bytes,
    allotment: Allotment,
    cache: Cache,
    /// Cached bytes of the shared prefix, stored once.
    prefix: Bytes,
    /// Of a request at its end.
    full_request: Bytes,
    /// Of a request at its mean length.
    mean_request: Bytes,
    full_tokens: f64,
    mean_tokens: f64,
    shared_tokens: f64,
    /// Of a prompt alone.
    own_prompt: Bytes,
    copies: f64,
}

impl Space {
    /// Memory of `scenario` on `chip` under `placement`.
    #[must_use]
    pub fn new(
        scenario: &Scenario,
        counted: &Parameters,
        chip: &Accelerator,
        placement: Placement,
        lengths: Lengths,
    ) -> Self {
        let model = &scenario.model;
        let settings = &scenario.engine;
        let weights = weights::weights(model, counted, scenario.weights, placement);
        let serving = &scenario.serving;
        let taken = Taken {
            weights,
            drafter: serving.speculation.map_or(Bytes::ZERO, |_| {
                drafter::drafter(model, counted, scenario.weights, placement)
            }),
            adapters: serving.adapters.map_or(Bytes::ZERO, |loaded| {
                adapters::adapters(model, loaded, placement)
            }),
            activations: activations::activations(model, settings, chip, placement),
            runtime: runtime::runtime(model, settings, chip, placement),
            driver: driver::kept(chip),
        };
        let published = is_published(scenario);
        let allotment = if published {
            let copied = weights::copied(model, counted, scenario.weights, placement);
            allot_as_published(settings.engine, chip.memory, weights - copied, taken)
        } else {
            let beside = weights::beside(model, scenario.weights, settings.engine, placement);
            let taken = Taken {
                weights: weights + beside,
                ..taken
            };
            allot(settings, placement, chip, taken)
        };
        let mut cache = Cache::new(model, scenario.kv_cache, placement, !published);
        if !published && keeps_windows_whole(settings.engine) {
            cache.keep_windows_whole();
        }
        if serving.speculation.is_some() {
            cache.add_layer(model);
        }
        let drawn = if matches!(scenario.workload.load, Load::Closed(_)) {
            DRAWN_LENGTH
        } else {
            1.0
        };
        let own = (lengths.fresh + lengths.restored) * drawn;
        let output = lengths.output * drawn;
        let reserves = Constants::FITTED.overhead(settings.engine).reserves_answer;
        let held = if reserves { output } else { output / 2.0 };
        Self {
            capacity: chip.memory,
            marketed: chip.marketed_memory,
            allotment,
            cache,
            prefix: if lengths.cached > 0.0 {
                cache.request(lengths.cached)
            } else {
                Bytes::ZERO
            },
            full_request: cache.request(own + output),
            mean_request: cache.request(own + held),
            full_tokens: own + output,
            mean_tokens: own + held,
            shared_tokens: lengths.cached,
            own_prompt: cache.request(own),
            copies: f64::from(placement.data.max(1)),
        }
    }

    /// The memory lacking for the weights and one request; zero where it fits.
    #[must_use]
    pub fn short(&self) -> Bytes {
        (self.full_request + self.prefix - self.allotment.pool).max(Bytes::ZERO)
    }

    /// Cached bytes of a request half-way through its answer.
    pub(crate) const fn mean_request(&self) -> Bytes {
        self.mean_request
    }

    /// Cached bytes of `tokens` tokens of one request on a rank.
    pub(crate) fn request(&self, tokens: f64) -> Bytes {
        self.cache.request(tokens)
    }

    /// Cached bytes of a prompt on a rank, the part shared with others left out.
    pub(crate) const fn own_prompt(&self) -> Bytes {
        self.own_prompt
    }

    /// Cached bytes of the shared prefix.
    pub(crate) const fn prefix(&self) -> Bytes {
        self.prefix
    }

    /// Requests that fit one replica at their mean length.
    #[must_use]
    pub fn mean_concurrency(&self) -> f64 {
        self.copies * (self.room() / self.mean_request).max(0.0)
    }

    /// Requests of full length that fit one replica.
    #[must_use]
    pub fn guaranteed_concurrency(&self) -> f64 {
        self.copies * (self.room() / self.full_request).max(0.0)
    }

    fn room(&self) -> Bytes {
        self.allotment.pool - self.prefix
    }

    /// The cache of the whole replica, beside the shared prefix.
    pub(crate) fn cache_in_replica(&self) -> ReplicaCache {
        self.cache.in_replica(self.room(), self.copies)
    }

    /// The breakdown with `running` requests in the replica.
    #[must_use]
    pub fn breakdown(&self, running: f64) -> MemoryBreakdown {
        let (pool, taken) = (self.allotment.pool.max(Bytes::ZERO), self.allotment.taken);
        let on_rank = running / self.copies;
        let needed = self.mean_request * on_rank + self.prefix;
        let mut parts = vec![
            (Component::Weights, taken.weights),
            (Component::Drafter, taken.drafter),
            (Component::Adapters, taken.adapters),
            (Component::KvCache, needed.min(pool)),
            (Component::Activations, taken.activations),
            (Component::Runtime, taken.runtime),
            (Component::Driver, taken.driver),
        ];
        // Parts that most do without are not named where they are not used.
        let seldom = [Component::Drafter, Component::Adapters];
        parts.retain(|(part, bytes)| *bytes > Bytes::ZERO || !seldom.contains(part));
        MemoryBreakdown {
            capacity: self.capacity,
            marketed: self.marketed,
            parts,
            held: Held {
                requests: on_rank.min(self.mean_concurrency() / self.copies),
                tokens: self.mean_tokens,
                shared: self.shared_tokens,
            },
            kv_pool: pool,
            kv_per_token: self.cache.per_token(),
            kv_of_prompt: self.own_prompt,
            kv_tokens: self.guaranteed_concurrency() * self.full_tokens,
            guaranteed_concurrency: self.guaranteed_concurrency(),
            mean_concurrency: self.mean_concurrency(),
            longest: self.cache.longest(self.room()),
            short: self.short(),
        }
    }
}

#[cfg(test)]
mod tests;
