//! From a question to its answer: the catalogue names the facts, the estimator sizes offer after
//! offer.

use super::draft::in_unit_of_field;
use crate::browser;
use crate::page::work::Work;
use catalog::vision::{Asked, resolve_vision};
use estimator::offer::{Offer, Price};
use estimator::vision::Board;
use estimator::vision::sizing::report::{Candidate, Report, Sizing};
use estimator::vision::sizing::search::candidate;
use estimator::vision::sizing::{FieldError, Question, Scenario};

/// A question with everything that was found out about it.
#[derive(Debug)]
pub(super) struct Answer {
    /// The question with the model's counts.
    pub(super) scenario: Scenario,
    /// The usable offers; candidates point into this.
    pub(super) offers: Vec<Offer>,
    /// Their accelerators, with the figures of these laws.
    pub(super) boards: Vec<Board>,
    /// The result of the search.
    pub(super) report: Report,
}

impl Answer {
    /// The question.
    pub(super) const fn question(&self) -> &Question {
        &self.scenario.question
    }

    /// The offer that a candidate answers for.
    pub(super) fn offer(&self, candidate: &Candidate) -> Option<&Offer> {
        self.offers.get(candidate.offer)
    }

    /// The name of a candidate's accelerator.
    pub(super) fn name(&self, candidate: &Candidate) -> &str {
        self.offer(candidate)
            .map_or("", |offer| &offer.accelerator.name)
    }

    /// The candidate whose details are shown: the selected one, the recommended one, or
    /// else the first that runs.
    pub(super) fn shown(&self, selected: Option<&str>) -> Option<(&Candidate, &Sizing)> {
        let candidates = &self.report.candidates;
        let shown = selected
            .and_then(|id| self.picked(id))
            .or_else(|| self.report.recommended())
            .or_else(|| candidates.iter().find(|candidate| candidate.best.is_some()))?;
        Some((shown, shown.best.as_ref()?))
    }

    /// The candidate of an accelerator, by id, where it has details to show: it runs the model.
    pub(super) fn picked(&self, id: &str) -> Option<&Candidate> {
        let mut candidates = self.report.candidates.iter();
        candidates.find(|candidate| {
            let offer = self.offer(candidate);
            candidate.best.is_some() && offer.is_some_and(|offer| offer.accelerator.id == id)
        })
    }

    /// The price behind a candidate's bill, or the accelerator's.
    pub(super) fn price(&self, candidate: &Candidate) -> Option<&Price> {
        let offer = self.offer(candidate)?;
        let rent = candidate.best.as_ref().and_then(|sizing| {
            let once = sizing.once.and_then(|once| once.bill);
            sizing.rent.or(once.map(|(rent, _)| rent))
        });
        match rent {
            Some(rent) => offer.prices().get(rent.price),
            None => offer.price.as_ref(),
        }
    }
}

/// A question whose answer is being searched for.
pub(super) struct Search {
    asked: Asked,
    found: Vec<Candidate>,
}

impl Search {
    /// Begins.
    ///
    /// # Errors
    /// The parts that cannot be answered, field by field, in the units of the fields.
    pub(super) fn new(question: &Question) -> Result<Self, Vec<FieldError>> {
        let asked = resolve_vision(question, browser::today()).map_err(|errors| {
            let shown = |error| in_unit_of_field(error, question.kind);
            errors.into_iter().map(shown).collect::<Vec<_>>()
        })?;
        Ok(Self {
            asked,
            found: Vec::new(),
        })
    }

    /// The answer, where nothing is left to do.
    pub(super) fn into_answer(self) -> Answer {
        let Asked {
            scenario,
            offers,
            boards,
        } = self.asked;
        Answer {
            scenario,
            offers,
            boards,
            report: Report::ranked(self.found),
        }
    }
}

impl Work for Search {
    fn advance(&mut self) -> bool {
        let Asked {
            scenario,
            offers,
            boards,
        } = &self.asked;
        if self.found.len() < offers.len() {
            let next = candidate(scenario, offers, boards, self.found.len());
            self.found.push(next);
        }
        self.found.len() < offers.len()
    }
}
