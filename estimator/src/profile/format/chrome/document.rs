//! Facts beside the events of a trace: devices, ranks, versions.

use super::super::super::fact::{Fact, Group};
use super::super::super::json::View;
use super::super::super::ridge::{Ridge, UNKNOWN};

/// Facts beside the events.
#[derive(Default)]
#[expect(clippy::struct_excessive_bools, reason = "marks, each of its own")]
pub(in crate::profile) struct Document {
    pub(super) marked: bool,
    /// An array of events, which no other tool writes.
    pub(super) bare: bool,
    /// Whether it has a list of events at all.
    pub(in crate::profile) traced: bool,
    /// `metadata.highres-ticks`, as `XProf` writes it.
    pub(super) ticks: bool,
    versioned: bool,
    rank: Option<u64>,
    world: Option<u64>,
    devices: Vec<Fact>,
}

impl Document {
    /// Reads the keys beside `traceEvents`.
    pub(in crate::profile) fn read(root: View<'_>) -> Self {
        let properties = root.get("deviceProperties");
        let spread = root.get("distributedInfo");
        let versioned = root.get("schemaVersion").is_some() || properties.is_some();
        let devices = properties.into_iter().flat_map(View::items).map(board);
        Self {
            marked: versioned || spread.is_some(),
            bare: root.is_array(),
            traced: root.get("traceEvents").is_some_and(View::is_array),
            ticks: root.at(&["metadata", "highres-ticks"]).is_some(),
            versioned,
            rank: spread.and_then(|info| info.get("rank")?.count()),
            world: spread.and_then(|info| info.get("world_size")?.count()),
            devices: devices.collect(),
        }
    }

    /// The ridge of its first device, else that of an unknown board.
    pub(super) fn ridge(&self, of: Ridge<'_>) -> f64 {
        let Some(Fact::Group(device)) = self.devices.first() else {
            return UNKNOWN;
        };
        let ridge = match device.get("name") {
            Some(Fact::Text(name)) => of(name, device.at("memory_bytes")),
            _ => None,
        };
        ridge.unwrap_or(UNKNOWN)
    }

    /// Puts ranks and devices; notes a trace of no known version.
    pub(super) fn put(self, facts: &mut Group, notes: &mut Vec<&'static str>) {
        if !self.versioned {
            notes.push("no-schema-version");
        }
        facts.count("rank", self.rank);
        facts.count("world_size", self.world);
        facts.put("devices", Fact::List(self.devices));
    }
}

fn board(device: View<'_>) -> Fact {
    let count = |key: &str| device.get(key).and_then(View::count);
    let mut group = Group::default();
    group.count("index", count("id"));
    group.text("name", device.get("name").and_then(View::text).as_deref());
    group.count("memory_bytes", count("totalGlobalMem"));
    group.count("units", count("numSms"));
    if let (Some(major), Some(minor)) = (count("computeMajor"), count("computeMinor")) {
        group.text("capability", Some(&format!("{major}.{minor}")));
    }
    Fact::Group(group)
}
