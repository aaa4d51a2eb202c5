//! From the calculator's answer to the one about money: the catalogue names the facts, the
//! estimator reckons.

use super::draft::in_unit_of_field;
use crate::browser;
use crate::serving::solve::Answer;
use catalog::money::{self, Api};
use estimator::money::choice::chosen;
use estimator::money::error::FieldError;
use estimator::money::question::Question;
use estimator::money::run::{RunReport, RunTerms, run as run_of};
use estimator::money::terms::Origin;
use estimator::money::{Input, Report, Values, report, score};
use estimator::offer::Offer;
use estimator::rental::Lot;
use estimator::serving::question::Growth;
use estimator::serving::report::{Candidate, Sizing};
use std::sync::Arc;

/// A question about money, of an answer of the calculator's.
#[derive(Debug)]
pub(super) struct Asked {
    /// The question.
    pub(super) money: Question,
    /// Growth and demand; the answer's own may be an earlier one.
    pub(super) growth: Growth,
    /// The calculator's answer.
    pub(super) answer: Arc<Answer>,
    /// The candidate that is asked about, by its accelerator's id; `None` for the recommended
    /// one.
    pub(super) selected: Option<String>,
}

/// A question about money with everything that was found out about it.
#[derive(Debug)]
pub(super) struct Costs {
    /// The calculator's answer.
    pub(super) answer: Arc<Answer>,
    /// Growth and demand; the answer's own may be an earlier one.
    pub(super) growth: Growth,
    /// The question about money.
    pub(super) question: Question,
    /// The money of a training run, where one is asked for.
    pub(super) run: Option<RunReport>,
    /// The terms of that.
    run_terms: Option<RunTerms>,
    /// The errors of the training run, which take nothing from the rest.
    pub(super) run_errors: Vec<FieldError>,
    /// The money of serving; `None` where nothing on offer keeps the demands.
    pub(super) found: Option<Found>,
}

/// The money of one candidate.
#[derive(Debug)]
pub(super) struct Found {
    /// The candidate, by its place in the calculator's report.
    candidate: usize,
    /// Its money.
    pub(super) report: Report,
    /// Performance per watt of every candidate, as scores: 100 is the best.
    pub(super) per_watt: Vec<Option<f64>>,
}

impl Costs {
    /// The candidate whose money it is, its sizing, and the offer that it answers for.
    pub(super) fn chosen(&self) -> Option<(&Candidate, &Sizing, &Offer)> {
        let index = self.found.as_ref()?.candidate;
        let candidate = self.answer.report.candidates.get(index)?;
        let offer = self.answer.offer(candidate)?;
        Some((candidate, candidate.best.as_ref()?, offer))
    }

    /// The API whose prices stand; `None` where there is none, or others were typed.
    pub(super) fn api(&self) -> Option<&'static Api> {
        let is_typed = |input| self.question.typed.get(input).is_some();
        if [Input::ApiInput, Input::ApiOutput]
            .into_iter()
            .any(is_typed)
        {
            return None;
        }
        money::api(money::compared(&self.question, &self.answer.question)?)
    }

    /// The values that count and where they come from: those of serving, or of the run
    /// where nothing on offer serves.
    pub(super) fn standing(&self) -> Option<(&Values, &[Origin])> {
        let serving = self.found.as_ref().map(|found| &found.report);
        let serving = serving.map(|report| (&report.values, &report.origins[..]));
        let run = || self.run_terms.as_ref();
        serving.or_else(|| run().map(|terms| (&terms.values, &terms.origins[..])))
    }
}

/// Reckons the money of the candidate that is asked about.
///
/// # Errors
/// The errors of the question, field by field, in the units of the fields, and those of its
/// training run.
pub(super) fn solve(asked: &Asked) -> Result<Costs, Vec<FieldError>> {
    let Asked {
        money: question,
        growth,
        answer,
        selected,
    } = asked;
    let currency = answer.question.fleet.currency;
    let in_units = |errors: Vec<FieldError>| {
        let errors = errors.into_iter();
        errors
            .map(|error| in_unit_of_field(error, currency))
            .collect::<Vec<_>>()
    };
    let asked = &answer.question;
    let (run, wrong) =
        match catalog::resolve_run_on(question, &asked.fleet, &asked.limits, browser::today()) {
            Ok(run) => (run, Vec::new()),
            Err(errors) => (None, in_units(errors)),
        };
    let candidates = &answer.report.candidates;
    let index = chosen(&answer.report, &answer.offers, selected.as_deref());
    let found = index.and_then(|index| {
        let candidate = candidates.get(index)?;
        Some((index, answer.offer(candidate)?, candidate.best.as_ref()?))
    });
    let found = match found {
        Some((candidate, offer, sizing)) => {
            let terms = catalog::resolve_money_on(
                question,
                asked,
                growth,
                offer,
                Lot::of(&answer.scenario, offer, sizing),
                browser::today(),
            );
            let terms = terms.map_err(|errors| [in_units(errors), wrong.clone()].concat())?;
            let report = report(&answer.scenario, offer, sizing, &terms);
            let values: &Values = &terms.values;
            Some(Found {
                candidate,
                per_watt: score::per_watt(&answer.report, &answer.offers, values),
                report,
            })
        }
        None => None,
    };
    Ok(Costs {
        answer: Arc::clone(answer),
        growth: growth.clone(),
        question: question.clone(),
        run: run.as_ref().map(run_of),
        run_terms: run,
        run_errors: wrong,
        found,
    })
}
