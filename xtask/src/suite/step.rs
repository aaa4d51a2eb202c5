//! The steps, in their order: what is quick and basic comes first.

use std::fmt;
use std::str::FromStr;

use anyhow::{Context, Result};

use super::count::Count;
use super::outcome::Checked;
use super::{dependencies, e2e, format, manifests, rust, size, wasm};
use crate::bundle;

/// One step of the suite.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// rustfmt has nothing to change, and every file is a module.
    Format,
    /// Clippy has nothing to say, for this machine and for the browser.
    Clippy,
    /// Rust tests on this machine.
    Native,
    /// Drawn manifests keep the schemas of Kubernetes.
    Manifests,
    /// Of these, the catalogue's: its facts are sourced, plausible and complete.
    Catalogue,
    /// Estimates lie no further from measurements than they did.
    Accuracy,
    /// The crates that are used keep the rules of `deny.toml`.
    Dependencies,
    /// The release build of the site and of the package.
    Build,
    /// What the first view downloads stays within its budget.
    Size,
    /// Rust tests in a browser.
    Wasm,
    /// The site as a user meets it, in Chromium.
    E2e,
    /// Every page starts, answers and simulates in Firefox and `WebKit`, too.
    Browsers,
    /// The calculator without the other pages starts, in Chromium.
    Page,
}

impl Step {
    /// All that there is to check, browsers last.
    pub(super) const FULL: [Self; 11] = [
        Self::Format,
        Self::Clippy,
        Self::Native,
        Self::Manifests,
        Self::Accuracy,
        Self::Dependencies,
        Self::Build,
        Self::Size,
        Self::Wasm,
        Self::E2e,
        Self::Browsers,
    ];

    /// What takes minutes.
    pub(super) const QUICK: [Self; 4] = [Self::Format, Self::Clippy, Self::Native, Self::Page];

    /// Parts of other steps, run where they are named.
    const PARTS: [Self; 2] = [Self::Catalogue, Self::Page];

    fn name(self) -> &'static str {
        match self {
            Self::Format => "format",
            Self::Clippy => "clippy",
            Self::Native => "native",
            Self::Manifests => "manifests",
            Self::Catalogue => "catalogue",
            Self::Accuracy => "accuracy",
            Self::Dependencies => "dependencies",
            Self::Build => "build",
            Self::Size => "size",
            Self::Wasm => "wasm",
            Self::E2e => "e2e",
            Self::Browsers => "browsers",
            Self::Page => "page",
        }
    }

    /// Whether the step examines `dist/`.
    pub(super) fn needs_build(self) -> bool {
        matches!(self, Self::E2e | Self::Browsers | Self::Size)
    }

    /// Runs the step. An error means that it could not even count.
    pub(super) fn run(self) -> Result<Checked> {
        let count = match self {
            Self::Format => return format::run(),
            Self::Clippy => rust::clippy()?,
            Self::Native => rust::native_tests()?,
            Self::Manifests => manifests::run()?,
            Self::Catalogue => rust::catalogue_tests()?,
            Self::Accuracy => rust::accuracy_of_tests()?,
            Self::Dependencies => dependencies::run()?,
            Self::Build => {
                bundle::build_all()?;
                Count::PASSED
            }
            Self::Size => size::run()?,
            Self::Wasm => wasm::run()?,
            Self::E2e => return e2e::run(),
            Self::Browsers => return e2e::in_other_browsers(),
            Self::Page => return e2e::one_page(),
        };
        Ok(count.into())
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
        let all = || Self::FULL.into_iter().chain(Self::PARTS);
        all().find(|step| step.name() == text).with_context(|| {
            let names: Vec<&str> = all().map(Self::name).collect();
            format!("no step `{text}`; there are {}", names.join(", "))
        })
    }
}
