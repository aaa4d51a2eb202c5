//! The JSON of a link: the two records a page reads and writes, without the
//! weight of a full reader and writer, whose number tables alone are 10 KB of
//! a page. Tests hold both directions against `serde_json`.

mod read;
mod write;

pub(crate) use read::{Value, parse};
pub(super) use write::to_text;
