//! The complete question: the model's shape beside the numbers, checked against each other.

use super::error::{Field, FieldError};
use super::fields::ALL;
use super::question::Question;
use crate::error::Problem;
use crate::parameters::{self, Parameters};
use crate::quantity::Bytes;
use crate::serving;
use crate::serving::memory::kv_cache::BLOCK;
use crate::session::law::{Law, Rhythm};
use crate::session::served::Caching;
use crate::workload::Variation;

/// The question with the model.
#[derive(Debug, Clone)]
pub struct Scenario {
    /// The question.
    pub question: Question,
    /// The calculator's scenario with the lengths of a mean turn.
    pub serving: serving::scenario::Scenario,
    /// The model's exact counts.
    pub counted: Parameters,
}

impl Scenario {
    /// Puts them together; of the calculator's scenario of [`Question::serving`].
    ///
    /// # Errors
    /// Everything that is wrong, one error a field.
    pub fn new(
        question: Question,
        mut serving: serving::scenario::Scenario,
    ) -> Result<Self, Vec<FieldError>> {
        let wrong = problems(&question);
        if !wrong.is_empty() {
            return Err(wrong);
        }
        // Turns differ as contexts grow, and not as prompts of published traces do.
        serving.workload.variation = Variation::default();
        serving.workload.prefix_hit_rate = 0.0;
        serving.serving.restored = 0.0;
        Ok(Self {
            counted: parameters::count(&serving.model),
            question,
            serving,
        })
    }

    /// How the load is cached on so many replicas.
    #[must_use]
    pub fn caching(&self, replicas: u32) -> Caching {
        Caching {
            replicas: f64::from(replicas.max(1)),
            routing: self.question.routing,
            host: Bytes::new(self.question.host * 1e9),
            ..Caching::PLAIN
        }
    }

    /// The share of all input that a cache without an end finds.
    #[must_use]
    pub fn limit(&self) -> f64 {
        let load = &self.question.load;
        Law::new(load, load.rate(0.0), Rhythm::of(load), BLOCK).limit()
    }
}

/// The problems of a question's numbers, whatever the model.
#[must_use]
pub fn problems(question: &Question) -> Vec<FieldError> {
    let mut found: Vec<FieldError> = Vec::new();
    for row in ALL.into_iter().flatten() {
        let value = (row.get)(question).filter(|_| (row.asked)(question));
        let Some(value) = value else { continue };
        if let Some(problem) = outside(value, row.range) {
            let field = row.field;
            found.push(FieldError { field, problem });
        }
    }
    // What one number narrows of another.
    if let Err(error) = question.load.checked() {
        let field = Field::of_load(error.field);
        if found.iter().all(|known| known.field != field)
            && let Some(problem) = outside(error.value, (error.least, error.most))
        {
            found.push(FieldError { field, problem });
        }
    }
    found
}

fn outside(value: f64, (least, most): (f64, f64)) -> Option<Problem> {
    if value.is_nan() {
        Some(Problem::Missing)
    } else if value < least {
        Some(Problem::TooSmall { least })
    } else {
        (value > most).then_some(Problem::TooLarge { most })
    }
}
