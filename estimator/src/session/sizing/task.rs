//! A finished session by kind of token, and what it costs: on one's own accelerators, and at an
//! API.
//!
//! ```text
//! own   bill an hour / sessions finished an hour, shared out by the time of a replica per turn:
//!       fresh   reading what no cache holds
//!       answer  writing
//!       held    the rest: accelerators that hold contexts between turns, cached ones and those
//!               that come back from main memory by their tokens
//! API   fresh and answer at their prices; what is found in a cache at the price of cached
//!       input, or at that of all input where none is listed
//! ```

use crate::quantity::{Usd, UsdPerHour};
use serde::Serialize;

/// An amount by kind of token.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize)]
pub struct Kinds {
    /// Input that is computed.
    pub fresh: f64,
    /// Input that is found on the accelerators.
    pub cached: f64,
    /// Input that is found in main memory.
    pub restored: f64,
    /// Answers.
    pub answer: f64,
}

impl Kinds {
    /// All of it.
    #[must_use]
    pub fn sum(&self) -> f64 {
        self.fresh + self.cached + self.restored + self.answer
    }

    fn each(&self, amount: impl Fn(f64) -> f64) -> Self {
        Self {
            fresh: amount(self.fresh),
            cached: amount(self.cached),
            restored: amount(self.restored),
            answer: amount(self.answer),
        }
    }
}

/// The prices of an API, dollars per million tokens.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Prices {
    /// Input.
    pub input: f64,
    /// Input that its cache holds; `None` where no price of it is listed.
    pub cached: Option<f64>,
    /// Answers.
    pub answer: f64,
}

/// A finished session.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Task {
    /// Turns of it, mean.
    pub turns: f64,
    /// Tokens of all its turns.
    pub tokens: Kinds,
    /// Seconds of a replica that a turn takes: reading, writing, holding.
    pub seconds: [f64; 3],
    /// Sessions finished a second, of all replicas.
    pub finished: f64,
}

impl Task {
    /// Dollars at a bill an hour, by kind of token; `None` where nothing is ever finished.
    #[must_use]
    pub fn on(&self, bill: UsdPerHour) -> Option<Kinds> {
        let whole = bill.get() / 3600.0 / self.finished;
        let [read, written, held] = self.seconds;
        let all = read + written + held;
        if !whole.is_finite() || all <= 0.0 {
            return None;
        }
        let Kinds {
            cached, restored, ..
        } = self.tokens;
        let found = (cached + restored).max(f64::MIN_POSITIVE);
        let part = |seconds: f64| whole * seconds / all;
        // Without a token that is found, accelerators hold nothing: they wait for prompts.
        let (fresh, kept) = if cached + restored > 0.0 {
            (part(read), part(held))
        } else {
            (part(read + held), 0.0)
        };
        Some(Kinds {
            fresh,
            cached: kept * cached / found,
            restored: kept * restored / found,
            answer: part(written),
        })
    }

    /// Dollars at an API whose cache finds the share `found` of the input.
    #[must_use]
    pub fn at(&self, prices: &Prices, found: f64) -> Kinds {
        let input = self.tokens.fresh + self.tokens.cached + self.tokens.restored;
        let tokens = Kinds {
            fresh: input * (1.0 - found),
            cached: input * found,
            restored: 0.0,
            answer: self.tokens.answer,
        };
        let millions = tokens.each(|tokens| tokens / 1e6);
        Kinds {
            fresh: millions.fresh * prices.input,
            cached: millions.cached * prices.cached.unwrap_or(prices.input),
            restored: 0.0,
            answer: millions.answer * prices.answer,
        }
    }

    /// Dollars of a whole session at a bill an hour.
    #[must_use]
    pub fn cost(&self, bill: UsdPerHour) -> Option<Usd> {
        self.on(bill).map(|kinds| Usd::new(kinds.sum()))
    }
}
