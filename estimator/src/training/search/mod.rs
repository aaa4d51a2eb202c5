//! Every offer, every count of accelerators, every layout worth a try: the cheapest run
//! that is done in time, and why the others are not.
//!
//! On one count the fastest layout that fits wins, the simpler of two alike; among
//! counts, the cheapest in money that meets deadline and budget, or in accelerator-hours
//! where no price is known; the fastest within the budget where there is no deadline. A run that
//! may not fit is weighed for it ([`soundness`](super::soundness)).

mod counts;
mod fastest;
mod floor;
mod rank;
mod ways;

use crate::offer::Offer;
use crate::quantity::Bytes;
use crate::training::ability::Task;
use crate::training::finding::findings;
use crate::training::job::Job;
use crate::training::layout::{Illegal, Layout};
use crate::training::memory;
use crate::training::method::{Offload, Recompute};
use crate::training::question::{Fixed, Limits};
use crate::training::quick::states;
use crate::training::report::{Candidate, Report, Run, Verdict};
use crate::training::run::Terms;
use crate::training::shape::Shape;
use crate::training::site::Site;
use crate::training::support::{Barrier, barrier};
use crate::training::time::OnChip;
use counts::counts;
use fastest::{Attempt, Outcome, Short};
use floor::Floor;
use std::collections::BTreeMap;
use ways::{Place, offloads, recomputes, ways};

/// Sizes a run on every offer and ranks them.
#[must_use]
pub fn search(job: &Job, site: &Site, limits: &Limits, fixed: &Fixed, offers: &[Offer]) -> Report {
    let asked = Asked {
        job,
        site,
        limits,
        fixed,
        offers,
    };
    let mut found = Found::default();
    while found.advance(&asked) {}
    found.into_report(&asked)
}

/// The question.
#[derive(Debug, Clone, Copy)]
pub struct Asked<'a> {
    /// The job.
    pub job: &'a Job,
    /// Where.
    pub site: &'a Site,
    /// On how much, and by when.
    pub limits: &'a Limits,
    /// The fixed part of the layout.
    pub fixed: &'a Fixed,
    /// The offers to use.
    pub offers: &'a [Offer],
}

/// The finds of a search so far: it takes long enough for a page to do it step by step.
#[derive(Debug, Default)]
pub struct Found {
    /// One for each offer up to here.
    candidates: Vec<Candidate>,
    /// Layouts that answers on different accelerators share.
    plans: Plans,
}

/// The layouts worth a try, by machines and level of offload.
type Plans = BTreeMap<(Place, usize), Vec<Layout>>;

impl Found {
    /// Sizes the run on the next offer; false where none is left. `asked` is the same from
    /// step to step.
    pub fn advance(&mut self, asked: &Asked<'_>) -> bool {
        let index = self.candidates.len();
        let Some(offer) = asked.offers.get(index) else {
            return false;
        };
        let mut step = Step {
            asked: *asked,
            shape: &Shape::of(&asked.job.model),
            modes: &recomputes(asked.job, asked.fixed),
            plans: &mut self.plans,
        };
        let candidate = step.candidate(offer, index);
        self.candidates.push(candidate);
        true
    }

    /// Ranks the finds.
    #[must_use]
    pub fn into_report(self, asked: &Asked<'_>) -> Report {
        let (limits, offers) = (asked.limits, asked.offers);
        let mut report = rank::ranked(limits, self.candidates);
        report.findings = findings(asked.job, asked.site, offers, &report);
        report
    }
}

/// The question for one offer.
struct Step<'a> {
    asked: Asked<'a>,
    shape: &'a Shape,
    modes: &'a [Recompute],
    plans: &'a mut Plans,
}

/// The outcome of every count on one offer.
#[derive(Default)]
struct Tried {
    scaling: Vec<Run>,
    short: Option<(Short, u32)>,
}

impl Step<'_> {
    fn candidate(&mut self, offer: &Offer, index: usize) -> Candidate {
        let chip = &offer.accelerator;
        let of = |verdict, best, scaling| Candidate {
            offer: index,
            verdict,
            best,
            scaling,
        };
        let asked = &self.asked;
        let lacks = Task::from(asked.job).lacks(asked.fixed);
        let lacks = lacks.map(|gap| Barrier::Task(asked.job.stack, gap));
        if let Some(barrier) = lacks.or_else(|| barrier(asked.job, chip)) {
            return of(Verdict::Unsupported { barrier }, None, Vec::new());
        }
        let known = chip.bandwidth.is_valid() && chip.bandwidth.get() > 0.0;
        if !known || chip.memory <= Bytes::ZERO {
            return of(Verdict::Unknown, None, Vec::new());
        }
        let (job, site) = (self.asked.job, self.asked.site);
        let floor = Floor::new(job, site, chip, self.modes);
        let on = OnChip::fitted(job, site, chip);
        let (Some(floor), Some(on)) = (floor, on) else {
            return of(Verdict::Unknown, None, Vec::new());
        };
        let attempt = Attempt {
            terms: &Terms::new(job, site, offer, self.asked.limits.node(chip)),
            fixed: self.asked.fixed,
            floor: &floor,
            on: &on,
            shape: self.shape,
            modes: self.modes,
        };
        let mut short = None;
        for (level, offload) in offloads(self.asked.job, self.asked.fixed)
            .into_iter()
            .enumerate()
        {
            let tried = self.every_count(&attempt, (level, offload));
            let limits = self.asked.limits;
            if let Some(best) = chosen(&tried.scaling, limits) {
                let verdict = if limits.keeps(best) {
                    Verdict::Meets
                } else if limits.in_time(best) {
                    Verdict::OverBudget { least: best.cost }
                } else {
                    Verdict::Late { fastest: best.wall }
                };
                return of(verdict, Some(best.clone()), tried.scaling);
            }
            short = short.or(tried.short);
        }
        let verdict = match short {
            Some((Short::Accelerator(short), accelerators)) => Verdict::TooLittleMemory {
                short,
                accelerators,
            },
            Some((Short::Host(short), accelerators)) => Verdict::TooLittleHost {
                short,
                accelerators,
            },
            None => Verdict::NoLayout {
                reason: self.rule_broken(offer),
            },
        };
        of(verdict, None, Vec::new())
    }

    /// The best run of every count.
    fn every_count(&mut self, attempt: &Attempt<'_>, offload: (usize, Offload)) -> Tried {
        let chip = &attempt.terms.offer.accelerator;
        let mut tried = Tried::default();
        let all = counts(self.asked.limits, self.asked.fixed, chip);
        let least = if offload.1 == Offload::None {
            self.states(attempt.terms)
        } else {
            Bytes::ZERO
        };
        let last = all.last().copied();
        for &count in &all {
            // Not even an equal part of the states fits; the last count is tried all the
            // same, to say by how much.
            let hopeless = least / f64::from(count.max(1)) > chip.memory;
            if !hopeless || Some(count) == last {
                self.one_count(attempt, count, offload, &mut tried);
            }
        }
        tried
    }

    fn one_count(
        &mut self,
        attempt: &Attempt<'_>,
        count: u32,
        (level, offload): (usize, Offload),
        tried: &mut Tried,
    ) {
        let terms = attempt.terms;
        let domain = terms.offer.accelerator.link.domain.min(count);
        let place = Place {
            count,
            node: terms.node.min(count),
            domain,
        };
        let (job, fixed) = (self.asked.job, self.asked.fixed);
        let layouts = self
            .plans
            .entry((place, level))
            .or_insert_with(|| ways(job, fixed, place, offload));
        let Outcome { best, short } = attempt.fastest(layouts);
        if let Some(run) = best.and_then(|estimate| terms.run(estimate)) {
            tried.scaling.push(run);
        } else if let Some(short) = short
            && tried.short.is_none_or(|(least, _)| short < least)
        {
            tried.short = Some((short, count));
        }
    }

    /// Bytes of all states, once: no layout without offload holds less in sum.
    fn states(&self, terms: &Terms<'_>) -> Bytes {
        states(&memory::memory(
            self.asked.job,
            &terms.offer.accelerator,
            &Layout::SINGLE,
        ))
    }

    /// The rule that the plainest layout of the fixed part breaks.
    fn rule_broken(&self, offer: &Offer) -> Illegal {
        let node = self.asked.limits.node(&offer.accelerator);
        let fixed = self.asked.fixed;
        counts(self.asked.limits, fixed, &offer.accelerator)
            .into_iter()
            .find_map(|count| {
                let layout = Layout {
                    accelerators: count,
                    tensor: fixed.tensor.unwrap_or(1),
                    pipeline: fixed.pipeline.unwrap_or(1),
                    context: fixed.context.unwrap_or(1),
                    expert: fixed.expert.unwrap_or(1),
                    virtual_stages: fixed.virtual_stages.unwrap_or(1),
                    micro_batch: fixed.micro_batch.unwrap_or(1),
                    ..Layout::SINGLE
                };
                layout.check(self.asked.job, node).err()
            })
            .unwrap_or(Illegal::Zero)
    }
}

impl Limits {
    /// Whether a run is done by the deadline.
    #[must_use]
    pub fn in_time(&self, run: &Run) -> bool {
        self.deadline.is_none_or(|deadline| run.wall <= deadline)
    }

    /// Whether a run keeps deadline and budget; without a price it keeps no budget.
    #[must_use]
    pub fn keeps(&self, run: &Run) -> bool {
        let affords = |budget| run.cost.is_some_and(|cost| cost <= budget);
        self.in_time(run) && self.budget.is_none_or(affords)
    }

    /// Whether the fastest run is wanted instead of the cheapest: money is given, time is not.
    #[must_use]
    pub const fn wants_speed(&self) -> bool {
        self.budget.is_some() && self.deadline.is_none()
    }

    /// The measure that runs that keep both are compared by: money, or time where speed is wanted,
    /// weighed by the doubt that the run fits.
    #[must_use]
    pub fn measure(&self, run: &Run) -> f64 {
        run.weighed(if self.wants_speed() {
            run.wall.get()
        } else {
            run.expense()
        })
    }
}

/// The best of those that keep deadline and budget, else the cheapest in time, else the
/// fastest.
fn chosen<'a>(scaling: &'a [Run], limits: &Limits) -> Option<&'a Run> {
    let least = |key: &dyn Fn(&Run) -> f64, wanted: &dyn Fn(&Run) -> bool| {
        scaling
            .iter()
            .filter(|run| wanted(run))
            .min_by(|a, b| key(a).total_cmp(&key(b)))
    };
    least(&|run| limits.measure(run), &|run| limits.keeps(run))
        .or_else(|| least(&Run::expense, &|run| limits.in_time(run)))
        .or_else(|| least(&|run| run.wall.get(), &|_| true))
}

impl Candidate {
    /// The run that costs least, weighed by its doubt, however long it takes.
    #[must_use]
    pub fn cheapest(&self) -> Option<&Run> {
        chosen(&self.scaling, &Limits::default())
    }

    /// The run on the fewest accelerators that keeps deadline and budget.
    #[must_use]
    pub fn smallest(&self, limits: &Limits) -> Option<&Run> {
        self.scaling.iter().find(|run| limits.keeps(run))
    }

    /// Whether it is done in time, within the budget.
    #[must_use]
    pub fn meets(&self) -> bool {
        self.verdict == Verdict::Meets
    }
}
