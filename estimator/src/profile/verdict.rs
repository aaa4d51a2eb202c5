//! The verdict's form: the limit, its cause, and whether that was measured.

use super::fact::{Fact, Group};

/// The limit of a run.
pub(super) struct Verdict {
    pub(super) bound: &'static str,
    pub(super) because: String,
    pub(super) measured: bool,
}

impl Verdict {
    pub(super) fn put(self, facts: &mut Group) {
        let mut group = Group::default();
        group.text("bound", Some(self.bound));
        group.text("because", Some(&self.because));
        group.put("measured", Fact::Flag(self.measured));
        facts.group("verdict", group);
    }

    /// A file that says how fast but not why.
    pub(super) fn unknown(because: &str) -> Self {
        Self {
            bound: "unknown",
            because: because.to_owned(),
            measured: true,
        }
    }
}

/// Something to change, with the ceiling of its gain.
pub(super) struct Finding {
    pub(super) id: &'static str,
    /// Share of the time it frees at most; absent where nothing is freed but a fault.
    pub(super) gain: Option<f64>,
    pub(super) evidence: Group,
    pub(super) fix: &'static str,
}

/// Puts findings, largest gain first.
pub(super) fn findings(mut found: Vec<Finding>, facts: &mut Group) {
    let gain = |finding: &Finding| finding.gain.unwrap_or(f64::INFINITY);
    found.sort_by(|a, b| gain(b).total_cmp(&gain(a)));
    let listed = found.into_iter().map(|finding| {
        let mut group = Group::default();
        group.text("id", Some(finding.id));
        group.number("gain", finding.gain);
        group.group("evidence", finding.evidence);
        group.text("fix", Some(finding.fix));
        Fact::Group(group)
    });
    facts.put("findings", Fact::List(listed.collect()));
}
