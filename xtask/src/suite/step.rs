//! The steps, in their order: what is quick and basic comes first.

use std::fmt;
use std::str::FromStr;

use anyhow::{Context, Result};

use super::count::Count;
use super::{e2e, rust, size, wasm};
use crate::{bundle, package};

/// One step of the suite.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// rustfmt has nothing to change.
    Format,
    /// Clippy has nothing to say, for this machine and for the browser.
    Clippy,
    /// Rust tests on this machine, less the catalogue's.
    Native,
    /// Rust tests in a browser.
    Wasm,
    /// The catalogue's facts are sourced, plausible and complete.
    Catalogue,
    /// Estimates lie no further from measurements than they did.
    Accuracy,
    /// The release build of the site and of the package.
    Build,
    /// The site as a user meets it, in Chromium.
    E2e,
    /// What the first view downloads stays within its budget.
    Size,
}

impl Step {
    /// All of them, in their order.
    pub(crate) const ALL: [Self; 9] = [
        Self::Format,
        Self::Clippy,
        Self::Native,
        Self::Wasm,
        Self::Catalogue,
        Self::Accuracy,
        Self::Build,
        Self::E2e,
        Self::Size,
    ];

    fn name(self) -> &'static str {
        match self {
            Self::Format => "format",
            Self::Clippy => "clippy",
            Self::Native => "native",
            Self::Wasm => "wasm",
            Self::Catalogue => "catalogue",
            Self::Accuracy => "accuracy",
            Self::Build => "build",
            Self::E2e => "e2e",
            Self::Size => "size",
        }
    }

    /// Whether the step examines `dist/`.
    pub(super) fn needs_build(self) -> bool {
        matches!(self, Self::E2e | Self::Size)
    }

    /// Runs the step. An error means that it could not even count.
    pub(super) fn run(self) -> Result<Count> {
        match self {
            Self::Format => rust::format(),
            Self::Clippy => rust::clippy(),
            Self::Native => rust::native_tests(),
            Self::Wasm => wasm::run(),
            Self::Catalogue => rust::catalogue_tests(),
            Self::Accuracy => rust::accuracy(&[]).map(|()| Count::PASSED),
            Self::Build => {
                bundle::build()?;
                package::make()?;
                Ok(Count::PASSED)
            }
            Self::E2e => e2e::run(),
            Self::Size => size::run(),
        }
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Step {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<Self> {
        let named = |step: &Self| step.name() == text;
        let all = Self::ALL.map(Self::name).join(", ");
        Self::ALL
            .into_iter()
            .find(named)
            .with_context(|| format!("no step `{text}`; there are {all}"))
    }
}
