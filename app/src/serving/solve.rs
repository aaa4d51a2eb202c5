//! From question to answer: the catalogue names the facts, the estimator
//! searches.

use crate::browser;
use crate::page::work::{Runner, Work};
use estimator::choice::ModelChoice;
use estimator::error::FieldError;
use estimator::offer::Offer;
use estimator::serving::confirm::{Confirmed, apply};
use estimator::serving::question::Question;
use estimator::serving::report::{Candidate, Report, Sizing};
use estimator::serving::scenario::Scenario;
use estimator::serving::search::Search;
use estimator::serving::window::beyond;
use std::cell::RefCell;
use std::time::Duration;

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

/// The way to an answer, an offer at a time.
pub(crate) struct Solving {
    question: Question,
    scenario: Scenario,
    offers: Vec<Offer>,
    search: Search,
}

impl Solving {
    /// Begins to answer a question.
    ///
    /// # Errors
    /// The errors of the question, field by field.
    pub(crate) fn begin(question: Question) -> Result<Self, Vec<FieldError>> {
        let (scenario, offers) = catalog::resolve_on(&question, browser::today())?;
        Ok(Self {
            search: Search::new(&scenario),
            question,
            scenario,
            offers,
        })
    }

    /// Begins to answer the question of a page.
    ///
    /// # Errors
    /// The errors of the question, field by field.
    fn of_page(question: Question) -> Result<Self, Vec<FieldError>> {
        let begun = Self::begin(question)?;
        // Of a model of one's own the window is what its file says, which may leave out how it is
        // stretched: a finding says so then.
        if let ModelChoice::Catalog(_) = begun.question.model
            && let Some(most) = begun.scenario.model.max_context
            && let Some(error) = beyond(&begun.question, most)
        {
            return Err(vec![error]);
        }
        Ok(begun)
    }

    /// The answer, of the offers that were sized.
    pub(crate) fn into_answer(self) -> Answer {
        let report = self.search.into_report(&self.scenario, &self.offers);
        Answer {
            question: self.question,
            scenario: self.scenario,
            offers: self.offers,
            report,
        }
    }

    /// The answer at once.
    fn solved(mut self) -> Answer {
        while self.advance() {}
        self.into_answer()
    }
}

impl Work for Solving {
    fn advance(&mut self) -> bool {
        self.search.advance(&self.scenario, &self.offers)
    }
}

/// Answers a question that nobody typed, beside the page's own; `None` where it is wrong.
pub(crate) fn beside(question: Question) -> Option<Answer> {
    Solving::begin(question).ok().map(Solving::solved)
}

/// Answers a question, of which `meanwhile` hears once it can be answered.
///
/// # Errors
/// The errors of the question, field by field.
pub(crate) fn solve_with(
    question: Question,
    meanwhile: impl FnOnce(&Question),
) -> Result<Answer, Vec<FieldError>> {
    if let Some(answer) = FIRST.take().filter(|answer| answer.question == question) {
        return Ok(answer);
    }
    let began = browser::now();
    let solving = Solving::of_page(question)?;
    meanwhile(&solving.question);
    let answer = solving.solved();
    browser::note_answer_time(browser::now() - began);
    Ok(answer)
}

thread_local! {
    /// What a page asks first, answered before it does.
    static FIRST: RefCell<Option<Answer>> = const { RefCell::new(None) };
}

/// Answers in turns what a page is about to ask first, so that the browser is never busy for long,
/// and goes on to `then`; at once where the question cannot be answered.
pub(crate) fn seek(runner: Runner, question: Option<Question>, then: impl FnOnce() + 'static) {
    let began = browser::now();
    let solving = question.and_then(|question| Solving::of_page(question).ok());
    let took = browser::now() - began;
    let Some((solving, turn)) = solving.zip(runner.begin()) else {
        then();
        return;
    };
    let done = move |solving: Solving, searched| {
        let began = browser::now();
        FIRST.set(Some(solving.into_answer()));
        browser::note_answer_time(took + searched + browser::now() - began);
        then();
    };
    browser::next_turn(move || runner.run(turn, Duration::ZERO, solving, done));
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
