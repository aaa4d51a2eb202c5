//! Derivations of steps, latencies and throughput.

use super::{Case, Constant, Derivation, DerivationId, Source, Unit, derivation, term};
use crate::engine::Engine;
use crate::hardware::Architecture;
use crate::serving::speed::Constants;

/// How the time of a part follows from its bytes and operations.
const PART: &str = "t = ⁴√((bytes/(e·BW))⁴ + (FLOP/(η·P))⁴)";

impl Case<'_> {
    /// How many requests a replica holds when it is as full as the percentile.
    pub(super) fn crowd(&self) -> Derivation {
        let point = self.point;
        // Apart from prefill, only those who decode are in each other's way.
        let users = match self.sizing.pools {
            Some(_) => point.outcome.running,
            None => point.users,
        };
        derivation(
            DerivationId::Crowd,
            // Less than one request is never late.
            "B_p = max(B + z·√(v·B), 1)",
            vec![
                term("B", users, Unit::Count),
                term("z", self.scenario.sla.percentile.z(), Unit::Count),
                term("v", point.dispersion, Unit::Count),
            ],
            term("B_p", point.users_at_percentile, Unit::Count),
        )
    }

    pub(super) fn step(&self) -> Derivation {
        let rank = &self.replica.rank;
        let step = rank.parts(
            rank.micro_batch(self.point.outcome.running),
            0.0,
            self.replica.lengths.context(),
        );
        let named = [
            ("t_attn", step.attention_weights),
            ("t_ffn", step.ffn_weights),
            ("t_exp", step.experts),
            ("t_head", step.head),
            ("t_router", step.router),
            ("t_lora", step.adapters),
            ("t_act", step.activations),
            ("t_kv", step.kv),
            ("t_ar", step.all_reduce),
            ("t_a2a", step.all_to_all),
            ("t_pp", step.pipeline),
            ("t_layers", step.layer_overhead),
            ("t_host", step.host),
            ("t_draft", step.drafting),
        ];
        let mut terms: Vec<_> = named
            .into_iter()
            .filter(|(_, time)| time.get() > 0.0)
            .map(|(symbol, time)| term(symbol, time.get(), Unit::Seconds))
            .collect();
        // What was measured of such a placement is more than its parts, or less.
        if self.replica.correction().is_some() {
            let measured = self.point.outcome.decode_step - step.total.get();
            terms.push(term("t_cal", measured, Unit::Seconds));
        }
        let symbols: Vec<&str> = terms.iter().map(|term| term.symbol).collect();
        let chip = &self.offer.accelerator;
        terms.push(term("BW", chip.bandwidth.get(), Unit::BytesPerSecond));
        terms.push(term("P₁₆", rank.peak().get(), Unit::FlopsPerSecond));
        Derivation {
            rule: Some(PART),
            constants: self.efficiencies(),
            ..derivation(
                DerivationId::Step,
                format!("t_step = {}", symbols.join(" + ")),
                terms,
                term("t_step", self.point.outcome.decode_step, Unit::Seconds),
            )
        }
    }

    fn efficiencies(&self) -> Vec<Constant> {
        let architecture = self.offer.accelerator.architecture;
        let shares = Constants::FITTED.efficiency(architecture);
        // As they are used: an engine may read in its own way.
        let (read, kv_read) = self.replica.rank.read_shares();
        let source = match architecture {
            Architecture::Hopper | Architecture::Blackwell => Source::Fit,
            Architecture::Pascal
            | Architecture::Volta
            | Architecture::Turing
            | Architecture::Ampere
            | Architecture::AmpereGraphics
            | Architecture::Ada
            | Architecture::BlackwellGraphics
            | Architecture::Rubin
            | Architecture::Cdna1
            | Architecture::Cdna2
            | Architecture::Cdna3
            | Architecture::Cdna4
            | Architecture::Rdna
            | Architecture::Gaudi
            | Architecture::Xe
            | Architecture::Tpu
            | Architecture::Neuron
            | Architecture::Apple
            | Architecture::Other => Source::Kernels,
        };
        let alone = |is: bool| if is { Source::Rows } else { source };
        let own = self.scenario.engine.engine == Engine::LlamaCpp;
        let own_chip = architecture == Architecture::Cdna3;
        let products = if own {
            // One rate, whatever the format.
            let share = self.replica.rank.product_share();
            vec![("η₁₆", share, Source::Rows)]
        } else {
            vec![
                ("η₁₆", shares.gemm_16, source),
                ("η₈", shares.gemm_8, alone(own_chip)),
            ]
        };
        [
            ("e_m", read, alone(own)),
            ("e_kv", kv_read, alone(own || own_chip)),
        ]
        .into_iter()
        .chain(products)
        .map(|(symbol, value, source)| Constant {
            term: term(symbol, value, Unit::Share),
            source,
        })
        .collect()
    }

    pub(super) fn tpot(&self) -> Derivation {
        let outcome = &self.point.outcome;
        let output = self.replica.lengths.output;
        let accepted = self.replica.rank.extra_tokens;
        let data = self.replica.rank.data();
        let others = (outcome.running / data - 1.0).max(0.0);
        let time = self.point.tpot_at_percentile;
        // A burst's share differs from the engine's constant: read it back.
        let share = if others > 0.0 && outcome.prompt.marginal > 0.0 {
            outcome.interference * output / (others * outcome.prompt.marginal)
        } else {
            Constants::FITTED
                .overhead(self.scenario.engine.engine)
                .interference
        };
        let mut terms = vec![
            term("t_step", outcome.decode_step, Unit::Seconds),
            term("a", accepted, Unit::Tokens),
            term("B", outcome.running, Unit::Count),
            term("dp", data, Unit::Count),
            term("t_m", outcome.prompt.marginal, Unit::Seconds),
            term("o", output, Unit::Tokens),
        ];
        let waiting = outcome.tpot - outcome.decode_step / (1.0 + accepted) - outcome.interference;
        let late = time - outcome.tpot;
        let apart = self.sizing.pools.is_some();
        let mut formula = if apart {
            // No prompt comes between two tokens.
            terms.truncate(2);
            "TPOT = t_step/(1 + a)"
        } else {
            "TPOT = t_step/(1 + a) + ρ·max(B/dp − 1, 0)·t_m/o"
        }
        .to_owned();
        if waiting > 1e-9 {
            formula += " + t_wait";
            terms.push(term("t_wait", waiting, Unit::Seconds));
        }
        if late.abs() > 1e-9 {
            formula += " + t_late";
            terms.push(term("t_late", late, Unit::Seconds));
        }
        Derivation {
            constants: (!apart)
                .then(|| Constant {
                    term: term("ρ", share, Unit::Share),
                    source: Source::Fit,
                })
                .into_iter()
                .collect(),
            band: Some(self.performance.tpot.band),
            ..derivation(
                DerivationId::Tpot,
                formula,
                terms,
                term("TPOT", time, Unit::Seconds),
            )
        }
    }

    pub(super) fn ttft(&self) -> Derivation {
        let outcome = &self.point.outcome;
        let request = Constants::FITTED
            .overhead(self.scenario.engine.engine)
            .request_ms
            * 1e-3;
        let time = self.point.ttft_at_percentile;
        let copy = outcome.copy;
        let waiting = time - request - outcome.decode_step - outcome.prompt.whole - copy;
        let mut formula = "TTFT = q + t_step + t_1 + t_queue".to_owned();
        let mut terms = vec![
            term("t_step", outcome.decode_step, Unit::Seconds),
            term("t_1", outcome.prompt.whole, Unit::Seconds),
            term("t_att", outcome.prompt.attention, Unit::Seconds),
            term("t_queue", waiting, Unit::Seconds),
        ];
        if copy > 0.0 {
            formula += " + t_copy";
            terms.push(term("t_copy", copy, Unit::Seconds));
        }
        Derivation {
            constants: vec![Constant {
                term: term("q", request, Unit::Seconds),
                source: Source::Fit,
            }],
            band: Some(self.performance.ttft.band),
            ..derivation(
                DerivationId::Ttft,
                formula,
                terms,
                term("TTFT", time, Unit::Seconds),
            )
        }
    }

    /// Little's law over the working replicas, with mean latencies.
    pub(super) fn throughput(&self) -> Derivation {
        let (working, output) = (self.working(), self.replica.lengths.output);
        let point = self.point;
        let is_given = self.scenario.workload.load.is_a_rate();
        Derivation {
            band: (!is_given).then_some(self.performance.output_band),
            ..derivation(
                DerivationId::Throughput,
                "X = R_w·B·o/(TTFT_m + o·TPOT_m)",
                vec![
                    term("R_w", working, Unit::Count),
                    term("B", point.users, Unit::Count),
                    term("o", output, Unit::Tokens),
                    term("TTFT_m", point.ttft, Unit::Seconds),
                    term("TPOT_m", self.performance.tpot.mean.get(), Unit::Seconds),
                ],
                term("X", point.rate * output * working, Unit::TokensPerSecond),
            )
        }
    }
}
