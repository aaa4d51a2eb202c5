//! The recommendation as a purchase: nothing on offer is better, and who allows more never
//! pays more. Of what the page answers, simulation included.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test that cannot go on fails"
)]

use estimator::band::Evidence;
use estimator::choice::{Area, ModelChoice, PriceBasis};
use estimator::engine::Engine;
use estimator::offer::Offer;
use estimator::precision::WeightFormat;
use estimator::quantity::Seconds;
use estimator::serving::confirm::search_confirmed;
use estimator::serving::options::Parallelism;
use estimator::serving::question::{Question, Traffic};
use estimator::serving::report::{Report, Sizing};
use estimator::serving::scenario::Scenario;
use estimator::serving::search::search;
use estimator::serving::soundness::weighed;
use proptest::prelude::*;
use proptest::sample::select;
use rightsize_tests::asked::MODELS;

/// What rounding may add up to.
const GRAIN: f64 = 1e-9;

fn traffic() -> impl Strategy<Value = Traffic> {
    prop_oneof![
        (-2.0..5.0_f64).prop_map(|log| Traffic::Rate(log.exp())),
        (0.0..7.0_f64).prop_map(|log| Traffic::Users(log.exp().round())),
    ]
}

/// A question as somebody may ask it, of all that is for sale.
fn questions() -> impl Strategy<Value = Question> {
    let lengths = (50.0..12_000.0_f64, 10.0..1_500.0_f64);
    let limits = (
        select(vec![None, Some(0.5), Some(1.0), Some(3.0)]),
        select(vec![None, Some(25.0), Some(50.0), Some(100.0)]),
    );
    let formats = select(vec![
        WeightFormat::Bf16,
        WeightFormat::Fp8,
        WeightFormat::AwqInt4,
    ]);
    let engines = select(vec![Engine::Vllm, Engine::Sglang]);
    let bases = select(vec![
        PriceBasis::OnDemand,
        PriceBasis::Spot,
        PriceBasis::Reserved1y,
    ]);
    (
        select(MODELS.to_vec()),
        traffic(),
        lengths,
        limits,
        formats,
        engines,
        bases,
    )
        .prop_map(
            |(model, traffic, (input, output), (ttft, tpot), weights, engine, basis)| {
                let mut question = Question {
                    model: ModelChoice::Catalog(model.to_owned()),
                    weights,
                    traffic,
                    input_tokens: input.round(),
                    output_tokens: output.round(),
                    ..Question::default()
                };
                question.engine.engine = engine;
                question.fleet.basis = basis;
                question.sla.ttft = ttft.map(Seconds::new);
                question.sla.tpot = tpot.map(Seconds::millis);
                question
            },
        )
}

/// A question with its answer.
struct Answer {
    scenario: Scenario,
    offers: Vec<Offer>,
    report: Report,
}

type Search = fn(&Scenario, &[Offer]) -> Report;

impl Answer {
    fn of(question: &Question, search: Search) -> Self {
        let (scenario, offers) = catalog::resolve(question).unwrap();
        let report = search(&scenario, &offers);
        Self {
            scenario,
            offers,
            report,
        }
    }

    fn recommended(&self) -> Option<(&Offer, &Sizing)> {
        let best = self.report.recommended()?;
        Some((&self.offers[best.offer], best.best.as_ref()?))
    }

    fn weighed(&self, (offer, sizing): (&Offer, &Sizing)) -> Option<f64> {
        weighed(&self.scenario, offer, sizing)
    }

    /// What the recommendation costs, weighed by its doubts; nothing is dearer than all.
    fn least(&self) -> f64 {
        let recommended = self.recommended();
        recommended
            .and_then(|one| self.weighed(one))
            .unwrap_or(f64::INFINITY)
    }

    /// Every sizing that keeps the demands at a price, with its offer.
    fn keeping(&self) -> impl Iterator<Item = (&Offer, &Sizing)> {
        self.report.candidates.iter().flat_map(|candidate| {
            let all = candidate.best.iter().chain(&candidate.alternatives);
            all.filter(|sizing| sizing.keeps() && sizing.cost.is_some())
                .map(|sizing| (&self.offers[candidate.offer], sizing))
        })
    }
}

fn evidence(sizing: &Sizing) -> Option<Evidence> {
    let speed = sizing.estimate.performance.as_ref()?;
    Some(speed.tpot.band.evidence)
}

/// What is recommended is the least of all that keep the demands, weighed by doubts; what is
/// cheaper as sold is so at the cost of its headroom, its evidence or its chance.
fn nothing_is_better(answer: &Answer) -> Result<(), TestCaseError> {
    let Some((offer, best)) = answer.recommended() else {
        prop_assert_eq!(answer.keeping().count(), 0);
        return Ok(());
    };
    let Some(least) = answer.weighed((offer, best)) else {
        return Ok(());
    };
    let bill = best.cost.unwrap().per_hour.get();
    for (other, sizing) in answer.keeping() {
        let weight = answer.weighed((other, sizing)).unwrap();
        prop_assert!(
            weight >= least * (1.0 - GRAIN),
            "{} {weight} {} {least}",
            other.accelerator.id,
            offer.accelerator.id
        );
        let cheaper = sizing.cost.unwrap().per_hour.get() < bill * (1.0 - GRAIN);
        let as_good = sizing.headroom >= best.headroom
            && evidence(sizing) <= evidence(best)
            && sizing.chance >= best.chance;
        prop_assert!(!(cheaper && as_good), "{} dominates", other.accelerator.id);
    }
    Ok(())
}

/// Who allows more areas, sellers, accelerators or ways to split never pays more.
fn wider_is_never_dearer(question: &Question, search: Search) -> Result<(), TestCaseError> {
    let widest = Answer::of(question, search);
    let most = widest.least() * (1.0 + GRAIN);
    let mut narrower = Vec::new();
    for area in [Area::Americas, Area::Europe, Area::AsiaPacific] {
        let mut question = question.clone();
        question.fleet.area = area;
        narrower.push(question);
    }
    for seller in ["aws", "nebius", "runpod"] {
        let mut question = question.clone();
        question.fleet.providers = vec![seller.to_owned()];
        narrower.push(question);
    }
    for id in ["nvidia-h200-sxm-141gb", "amd-mi300x", "nvidia-l40s"] {
        let mut question = question.clone();
        question.fleet.accelerators = vec![id.to_owned()];
        narrower.push(question);
    }
    for split in SPLITS {
        let mut question = question.clone();
        question.serving.parallelism = split;
        narrower.push(question);
    }
    for most in [1, 2, 8] {
        let mut question = question.clone();
        question.limits.max_per_replica = most;
        narrower.push(question);
    }
    // A seller may have nothing to offer.
    let narrower = narrower.iter().filter(|one| catalog::resolve(one).is_ok());
    for question in narrower {
        let least = Answer::of(question, search).least();
        prop_assert!(
            most <= least * (1.0 + GRAIN) || !least.is_finite(),
            "{most} {least} {:?} {:?} {:?}",
            question.fleet,
            question.serving.parallelism,
            question.limits
        );
    }
    Ok(())
}

/// Ways to split.
const SPLITS: [Parallelism; 3] = [
    Parallelism::Tensor,
    Parallelism::Pipeline,
    Parallelism::AttentionData,
];

/// How many questions are asked: `quick` of them, or as many as `DECISIONS` says.
fn cases(quick: u32) -> u32 {
    let asked = std::env::var("DECISIONS").ok();
    asked.and_then(|asked| asked.parse().ok()).unwrap_or(quick)
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: cases(2_000),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn nothing_is_better_by_the_closed_form(question in questions()) {
        nothing_is_better(&Answer::of(&question, search))?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: cases(100),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn nothing_is_better_once_simulated(question in questions()) {
        nothing_is_better(&Answer::of(&question, search_confirmed))?;
    }

    #[test]
    fn a_wider_choice_is_never_dearer_by_the_closed_form(question in questions()) {
        wider_is_never_dearer(&question, search)?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: cases(12),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn a_wider_choice_is_never_dearer_once_simulated(question in questions()) {
        wider_is_never_dearer(&question, search_confirmed)?;
    }
}
