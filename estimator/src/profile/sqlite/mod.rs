//! Tables of a `SQLite` file, page by page along their leaves. Indexes, free pages and the log
//! beside the file are never touched, and no statement of it is run: of `CREATE TABLE` the
//! names of the columns are read, no more.
//!
//! Source: the file format, <https://www.sqlite.org/fileformat2.html>.

mod page;
mod record;
mod schema;

pub(super) use page::Database;
pub(super) use record::Value;
pub(super) use schema::{Row, Table, Take};
