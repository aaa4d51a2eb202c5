//! The end of every reader of a timeline: figures, verdict, notes.

use super::super::fact::{Fact, Group};
use super::super::verdict::Verdict;
use super::Timeline;
use super::measure::measure;
use super::verdict::judge;

/// Kernels below which a profile is short, and their seconds.
const FEW: f64 = 50.0;
const BRIEF: f64 = 1e-3;

/// The facts of a timeline, behind those that its reader put.
pub(in crate::profile) fn answer(
    timeline: &mut Timeline,
    mut facts: Group,
    mut notes: Vec<&'static str>,
) -> Group {
    if measure(timeline, &mut facts) {
        let few = facts.at("kernels.count").unwrap_or(0.0) < FEW;
        if few || facts.at("kernels.total_s").unwrap_or(0.0) < BRIEF {
            notes.push("short-profile");
        }
        judge(&mut facts);
    } else {
        notes.push("no-device-events");
        Verdict::unknown("the file holds no device work; record with the device's activities on")
            .put(&mut facts);
        facts.put("findings", Fact::List(Vec::new()));
        facts.put("calibration", Fact::List(Vec::new()));
    }
    facts.notes(&notes);
    facts
}
