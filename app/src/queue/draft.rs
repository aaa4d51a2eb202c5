//! The question as it is typed. Choices are made, numbers are text until they are read. Times are
//! typed in hours and minutes.

use crate::i18n::{Marks, plain, rewrite};
use crate::serving::draft::bounds::{Bounds, count, needed, optional, read};
use estimator::decimal::round;
use estimator::error::Problem;
use estimator::kubernetes::queue::{Reclaim, Strategy, Within};
use estimator::kubernetes::teams::{
    Class, Field, FieldError, JobPart, Jobs, Question, Team, TeamPart,
};

/// Bounds that are wider than the question's, which has the last word.
const ANY: (f64, f64) = (0.0, 4e9);
/// Seconds of the units that times are typed in.
pub(super) const HOUR: f64 = 3600.0;
pub(super) const MINUTE: f64 = 60.0;

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
    /// The next row's key.
    next: u32,
}

/// Seconds of the unit of a part's number; one where it is no time.
pub(super) const fn unit(field: Field) -> f64 {
    match field {
        Field::Job(_, JobPart::Submit | JobPart::Time | JobPart::Every) => HOUR,
        Field::Job(_, JobPart::Checkpoint | JobPart::Restart) => MINUTE,
        _ => 1.0,
    }
}

impl Draft {
    /// A draft that reads as `question`.
    pub(super) fn new(question: &Question, marks: Marks) -> Self {
        let number = |value: u32| plain(f64::from(value), marks);
        let mut draft = Self {
            teams: Vec::new(),
            jobs: Vec::new(),
            cohort: question.cohort,
            accelerator: question.accelerator.clone(),
            node: number(question.node),
            threads: number(question.threads),
            memory: number(question.memory),
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

    /// The typed text of a field.
    pub(super) fn text(&self, field: Field) -> &str {
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
                JobPart::Team => None,
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
            Field::Teams | Field::Jobs => None,
        };
        found.map_or("", String::as_str)
    }

    /// Types into a field.
    pub(super) fn set_text(&mut self, field: Field, text: String) {
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
                    JobPart::Team => return,
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
            Field::Teams | Field::Jobs => return,
        };
        *place = text;
    }

    /// The same draft in the marks of another language. Text that cannot be read stays.
    pub(super) fn rewrite(&mut self, old: Marks, new: Marks) {
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
        let own = [&mut self.node, &mut self.threads, &mut self.memory];
        rewrite(teams.chain(jobs).chain(own), old, new);
    }

    /// The question, or everything that cannot be read of it.
    ///
    /// # Errors
    /// One entry a field, in seconds where it is a time.
    pub(super) fn question(&self, marks: Marks) -> Result<Question, Vec<FieldError>> {
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
        let found = read(self.draft.text(field), bounds, self.marks);
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

    /// Whole seconds; a checkpoint alone may be left out.
    fn time(&mut self, field: Field) -> Option<u64> {
        let bounds = if matches!(field, Field::Job(_, JobPart::Checkpoint)) {
            optional(ANY)
        } else {
            needed(ANY)
        };
        let typed = self.number(field, &bounds)?;
        Some(seconds(typed * unit(field)))
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::i18n::Language;

    const ENGLISH: Marks = Language::En.marks();
    const GERMAN: Marks = Language::De.marks();

    /// Shown and read again, a question is the same, in either language.
    #[test]
    fn what_is_shown_reads_as_what_it_was() {
        let mut asked = Question::default();
        asked.teams[0].lend = Some(5);
        asked.jobs[1].submit = 5_400;
        asked.jobs[2].checkpoint = Some(1_234);
        let mut draft = Draft::new(&asked, ENGLISH);
        assert_eq!(draft.question(ENGLISH), Ok(asked.clone()));
        draft.rewrite(ENGLISH, GERMAN);
        assert_eq!(draft.text(Field::Job(1, JobPart::Submit)), "1,5");
        assert_eq!(draft.question(GERMAN), Ok(asked));
    }

    /// Every wrong field is named; jobs of a team that is gone have none.
    #[test]
    fn wrong_fields_are_named() {
        let mut draft = Draft::new(&Question::default(), ENGLISH);
        let fields = [
            (Field::Team(1, TeamPart::Gpus), "8.5"),
            (Field::Job(0, JobPart::Submit), "-1"),
            (Field::Job(2, JobPart::Every), "often"),
            (Field::Node, ""),
        ];
        for (field, text) in fields {
            draft.set_text(field, text.to_owned());
            assert_eq!(draft.text(field), text);
        }
        let wrong = draft.question(ENGLISH).unwrap_err();
        let named: Vec<Field> = wrong.iter().map(|error| error.field).collect();
        assert_eq!(named, fields.map(|(field, _)| field));
        assert_eq!(wrong[1].problem, Problem::TooSmall { least: 0.0 });
        let mut draft = Draft::new(&Question::default(), ENGLISH);
        draft.teams.remove(0);
        let question = draft.question(ENGLISH).unwrap();
        assert_eq!(question.jobs[1].team, 0);
        let wrong = question.check().unwrap_err();
        assert_eq!(wrong[0].field, Field::Job(0, JobPart::Team));
    }

    #[test]
    fn names_are_free() {
        let names = ["a".to_owned(), "a 2".to_owned()];
        assert_eq!(Draft::free("a", names.iter()), "a 3");
        assert_eq!(Draft::free("b", names.iter()), "b");
    }
}
