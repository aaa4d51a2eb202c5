//! Sessions drawn one by one: contexts that grow turn by turn, and the time between turns.
//!
//! The mean first input, exponential answers and additions, lognormal delays; after each turn a
//! session goes on with the chance that makes its turns geometric, and begins anew from a
//! summary with that of a compaction.

use super::load::Sessions;
use rand_distr::{Distribution, Exp1, LogNormal, StandardUniform};
use rand_pcg::Pcg64Mcg;

/// Turns that a session begun long ago is followed for: contexts of more are compacted or of no
/// use.
const OLDEST: u32 = 10_000;

/// One turn.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Turn {
    /// Tokens of input.
    pub input: f64,
    /// Of them those that its session left before, the shared ones included: the most that a cache
    /// may hold.
    pub known: f64,
    /// Tokens of the answer.
    pub output: f64,
}

/// A session under way.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Course {
    /// Turns so far.
    turns: u32,
    /// Tokens after the last answer.
    context: f64,
    /// Of them those that the next input begins with.
    begins: f64,
    /// Tokens of the last answer that it has behind those.
    behind: f64,
}

/// Draws the sessions of a load.
#[derive(Debug, Clone)]
pub struct Draw {
    load: Sessions,
    /// Chance that a first turn is followed, and a later one.
    follows: (f64, f64),
    delay: Option<LogNormal<f64>>,
}

impl Draw {
    /// Of `load`.
    #[must_use]
    pub fn new(load: &Sessions) -> Self {
        let (share, more) = load.going_on();
        let law = load.delay.logarithm();
        Self {
            load: *load,
            follows: (share, 1.0 - 1.0 / more),
            delay: law.and_then(|(mean, sigma)| LogNormal::new(mean, sigma).ok()),
        }
    }

    /// The load.
    #[must_use]
    pub const fn load(&self) -> &Sessions {
        &self.load
    }

    /// Whether something of this chance happens.
    pub fn happens(chance: f64, random: &mut Pcg64Mcg) -> bool {
        let drawn: f64 = StandardUniform.sample(random);
        drawn < chance
    }

    /// A time or a length of this mean.
    pub fn about(mean: f64, random: &mut Pcg64Mcg) -> f64 {
        let drawn: f64 = Exp1.sample(random);
        mean * drawn
    }

    /// Seconds to the next turn.
    pub fn delay(&self, random: &mut Pcg64Mcg) -> f64 {
        self.delay.map_or(0.0, |law| law.sample(random))
    }

    /// A session before its first turn.
    pub const NEW: Course = Course {
        turns: 0,
        context: 0.0,
        begins: 0.0,
        behind: 0.0,
    };

    /// The first turn of a session.
    pub fn begin(&self, random: &mut Pcg64Mcg) -> (Course, Turn) {
        self.turn(Self::NEW, random)
    }

    /// A session at any time of its course: before its first turn, or idle after one.
    pub fn under_way(&self, random: &mut Pcg64Mcg) -> Course {
        let (mut course, _) = self.begin(random);
        if Self::happens(1.0 / self.load.mean_turns(), random) {
            return course;
        }
        while course.turns < OLDEST && Self::happens(self.follows.1, random) {
            course = self.turn(course, random).0;
        }
        course
    }

    /// The next turn; `None` where the session is over.
    pub fn go_on(&self, course: Course, random: &mut Pcg64Mcg) -> Option<(Course, Turn)> {
        let (first, later) = self.follows;
        let chance = match course.turns {
            0 => 1.0,
            1 => first,
            _ => later,
        };
        Self::happens(chance, random).then(|| self.turn(course, random))
    }

    fn turn(&self, course: Course, random: &mut Pcg64Mcg) -> (Course, Turn) {
        let load = &self.load;
        let output = Self::about(load.answer, random).round().max(1.0);
        let anew = course.turns == 0 || Self::happens(load.compaction, random);
        let (input, known) = if anew {
            (load.first.round().max(1.0), load.shared)
        } else {
            let added = Self::about(load.added, random).round();
            let input = course.begins + course.behind + added.max(1.0);
            (input, course.begins)
        };
        let turn = Turn {
            input,
            known,
            output,
        };
        let after = Course {
            turns: course.turns.saturating_add(1),
            context: input + output,
            begins: input + load.reusable(output),
            behind: (load.remembered(output) - load.reusable(output)).round(),
        };
        (after, turn)
    }

    /// Tokens of context that a session holds between turns.
    #[must_use]
    pub const fn context(course: &Course) -> f64 {
        course.context
    }
}
