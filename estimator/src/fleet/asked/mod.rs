//! A fleet as people ask for it: serving questions by names, each with its day, its isolation and
//! how long it may wait; the GPUs on offer or those that one has; and a limit of money, power or
//! GPUs.
//!
//! ```text
//! Question --catalog--> Asked --Search, in steps--> Report --> page, files
//! ```
//!
//! [`link`] is its fragment of an address, [`carried`] the way of a report from a worker to a
//! page, [`export`] its files.

pub mod carried;
pub mod export;
pub mod link;
mod packed;
mod question;
mod report;
mod search;
mod why;

pub use question::{
    Field, FieldError, Hardware, MOST_WORKLOADS, Part, Priority, Question, Restriction, Within,
    Workload,
};
pub use report::{
    Board, Bought, Growing, Hour, Kept, Member, Other, Replicas, Report, Spanning, State,
};
pub use search::{Asked, Search, Step};
pub use why::WhyNot;
