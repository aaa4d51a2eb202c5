//! From a complete question to a report, in steps that can be stopped: the packing first, what a
//! limit holds of it, then other ways to hold the same, growth at the end.

mod growing;
mod limit;
mod others;

use super::packed::packed;
use super::question::Within;
use super::report::{Report, State};
use crate::fleet::alternatives::Way;
use crate::fleet::budget::Affording;
use crate::fleet::question::Question;
use crate::fleet::served::{Answer, Known, Planner, Served, Wish};
use crate::fleet::{FleetError, Machines};
use crate::quantity::Seconds;
use growing::Course;

/// Watts of a kilowatt.
const WATTS: f64 = 1000.0;

/// A complete question.
#[derive(Debug, Clone, PartialEq)]
pub struct Asked {
    /// The workloads and the accelerators to choose from.
    pub wish: Wish,
    /// The same workloads, each in the next smaller format that its weights are published in;
    /// `None` where none is.
    pub smaller: Option<Vec<Served>>,
    /// How long a machine takes until it runs, by workload.
    pub machine: Vec<Seconds>,
    /// The workloads' places, the most important first.
    pub order: Vec<usize>,
    /// The limit.
    pub within: Within,
    /// Growth a year, a share.
    pub growth: f64,
}

/// How far a step came.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// It goes on.
    Goes,
    /// The report says more than before.
    News,
    /// Nothing more comes.
    Done,
}

/// The search, in steps.
#[derive(Debug, Clone)]
pub struct Search {
    asked: Asked,
    stage: Stage,
    known: Known,
    /// The packing of everything.
    answer: Option<Answer>,
    report: Report,
}

#[derive(Debug, Clone)]
enum Stage {
    Packing(Box<Planner>),
    Keeping(Box<Affording>),
    /// Ways that are left, the next last.
    Others(Vec<(Way, Wish)>, Option<(Way, Box<Planner>)>),
    ToZero(Box<Sleeping>),
    Growing(Box<Course>),
    Done,
}

/// Workloads that sleep, and the packing of the others.
#[derive(Debug, Clone)]
struct Sleeping {
    rest: Question,
    search: Machines,
    cost: u64,
    names: Vec<String>,
    cold: Seconds,
}

impl Search {
    /// A search that has not begun, with sizings that were made before.
    ///
    /// # Errors
    /// As [`Wish::check`].
    pub fn new(asked: Asked, mut known: Known) -> Result<Self, FleetError> {
        let smaller = asked.smaller.iter().flatten();
        let scenarios: Vec<_> = asked
            .wish
            .served
            .iter()
            .chain(smaller)
            .filter_map(Served::scenario)
            .collect();
        known.keep(&scenarios);
        let planner = Box::new(Planner::after(asked.wish.clone(), known)?);
        Ok(Self {
            asked,
            stage: Stage::Packing(planner),
            known: Known::default(),
            answer: None,
            report: Report::default(),
        })
    }

    /// The report so far; before the first news it is empty.
    #[must_use]
    pub const fn report(&self) -> &Report {
        &self.report
    }

    /// The sizings that were made, for the next question.
    #[must_use]
    pub fn into_known(self) -> Known {
        match self.stage {
            Stage::Packing(planner) | Stage::Others(_, Some((_, planner))) => planner.into_known(),
            _ => self.known,
        }
    }

    /// Goes on by a step of some milliseconds; sizing a workload takes some tens.
    pub fn advance(&mut self) -> Step {
        match &mut self.stage {
            Stage::Packing(planner) => {
                if !planner.advance(1) {
                    return Step::Goes;
                }
                self.planned()
            }
            Stage::Keeping(affording) => {
                if !affording.advance(1) {
                    return Step::Goes;
                }
                self.kept()
            }
            Stage::Others(..) => self.look(),
            Stage::ToZero(sleeping) => {
                if !sleeping.search.advance(1) {
                    return Step::Goes;
                }
                self.slept();
                self.grow();
                Step::News
            }
            Stage::Growing(course) => {
                if !course.advance() {
                    return Step::Goes;
                }
                self.report.growing = Some(course.report());
                self.finish();
                Step::News
            }
            Stage::Done => Step::Done,
        }
    }

    /// Ends what is under way with the best so far; other ways are left out.
    pub fn hurry(&mut self) {
        match &mut self.stage {
            Stage::Packing(planner) => planner.settle(),
            Stage::Keeping(_) => {
                self.kept();
            }
            Stage::Others(ways, now) => match now {
                Some((_, planner)) => planner.settle(),
                None => ways.clear(),
            },
            Stage::ToZero(_) => self.grow(),
            Stage::Growing(_) => self.finish(),
            Stage::Done => {}
        }
    }

    fn finish(&mut self) {
        self.stage = Stage::Done;
        self.report.done = true;
    }

    /// The report of the best packing so far, while a better one or a proof is looked for; `None`
    /// where nothing is packed yet, or where a limit has the last word.
    #[must_use]
    pub fn so_far(&self) -> Option<Report> {
        let Stage::Packing(planner) = &self.stage else {
            return None;
        };
        if !planner.has_any() || self.asked.within != Within::Everything {
            return None;
        }
        let mut early = planner.clone();
        early.settle();
        // Nothing is left to pack: what the best is worth is judged.
        early.advance(1);
        let report = self.told(early.answer()?);
        report.all.then_some(report)
    }

    fn told(&self, answer: &Answer) -> Report {
        let mut report = Report::default();
        packed(&mut report, &self.asked.wish, answer, &[]);
        report.proved = answer.optimal && report.all;
        report.bound = answer.bound;
        report
    }

    /// The packing is there: what a limit holds of it comes first.
    fn planned(&mut self) -> Step {
        let Stage::Packing(planner) = std::mem::replace(&mut self.stage, Stage::Done) else {
            return Step::Done;
        };
        let answer = planner.answer().cloned();
        self.known = planner.into_known();
        let Some(answer) = answer else {
            self.finish();
            return Step::News;
        };
        self.report = self.told(&answer);
        self.answer = Some(answer);
        let budget = self.budget();
        if let Some(affording) = budget.and_then(|budget| self.affording(budget)) {
            self.stage = Stage::Keeping(Box::new(affording));
            return Step::Goes;
        }
        self.begin_others();
        Step::News
    }

    fn grow(&mut self) {
        let grows = self.asked.growth > 0.0 && self.report.all && self.report.kept.is_none();
        let answer = self.answer.clone().filter(|_| grows);
        let wish = &self.asked.wish;
        let course = answer.and_then(|answer| Course::new(wish.clone(), answer, self.asked.growth));
        match course {
            Some(course) => self.stage = Stage::Growing(Box::new(course)),
            None => self.finish(),
        }
    }
}

impl Report {
    /// The workloads that are held nowhere.
    #[must_use]
    pub fn nowhere(&self) -> Vec<usize> {
        let lost = |(place, one): (usize, &super::Replicas)| {
            matches!(one.state, State::Unserved | State::Left).then_some(place)
        };
        self.replicas.iter().enumerate().filter_map(lost).collect()
    }
}
