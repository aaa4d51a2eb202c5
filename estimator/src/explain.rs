//! Why a number is what it is: each opens to its formula, with this scenario's
//! values in it and the sources of its constants.
//!
//! Formulas are language-neutral; the page names each [`DerivationId`] and each
//! symbol in the reader's language.

use crate::band::Band;
use crate::memory::Component;
use crate::memory::engine_rules::default_utilization;
use crate::parameters;
use crate::replica::{Point, Replica};
use crate::report::Sizing;
use crate::scenario::{Offer, Scenario};
use crate::speed::efficiency;
use crate::workload::Load;
use serde::Serialize;

/// A number that can be explained.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum DerivationId {
    /// Weights on the most loaded rank.
    Weights,
    /// Cached bytes of a token.
    KvPerToken,
    /// Space for the cache.
    KvPool,
    /// Requests that fit.
    Concurrency,
    /// One decoding step.
    Step,
    /// Time per output token.
    Tpot,
    /// Time to first token.
    Ttft,
    /// Output tokens a second of the fleet.
    Throughput,
    /// Replicas that carry the load.
    Replicas,
    /// Price per hour.
    CostPerHour,
    /// Price per million output tokens.
    CostPerMillion,
    /// Performance per dollar.
    TokensPerDollar,
}

/// The unit of a value in a derivation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Unit {
    /// A plain number.
    Count,
    /// A share, 0 to 1.
    Share,
    /// Bytes.
    Bytes,
    /// Bytes a second.
    BytesPerSecond,
    /// Seconds.
    Seconds,
    /// Tokens.
    Tokens,
    /// Tokens a second.
    TokensPerSecond,
    /// Requests a second.
    RequestsPerSecond,
    /// US dollars.
    Usd,
    /// US dollars an hour.
    UsdPerHour,
    /// Operations a second.
    FlopsPerSecond,
}

/// One symbol of a formula and its value here.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Term {
    /// As the formula writes it.
    pub symbol: &'static str,
    /// Its value, in SI units.
    pub value: f64,
    /// Its unit.
    pub unit: Unit,
}

/// A constant of a formula and where it comes from.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Constant {
    /// The symbol and its value.
    pub term: Term,
    /// Where it comes from.
    pub source: Source,
}

/// Where a constant comes from; the page puts it into words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Source {
    /// Fitted on 1,140 public rows of time per output token and 945 of time to
    /// first token, checked on 1,792 held-out rows.
    Fit,
    /// Scaled from Hopper's fit by kernel tables of ai-dynamo/aiconfigurator and
    /// matrix products measured in stas00/ml-engineering.
    Kernels,
    /// The format's own block layout: OCP Microscaling v1.0, ggml, GPTQ, AWQ.
    BlockLayout,
    /// The engine's default: vLLM `gpu_memory_utilization`, SGLang
    /// `mem_fraction_static`, TensorRT-LLM `free_gpu_memory_fraction`.
    EngineDefault,
    /// The user's own setting.
    Setting,
}

/// One explained number.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Derivation {
    /// Which number.
    pub id: DerivationId,
    /// How it is computed.
    pub formula: &'static str,
    /// The values that go in.
    pub terms: Vec<Term>,
    /// The constants that go in.
    pub constants: Vec<Constant>,
    /// What comes out.
    pub result: Term,
    /// How far the truth may lie from it.
    pub band: Option<Band>,
}

fn term(symbol: &'static str, value: f64, unit: Unit) -> Term {
    Term {
        symbol,
        value,
        unit,
    }
}

/// Explains every number of `sizing`. Empty where the sizing holds no speed,
/// or is not one of this scenario and offer.
#[must_use]
pub fn explain(scenario: &Scenario, offer: &Offer, sizing: &Sizing) -> Vec<Derivation> {
    let counted = parameters::count(&scenario.model);
    let chip = &offer.accelerator;
    let placement = sizing.estimate.placement;
    let (Some(performance), Some(replica)) = (
        &sizing.estimate.performance,
        Replica::new(scenario, &counted, chip, placement),
    ) else {
        return Vec::new();
    };
    let open = matches!(scenario.workload.load, Load::Poisson(_));
    let point = replica.at(performance.concurrency, open);
    let case = Case {
        scenario,
        offer,
        sizing,
        replica: &replica,
        point: &point,
    };
    let mut all = vec![
        case.weights(&counted),
        case.kv_per_token(),
        case.kv_pool(),
        case.concurrency(),
        case.step(),
        case.tpot(),
        case.ttft(),
        case.throughput(),
        case.replicas(),
    ];
    all.extend(case.money());
    all
}

struct Case<'a> {
    scenario: &'a Scenario,
    offer: &'a Offer,
    sizing: &'a Sizing,
    replica: &'a Replica,
    point: &'a Point,
}

impl Case<'_> {
    fn weights(&self, counted: &parameters::Parameters) -> Derivation {
        let memory = &self.sizing.estimate.memory;
        let placement = self.sizing.estimate.placement;
        let format = self.scenario.weights;
        Derivation {
            id: DerivationId::Weights,
            formula: "w = (P_attn·b + P_ffn·b)/8/tp + P_exp·b/8/n + (P_emb + P_head)·b₁₆/8/tp",
            terms: vec![
                term("P", counted.total, Unit::Count),
                term("P_attn", counted.attention, Unit::Count),
                term("P_ffn", counted.feed_forward, Unit::Count),
                term("P_exp", counted.experts, Unit::Count),
                term(
                    "P_emb + P_head",
                    counted.total
                        - counted.attention
                        - counted.feed_forward
                        - counted.experts
                        - counted.router
                        - counted.norms
                        - counted.other,
                    Unit::Count,
                ),
                term("tp", f64::from(placement.tensor), Unit::Count),
                term("n", f64::from(placement.stage_ranks()), Unit::Count),
            ],
            constants: vec![Constant {
                term: term("b", format.bits_per_weight(), Unit::Count),
                source: Source::BlockLayout,
            }],
            result: term("w", memory.part(Component::Weights).get(), Unit::Bytes),
            band: None,
        }
    }

    fn kv_per_token(&self) -> Derivation {
        let model = &self.scenario.model;
        let layers =
            model.full.map_or(0, |part| part.layers) + model.window.map_or(0, |part| part.layers);
        let per_layer = model
            .attention()
            .map_or(0.0, |shape| shape.cache_bytes(self.scenario.kv_cache));
        let shards = model.attention().map_or(1, |shape| {
            shape
                .cache_shards()
                .min(self.sizing.estimate.placement.tensor)
        });
        Derivation {
            id: DerivationId::KvPerToken,
            formula: "kv = L·kv_layer/min(tp, n_kv)/pp",
            terms: vec![
                term("L", f64::from(layers), Unit::Count),
                term("kv_layer", per_layer, Unit::Bytes),
                term("min(tp, n_kv)", f64::from(shards), Unit::Count),
                term(
                    "pp",
                    f64::from(self.sizing.estimate.placement.pipeline),
                    Unit::Count,
                ),
            ],
            constants: Vec::new(),
            result: term(
                "kv",
                self.sizing.estimate.memory.kv_per_token.get(),
                Unit::Bytes,
            ),
            band: None,
        }
    }

    fn kv_pool(&self) -> Derivation {
        let memory = &self.sizing.estimate.memory;
        let engine = &self.scenario.engine;
        let share = engine
            .memory_utilization
            .unwrap_or_else(|| default_utilization(engine.engine));
        Derivation {
            id: DerivationId::KvPool,
            formula: "pool = u·M − w − activations − runtime",
            terms: vec![
                term("M", memory.capacity.get(), Unit::Bytes),
                term("w", memory.part(Component::Weights).get(), Unit::Bytes),
                term(
                    "activations",
                    memory.part(Component::Activations).get(),
                    Unit::Bytes,
                ),
                term(
                    "runtime",
                    memory.part(Component::Runtime).get(),
                    Unit::Bytes,
                ),
            ],
            constants: vec![Constant {
                term: term("u", share, Unit::Share),
                source: if engine.memory_utilization.is_some() {
                    Source::Setting
                } else {
                    Source::EngineDefault
                },
            }],
            result: term("pool", memory.kv_pool.get(), Unit::Bytes),
            band: None,
        }
    }

    fn concurrency(&self) -> Derivation {
        let memory = &self.sizing.estimate.memory;
        let lengths = self.replica.lengths;
        Derivation {
            id: DerivationId::Concurrency,
            formula: "B_max = pool / (kv·(s + o/2))",
            terms: vec![
                term("pool", memory.kv_pool.get(), Unit::Bytes),
                term("kv", memory.kv_per_token.get(), Unit::Bytes),
                term("s", lengths.fresh + lengths.cached, Unit::Tokens),
                term("o", lengths.output, Unit::Tokens),
            ],
            constants: Vec::new(),
            result: term("B_max", memory.mean_concurrency, Unit::Count),
            band: None,
        }
    }

    fn efficiencies(&self) -> Vec<Constant> {
        let architecture = self.offer.accelerator.architecture;
        let shares = efficiency::of(architecture);
        let source = if matches!(
            architecture,
            crate::hardware::Architecture::Hopper | crate::hardware::Architecture::Blackwell
        ) {
            Source::Fit
        } else {
            Source::Kernels
        };
        [
            ("e_m", shares.weight_read),
            ("e_kv", shares.kv_read),
            ("η₁₆", shares.gemm_16),
            ("η₈", shares.gemm_8),
        ]
        .into_iter()
        .map(|(symbol, value)| Constant {
            term: term(symbol, value, Unit::Share),
            source,
        })
        .collect()
    }

    fn step(&self) -> Derivation {
        let mut terms = Vec::new();
        let chip = &self.offer.accelerator;
        terms.push(term("BW", chip.bandwidth.get(), Unit::BytesPerSecond));
        terms.push(term(
            "P₁₆",
            self.replica.rank.peak().get(),
            Unit::FlopsPerSecond,
        ));
        if let Some(performance) = &self.sizing.estimate.performance {
            let step = &performance.step;
            for (symbol, part) in [
                ("t_attn", step.attention_weights),
                ("t_ffn", step.ffn_weights),
                ("t_exp", step.experts),
                ("t_head", step.head),
                ("t_act", step.activations),
                ("t_kv", step.kv),
                ("t_ar", step.all_reduce),
                ("t_a2a", step.all_to_all),
                ("t_pp", step.pipeline),
                ("t_layers", step.layer_overhead),
                ("t_host", step.host),
            ] {
                if part.get() > 0.0 {
                    terms.push(term(symbol, part.get(), Unit::Seconds));
                }
            }
        }
        Derivation {
            id: DerivationId::Step,
            formula: "t_step = Σ smax(bytes/(e·BW), FLOP/(η·P)) + t_ar + t_a2a + t_layers + t_host",
            terms,
            constants: self.efficiencies(),
            result: term("t_step", self.point.outcome.decode_step, Unit::Seconds),
            band: None,
        }
    }

    fn tpot(&self) -> Derivation {
        let outcome = &self.point.outcome;
        Derivation {
            id: DerivationId::Tpot,
            formula: "TPOT = t_step/(1 + a) + ρ·(B − 1)·t_m/o",
            terms: vec![
                term("t_step", outcome.decode_step, Unit::Seconds),
                term("B", outcome.running, Unit::Count),
                term("t_m", outcome.prompt.marginal, Unit::Seconds),
                term("o", self.replica.lengths.output, Unit::Tokens),
                term("TPOT_p", self.point.tpot_at_percentile, Unit::Seconds),
            ],
            constants: vec![Constant {
                term: term(
                    "ρ",
                    crate::speed::overhead::of(self.scenario.engine.engine).interference,
                    Unit::Share,
                ),
                source: Source::Fit,
            }],
            result: term("TPOT", outcome.tpot, Unit::Seconds),
            band: self
                .sizing
                .estimate
                .performance
                .as_ref()
                .map(|speed| speed.tpot.band),
        }
    }

    fn ttft(&self) -> Derivation {
        let outcome = &self.point.outcome;
        Derivation {
            id: DerivationId::Ttft,
            formula: "TTFT = q + t_step + t_1 + t_queue",
            terms: vec![
                term("t_step", outcome.decode_step, Unit::Seconds),
                term("t_1", outcome.prompt.whole, Unit::Seconds),
                term("t_att", outcome.prompt.attention, Unit::Seconds),
                term("t_queue", self.point.ttft - outcome.ttft, Unit::Seconds),
                term("TTFT_p", self.point.ttft_at_percentile, Unit::Seconds),
            ],
            constants: vec![Constant {
                term: term(
                    "q",
                    crate::speed::overhead::of(self.scenario.engine.engine).request_ms * 1e-3,
                    Unit::Seconds,
                ),
                source: Source::Fit,
            }],
            result: term("TTFT", self.point.ttft, Unit::Seconds),
            band: self
                .sizing
                .estimate
                .performance
                .as_ref()
                .map(|speed| speed.ttft.band),
        }
    }

    fn throughput(&self) -> Derivation {
        let working = self.working();
        let output = self.replica.lengths.output;
        Derivation {
            id: DerivationId::Throughput,
            formula: "X = R·B·o/(TTFT + o·TPOT)",
            terms: vec![
                term("R", working, Unit::Count),
                term("B", self.point.users, Unit::Count),
                term("o", output, Unit::Tokens),
                term("TTFT", self.point.ttft, Unit::Seconds),
                term("TPOT", self.point.outcome.tpot, Unit::Seconds),
            ],
            constants: Vec::new(),
            result: term(
                "X",
                self.point.rate * output * working,
                Unit::TokensPerSecond,
            ),
            band: self
                .sizing
                .estimate
                .performance
                .as_ref()
                .map(|speed| speed.output_band),
        }
    }

    fn working(&self) -> f64 {
        f64::from(
            self.sizing
                .replicas
                .saturating_sub(self.sizing.spare_replicas),
        )
    }

    fn replicas(&self) -> Derivation {
        let (asked, unit) = match self.scenario.workload.load {
            Load::Poisson(rate) => (rate, Unit::RequestsPerSecond),
            Load::Steady(users)
            | Load::Closed(users)
            | Load::Lockstep(users)
            | Load::Burst(users) => (users, Unit::Count),
            Load::Saturated => (1.0, Unit::Count),
        };
        let carried = (1.0 + self.sizing.headroom) * asked / self.working();
        Derivation {
            id: DerivationId::Replicas,
            formula: "R = ⌈λ / λ_max⌉ + spares",
            terms: vec![
                term("λ", asked, unit),
                term("λ_max", carried, unit),
                term("spares", f64::from(self.sizing.spare_replicas), Unit::Count),
            ],
            constants: Vec::new(),
            result: term("R", f64::from(self.sizing.replicas), Unit::Count),
            band: None,
        }
    }

    fn money(&self) -> Vec<Derivation> {
        let (Some(cost), Some(price)) = (self.sizing.cost, &self.offer.price) else {
            return Vec::new();
        };
        let accelerators = f64::from(self.sizing.accelerators());
        let output = self.point.rate * self.replica.lengths.output * self.working();
        let make = |id, formula, terms, result| Derivation {
            id,
            formula,
            terms,
            constants: Vec::new(),
            result,
            band: None,
        };
        let per_hour = term("C", cost.per_hour.get(), Unit::UsdPerHour);
        vec![
            make(
                DerivationId::CostPerHour,
                "C = GPUs·price",
                vec![
                    term("GPUs", accelerators, Unit::Count),
                    term("price", price.per_accelerator.get(), Unit::UsdPerHour),
                ],
                per_hour,
            ),
            make(
                DerivationId::CostPerMillion,
                "c = 10⁶·C/(3600·X)",
                vec![per_hour, term("X", output, Unit::TokensPerSecond)],
                term("c", cost.per_million_output.get(), Unit::Usd),
            ),
            make(
                DerivationId::TokensPerDollar,
                "T = 3600·X_max/C",
                vec![
                    per_hour,
                    term(
                        "X_max",
                        cost.tokens_per_dollar * cost.per_hour.get() / 3600.0,
                        Unit::TokensPerSecond,
                    ),
                ],
                term("T", cost.tokens_per_dollar, Unit::Tokens),
            ),
        ]
    }
}
