//! One scenario with its answer: the calculator's, for the same link.

use crate::page::carried;
use crate::serving::answer::{load_in_words, model_name};
use crate::serving::solve::{Answer, solve};
use estimator::error::FieldError;
use estimator::link::Notice;
use estimator::serving::confirm::Confirmed;
use estimator::serving::link;
use estimator::serving::question::Question;
use std::sync::Arc;

/// A scenario with its answer.
#[derive(Debug)]
pub(super) struct Outcome {
    /// The fragment of its link.
    pub(super) fragment: String,
    /// Its question.
    pub(super) question: Question,
    /// Notices of the parts that were not understood.
    pub(super) notices: Vec<Notice>,
    /// Its answer, or the errors of the question.
    pub(super) answer: Result<Arc<Answer>, Vec<FieldError>>,
    /// Whether the answer is simulated, as far as it will be.
    pub(super) simulated: bool,
}

impl Outcome {
    /// Of a link's fragment, by the closed form.
    pub(super) fn of(fragment: &str) -> Self {
        let (link, notices) = link::read(&carried::readable(fragment));
        let mut question = link.question;
        carried::prune(&mut question.fleet);
        let answer = solve(question.clone()).map(Arc::new);
        Self {
            fragment: fragment.to_owned(),
            question,
            notices,
            simulated: answer.is_err(),
            answer,
        }
    }

    /// The same with the simulated figures in it.
    pub(super) fn confirmed(&self, confirmed: &[Confirmed]) -> Self {
        let answer = self.answer.as_ref();
        Self {
            fragment: self.fragment.clone(),
            question: self.question.clone(),
            notices: self.notices.clone(),
            answer: answer
                .map(|answer| Arc::new(answer.confirmed(confirmed)))
                .map_err(Clone::clone),
            simulated: true,
        }
    }

    /// Its title where nobody gave it a name; reactive.
    pub(super) fn title(&self) -> String {
        let load = load_in_words(self.question.traffic);
        format!("{}, {load}", model_name(&self.question.model))
    }
}
