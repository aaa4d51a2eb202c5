//! Plans of today's answer: as the load grows over months ([`growth`]), and as demand rises and
//! falls within a day ([`mod@day`]) and a week ([`mod@week`]).
//!
//! Nothing is searched again. A plan reads a sizing of the report: its working replicas and its
//! headroom give the share of today's load that one replica carries, and
//!
//! ```text
//! working replicas = load, in units of today's, over that of one replica, rounded up
//! ```
//!
//! so that today's load gives the replicas of the report. Prices stay as they are today.

mod bill;
mod cheapest;
pub mod day;
pub mod demand;
mod follow;
pub mod growth;
mod idle;
mod replicas;
mod scaled;
mod spot;
pub mod week;
mod week_plan;

pub(crate) use bill::Schedule;
pub use bill::{Bill, KEPT, commitment, term};
pub use cheapest::{Cheapest, Choice, cheapest};
pub use day::{DayPlan, Hour, day};
pub(crate) use growth::of_months;
pub use growth::{Path, Step, loads, path};
pub use idle::NotZero;
pub use replicas::Replicas;
pub use scaled::{Scaled, ScaledHour, daily_hours, replica_hours, scaled_week};
pub use spot::Spot;
pub use week::{Following, week};
pub use week_plan::{Level, WeekHour, WeekPlan};
