//! The texts of a draft, field by field.

use super::Draft;
use crate::i18n::{Marks, rewrite};
use estimator::kubernetes::teams::{Field, JobPart, TeamPart};

impl Draft {
    /// The typed text of a field.
    pub(in crate::queue) fn text(&self, field: Field) -> &str {
        let team = |place: usize| self.teams.get(place);
        let job = |place: usize| self.jobs.get(place);
        let found = match field {
            Field::Team(place, part) => team(place).and_then(|row| match part {
                TeamPart::Name => Some(&row.name),
                TeamPart::Gpus => Some(&row.gpus),
                TeamPart::Lend => Some(&row.lend),
                TeamPart::Borrow => Some(&row.borrow),
                TeamPart::BorrowWithin => None,
            }),
            Field::Job(place, part) => job(place).and_then(|row| match part {
                JobPart::Name => Some(&row.name),
                JobPart::Team | JobPart::Near => None,
                JobPart::Submit => Some(&row.submit),
                JobPart::Gpus => Some(&row.gpus),
                JobPart::Time => Some(&row.time),
                JobPart::Checkpoint => Some(&row.checkpoint),
                JobPart::Restart => Some(&row.restart),
                JobPart::Count => Some(&row.count),
                JobPart::Every => Some(&row.every),
            }),
            Field::Node => Some(&self.node),
            Field::Threads => Some(&self.threads),
            Field::Memory => Some(&self.memory),
            Field::Rack => Some(&self.rack),
            Field::Block => Some(&self.block),
            Field::Price => Some(&self.price),
            Field::Teams | Field::Jobs => None,
        };
        found.map_or("", String::as_str)
    }

    /// Types into a field.
    pub(in crate::queue) fn set_text(&mut self, field: Field, text: String) {
        let place = match field {
            Field::Team(place, part) => {
                let Some(row) = self.teams.get_mut(place) else {
                    return;
                };
                match part {
                    TeamPart::Name => &mut row.name,
                    TeamPart::Gpus => &mut row.gpus,
                    TeamPart::Lend => &mut row.lend,
                    TeamPart::Borrow => &mut row.borrow,
                    TeamPart::BorrowWithin => return,
                }
            }
            Field::Job(place, part) => {
                let Some(row) = self.jobs.get_mut(place) else {
                    return;
                };
                match part {
                    JobPart::Name => &mut row.name,
                    JobPart::Team | JobPart::Near => return,
                    JobPart::Submit => &mut row.submit,
                    JobPart::Gpus => &mut row.gpus,
                    JobPart::Time => &mut row.time,
                    JobPart::Checkpoint => &mut row.checkpoint,
                    JobPart::Restart => &mut row.restart,
                    JobPart::Count => &mut row.count,
                    JobPart::Every => &mut row.every,
                }
            }
            Field::Node => &mut self.node,
            Field::Threads => &mut self.threads,
            Field::Memory => &mut self.memory,
            Field::Rack => &mut self.rack,
            Field::Block => &mut self.block,
            Field::Price => &mut self.price,
            Field::Teams | Field::Jobs => return,
        };
        *place = text;
    }

    /// The same draft in the marks of another language. Text that cannot be read stays.
    pub(in crate::queue) fn rewrite(&mut self, old: Marks, new: Marks) {
        let teams = self.teams.iter_mut();
        let teams = teams.flat_map(|row| [&mut row.gpus, &mut row.lend, &mut row.borrow]);
        let jobs = self.jobs.iter_mut().flat_map(|row| {
            [
                &mut row.submit,
                &mut row.gpus,
                &mut row.time,
                &mut row.checkpoint,
                &mut row.restart,
                &mut row.count,
                &mut row.every,
            ]
        });
        let own = [
            &mut self.node,
            &mut self.threads,
            &mut self.memory,
            &mut self.rack,
            &mut self.block,
            &mut self.price,
        ];
        rewrite(teams.chain(jobs).chain(own), old, new);
    }
}
