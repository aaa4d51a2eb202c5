//! Growth: the month that breaks a packing, and the packing made anew then.
//!
//! ```text
//! load of month m = load x (1 + growth a year)^(m / 12)
//! ```
//!
//! A workload busier than a whole GPU becomes several replicas of equal load. Prices stay as
//! they are, and so does a replica's memory, which is a number here: of questions that are sized,
//! [`super::asked`] grows the memory, too.

use super::hours::broken;
use super::question::{Question, Workload};
use super::refusal::Refusal;
use super::{FleetError, Machines, Packing};
use serde::Serialize;

/// Months that are looked ahead at most.
pub const MOST_MONTHS: u32 = 120;
/// Months of a year.
const YEAR: f64 = 12.0;

/// A packing and how long it holds.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Stage {
    /// The month that it is packed in, 0 today.
    pub month: u32,
    /// The packing; without a price where nothing holds all.
    pub packing: Packing,
    /// The month that breaks it; `None` where it lasts.
    pub until: Option<u32>,
    /// Which GPU of it breaks then, and the rule.
    pub broken: Option<(usize, Refusal)>,
}

/// The course over the months, in steps.
#[derive(Debug, Clone)]
pub struct Course {
    question: Question,
    per_year: f64,
    months: u32,
    now: Option<(u32, Question, Box<Machines>)>,
    stages: Vec<Stage>,
}

impl Course {
    /// Of loads that grow by a share a year (1 doubles them, less than 0 shrinks them).
    ///
    /// # Errors
    /// A growth that is no share from -0.99 to 100, more than [`MOST_MONTHS`].
    pub fn new(question: Question, per_year: f64, months: u32) -> Result<Self, FleetError> {
        let wrong = |field: &str, message: String| {
            Err(FleetError {
                field: field.to_owned(),
                message,
            })
        };
        if !(-0.99..=100.0).contains(&per_year) {
            return wrong(
                "growth.per_year",
                "not a share from -0.99 to 100".to_owned(),
            );
        }
        if months > MOST_MONTHS {
            return wrong("growth.months", format!("more than {MOST_MONTHS}"));
        }
        let first = grown(&question, per_year, 0);
        let search = Box::new(Machines::new(first.clone()));
        Ok(Self {
            question,
            per_year,
            months,
            now: Some((0, first, search)),
            stages: Vec::new(),
        })
    }

    /// Goes on by so many steps, of some milliseconds each, and says whether it is done.
    pub fn advance(&mut self, steps: u32) -> bool {
        for _ in 0..steps {
            let Some((_, _, search)) = &mut self.now else {
                return true;
            };
            if search.advance(1)
                && let Some((month, _, search)) = self.now.take()
            {
                self.settle(month, search.answer());
            }
        }
        self.now.is_none()
    }

    fn settle(&mut self, month: u32, packing: Packing) {
        let mut stage = Stage {
            month,
            packing,
            until: None,
            broken: None,
        };
        if stage.packing.price_milli_usd.is_some() {
            for later in month + 1..=self.months {
                let question = grown(&self.question, self.per_year, later);
                // Another replica stands nowhere yet, whatever else still holds.
                let held: usize = stage
                    .packing
                    .bins
                    .iter()
                    .map(|bin| bin.workloads.len())
                    .sum();
                let found = broken(&question, &stage.packing);
                if found.is_none() && held == question.workloads.len() {
                    continue;
                }
                stage.until = Some(later);
                stage.broken = found;
                let search = Box::new(Machines::new(question.clone()));
                self.now = Some((later, question, search));
                break;
            }
        }
        self.stages.push(stage);
    }

    /// Every packing so far, today's first.
    #[must_use]
    pub fn stages(&self) -> &[Stage] {
        &self.stages
    }

    /// The month that breaks today's packing; `None` where it lasts, or nothing is known yet.
    #[must_use]
    pub fn breaks(&self) -> Option<u32> {
        self.stages.first()?.until
    }
}

/// The question in a month.
#[must_use]
pub fn grown(question: &Question, per_year: f64, month: u32) -> Question {
    let factor = (1.0 + per_year).powf(f64::from(month) / YEAR);
    let mut grown = question.clone();
    for one in &mut grown.workloads {
        scale(one, factor);
    }
    divided(grown)
}

fn scale(one: &mut Workload, factor: f64) {
    let demands = one.on.iter_mut().filter_map(|(_, demand)| demand.as_mut());
    let all = demands.map(|demand| &mut demand.load);
    for load in all.chain([&mut one.load]) {
        for hour in load {
            *hour *= factor;
        }
    }
}

/// The question with every workload that is busier than each type's whole GPU in replicas of
/// equal load, whose names count them.
#[must_use]
pub fn divided(mut question: Question) -> Question {
    let mut workloads = Vec::new();
    for one in std::mem::take(&mut question.workloads) {
        let peak = question
            .gpus
            .iter()
            .filter_map(|gpu| one.on_type(&gpu.name))
            .map(|one| one.peak())
            .reduce(f64::min)
            .unwrap_or_else(|| one.peak());
        // An excess that a comparison forgives is no replica.
        let replicas = crate::quantity::whole((peak - 1e-9).ceil());
        if replicas < 2 || replicas > super::read::MOST_WORKLOADS as u64 {
            workloads.push(one);
            continue;
        }
        for replica in 1..=replicas {
            let mut part = one.clone();
            part.id = format!("{} {replica}/{replicas}", one.id);
            scale(&mut part, 1.0 / replicas as f64);
            workloads.push(part);
        }
    }
    question.workloads = workloads;
    question
}
