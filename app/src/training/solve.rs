//! From a training question to its answer: the catalogue names the facts, the estimator
//! searches. The page has the clock.

use super::draft::in_unit_of_field;
use crate::browser;
use crate::page::work::Work;
use estimator::offer::Offer;
use estimator::training::error::{Field, FieldError, Problem};
use estimator::training::finding::{self, Finding};
use estimator::training::question::{Deadline, Limits, Question};
use estimator::training::report::{Candidate, Report};
use estimator::training::search::{Asked, Found};
use estimator::training::{Job, Site};
use std::sync::Arc;

/// A question with everything that was found out about it.
#[derive(Debug)]
pub(crate) struct Answer {
    /// The question.
    pub(crate) question: Arc<Question>,
    /// The training job, with the catalogue's facts in it.
    pub(crate) job: Job,
    /// The links of the machines.
    pub(crate) site: Site,
    /// The limits of the search.
    pub(crate) limits: Limits,
    /// The usable offers; candidates point into this.
    pub(crate) offers: Vec<Offer>,
    /// The result of the search.
    pub(crate) report: Report,
}

impl Answer {
    /// The offer that a candidate answers for.
    pub(super) fn offer(&self, candidate: &Candidate) -> Option<&Offer> {
        self.offers.get(candidate.offer)
    }

    /// The error of a budget that pays for no run that is done in time, in the
    /// currency of its field.
    pub(super) fn too_poor(&self) -> Option<FieldError> {
        let least = self.report.least_over_budget()?;
        let error = FieldError {
            field: Field::Budget,
            problem: Problem::Budget { least },
        };
        Some(in_unit_of_field(error, self.question.fleet.currency))
    }

    /// The name of a candidate's accelerator.
    pub(crate) fn name(&self, candidate: &Candidate) -> &str {
        self.offer(candidate)
            .map_or("", |offer| &offer.accelerator.name)
    }

    /// A candidate by its place in the report.
    pub(super) fn candidate(&self, index: Option<usize>) -> Option<&Candidate> {
        self.report.candidates.get(index?)
    }

    /// The candidate whose details are shown: the selected one, the recommended one, or
    /// else the first that can be placed.
    pub(crate) fn shown(&self, selected: Option<&str>) -> Option<&Candidate> {
        let candidates = &self.report.candidates;
        let is_selected = |candidate: &&Candidate| {
            let offer = self.offer(candidate);
            candidate.best.is_some()
                && offer.is_some_and(|offer| Some(offer.accelerator.id.as_str()) == selected)
        };
        candidates
            .iter()
            .find(is_selected)
            .or_else(|| self.candidate(self.report.best))
            .or_else(|| candidates.iter().find(|candidate| candidate.best.is_some()))
    }
}

impl Answer {
    /// What is worth knowing of the run that is shown; why nothing is recommended, where nothing is.
    pub(super) fn findings(&self, selected: Option<&str>) -> Vec<Finding> {
        let of_shown = || {
            let candidate = self.shown(selected)?;
            let offer = self.offer(candidate)?;
            Some(finding::of_candidate(
                &self.job, &self.site, offer, candidate,
            ))
        };
        if self.report.best.is_none() {
            return self.report.findings.clone();
        }
        of_shown().unwrap_or_default()
    }
}

/// Seconds to the end of the day that a question names, if it does.
pub(super) fn seconds_left(question: &Question) -> Option<f64> {
    match &question.deadline {
        Deadline::By(day) => browser::seconds_until_end_of(day),
        Deadline::None | Deadline::Within(_) => None,
    }
}

/// A question whose answer is being searched for.
pub(crate) struct Search {
    question: Arc<Question>,
    job: Job,
    site: Site,
    limits: Limits,
    offers: Vec<Offer>,
    found: Found,
}

impl Search {
    /// Begins.
    ///
    /// # Errors
    /// The parts that cannot be answered, field by field, in the units of the fields.
    pub(crate) fn new(question: Arc<Question>) -> Result<Self, Vec<FieldError>> {
        let left = seconds_left(&question);
        let currency = question.fleet.currency;
        let shown = |error| in_unit_of_field(error, currency);
        let (job, site, limits, offers) =
            catalog::resolve_training_on(&question, left, browser::today())
                .map_err(|errors| errors.into_iter().map(shown).collect::<Vec<_>>())?;
        Ok(Self {
            question,
            job,
            site,
            limits,
            offers,
            found: Found::default(),
        })
    }

    /// The answer, where nothing is left to do.
    pub(crate) fn into_answer(self) -> Answer {
        let Self {
            question,
            job,
            site,
            limits,
            offers,
            found,
        } = self;
        let report = found.into_report(&Asked {
            job: &job,
            site: &site,
            limits: &limits,
            fixed: &question.fixed,
            offers: &offers,
        });
        Answer {
            question,
            job,
            site,
            limits,
            offers,
            report,
        }
    }
}

impl Work for Search {
    fn advance(&mut self) -> bool {
        self.found.advance(&Asked {
            job: &self.job,
            site: &self.site,
            limits: &self.limits,
            fixed: &self.question.fixed,
            offers: &self.offers,
        })
    }
}
