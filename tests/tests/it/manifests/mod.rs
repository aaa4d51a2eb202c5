//! Manifests of every set (models served, training runs, fleets, queues of teams), judged from
//! outside: by a second reader, by the types that their makers publish, by what one document names
//! in another, by what each kind must have, and by the numbers of the answer.

#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a test that cannot go on fails"
)]

mod drawn;
pub(super) mod fleet;
mod kept;
mod mutation;
mod numbers;
mod own;
mod path;
mod read;
mod rules;
mod serving;
mod shares;
mod training;
mod typed;
mod wanted;
