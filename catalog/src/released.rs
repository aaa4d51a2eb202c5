//! When models came out: `data/released.csv`, by the month. `verified` says whether two lists
//! agree. Sources: oolong-tea-2026/artificial-analysis-leaderboards (2026-07-10),
//! JonathanChavezTamales/LLMStats (2025-05-22), gpustack/gpustack's model catalogue (2026-08-21),
//! anomalyco/models.dev (2026-07-02).
//!
//! Only who asks how young an engine's kernels are reads it; pages do not.

use estimator::serving::release::Month;

const RELEASED: &str = include_str!("../data/released.csv");

fn rows() -> impl Iterator<Item = (&'static str, Option<Month>)> {
    RELEASED.lines().skip(1).filter_map(|line| {
        let mut cells = line.split(',');
        Some((cells.next()?, Month::parse(cells.next()?)))
    })
}

/// The month in which the model of `id` came out; `None` where that is not known.
#[must_use]
pub fn released(id: &str) -> Option<Month> {
    rows().find_map(|(model, month)| (model == id).then_some(month))?
}

#[cfg(test)]
mod tests {
    use super::{released, rows};
    use crate::entry;
    use estimator::serving::release::Month;

    /// Every line names a model of the catalogue, once, and a month.
    #[test]
    fn lines_are_of_known_models() {
        let mut seen = std::collections::BTreeSet::new();
        for (model, month) in rows() {
            assert!(entry(model).is_some(), "{model}");
            assert!(month.is_some(), "{model}");
            assert!(seen.insert(model), "{model} twice");
        }
        assert!(seen.len() > 80);
    }

    #[test]
    fn known_months() {
        let of = |id| released(id).map(|month| month.to_string());
        assert_eq!(of("openai/gpt-oss-120b").as_deref(), Some("2025-08"));
        assert_eq!(of("bert-base-uncased"), None);
        assert_eq!(released(""), None::<Month>);
    }
}
