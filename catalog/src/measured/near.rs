//! The measurements nearest to a configuration, and their differences.
//!
//! The distance is a sum: nothing for an equal value, a fixed step for one of another kind, and
//! the logarithm of the ratio for a larger or smaller one. It orders rows for a reader; no
//! estimate uses it.

use super::{Configuration, Measured, measured};
use estimator::hardware::Accelerator;
use estimator::model::Model;
use estimator::order::ascending;
use estimator::parameters;

/// A difference between two configurations.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Difference {
    /// The model.
    Model,
    /// The accelerator.
    Accelerator,
    /// The engine.
    Engine,
    /// The weights' format.
    Weights,
    /// The format of cached keys and values.
    Cache,
    /// Parts of prompts that are found in a cache.
    Prefix,
    /// Tokens proposed by a draft head.
    Drafts,
    /// Adapters.
    Adapters,
    /// How the model is spread over accelerators.
    Spread,
    /// How many requests run at once.
    Users,
    /// How long prompt and answer are.
    Lengths,
}

/// A measurement near a configuration.
#[derive(Debug, Clone, PartialEq)]
pub struct Near {
    /// The measurement.
    pub row: &'static Measured,
    /// Differences, most important first.
    pub differs: Vec<Difference>,
    /// How far it lies, a sum without unit; 0 where nothing differs.
    pub distance: f64,
}

/// Another class of model, another generation: as far as a factor of `e` cubed or
/// squared in size or bandwidth.
const CLASS: f64 = 3.0;
const GENERATION: f64 = 2.0;
/// Another model or board of the same kind; another engine or format.
const NAME: f64 = 0.5;
/// Another model of the very same shape: named, yet before anything that would run differently.
const SHAPE: f64 = 0.01;
/// Weights of the logarithms of plain numbers.
const SPREAD: f64 = 0.3;
const USERS: f64 = 0.3;
const LENGTHS: f64 = 0.15;
/// Numbers within a tenth are the same.
const SAME: f64 = 0.1;

/// The `count` nearest measurements that are not doubtful, nearest first.
#[must_use]
pub fn nearest(asked: &Configuration, count: usize) -> Vec<Near> {
    let kept = measured().iter().filter(|row| row.doubt().is_none());
    let near = kept.filter_map(|row| compare(asked, row)).collect();
    let mut near = ascending(near, |near: &Near| near.distance);
    near.truncate(count);
    near
}

fn apart(one: f64, other: f64) -> f64 {
    (one.max(1e-9) / other.max(1e-9)).ln().abs()
}

fn compare(asked: &Configuration, row: &'static Measured) -> Option<Near> {
    let other = row.configuration().ok()?;
    let (ours, theirs) = (&asked.scenario, &other.scenario);
    let (work, their_work) = (&ours.workload, &theirs.workload);
    let bits = |one: &Configuration| one.scenario.weights.bits_per_weight();
    let different = |is: bool| if is { NAME } else { 0.0 };
    let lengths = apart(work.input_tokens, their_work.input_tokens)
        + apart(work.output_tokens, their_work.output_tokens);
    let ranks = |one: &Configuration| f64::from(one.placement.accelerators());
    let parts = [
        (Difference::Model, models(&ours.model, &theirs.model)),
        (Difference::Accelerator, boards(&asked.chip, &other.chip)),
        (
            Difference::Engine,
            different(ours.engine.engine != theirs.engine.engine),
        ),
        (
            Difference::Weights,
            different(ours.weights != theirs.weights) + apart(bits(asked), bits(&other)),
        ),
        (
            Difference::Cache,
            different(ours.kv_cache != theirs.kv_cache),
        ),
        // No measurement has any of these.
        (
            Difference::Prefix,
            different(work.prefix_hit_rate > 0.0 || ours.serving.restored > 0.0),
        ),
        (
            Difference::Drafts,
            different(ours.serving.speculation.is_some()),
        ),
        (
            Difference::Adapters,
            different(ours.serving.adapters.is_some()),
        ),
        (
            Difference::Spread,
            if asked.placement == other.placement && !ours.serving.disaggregated {
                0.0
            } else {
                SPREAD + SPREAD * apart(ranks(asked), ranks(&other))
            },
        ),
        (
            Difference::Users,
            number(apart(asked.users, other.users), USERS),
        ),
        (Difference::Lengths, number(lengths, LENGTHS)),
    ];
    let differs = parts.iter().filter(|(_, distance)| *distance > 0.0);
    Some(Near {
        row,
        differs: differs.map(|(difference, _)| *difference).collect(),
        distance: parts.iter().map(|(_, distance)| distance).sum(),
    })
}

fn number(apart: f64, weight: f64) -> f64 {
    if apart < SAME { 0.0 } else { weight * apart }
}

fn models(ours: &Model, theirs: &Model) -> f64 {
    if ours.id == theirs.id {
        return 0.0;
    }
    // The same numbers behind another name, as those of DeepSeek V3 and V3.1.
    let renamed = Model {
        id: theirs.id.clone(),
        ..ours.clone()
    };
    if renamed == *theirs {
        return SHAPE;
    }
    let class = if ours.class() == theirs.class() {
        NAME
    } else {
        CLASS
    };
    let active = |model: &Model| parameters::count(model).active;
    class + apart(active(ours), active(theirs))
}

fn boards(ours: &Accelerator, theirs: &Accelerator) -> f64 {
    if ours.id == theirs.id {
        return 0.0;
    }
    let generation = if ours.architecture == theirs.architecture {
        NAME
    } else {
        GENERATION
    };
    generation + apart(ours.bandwidth.get(), theirs.bandwidth.get())
}

#[cfg(test)]
mod tests {
    use super::*;
    use estimator::precision::KvFormat;
    use estimator::serving::options::{Adapters, Speculation};

    /// A measured configuration is nearest to itself, and nothing differs.
    #[test]
    fn nothing_is_nearer_than_the_same() {
        let kept = measured().iter().filter(|row| row.doubt().is_none());
        for row in kept.step_by(97) {
            let found = nearest(&row.configuration().unwrap(), 3);
            let first = found.first().unwrap();
            assert!(first.distance.abs() < 1e-12, "{}: {first:?}", row.id);
            assert!(first.differs.is_empty(), "{}: {first:?}", row.id);
        }
    }

    /// A value that no measurement has is named, whichever is nearest.
    #[test]
    fn what_was_never_measured_is_named() {
        let plain = measured().first().unwrap().configuration().unwrap();
        let named = |change: fn(&mut Configuration)| {
            let mut asked = plain.clone();
            change(&mut asked);
            let near = nearest(&asked, 1).remove(0);
            near.differs
        };
        assert_eq!(named(|_| ()), []);
        let prefix = named(|asked| asked.scenario.workload.prefix_hit_rate = 0.3);
        assert_eq!(prefix, [Difference::Prefix]);
        let restored = named(|asked| asked.scenario.serving.restored = 0.3);
        assert_eq!(restored, [Difference::Prefix]);
        let drafts = named(|asked| asked.scenario.serving.speculation = Some(Speculation::TYPICAL));
        assert_eq!(drafts, [Difference::Drafts]);
        let adapters = named(|asked| asked.scenario.serving.adapters = Some(Adapters::TYPICAL));
        assert_eq!(adapters, [Difference::Adapters]);
        let cache = named(|asked| asked.scenario.kv_cache = KvFormat::Int8);
        assert_eq!(cache, [Difference::Cache]);
        let apart = named(|asked| asked.scenario.serving.disaggregated = true);
        assert_eq!(apart, [Difference::Spread]);
    }

    #[test]
    fn the_nearest_come_first_and_no_more_than_asked_for() {
        let mut asked = measured().first().unwrap().configuration().unwrap();
        asked.users *= 3.0;
        let found = nearest(&asked, 5);
        assert_eq!(found.len(), 5);
        assert!(found.is_sorted_by(|one, next| one.distance <= next.distance));
        assert!(found.iter().all(|near| near.row.doubt().is_none()));
        assert!(found.iter().all(|near| !near.differs.is_empty()));
    }
}
