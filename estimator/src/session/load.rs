//! The load in seven numbers that a user can state, and their bounds.

use super::delay::Delay;
use std::fmt;

/// How many sessions there are.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Population {
    /// So many at once; one that ends is followed by another.
    AtOnce(f64),
    /// So many begin an hour, whatever others wait.
    PerHour(f64),
}

/// Conversations or agents. Every turn sends the whole context again.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sessions {
    /// How many there are.
    pub population: Population,
    /// Turns of a session that has more than one, mean.
    pub turns: f64,
    /// Share of sessions with one turn.
    pub single_share: f64,
    /// Tokens of the first input, mean, the shared ones included.
    pub first: f64,
    /// Of them shared by all sessions: system prompt and tools.
    pub shared: f64,
    /// Tokens that a later turn brings beside the answer before, mean.
    pub added: f64,
    /// Tokens of an answer, mean.
    pub answer: f64,
    /// From an answer to the next turn.
    pub delay: Delay,
    /// Share of later turns that begin anew from a summary as long as the first input.
    pub compaction: f64,
    /// Share of an answer's tokens that the next input leaves out: the reasoning before what is
    /// said.
    pub dropped: f64,
}

/// A number of the load.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LoadField {
    /// [`Population::AtOnce`].
    AtOnce,
    /// [`Population::PerHour`].
    PerHour,
    /// [`Sessions::turns`].
    Turns,
    /// [`Sessions::first`].
    First,
    /// [`Sessions::shared`].
    Shared,
    /// [`Sessions::added`].
    Added,
    /// [`Sessions::answer`].
    Answer,
    /// The median of [`Sessions::delay`].
    DelayP50,
    /// Its ninetieth percentile.
    DelayP90,
    /// [`Sessions::single_share`].
    SingleShare,
    /// [`Sessions::compaction`].
    Compaction,
    /// [`Sessions::dropped`].
    Dropped,
}

/// The most that the ninetieth percentile of a delay may be times the median: beyond it the
/// mean is of nothing that anyone sees.
const WIDEST: f64 = 1000.0;

impl LoadField {
    /// Its name where lines and files ask for it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::AtOnce => "at_once",
            Self::PerHour => "per_hour",
            Self::Turns => "turns",
            Self::First => "first",
            Self::Shared => "shared",
            Self::Added => "added",
            Self::Answer => "answer",
            Self::DelayP50 => "delay_p50_s",
            Self::DelayP90 => "delay_p90_s",
            Self::SingleShare => "single_share",
            Self::Compaction => "compaction",
            Self::Dropped => "dropped",
        }
    }

    /// The least and the most of it by itself, in tokens, seconds, counts or shares.
    #[must_use]
    pub const fn range(self) -> (f64, f64) {
        match self {
            Self::AtOnce | Self::Answer => (1.0, 1e6),
            Self::PerHour => (1e-3, 1e9),
            Self::Turns => (1.0, 1e4),
            Self::First => (1.0, 1e7),
            Self::Shared | Self::Added => (0.0, 1e7),
            Self::DelayP50 => (0.0, 86_400.0),
            Self::DelayP90 => (0.0, 604_800.0),
            Self::SingleShare | Self::Compaction | Self::Dropped => (0.0, 1.0),
        }
    }
}

/// A number that is out of its range, which others of the load may narrow.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LoadError {
    /// Which.
    pub field: LoadField,
    /// The value, in the unit of its field.
    pub value: f64,
    /// The least that it may be.
    pub least: f64,
    /// The most.
    pub most: f64,
}

impl fmt::Display for LoadError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, value) = (self.field.name(), self.value);
        let (least, most) = (self.least, self.most);
        write!(out, "{name}: {value} is not between {least} and {most}")
    }
}

impl std::error::Error for LoadError {}

impl Sessions {
    /// It, where every number is in its range.
    ///
    /// # Errors
    /// The first that is not.
    pub fn checked(self) -> Result<Self, LoadError> {
        let (field, many) = match self.population {
            Population::AtOnce(many) => (LoadField::AtOnce, many),
            Population::PerHour(many) => (LoadField::PerHour, many),
        };
        let p50 = self.delay.p50.get();
        for (field, value) in [
            (field, many),
            (LoadField::Turns, self.turns),
            (LoadField::SingleShare, self.single_share),
            (LoadField::First, self.first),
            (LoadField::Shared, self.shared),
            (LoadField::Added, self.added),
            (LoadField::Answer, self.answer),
            (LoadField::DelayP50, p50),
            (LoadField::DelayP90, self.delay.p90.get()),
            (LoadField::Compaction, self.compaction),
            (LoadField::Dropped, self.dropped),
        ] {
            let (mut least, mut most) = field.range();
            match field {
                LoadField::Shared => most = most.min(self.first),
                LoadField::DelayP90 => (least, most) = (p50, most.min(WIDEST * p50)),
                _ => {}
            }
            if !value.is_finite() || !(least..=most).contains(&value) {
                return Err(LoadError {
                    field,
                    value,
                    least,
                    most,
                });
            }
        }
        Ok(self)
    }

    /// Tokens that the next input has of an answer of so many.
    #[must_use]
    pub fn remembered(&self, answer: f64) -> f64 {
        (1.0 - self.dropped) * answer
    }

    /// Tokens of an answer of so many whose cached values the next turn finds: all, or none where
    /// something is left out, since what is left out stands first.
    #[must_use]
    pub const fn reusable(&self, answer: f64) -> f64 {
        if self.dropped > 0.0 { 0.0 } else { answer }
    }

    /// The same with so many sessions at once.
    #[must_use]
    pub const fn at_once(self, sessions: f64) -> Self {
        Self {
            population: Population::AtOnce(sessions),
            ..self
        }
    }

    /// Sessions that begin a second where each turn takes `latency` seconds: by Little's law,
    /// or as said.
    #[must_use]
    pub fn rate(&self, latency: f64) -> f64 {
        match self.population {
            // A session that takes no time at all would begin infinitely often.
            Population::AtOnce(many) => many / self.lasts(latency).max(1e-9),
            Population::PerHour(many) => many / 3600.0,
        }
    }

    /// Seconds from the first turn of a session to its last answer where each turn takes
    /// `latency`.
    #[must_use]
    pub fn lasts(&self, latency: f64) -> f64 {
        let turns = self.mean_turns();
        turns * latency + (turns - 1.0) * self.delay.mean()
    }

    /// Sessions that are there at once.
    #[must_use]
    pub fn present(&self, latency: f64) -> f64 {
        match self.population {
            Population::AtOnce(many) => many,
            Population::PerHour(many) => many / 3600.0 * self.lasts(latency),
        }
    }
}
