//! Derivations of the parts of memory.

use super::{Case, Constant, Derivation, DerivationId, Source, Unit, derivation, term};
use crate::engine::Engine;
use crate::precision::TensorClass;
use crate::quantity::Bytes;
use crate::serving::memory::Component;
use crate::serving::memory::engine_rules::{default_utilization, shared_memory};
use crate::serving::memory::weights::{beside, copied, stage_share};

impl Case<'_> {
    pub(super) fn weights(&self) -> Derivation {
        let (model, format) = (&self.scenario.model, self.scenario.weights);
        let placement = self.sizing.estimate.placement;
        let mixture = model.is_mixture();
        let bytes = |class, parameters: f64| parameters * format.bits(class, mixture) / 8.0;
        let (tp, n) = (
            f64::from(placement.tensor),
            f64::from(placement.stage_ranks()),
        );
        let stage = stage_share(model, placement);
        let attention = bytes(TensorClass::Attention, self.counted.attention);
        let dense = bytes(TensorClass::FeedForward, self.counted.feed_forward);
        let experts = bytes(TensorClass::Experts, self.counted.experts);
        let copied = copied(model, self.counted, format, placement).get()
            + beside(model, format, self.scenario.engine.engine, placement).get()
            + bytes(TensorClass::Router, self.counted.other);
        let weights = self.sizing.estimate.memory.part(Component::Weights).get();
        let layers = stage * ((attention + dense) / tp + experts / n);
        let ends = ((weights - copied - layers) * tp).max(0.0);
        let sum = if experts > 0.0 {
            "w = σ·((W_attn + W_ffn)/tp + W_exp/n) + W_ends/tp + W_copied"
        } else {
            "w = σ·(W_attn + W_ffn)/tp + W_ends/tp + W_copied"
        };
        let mut terms = vec![
            term("P", self.counted.total, Unit::Count),
            term("W_attn", attention, Unit::Bytes),
            term("W_ffn", dense, Unit::Bytes),
        ];
        if experts > 0.0 {
            terms.push(term("W_exp", experts, Unit::Bytes));
            terms.push(term("n", n, Unit::Count));
        }
        terms.extend([
            term("W_ends", ends, Unit::Bytes),
            term("W_copied", copied, Unit::Bytes),
            term("tp", tp, Unit::Count),
            term("σ", stage, Unit::Share),
        ]);
        Derivation {
            constants: vec![Constant {
                term: term("b", format.bits_per_weight(), Unit::Count),
                source: Source::BlockLayout,
            }],
            ..derivation(
                DerivationId::Weights,
                sum,
                terms,
                term("w", weights, Unit::Bytes),
            )
        }
    }

    pub(super) fn kv_per_token(&self) -> Derivation {
        let model = &self.scenario.model;
        let placement = self.sizing.estimate.placement;
        let layers =
            model.full.map_or(0, |part| part.layers) + model.window.map_or(0, |part| part.layers);
        let shards = model
            .attention()
            .map_or(1, |shape| shape.cache_shards().max(1).min(placement.tensor));
        let stage = stage_share(model, placement);
        let own = self.sizing.estimate.memory.kv_per_token.get();
        let shards = f64::from(shards);
        derivation(
            DerivationId::KvPerToken,
            "kv = σ·K/min(tp, n_kv)",
            vec![
                term("L", f64::from(layers), Unit::Count),
                term("K", own * shards / stage, Unit::Bytes),
                term("min(tp, n_kv)", shards, Unit::Count),
                term("σ", stage, Unit::Share),
            ],
            term("kv", own, Unit::Bytes),
        )
    }

    /// By the engine's rule; see [`crate::serving::memory::engine_rules`].
    pub(super) fn kv_pool(&self) -> Derivation {
        let memory = &self.sizing.estimate.memory;
        let settings = &self.scenario.engine;
        let part = |component| memory.part(component);
        let weights = part(Component::Weights);
        let beside = part(Component::Drafter) + part(Component::Adapters);
        let loaded = weights + beside;
        let (work, runtime) = (part(Component::Activations), part(Component::Runtime));
        let engine = settings.engine;
        let seen = shared_memory(engine, &self.offer.accelerator);
        let free = memory.capacity - part(Component::Driver);
        let rest = free - loaded - work - runtime;
        let all_of_rest = (rest - memory.kv_pool).get().abs() < 1.0;
        let (formula, seen, share) = match engine {
            _ if all_of_rest => ("pool = M − w − activations − runtime", free, None),
            Engine::TensorRtLlm => (
                "pool = u·(M − w − activations − runtime)",
                seen,
                Some(memory.kv_pool / rest),
            ),
            // Its reserve covers activations and runtime.
            Engine::Sglang => (
                "pool = u·M − w",
                seen,
                Some((memory.kv_pool + loaded) / seen),
            ),
            Engine::Vllm | Engine::LlamaCpp => (
                "pool = u·M − w − activations − runtime",
                seen,
                Some((memory.kv_pool + loaded + work + runtime) / seen),
            ),
        };
        let source = match settings.memory_utilization {
            Some(_) => Source::Setting,
            None => Source::EngineDefault,
        };
        let share = share.map(|share| match (settings.memory_utilization, engine) {
            (Some(written), _) => written,
            // Its default is an amount that is set aside.
            (None, Engine::Sglang) => share,
            (None, _) => default_utilization(engine),
        });
        let bytes = |symbol, amount: Bytes| term(symbol, amount.get(), Unit::Bytes);
        let mut formula = formula.to_owned();
        let mut terms = vec![
            bytes("M", seen),
            bytes("w", weights),
            bytes("activations", work),
            bytes("runtime", runtime),
        ];
        if beside > Bytes::ZERO {
            formula = formula.replace("− w", "− w − w_add");
            terms.push(bytes("w_add", beside));
        }
        Derivation {
            constants: share
                .map(|share| Constant {
                    term: term("u", share, Unit::Share),
                    source,
                })
                .into_iter()
                .collect(),
            ..derivation(
                DerivationId::KvPool,
                formula,
                terms,
                bytes("pool", memory.kv_pool),
            )
        }
    }

    pub(super) fn concurrency(&self) -> Derivation {
        let memory = &self.sizing.estimate.memory;
        let (lengths, space) = (self.replica.lengths, &self.replica.space);
        derivation(
            DerivationId::Concurrency,
            "B_max = dp·(pool − prefix)/r",
            vec![
                term("pool", memory.kv_pool.get(), Unit::Bytes),
                term("prefix", space.prefix().get(), Unit::Bytes),
                term("r", space.mean_request().get(), Unit::Bytes),
                term("kv", memory.kv_per_token.get(), Unit::Bytes),
                term("s", lengths.prompt(), Unit::Tokens),
                term("o", lengths.output, Unit::Tokens),
                term("dp", self.replica.rank.data(), Unit::Count),
            ],
            term("B_max", memory.mean_concurrency, Unit::Count),
        )
    }
}
