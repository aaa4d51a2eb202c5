//! Nsight Compute's CSV: counters of single kernels, a column or a row a metric.

mod figures;
mod metric;
mod pages;

use super::super::fact::Group;
use super::super::unreadable::{Unreadable, broken};

/// Beginning of its header.
const HEADER: &str = "\"ID\",";

/// Whether a text has its header, or lines that its command prints.
pub(in crate::profile) fn recognised(head: &str) -> bool {
    let marks = ["==PROF==", "==ERROR=="];
    head.lines()
        .any(|line| line.starts_with(HEADER) || marks.iter().any(|mark| line.starts_with(mark)))
}

/// The facts.
pub(in crate::profile) fn read(text: &str) -> Result<Group, Unreadable> {
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        if line.starts_with(HEADER) {
            let table = text.get(at..).unwrap_or_default();
            return Ok(figures::facts(&pages::read(table)?));
        }
        at += line.len();
    }
    let error = text.lines().find(|line| line.starts_with("==ERROR=="));
    let error: Option<String> = error.map(|error| error.chars().take(300).collect());
    Err(broken(
        error.unwrap_or_else(|| "no header of a table".to_owned()),
    ))
}
