//! Five questions in plain words that fill in a question of the calculator or of training, and the
//! field guide's quick choice beside the product's own.
//!
//! An answer stands for a row of a table: traffic is that of the published traces
//! ([`crate::traffic`]), models are the catalogue's, limits have their source at them. The words
//! stand with the page that asks, in the order of these tables.

mod fill;
mod quick;
mod samples;
mod tables;

pub use fill::{Filled, fill};
pub use quick::{Choice, QUICK, Quick};
pub use samples::Sample;
pub use tables::{Family, PLACES, Pace, Place, TASKS, TOKENS_A_PAGE, Task, amounts, models, paces};

/// How many questions there are.
pub const QUESTIONS: usize = 5;

/// The place of an answer among those offered, question by question: the task, how capable it is,
/// how much of it, how fast, where and at which price. Answers that are not offered beside the
/// ones before them do not arise from [`Answers::choose`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Answers([Option<usize>; QUESTIONS]);

impl Answers {
    /// The answer to a question, from 0.
    #[must_use]
    pub fn get(&self, question: usize) -> Option<usize> {
        self.0.get(question).copied().flatten()
    }

    /// The task.
    #[must_use]
    pub fn task(&self) -> Option<&'static Task> {
        TASKS.get(self.get(0)?)
    }

    /// Ids of the answers to a question, in the order they are offered; none before the task is
    /// known.
    #[must_use]
    pub fn offered(&self, question: usize) -> Vec<&'static str> {
        let family = self.task().map(|task| task.family);
        match (question, family) {
            (0, _) => ids(&TASKS, |task| task.id),
            (1, Some(family)) => ids(models(family), |(id, _)| id),
            (2, Some(family)) => ids(amounts(family), |(id, _)| id),
            (3, Some(family)) => ids(paces(family), |(id, _)| id),
            (4, Some(_)) => ids(&PLACES, |place| place.id),
            _ => Vec::new(),
        }
    }

    /// Answers a question by the id of the answer; `false` where that is not offered. Later
    /// answers stay as far as they are still offered.
    pub fn choose(&mut self, question: usize, id: &str) -> bool {
        let known = self.offered(question);
        let Some(chosen) = known.iter().position(|known| *known == id) else {
            return false;
        };
        let before = *self;
        if let Some(place) = self.0.get_mut(question) {
            *place = Some(chosen);
        }
        if question == 0 {
            for later in 1..QUESTIONS {
                let id = before.id(later);
                let offered = self.offered(later);
                let still = id.and_then(|id| offered.iter().position(|other| *other == id));
                if let Some(place) = self.0.get_mut(later) {
                    *place = still;
                }
            }
        }
        true
    }

    /// The id of the answer to a question.
    #[must_use]
    pub fn id(&self, question: usize) -> Option<&'static str> {
        self.offered(question).get(self.get(question)?).copied()
    }

    /// The first question without an answer; [`QUESTIONS`] where all have one.
    #[must_use]
    pub fn open(&self) -> usize {
        let first = self.0.iter().position(Option::is_none);
        first.unwrap_or(QUESTIONS)
    }
}

fn ids<T: Copy>(rows: &[T], id: impl Fn(T) -> &'static str) -> Vec<&'static str> {
    rows.iter().map(|row| id(*row)).collect()
}
