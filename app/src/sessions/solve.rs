//! From a question to its answer: the catalogue names the facts, the worker finds placements and
//! replicas offer after offer, of the leading ones turn by turn ([`super::sought`]), and the page
//! makes the sizings of them.

use super::draft::in_unit_of_field;
use super::sought::Sought;
use crate::browser;
use crate::page::work::{Bell, Work};
use catalog::{money, resolve_sessions};
use estimator::offer::{Offer, Price};
use estimator::session::sizing::report::{Candidate, Report, Sizing};
use estimator::session::sizing::search::Search as Found;
use estimator::session::sizing::task::Prices;
use estimator::session::sizing::{FieldError, Question, Scenario};

/// A question with everything that was found out about it.
#[derive(Debug)]
pub(super) struct Answer {
    /// The question with the model.
    pub(super) scenario: Scenario,
    /// The usable offers; candidates point into this.
    pub(super) offers: Vec<Offer>,
    /// The result of the search.
    pub(super) report: Report,
    /// The API that serves the same model, its prices.
    pub(super) api: Option<(&'static money::Api, Prices)>,
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
        let is_selected = |candidate: &&Candidate| {
            let offer = self.offer(candidate);
            candidate.best.is_some()
                && offer.is_some_and(|offer| Some(offer.accelerator.id.as_str()) == selected)
        };
        let shown = candidates
            .iter()
            .find(is_selected)
            .or_else(|| self.report.recommended())
            .or_else(|| candidates.iter().find(|candidate| candidate.best.is_some()))?;
        Some((shown, shown.best.as_ref()?))
    }

    /// The price behind a candidate's bill, or the accelerator's.
    pub(super) fn price(&self, candidate: &Candidate) -> Option<&Price> {
        let offer = self.offer(candidate)?;
        let bill = candidate.best.as_ref();
        let bill = bill.and_then(|sizing| sizing.price(offer));
        bill.or(offer.price.as_ref())
    }
}

/// Tokens of a pool up to which the curve of hits goes, beside a sizing.
pub(super) fn reach(sizing: &Sizing) -> f64 {
    let found = &sizing.found;
    6.0 * found.pool.max(found.host_pool).max(1.0)
}

/// A question whose answer is being searched for: by the worker, or here where there is none.
pub(super) struct Search {
    scenario: Scenario,
    offers: Vec<Offer>,
    /// What was found of the offers.
    found: Found,
    /// The worker's part; `None` before it is asked.
    sought: Option<Sought>,
    /// Ids of the accelerators that are asked of; all where it is empty.
    among: Vec<String>,
    /// Whether it is asked beside the page's answer.
    beside: bool,
}

impl Search {
    /// Begins.
    ///
    /// # Errors
    /// The parts that cannot be answered, field by field, in the units of the fields.
    pub(super) fn new(question: &Question) -> Result<Self, Vec<FieldError>> {
        let asked = resolve_sessions(question, browser::today());
        let (scenario, offers) = asked.map_err(|errors| {
            let shown = errors.into_iter().map(in_unit_of_field);
            shown.collect::<Vec<_>>()
        })?;
        Ok(Self {
            scenario,
            offers,
            found: Found::default(),
            sought: None,
            among: Vec::new(),
            beside: false,
        })
    }

    /// The same beside the page's answer, among some accelerators alone by id, or all where none is
    /// named.
    pub(super) fn beside(question: &Question, ids: &[String]) -> Option<Self> {
        let mut search = Self::new(question).ok()?;
        let wanted = |offer: &Offer| ids.is_empty() || ids.contains(&offer.accelerator.id);
        search.offers.retain(wanted);
        search.among = ids.to_vec();
        search.beside = true;
        Some(search)
    }

    /// The answer, where nothing is left to do.
    pub(super) fn into_answer(self) -> Answer {
        let mut asked = self.scenario.question.serving();
        asked.prefix_hit_rate = self.scenario.limit();
        let api = money::nearest(&asked).map(|api| {
            let prices = Prices {
                input: api.input,
                cached: api.cached,
                answer: api.output,
            };
            (api, prices)
        });
        Answer {
            report: self.found.into_report(),
            scenario: self.scenario,
            offers: self.offers,
            api,
        }
    }
}

impl Work for Search {
    fn advance(&mut self) -> bool {
        let Some(sought) = &self.sought else {
            let question = &self.scenario.question;
            self.sought = Some(Sought::begin(question, &self.among, self.beside));
            return !self.offers.is_empty();
        };
        match sought.next() {
            Some(news) => self.found.take(&self.scenario, &self.offers, news),
            // What the worker did not say is found here, by averages: what simulates is the worker's.
            None if sought.is_over() => {
                let step = self.found.by_averages(&self.scenario, &self.offers);
                return step.is_some();
            }
            None => {}
        }
        true
    }

    fn waits(&self) -> Option<Bell> {
        self.sought.as_ref()?.waits()
    }
}
