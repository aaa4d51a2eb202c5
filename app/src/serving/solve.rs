//! From question to answer: the catalogue names the facts, the estimator
//! searches.

use crate::browser;
use estimator::choice::ModelChoice;
use estimator::error::FieldError;
use estimator::offer::Offer;
use estimator::serving::confirm::{Confirmed, apply};
use estimator::serving::question::Question;
use estimator::serving::report::{Candidate, Report, Sizing};
use estimator::serving::scenario::Scenario;
use estimator::serving::search::search;
use estimator::serving::window::beyond;

/// A question with everything that was found out about it.
#[derive(Debug)]
pub(crate) struct Answer {
    /// The question. Growth alone may have changed since: the page's is
    /// [`State::growth`](crate::serving::state::State::growth).
    pub(crate) question: Question,
    /// The same with the catalogue's facts in it.
    pub(crate) scenario: Scenario,
    /// The usable offers; candidates point into this.
    pub(crate) offers: Vec<Offer>,
    /// The report.
    pub(crate) report: Report,
}

impl Answer {
    /// The offer that a candidate answers for.
    pub(crate) fn offer(&self, candidate: &Candidate) -> Option<&Offer> {
        self.offers.get(candidate.offer)
    }

    /// The offer that is recommended, and its sizing; `None` where nothing is.
    pub(crate) fn recommended(&self) -> Option<(&Offer, &Sizing)> {
        let candidate = self.report.recommended()?;
        Some((self.offer(candidate)?, candidate.best.as_ref()?))
    }

    /// The same with the simulations in it.
    pub(crate) fn confirmed(&self, confirmed: &[Confirmed]) -> Self {
        Self {
            question: self.question.clone(),
            scenario: self.scenario.clone(),
            offers: self.offers.clone(),
            report: apply(&self.scenario, &self.offers, &self.report, confirmed),
        }
    }
}

/// Whether `answer` is that of `question`: it may differ in growth, which is planned for
/// beside the answer.
pub(crate) fn is_answered(question: &Question, answer: &Answer) -> bool {
    let growth = answer.question.growth.clone();
    let asked = Question {
        growth,
        ..question.clone()
    };
    asked == answer.question
}

/// Answers a question.
///
/// # Errors
/// The errors of the question, field by field.
pub(crate) fn solve(question: Question) -> Result<Answer, Vec<FieldError>> {
    solve_with(question, |_| {})
}

/// Answers a question that nobody typed, beside the page's own; `None` where it is wrong.
pub(crate) fn beside(question: Question) -> Option<Answer> {
    let (scenario, offers) = catalog::resolve_on(&question, browser::today()).ok()?;
    let report = search(&scenario, &offers);
    Some(Answer {
        question,
        scenario,
        offers,
        report,
    })
}

/// Answers a question, of which `meanwhile` hears once it can be answered.
///
/// # Errors
/// The errors of the question, field by field.
pub(crate) fn solve_with(
    question: Question,
    meanwhile: impl FnOnce(&Question),
) -> Result<Answer, Vec<FieldError>> {
    let began = browser::now();
    let (scenario, offers) = catalog::resolve_on(&question, browser::today())?;
    // Of a model of one's own the window is what its file says, which may leave out how it is
    // stretched: a finding says so then.
    if let ModelChoice::Catalog(_) = question.model
        && let Some(error) = scenario
            .model
            .max_context
            .and_then(|most| beyond(&question, most))
    {
        return Err(vec![error]);
    }
    meanwhile(&question);
    let report = search(&scenario, &offers);
    browser::note_answer_time(browser::now() - began);
    Ok(Answer {
        question,
        scenario,
        offers,
        report,
    })
}

#[cfg(test)]
mod tests {
    use super::{Answer, is_answered};
    use estimator::serving::question::{Day, Question, Traffic};
    use estimator::serving::search::search;

    /// Growth alone needs no new answer; any other change does, growth or not.
    #[test]
    fn growth_alone_is_answered() {
        let question = Question::default();
        let (scenario, offers) = catalog::resolve(&question).unwrap();
        let answer = Answer {
            report: search(&scenario, &offers),
            question: question.clone(),
            scenario,
            offers,
        };
        let mut grown = question;
        grown.growth.per_year = 1.0;
        grown.growth.months = 36;
        grown.growth.day = Day::Drawn([7; 24]);
        assert!(is_answered(&grown, &answer));
        grown.traffic = Traffic::Rate(11.0);
        assert!(!is_answered(&grown, &answer));
    }
}
