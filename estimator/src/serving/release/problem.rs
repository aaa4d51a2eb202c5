//! Problems of the release of an engine, and their fields.

use super::Month;
use crate::engine::Engine;
use std::fmt;

/// Why a release is not believed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Problem {
    /// A version that the table of releases lacks.
    UnknownRelease {
        /// Of this engine.
        engine: Engine,
        /// As it was written, shortened.
        version: String,
    },
    /// No month.
    NotAMonth {
        /// As it was written, shortened.
        text: String,
    },
    /// A month that has not come.
    Future {
        /// The month.
        month: Month,
        /// The last that can be asked about.
        latest: Month,
    },
    /// Measured before the release was out.
    BeforeRelease {
        /// The month of the measurement.
        month: Month,
        /// That of the release.
        release: Month,
    },
    /// Before the engine itself.
    BeforeEngine {
        /// The month.
        month: Month,
        /// Its first release.
        first: Month,
    },
    /// The first port of a model that was out before the accelerator: the kernels it needs came
    /// with the port of the engine.
    OlderThanChip {
        /// When the model came out.
        model: Month,
        /// When the accelerators of that generation did.
        chip: Month,
    },
}

impl Problem {
    /// The field of a line that it is about.
    #[must_use]
    pub const fn field(&self) -> &'static str {
        match self {
            Self::UnknownRelease { .. } => "engine_version",
            Self::NotAMonth { .. }
            | Self::Future { .. }
            | Self::BeforeRelease { .. }
            | Self::BeforeEngine { .. } => "measured_month",
            Self::OlderThanChip { .. } => "launch",
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, into: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownRelease { engine, version } => write!(
                into,
                "no release `{version}` of {} is known; `measured_month` says when instead",
                engine.id()
            ),
            Self::NotAMonth { text } => write!(into, "`{text}` is no month such as 2026-03"),
            Self::Future { month, latest } => {
                write!(into, "{month} has not come: {latest} is the latest known")
            }
            Self::BeforeRelease { month, release } => {
                write!(into, "{month} is before the release, which is of {release}")
            }
            Self::BeforeEngine { month, first } => {
                write!(into, "{month} is before the engine, which is of {first}")
            }
            Self::OlderThanChip { model, chip } => write!(
                into,
                "no first port: the model, of {model}, is older than the accelerator, of {chip}"
            ),
        }
    }
}
