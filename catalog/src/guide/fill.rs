//! Answers to a question of the calculator or of training.

use super::Answers;
use super::tables::{Family, NO_LIMITS, PLACES, Pace, Place, amounts, models, paces};
use crate::traffic::{self, Kind};
use crate::{fit_training, fit_weights, native_format};
use estimator::choice::{Fleet, ModelChoice};
use estimator::quantity::Seconds;
use estimator::serving::question::{Question, Traffic, Variety};
use estimator::training::method::{Adapter, Base, Method};
use estimator::training::question::{Deadline, Purpose, Question as Training};
use estimator::training::target::Targets;
use estimator::workload::Sla;

/// Rank of the adapters: the meaning of links of training that name none.
const RANK: u32 = 16;

/// A question that is filled in.
#[derive(Debug, Clone, PartialEq)]
pub enum Filled {
    /// One of the calculator.
    Serving(Box<Question>),
    /// One of training.
    Training(Box<Training>),
}

/// The question that answers fill in; `None` while one is open. Fields that no answer sets are as
/// on a fresh page.
#[must_use]
pub fn fill(answers: &Answers) -> Option<Filled> {
    let task = answers.task()?;
    let family = task.family;
    let (_, model) = models(family).get(answers.get(1)?)?;
    let (_, amount) = *amounts(family).get(answers.get(2)?)?;
    let (_, pace) = *paces(family).get(answers.get(3)?)?;
    let fleet = fleet(PLACES.get(answers.get(4)?)?);
    Some(match family {
        Family::Serving | Family::Batch => {
            let kind = traffic::kind(task.id)?;
            let (load, sla) = served(amount, pace, kind);
            let question = serving(model, kind, load, sla);
            Filled::Serving(Box::new(Question { fleet, ..question }))
        }
        Family::Tuning | Family::Training => {
            let question = training(model, family, amount, pace);
            Filled::Training(Box::new(Training { fleet, ..question }))
        }
    })
}

fn fleet(place: &Place) -> Fleet {
    Fleet {
        providers: place.sellers.iter().map(ToString::to_string).collect(),
        area: place.area,
        basis: place.basis,
        ..Fleet::default()
    }
}

/// Load and limits. Texts of a day within some of its hours: the peak lies above the mean by
/// 24 over these.
fn served(amount: f64, pace: Pace, kind: &Kind) -> (Traffic, Sla) {
    match pace {
        Pace::Limits(sla) => (Traffic::Users(amount), sla),
        Pace::Hours(hours) => {
            let load = Traffic::TokensPerDay {
                tokens: amount * kind.output,
                peak_to_mean: 24.0 / hours,
            };
            (load, NO_LIMITS)
        }
        Pace::Days(_) => (Traffic::Users(amount), NO_LIMITS),
    }
}

/// Bits of a released weight that the guide leaves to the format of a fresh page.
const WIDE: f64 = 16.0;

/// A question of the calculator about a model, a kind of traffic, a load and limits. A model
/// that is released in fewer than 16 bits is served as it is released; others in the 8 bits
/// of a fresh page, which most are published in, too.
pub(super) fn serving(model: &str, kind: &Kind, load: Traffic, sla: Sla) -> Question {
    let mut question = Question {
        model: ModelChoice::Catalog(model.to_owned()),
        traffic: load,
        input_tokens: kind.input,
        output_tokens: kind.output,
        prefix_hit_rate: kind.prefix.unwrap_or(0.0),
        variety: Variety {
            input_p95: kind.input_p95,
            output_p95: kind.output_p95,
            burstiness: kind.burstiness.unwrap_or(1.0),
            ..Variety::default()
        },
        sla,
        ..Question::default()
    };
    if native_format(model).is_some_and(|released| released.bits_per_weight() < WIDE) {
        fit_weights(&mut question);
    }
    question
}

/// A question of training: adapters beside a published model, or every parameter of a new
/// one, with software that does it.
pub(super) fn training(model: &str, family: Family, tokens: f64, pace: Pace) -> Training {
    let (purpose, method) = if family == Family::Training {
        (Purpose::Pretraining, Method::Full)
    } else {
        let adapter = Adapter {
            rank: RANK,
            targets: Targets::LINEAR,
            magnitude: false,
            base: Base::Sixteen,
            half: false,
        };
        (Purpose::FineTuning, Method::Adapter(adapter))
    };
    let within = match pace {
        Pace::Days(Some(days)) => Deadline::Within(Seconds::new(days * 86_400.0)),
        _ => Deadline::None,
    };
    let mut question = Training {
        model: ModelChoice::Catalog(model.to_owned()),
        purpose,
        method,
        tokens,
        deadline: within,
        ..Training::default()
    };
    fit_training(&mut question);
    question
}
