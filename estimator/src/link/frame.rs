//! How a page is shown inside another: which of its sections, and for whom.

use super::fragment::Fragment;
use super::pairs::{Taken, put};
use super::value::{count, list, name};
use crate::precision::formats;
use serde::{Deserialize, Serialize};

formats!(
    /// A section of the calculator that can stand alone.
    Section {
        /// The recommendation.
        Verdict = "verdict",
        /// The question, to be changed.
        Question = "question",
        /// Memory of an accelerator.
        Memory = "memory",
        /// The table of all accelerators.
        Candidates = "candidates",
        /// Single requests under load.
        Load = "load",
        /// A node's needs beside accelerators.
        System = "system",
        /// The charts.
        Charts = "charts",
        /// Growth, and a day's demand.
        Plan = "plan",
        /// Levers that make it cheaper.
        Levers = "levers",
        /// Facts to know beside the numbers.
        Findings = "findings",
        /// The formulas.
        Why = "why",
    }
);

/// A page inside another. No link that is shared holds it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Frame {
    /// The sections shown; all where it is empty.
    pub sections: Vec<Section>,
    /// The origin of the page around it, the only one that is spoken to.
    pub host: Option<String>,
}

impl Frame {
    /// Whether a section is shown.
    #[must_use]
    pub fn shows(&self, section: Section) -> bool {
        self.sections.is_empty() || self.sections.contains(&section)
    }
}

/// Puts one pair into the frame.
pub(crate) fn take(frame: &mut Frame, key: &str, raw: &str, text: &str) -> Taken {
    match key {
        "embed" => put(&mut frame.sections, list(raw, Section::from_id)),
        "host" => put(&mut frame.host, origin(text).map(Some)),
        // The height that `embed.js` reserves before the page is there; a page has no say in it.
        _ => count(text).map_or(Taken::Bad, |_| Taken::Read),
    }
}

/// `https://docs.example:8443`
fn origin(text: &str) -> Option<String> {
    let rest = text
        .strip_prefix("https://")
        .or_else(|| text.strip_prefix("http://"))?;
    let plain = !rest.is_empty() && !rest.contains(['/', '?', '#', '@', ' ']);
    name(text).filter(|_| plain)
}

pub(crate) fn write(fragment: &mut Fragment, frame: &Frame) {
    if frame.sections.is_empty() {
        fragment.pair("embed", "");
    }
    fragment.list("embed", frame.sections.iter().map(|section| section.id()));
    if let Some(host) = &frame.host {
        fragment.pair("host", host);
    }
}
