//! A draft as it is read: the question, or all that is wrong.

use super::{Draft, unit};
use crate::i18n::Marks;
use crate::serving::draft::bounds::{Bounds, count, needed, optional, read, unsigned};
use estimator::currency::Currency;
use estimator::error::Problem;
use estimator::kubernetes::teams::{Field, FieldError, JobPart, Jobs, Question, Team, TeamPart};

/// Bounds that are wider than the question's, which has the last word.
const ANY: (f64, f64) = (0.0, 4e9);

impl Draft {
    /// The question, or everything that cannot be read of it.
    ///
    /// # Errors
    /// One entry a field, in seconds where it is a time.
    pub(in crate::queue) fn question(&self, marks: Marks) -> Result<Question, Vec<FieldError>> {
        let mut reading = Reading {
            draft: self,
            marks,
            wrong: Vec::new(),
        };
        let teams = self.teams.iter().enumerate().map(|(place, row)| {
            let at = |part| Field::Team(place, part);
            Team {
                name: row.name.trim().to_owned(),
                gpus: reading.count(at(TeamPart::Gpus)),
                lend: reading.maybe(at(TeamPart::Lend)),
                borrow: reading.maybe(at(TeamPart::Borrow)),
                strategy: row.strategy,
                within: row.within,
                reclaim: row.reclaim,
                borrow_within: row.borrow_within,
            }
        });
        let teams = teams.collect();
        let jobs = self.jobs.iter().enumerate().map(|(place, row)| {
            let at = |part| Field::Job(place, part);
            let team = self.teams.iter().position(|team| team.key == row.team);
            Jobs {
                name: row.name.trim().to_owned(),
                team: team.unwrap_or(usize::MAX),
                class: row.class,
                submit: reading.time(at(JobPart::Submit)).unwrap_or(0),
                gpus: reading.count(at(JobPart::Gpus)),
                seconds: reading.time(at(JobPart::Time)).unwrap_or(1),
                checkpoint: reading.time(at(JobPart::Checkpoint)),
                restart: reading.time(at(JobPart::Restart)).unwrap_or(0),
                count: reading.count(at(JobPart::Count)),
                every: reading.time(at(JobPart::Every)).unwrap_or(0),
                near: row.near,
            }
        });
        let jobs = jobs.collect();
        let question = Question {
            teams,
            jobs,
            cohort: self.cohort,
            accelerator: self.accelerator.clone(),
            node: reading.count(Field::Node),
            threads: reading.count(Field::Threads),
            memory: reading.count(Field::Memory),
            rack: reading.maybe(Field::Rack),
            block: reading.maybe(Field::Block),
            price: reading.price(),
            currency: self.currency,
        };
        if reading.wrong.is_empty() {
            Ok(question)
        } else {
            Err(reading.wrong)
        }
    }
}

/// Fields as they are read one after another.
struct Reading<'a> {
    draft: &'a Draft,
    marks: Marks,
    wrong: Vec<FieldError>,
}

impl Reading<'_> {
    fn number(&mut self, field: Field, bounds: &Bounds) -> Option<f64> {
        let text = self.draft.text(field);
        let text = match field {
            Field::Price => unsigned(text, self.currency()),
            _ => text,
        };
        let found = read(text, bounds, self.marks);
        found.unwrap_or_else(|problem| {
            self.note(field, problem);
            None
        })
    }

    fn note(&mut self, field: Field, problem: Problem) {
        self.wrong.push(FieldError { field, problem });
    }

    fn count(&mut self, field: Field) -> u32 {
        self.number(field, &count(ANY)).map_or(1, whole)
    }

    fn maybe(&mut self, field: Field) -> Option<u32> {
        // A whole number where there is one.
        if self.draft.text(field).trim().is_empty() {
            return None;
        }
        Some(self.count(field))
    }

    fn currency(&self) -> Currency {
        self.draft.currency.unwrap_or(Currency::DOLLAR)
    }

    /// A price in millionths of a dollar, where there is one.
    fn price(&mut self) -> Option<u32> {
        let typed = self.number(Field::Price, &optional(ANY))?;
        Some(whole((typed * unit(Field::Price, self.currency())).round()))
    }

    /// Whole seconds; a checkpoint alone may be left out.
    fn time(&mut self, field: Field) -> Option<u64> {
        let bounds = if matches!(field, Field::Job(_, JobPart::Checkpoint)) {
            optional(ANY)
        } else {
            needed(ANY)
        };
        let typed = self.number(field, &bounds)?;
        Some(seconds(typed * unit(field, self.currency())))
    }
}

/// A number that was read as a count.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
fn whole(value: f64) -> u32 {
    // A cast saturates.
    value as u32
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
fn seconds(value: f64) -> u64 {
    value.round() as u64
}
