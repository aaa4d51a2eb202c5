//! The way to the answer in small steps: the question's own run, then those of its changes.

use super::error::FieldError;
use super::played::{Figures, Played, played};
use super::question::Question;
use super::report::{Changed, Outcome, Report, Way};
use crate::kubernetes::queue::{Answer, Near, Reclaim, Run, Stopped, Within};

/// The most cycles of a run here; far fewer than [`crate::kubernetes::queue::MOST_CYCLES`], since somebody waits.
const MOST_CYCLES: u64 = 4_000_000;

/// The search for an answer.
#[derive(Debug, Clone)]
pub struct Search {
    question: Question,
    running: Running,
    outcome: Option<Outcome<Box<Played>>>,
    /// Changes to come, the next one last.
    to_come: Vec<(Way, Question)>,
    way: Option<(Way, Question)>,
    changed: Vec<Changed>,
}

#[derive(Debug, Clone)]
struct Running {
    run: Option<Run>,
    cycles: u64,
}

impl Running {
    fn of(question: &Question) -> Self {
        Self {
            run: Run::new(question.queue()).ok(),
            cycles: 0,
        }
    }

    /// Goes on; the end once it is reached.
    fn advance(&mut self, cycles: u64) -> Option<Outcome<Answer>> {
        let Some(run) = &mut self.run else {
            return Some(Outcome::TooLong);
        };
        self.cycles = self.cycles.saturating_add(cycles);
        match run.advance(cycles) {
            Ok(true) => self.run.take().map(|run| Outcome::Played(run.answer())),
            Ok(false) if self.cycles < MOST_CYCLES => None,
            Ok(false) | Err(Stopped::TooLong) => Some(Outcome::TooLong),
            Err(Stopped::Endless { at, jobs }) => Some(Outcome::Endless { at, jobs }),
        }
    }
}

impl<T> Outcome<T> {
    fn map<U>(self, change: impl FnOnce(T) -> U) -> Outcome<U> {
        match self {
            Self::Played(answer) => Outcome::Played(change(answer)),
            Self::Endless { at, jobs } => Outcome::Endless { at, jobs },
            Self::TooLong => Outcome::TooLong,
        }
    }
}

impl Search {
    /// Begins to answer a question.
    ///
    /// # Errors
    /// All that is wrong with it.
    pub fn new(question: &Question) -> Result<Self, Vec<FieldError>> {
        question.check()?;
        Ok(Self {
            running: Running::of(question),
            question: question.clone(),
            outcome: None,
            to_come: Vec::new(),
            way: None,
            changed: Vec::new(),
        })
    }

    /// Goes on for so many cycles; whether something is left to do.
    pub fn advance(&mut self, cycles: u64) -> bool {
        let Some(end) = self.running.advance(cycles) else {
            return true;
        };
        match self.way.take() {
            None => {
                let outcome = end.map(|answer| Box::new(played(&self.question, &answer)));
                self.to_come = ways(&self.question, &outcome);
                self.outcome = Some(outcome);
            }
            Some((way, question)) => {
                let outcome = end.map(|answer| played(&question, &answer).figures);
                self.changed.push(Changed { way, outcome });
            }
        }
        self.way = self.to_come.pop();
        if let Some((_, question)) = &self.way {
            self.running = Running::of(question);
        }
        self.way.is_some()
    }

    /// The answer, as far as it was looked for.
    #[must_use]
    pub fn into_report(self) -> Report {
        Report {
            outcome: self.outcome.unwrap_or(Outcome::TooLong),
            changed: self.changed,
        }
    }
}

/// The answer at once.
#[must_use]
pub(super) fn answered(search: Search) -> Report {
    let mut search = search;
    while search.advance(10_000) {}
    search.into_report()
}

/// The changes that are tried, the first one last.
fn ways(question: &Question, outcome: &Outcome<Box<Played>>) -> Vec<(Way, Question)> {
    let other = if question.cohort {
        Way::Apart
    } else {
        Way::Together
    };
    let mut all = vec![Way::NoEviction, other];
    all.extend(question.rack.map(|_| Way::Prefer));
    all.extend(waiting(outcome).map(Way::TwoMore));
    let changed = all.into_iter().map(|way| (way, way.of(question)));
    changed.filter(|(_, changed)| changed != question).collect()
}

/// The team whose jobs wait longest: first one with a job that never starts.
fn waiting(outcome: &Outcome<Box<Played>>) -> Option<usize> {
    let Outcome::Played(played) = outcome else {
        return Some(0);
    };
    let key = |figures: &Figures| (figures.never, figures.longest_wait);
    let teams = played.teams.iter().enumerate();
    let teams = teams.max_by_key(|(place, team)| (key(&team.figures), usize::MAX - place));
    teams.map(|(place, _)| place)
}

impl Way {
    /// The question with this change.
    #[must_use]
    pub fn of(self, question: &Question) -> Question {
        let mut changed = question.clone();
        match self {
            Self::TwoMore(place) => {
                if let Some(team) = changed.teams.get_mut(place) {
                    team.gpus = team.gpus.saturating_add(2);
                }
            }
            Self::Apart => changed.cohort = false,
            Self::Together => changed.cohort = true,
            Self::Prefer => {
                for jobs in &mut changed.jobs {
                    if let Near::Required(level) = jobs.near {
                        jobs.near = Near::Preferred(level);
                    }
                }
            }
            Self::NoEviction => {
                for team in &mut changed.teams {
                    team.within = Within::Never;
                    team.reclaim = Reclaim::Never;
                    team.borrow_within = false;
                }
            }
        }
        changed
    }
}
