//! How the answer names things: placements, sizings, formats, units. The same
//! words in the table, the charts and the explanations.

use estimator::workload::Percentile;
use std::fmt::Write as _;

use crate::i18n::{Msg, figures, say, text};
use estimator::engine::Engine;
use estimator::offer::{Offer, Price};
use estimator::placement::Placement;
use estimator::precision::ComputeType;
use estimator::quantity::Seconds;
use estimator::serving::report::{Bottleneck, Sizing};

/// The degrees of a placement that matter: `tp 4 · pp 2`. These abbreviations
/// are the engines' own and stay as they are in every language.
pub(crate) fn split(placement: Placement) -> String {
    let degrees = [
        ("pp", placement.pipeline),
        ("ep", placement.expert),
        ("dp", placement.data),
    ];
    let mut text = format!("tp\u{a0}{}", placement.tensor);
    for (name, degree) in degrees {
        if degree > 1 {
            // Writing to a string cannot fail.
            let _ = write!(text, " · {name}\u{a0}{degree}");
        }
    }
    text
}

/// Replicas times accelerators of one: `2 × 4`.
pub(crate) fn count(sizing: &Sizing) -> String {
    format!(
        "{}\u{a0}×\u{a0}{}",
        sizing.replicas,
        sizing.estimate.placement.accelerators()
    )
}

/// Which requests a latency speaks of: `p95`, or the mean.
pub(crate) fn at(percentile: Percentile) -> &'static str {
    match percentile {
        Percentile::Mean => text(Msg::AtMean),
        other => other.id(),
    }
}

/// Time per token, always in milliseconds: a column of them lines up.
pub(crate) fn millis(time: Seconds) -> String {
    say::unit_ms(&figures(time.to_millis()))
}

/// Why a price, or a fact of the accelerator, is not to be taken as read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Unproven {
    /// The price is in no list: it was computed from others.
    Computed,
    /// The price names no region, where one is asked for.
    Unplaced,
    /// A source that was seen, or a second one, is missing.
    Unverified,
}

impl Unproven {
    /// Its name in a word or two.
    pub(crate) const fn name(self) -> Msg {
        match self {
            Self::Computed => Msg::Computed,
            Self::Unplaced => Msg::Unplaced,
            Self::Unverified => Msg::Unverified,
        }
    }

    /// What it means.
    pub(crate) const fn hint(self) -> Msg {
        match self {
            Self::Computed => Msg::ComputedHint,
            Self::Unplaced => Msg::UnplacedHint,
            Self::Unverified => Msg::UnverifiedHint,
        }
    }
}

/// What an accelerator's facts and its price lack; `None` where both are proven.
pub(crate) fn unproven(offer: &Offer, price: Option<&Price>) -> Option<Unproven> {
    if price.is_some_and(|price| price.estimated) {
        return Some(Unproven::Computed);
    }
    if price.is_some_and(|price| price.unplaced) {
        return Some(Unproven::Unplaced);
    }
    let record = catalog::accelerator(&offer.accelerator.id);
    let lacks =
        record.is_some_and(|record| !record.verified) || price.is_some_and(|price| !price.verified);
    lacks.then_some(Unproven::Unverified)
}

/// The bottleneck of a phase.
pub(crate) const fn bottleneck(by: Bottleneck) -> Msg {
    match by {
        Bottleneck::Compute => Msg::LimitCompute,
        Bottleneck::MemoryBandwidth => Msg::LimitBandwidth,
        Bottleneck::Interconnect => Msg::LimitInterconnect,
        Bottleneck::Engine => Msg::LimitEngine,
        Bottleneck::KvCapacity => Msg::LimitKvCapacity,
    }
}

/// The units products run on, as engineers write them in every language.
pub(crate) const fn compute_name(units: ComputeType) -> &'static str {
    match units {
        ComputeType::Four => "fp4",
        ComputeType::Eight => "fp8",
        ComputeType::Sixteen => "bf16",
        ComputeType::ThirtyTwo => "fp32",
    }
}

/// An engine by its own name.
pub(crate) const fn engine_name(engine: Engine) -> &'static str {
    match engine {
        Engine::Vllm => "vLLM",
        Engine::Sglang => "SGLang",
        Engine::TensorRtLlm => "TensorRT-LLM",
        Engine::LlamaCpp => "llama.cpp",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn degrees_of_one_are_left_out() {
        let placement = Placement {
            tensor: 4,
            pipeline: 2,
            expert: 1,
            data: 1,
        };
        assert_eq!(split(placement), "tp\u{a0}4 · pp\u{a0}2");
        assert_eq!(split(Placement::SINGLE), "tp\u{a0}1");
    }
}
