//! One thing that a question may be restricted to.

use super::resolved;
use estimator::choice::{Area, PriceBasis};
use estimator::engine::Engine;
use estimator::hardware::Vendor;
use estimator::offer::Offer;
use estimator::precision::WeightFormat;
use estimator::serving::lever::levers;
use estimator::serving::options::Parallelism;
use estimator::serving::question::Question;
use estimator::serving::scenario::Scenario;
use estimator::support::engine_reads;
use proptest::prelude::*;
use proptest::sample::{select, subsequence};

/// The question put to a search.
type Asked = (Scenario, Vec<Offer>);

#[derive(Debug, Clone)]
pub(super) enum Restriction {
    Area(Area),
    Sellers(Vec<String>),
    Accelerators(Vec<String>),
    Vendor(Vendor),
    Split(Parallelism),
    Size(u32),
    /// Who may pay either way takes neither at a higher price than who must pay this one.
    Basis(PriceBasis),
    /// A question names one format and one engine; the cost of others stands among its levers.
    Format(WeightFormat),
    Engine(Engine),
}

/// A restriction of every kind alike often; of sellers and accelerators one, or more.
pub(super) fn restrictions() -> impl Strategy<Value = Restriction> {
    let sellers: Vec<String> = catalog::prices::sellers()
        .iter()
        .map(|(id, _)| (*id).to_owned())
        .collect();
    let accelerators: Vec<String> = catalog::accelerators()
        .iter()
        .filter(|record| !record.announced && !record.on_request)
        .map(|record| record.accelerator.id.clone())
        .collect();
    let some = |of: Vec<String>| {
        let all = of.len();
        prop_oneof![
            subsequence(of.clone(), 1..=3.min(all)),
            subsequence(of, 1..=all)
        ]
    };
    prop_oneof![
        select(vec![Area::Americas, Area::Europe, Area::AsiaPacific]).prop_map(Restriction::Area),
        some(sellers).prop_map(Restriction::Sellers),
        some(accelerators).prop_map(Restriction::Accelerators),
        select(vec![Vendor::Nvidia, Vendor::Amd]).prop_map(Restriction::Vendor),
        select(SPLITS.to_vec()).prop_map(Restriction::Split),
        select(vec![1, 2, 4, 8, 16]).prop_map(Restriction::Size),
        select(PriceBasis::ALL.to_vec()).prop_map(Restriction::Basis),
        select(vec![WeightFormat::Fp8, WeightFormat::AwqInt4]).prop_map(Restriction::Format),
        select(vec![Engine::Vllm, Engine::Sglang, Engine::TensorRtLlm])
            .prop_map(Restriction::Engine),
    ]
}

/// Ways to split.
const SPLITS: [Parallelism; 3] = [
    Parallelism::Tensor,
    Parallelism::Pipeline,
    Parallelism::AttentionData,
];

impl Restriction {
    /// `question` without what it says of the same.
    fn widen(&self, question: &Question) -> Question {
        let mut wide = question.clone();
        match self {
            Self::Area(_) => wide.fleet.area = Area::Any,
            Self::Sellers(_) => wide.fleet.providers.clear(),
            _ => {}
        }
        wide
    }

    /// `question` with the restriction.
    fn narrow(&self, question: &Question) -> Question {
        let mut narrow = question.clone();
        match self {
            Self::Area(area) => narrow.fleet.area = *area,
            Self::Sellers(ids) => narrow.fleet.providers.clone_from(ids),
            Self::Accelerators(ids) => narrow.fleet.accelerators.clone_from(ids),
            Self::Vendor(vendor) => narrow.fleet.vendors = vec![*vendor],
            Self::Split(split) => narrow.serving.parallelism = *split,
            Self::Size(most) => narrow.limits.max_per_replica = *most,
            Self::Basis(basis) => narrow.fleet.basis = *basis,
            Self::Format(format) => narrow.weights = *format,
            Self::Engine(engine) => narrow.engine.engine = *engine,
        }
        narrow
    }

    /// The wider question and the narrower one; `None` where nobody sells anything to the
    /// narrower, and where the wider one has it among its levers.
    pub(super) fn pair(&self, question: &Question) -> Option<[Asked; 2]> {
        let narrow = self.narrow(question);
        let (scenario, mut wide) = resolved(&self.widen(question))?;
        let narrow = resolved(&narrow)?;
        match self {
            Self::Format(_) | Self::Engine(_) => return None,
            Self::Basis(_) => wide.extend(narrow.1.iter().cloned()),
            _ => {}
        }
        Some([(scenario, wide), narrow])
    }

    /// Whether a format or an engine that the question does not name is one of its levers,
    /// as the very question that names it: so that both are answered alike. Formats of more
    /// bits are none, and of formats that the engine does not read.
    pub(super) fn is_offered(&self, question: &Question) -> bool {
        let narrow = self.narrow(question);
        let (from, to) = (question.weights, narrow.weights);
        let wanted = match self {
            Self::Format(_) => to.bits_per_weight() < 0.875 * from.bits_per_weight(),
            Self::Engine(engine) => narrow != *question && engine_reads(*engine, to),
            _ => false,
        };
        !wanted || levers(question).iter().any(|(_, lever)| *lever == narrow)
    }
}
