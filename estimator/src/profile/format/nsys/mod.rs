//! Nsight Systems: its `SQLite` export, and the CSV of its reports.

mod export;
pub(in crate::profile) mod sqlite;
mod sums;
pub(in crate::profile) mod table;
