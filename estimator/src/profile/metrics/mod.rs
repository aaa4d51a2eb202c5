//! Metrics as Prometheus has them: its text, and the answers of its query API.

pub(super) mod histogram;
pub(super) mod range;
pub(super) mod text;

/// A metric's name and labels.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Series {
    pub(super) name: String,
    pub(super) labels: Vec<(String, String)>,
}

impl Series {
    /// The value of a label.
    pub(super) fn label(&self, name: &str) -> Option<&str> {
        let of = self.labels.iter().find(|(known, _)| known == name);
        of.map(|(_, value)| value.as_str())
    }
}
