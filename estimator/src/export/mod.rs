//! Files people take away: formats, cells and quoting, the same for every task's answer.
//!
//! A format is one variant of [`Format`]; which columns and which object there are is each
//! task's own ([`crate::serving::export`], [`crate::training::export`],
//! [`crate::money::export`]).

pub(crate) mod cell;
pub mod csv;
pub mod markdown;
mod name;
pub(crate) mod object;
pub mod paper;

pub use name::file_name;

use crate::precision::formats;
use serde::{Deserialize, Serialize};

formats!(
    /// A file format of the answer.
    Format {
        /// The candidates as comma-separated values.
        Csv = "csv",
        /// Question, offers and answer.
        Json = "json",
        /// The candidates as a table to paste.
        Markdown = "markdown",
    }
);

impl Format {
    /// The ending of a file's name, without the dot.
    #[must_use]
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Csv => "csv",
            Self::Json => "json",
            Self::Markdown => "md",
        }
    }

    /// The media type to hand to a browser.
    #[must_use]
    pub const fn mime(self) -> &'static str {
        match self {
            Self::Csv => "text/csv;charset=utf-8",
            Self::Json => "application/json",
            Self::Markdown => "text/markdown;charset=utf-8",
        }
    }
}
