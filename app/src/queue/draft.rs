//! The question as it is typed. Choices are made, numbers are text until they are read. Times are
//! typed in hours and minutes.

mod reading;
#[cfg(test)]
mod tests;
mod texts;

use crate::i18n::{Marks, plain};
use estimator::currency::Currency;
use estimator::decimal::round;
use estimator::kubernetes::queue::{Near, Reclaim, Strategy, Within};
use estimator::kubernetes::teams::{Class, Field, JobPart, Jobs, Question, Team};

/// Seconds of the units that times are typed in.
pub(super) const HOUR: f64 = 3600.0;
pub(super) const MINUTE: f64 = 60.0;
/// Millionths of a dollar, which a price is asked in.
const MICRO: f64 = 1e6;

/// A team in the making.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct TeamRow {
    /// Tells it from others, however they are moved.
    pub(super) key: u32,
    pub(super) name: String,
    pub(super) gpus: String,
    pub(super) lend: String,
    pub(super) borrow: String,
    pub(super) strategy: Strategy,
    pub(super) within: Within,
    pub(super) reclaim: Reclaim,
    pub(super) borrow_within: bool,
}

/// A row of jobs in the making.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct JobRow {
    /// Tells it from others, however they are moved.
    pub(super) key: u32,
    pub(super) name: String,
    /// The key of its team.
    pub(super) team: u32,
    pub(super) class: Class,
    pub(super) submit: String,
    pub(super) gpus: String,
    pub(super) time: String,
    pub(super) checkpoint: String,
    pub(super) restart: String,
    pub(super) count: String,
    pub(super) every: String,
    pub(super) near: Near,
}

/// A question in the making.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Draft {
    pub(super) teams: Vec<TeamRow>,
    pub(super) jobs: Vec<JobRow>,
    pub(super) cohort: bool,
    pub(super) accelerator: String,
    pub(super) node: String,
    pub(super) threads: String,
    pub(super) memory: String,
    pub(super) rack: String,
    pub(super) block: String,
    pub(super) price: String,
    /// What the price is typed in; dollars where absent.
    pub(super) currency: Option<Currency>,
    /// The next row's key.
    next: u32,
}

/// How much of what is asked the unit of a number is: seconds of a time, millionths of a dollar of an
/// amount in a currency.
pub(super) fn unit(field: Field, currency: Currency) -> f64 {
    match field {
        Field::Job(_, JobPart::Submit | JobPart::Time | JobPart::Every) => HOUR,
        Field::Job(_, JobPart::Checkpoint | JobPart::Restart) => MINUTE,
        Field::Price => MICRO / currency.per_usd(),
        _ => 1.0,
    }
}

impl Draft {
    /// A draft that reads as `question`.
    pub(super) fn new(question: &Question, marks: Marks) -> Self {
        let number = |value: u32| plain(f64::from(value), marks);
        let or_empty = |value: Option<u32>| value.map_or_else(String::new, number);
        let currency = question.currency.unwrap_or(Currency::DOLLAR);
        let mut draft = Self {
            teams: Vec::new(),
            jobs: Vec::new(),
            cohort: question.cohort,
            accelerator: question.accelerator.clone(),
            node: number(question.node),
            threads: number(question.threads),
            memory: number(question.memory),
            rack: or_empty(question.rack),
            block: or_empty(question.block),
            price: question.price.map_or_else(String::new, |price| {
                let typed = f64::from(price) / unit(Field::Price, currency);
                plain(round(typed, 3), marks)
            }),
            currency: question.currency,
            next: 0,
        };
        for team in &question.teams {
            draft.add_team(team, marks);
        }
        for jobs in &question.jobs {
            draft.add_jobs(jobs, marks);
        }
        draft
    }

    /// Whether jobs are placed on nodes.
    pub(super) fn has_racks(&self) -> bool {
        !self.rack.trim().is_empty()
    }

    fn key(&mut self) -> u32 {
        let key = self.next;
        self.next = key.wrapping_add(1);
        key
    }

    /// One more team; its key.
    pub(super) fn add_team(&mut self, team: &Team, marks: Marks) -> u32 {
        let key = self.key();
        let number = |value: u32| plain(f64::from(value), marks);
        let or_empty = |value: Option<u32>| value.map_or_else(String::new, number);
        self.teams.push(TeamRow {
            key,
            name: team.name.clone(),
            gpus: number(team.gpus),
            lend: or_empty(team.lend),
            borrow: or_empty(team.borrow),
            strategy: team.strategy,
            within: team.within,
            reclaim: team.reclaim,
            borrow_within: team.borrow_within,
        });
        key
    }

    /// One more row of jobs; its key.
    pub(super) fn add_jobs(&mut self, jobs: &Jobs, marks: Marks) -> u32 {
        let key = self.key();
        let time = |seconds: u64, unit: f64| plain(round(seconds as f64 / unit, 6), marks);
        let team = self.teams.get(jobs.team).map_or(u32::MAX, |team| team.key);
        let checkpoint = jobs.checkpoint.map(|every| time(every, MINUTE));
        self.jobs.push(JobRow {
            key,
            name: jobs.name.clone(),
            team,
            class: jobs.class,
            submit: time(jobs.submit, HOUR),
            gpus: plain(f64::from(jobs.gpus), marks),
            time: time(jobs.seconds, HOUR),
            checkpoint: checkpoint.unwrap_or_default(),
            restart: time(jobs.restart, MINUTE),
            count: plain(f64::from(jobs.count), marks),
            every: time(jobs.every, HOUR),
            near: jobs.near,
        });
        key
    }

    /// The name, or that with the first number behind it that none of `taken` is.
    pub(super) fn free<'a>(name: &str, taken: impl Iterator<Item = &'a String>) -> String {
        let taken: Vec<&String> = taken.collect();
        let numbers = 2..1_000;
        let numbered = numbers.map(|number| format!("{name} {number}"));
        let mut all = std::iter::once(name.to_owned()).chain(numbered);
        let found = all.find(|name| taken.iter().all(|other| *other != name));
        found.unwrap_or_else(|| name.to_owned())
    }
}
