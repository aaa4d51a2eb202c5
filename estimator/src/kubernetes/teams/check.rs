//! What a question must be before it is asked: every problem beside its field.

use super::error::{Field, FieldError, JobPart, TeamPart};
use super::question::{
    MOST_GPUS, MOST_NAME, MOST_NODE, MOST_PRICE, MOST_RACK, MOST_ROWS, MOST_SECONDS, MOST_TEAMS,
    Question,
};
use crate::error::Problem;
use crate::kubernetes::queue::{Level, MOST_JOBS, MOST_NODES, Near, Reclaim};
use std::collections::HashSet;

/// The most threads of a node.
const MOST_THREADS: u32 = 4096;
/// The most memory of a node, GiB.
const MOST_MEMORY: u32 = 65_536;

impl Question {
    /// Whether it can be asked.
    ///
    /// # Errors
    /// All that is wrong, in the order of the fields.
    pub fn check(&self) -> Result<(), Vec<FieldError>> {
        let mut found = Found(Vec::new());
        found.list(Field::Teams, self.teams.len(), MOST_TEAMS);
        let mut names = HashSet::new();
        for (place, team) in self.teams.iter().enumerate() {
            let at = |part| Field::Team(place, part);
            found.name(at(TeamPart::Name), &team.name, &mut names);
            found.count(
                at(TeamPart::Gpus),
                u64::from(team.gpus),
                1,
                u64::from(MOST_GPUS),
            );
            if let Some(lend) = team.lend {
                found.count(at(TeamPart::Lend), u64::from(lend), 0, u64::from(team.gpus));
            }
            if let Some(borrow) = team.borrow {
                let most = u64::from(MOST_GPUS);
                found.count(at(TeamPart::Borrow), u64::from(borrow), 0, most);
            }
            // Kueue refuses such a queue.
            if team.borrow_within && team.reclaim == Reclaim::Never {
                found.add(at(TeamPart::BorrowWithin), Problem::Missing);
            }
        }
        found.list(Field::Jobs, self.jobs.len(), MOST_ROWS);
        if self.count() > MOST_JOBS as u64 {
            let most = MOST_JOBS as f64;
            found.add(Field::Jobs, Problem::TooLarge { most });
        }
        found.jobs(self);
        names.clear();
        for (place, jobs) in self.jobs.iter().enumerate() {
            let at = |part| Field::Job(place, part);
            found.name(at(JobPart::Name), &jobs.name, &mut names);
            if jobs.team >= self.teams.len() {
                found.add(at(JobPart::Team), Problem::Missing);
            }
            let all = self.gpus().max(1);
            found.count(at(JobPart::Gpus), u64::from(jobs.gpus), 1, all);
            found.count(at(JobPart::Submit), jobs.submit, 0, MOST_SECONDS);
            found.count(at(JobPart::Time), jobs.seconds, 1, MOST_SECONDS);
            let every = jobs.checkpoint.unwrap_or(0);
            found.count(at(JobPart::Checkpoint), every, 0, MOST_SECONDS);
            found.count(at(JobPart::Restart), jobs.restart, 0, MOST_SECONDS);
            found.count(
                at(JobPart::Count),
                u64::from(jobs.count),
                1,
                MOST_JOBS as u64,
            );
            // The last one comes within the longest time, too.
            let between = u64::from(jobs.count.saturating_sub(1)).max(1);
            found.count(at(JobPart::Every), jobs.every, 0, MOST_SECONDS / between);
        }
        found.count(Field::Node, u64::from(self.node), 1, u64::from(MOST_NODE));
        found.topology(self);
        found.count(
            Field::Threads,
            u64::from(self.threads),
            1,
            u64::from(MOST_THREADS),
        );
        found.count(
            Field::Memory,
            u64::from(self.memory),
            1,
            u64::from(MOST_MEMORY),
        );
        let price = self.price.unwrap_or(0);
        found.count(Field::Price, u64::from(price), 0, u64::from(MOST_PRICE));
        if found.0.is_empty() {
            Ok(())
        } else {
            Err(found.0)
        }
    }
}

struct Found(Vec<FieldError>);

impl Found {
    fn add(&mut self, field: Field, problem: Problem) {
        self.0.push(FieldError { field, problem });
    }

    /// The names of single jobs, which rows may give twice: of `a`, two jobs, and of `a 2`.
    fn jobs(&mut self, question: &Question) {
        if question.count() > MOST_JOBS as u64 {
            return;
        }
        let mut names = HashSet::new();
        for (place, row) in question.jobs.iter().enumerate() {
            let twice = row.names().find(|name| !names.insert(name.clone()));
            let alone = question.jobs.iter().filter(|other| other.name == row.name);
            // Rows of one name are said below.
            if let Some(name) = twice.filter(|_| alone.count() == 1) {
                self.add(Field::Job(place, JobPart::Name), Problem::Unknown { name });
            }
        }
    }

    /// Racks and blocks that can be, no more nodes than are played, and of every job a domain that
    /// could hold it.
    fn topology(&mut self, question: &Question) {
        let Some(rack) = question.rack else { return };
        let most = u64::from(MOST_RACK);
        self.count(Field::Rack, u64::from(rack), 1, most);
        let block = question.block.map(u64::from);
        self.count(Field::Block, block.unwrap_or(1), 1, most);
        let nodes = question.gpus().div_ceil(u64::from(question.node.max(1)));
        if nodes > MOST_NODES {
            self.add(Field::Rack, Problem::Missing);
        }
        let of_rack = u64::from(question.node) * u64::from(rack);
        for (place, jobs) in question.jobs.iter().enumerate() {
            let level = jobs.near.level();
            let domain = match level {
                Level::Block => block.map(|racks| racks.saturating_mul(of_rack)),
                Level::Node | Level::Rack => Some(of_rack),
            };
            let field = Field::Job(place, JobPart::Near);
            match (domain, jobs.near) {
                (None, _) => self.add(field, Problem::Missing),
                // Beyond all accelerators the job itself is too large.
                (Some(most), Near::Required(_)) if u64::from(jobs.gpus) <= question.gpus() => {
                    self.count(field, u64::from(jobs.gpus), 0, most);
                }
                (Some(_), _) => {}
            }
        }
    }

    fn list(&mut self, field: Field, length: usize, most: usize) {
        if length == 0 {
            self.add(field, Problem::Missing);
        } else if length > most {
            self.add(field, Problem::TooLarge { most: most as f64 });
        }
    }

    fn count(&mut self, field: Field, count: u64, least: u64, most: u64) {
        if count < least {
            let least = least as f64;
            self.add(field, Problem::TooSmall { least });
        } else if count > most {
            self.add(field, Problem::TooLarge { most: most as f64 });
        }
    }

    /// A name of its own.
    fn name<'a>(&mut self, field: Field, name: &'a str, names: &mut HashSet<&'a str>) {
        if name.trim().is_empty() {
            self.add(field, Problem::Missing);
        } else if name.chars().count() > MOST_NAME {
            let most = MOST_NAME as f64;
            self.add(field, Problem::TooLarge { most });
        } else if !names.insert(name) {
            let name = name.to_owned();
            self.add(field, Problem::Unknown { name });
        }
    }
}
