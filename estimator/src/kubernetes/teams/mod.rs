//! Teams that share a cluster's accelerators: the task of its page. Each has a quota and jobs; the
//! queue ([`super::queue`]) plays them as Kueue admits, and the answer says who waits how long, what
//! evictions cost, what nodes hold in pieces, and how three changes would do.
//!
//! ```
//! use estimator::kubernetes::teams::{Outcome, Question, Search};
//!
//! let mut search = Search::new(&Question::default()).expect("in range");
//! while search.advance(1_000) {}
//! assert!(matches!(search.into_report().outcome, Outcome::Played(_)));
//! ```

mod check;
mod error;
pub mod export;
pub mod link;
mod nodes;
mod played;
mod question;
mod report;
mod search;
#[cfg(test)]
pub(in crate::kubernetes) mod tests;

pub use error::{Field, FieldError, JobPart, TeamPart};
pub use nodes::{Nodes, Split};
pub use played::{Cost, Figures, JobOutcome, Played, Span, TeamOutcome};
pub use question::{
    Class, Jobs, MOST_GPUS, MOST_NAME, MOST_NODE, MOST_PRICE, MOST_RACK, MOST_ROWS, MOST_SECONDS,
    MOST_TEAMS, NEARS, Question, RECLAIMS, STRATEGIES, Team, WITHINS,
};
pub use report::{Changed, Outcome, Report, Way};
pub use search::Search;
