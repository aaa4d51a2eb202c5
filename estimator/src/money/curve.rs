//! Payments after some months: hardware bought, bought again at the end of its life and sold then,
//! and the monthly part.
//!
//! ```text
//! paid(m) = lives * P - (lives - 1) * R + m * monthly      lives = m / life, rounded up
//! ```
//!
//! Hardware is worth its straight-line book value meanwhile, so that payments less the worth left,
//! [`Curve::net`], grow evenly: at the end of each life they are the cost of owning a year, times
//! the years. Money paid later is not discounted; the cost of the capital bound is in the monthly
//! part.

use super::ownership::MONTHS;
use crate::quantity::Usd;
use serde::Serialize;

/// Lives that a meeting is looked for in: a century of the shortest.
const MOST_LIVES: u32 = 200;

/// How near to the end of a life a month is that end, in lives: far above rounding errors, far
/// below a second.
const ROUNDING: f64 = 1e-9;

/// Money paid over months.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Curve {
    /// Paid at the beginning of each life; nothing where all is rented.
    pub bought: Usd,
    /// Got back at the end of each.
    pub resale: Usd,
    /// Months of a life.
    pub life: f64,
    /// Paid every month.
    pub monthly: Usd,
}

impl Curve {
    /// Nothing is bought.
    #[must_use]
    pub const fn rented(monthly: Usd) -> Self {
        Self {
            bought: Usd::ZERO,
            resale: Usd::ZERO,
            life: MONTHS,
            monthly,
        }
    }

    /// A year of such months, purchases not counted.
    #[must_use]
    pub fn yearly(&self) -> Usd {
        self.monthly * MONTHS
    }

    /// The life that month `month` is in, the first being 1. The month that ends a life is
    /// in it, although `3 * life / life` may be a little more than 3.
    fn lives(&self, month: f64) -> f64 {
        (month / self.life - ROUNDING).ceil().max(1.0)
    }

    /// The payments by the end of `month`.
    #[must_use]
    pub fn paid(&self, month: f64) -> Usd {
        let lives = self.lives(month);
        self.bought * lives - self.resale * (lives - 1.0) + self.monthly * month
    }

    /// The worth of the hardware then.
    #[must_use]
    pub fn worth(&self, month: f64) -> Usd {
        let age = month / self.life - (self.lives(month) - 1.0);
        self.bought - (self.bought - self.resale) * age
    }

    /// The payments less the worth left.
    #[must_use]
    pub fn net(&self, month: f64) -> Usd {
        self.paid(month) - self.worth(month)
    }

    /// The excess of this over `other` until now; of the same life.
    #[must_use]
    pub fn beside(&self, other: &Self) -> Self {
        Self {
            bought: self.bought - other.bought,
            resale: self.resale - other.resale,
            life: self.life,
            monthly: self.monthly - other.monthly,
        }
    }

    /// The first month, in parts, after which `rented` has cost as much as this: where the
    /// two curves meet. `None` where they do not within `months`.
    #[must_use]
    pub fn meets(&self, rented: Usd, months: f64) -> Option<f64> {
        let gained = (rented - self.monthly).get();
        if gained <= 0.0 {
            return None;
        }
        (1..=MOST_LIVES).map(f64::from).find_map(|lives| {
            let owed = self.bought * lives - self.resale * (lives - 1.0);
            let month = owed.get() / gained;
            (month <= (lives * self.life).min(months)).then_some(month)
        })
    }
}
