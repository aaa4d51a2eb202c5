//! Published quality is of models that there are, one set a model, and worded as it was published.

use catalog::quality::{COMMON, Test, kept, of_model, scores};
use estimator::precision::WeightFormat;
use std::collections::{BTreeMap, BTreeSet};

/// A score is of a model that opens, and models of both sets are in one alone: an index of the
/// measurer never stands beside a publisher's.
#[test]
fn every_score_is_of_a_model_and_of_one_set() {
    let mut sets: BTreeMap<&str, BTreeSet<bool>> = BTreeMap::new();
    for score in scores() {
        assert!(catalog::entry(score.model).is_some(), "{}", score.model);
        assert_eq!(
            score.of(Test::Index).is_some(),
            score.is_common,
            "{score:?}"
        );
        sets.entry(score.model).or_default().insert(score.is_common);
    }
    assert!(sets.len() > 140, "{}", sets.len());
    assert!(sets.values().all(|set| set.len() == 1));
    assert!(COMMON.link.starts_with("https://") && COMMON.as_of.len() == 10);
}

/// Scores by hand, from the measurer's page; the best way of running a model first, its own id
/// before others of its shape.
#[test]
fn scores_are_those_that_were_published() {
    let llama = of_model("meta-llama/Llama-3.3-70B-Instruct");
    assert_eq!(llama[0].of(Test::Index), Some(9.4));
    assert_eq!(llama[0].of(Test::MmluPro), None);
    let deepseek = of_model("deepseek-ai/DeepSeek-V3.2");
    let indices: Vec<_> = deepseek
        .iter()
        .filter_map(|score| score.of(Test::Index))
        .collect();
    assert_eq!(indices, [32.0, 24.7]);
    assert!(!deepseek[0].is_estimated && deepseek[1].is_estimated);
    let phi = of_model("microsoft/Phi-4-reasoning");
    assert!(!phi[0].is_common);
    assert_eq!(phi[0].of(Test::Gpqa), Some(65.8));
    assert!(of_model("nobody/nothing").is_empty());
}

/// 16 bit is the measure, so nothing is kept of it; what 8 bit keeps is more than what 4 bit does.
#[test]
fn formats_keep_what_was_measured() {
    let median = |format| kept(format).map(|kept| kept.median);
    assert_eq!(median(WeightFormat::Bf16), None);
    assert_eq!(median(WeightFormat::Fp8), Some(99.9));
    for four in [
        WeightFormat::Nvfp4,
        WeightFormat::Mxfp4,
        WeightFormat::Int4G128,
    ] {
        assert!(median(four) < median(WeightFormat::Fp8), "{four:?}");
    }
    for format in WeightFormat::ALL {
        if let Some(kept) = kept(*format) {
            assert!(kept.lowest <= kept.median && kept.median <= kept.highest);
            assert!(kept.models <= kept.rows);
        }
    }
}
