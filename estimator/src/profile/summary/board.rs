//! Boards that were sampled: which of them say whether they worked, and which never did. One
//! without a reading is unknown, not idle.

use super::super::fact::Group;

/// Counters that say whether a board worked, the one that says most first.
const BUSY: [&str; 3] = ["engine_active", "sm_active", "gpu_util"];

/// The boards that a verdict speaks of: whole ones, or instances where there are no others.
#[must_use]
pub fn boards(facts: &Group) -> Vec<&Group> {
    let all: Vec<&Group> = facts.groups("gpus").collect();
    let whole = |gpu: &&Group| gpu.words("mig").is_none();
    if all.iter().any(whole) {
        all.into_iter().filter(whole).collect()
    } else {
        all
    }
}

/// Those that do not say whether they worked.
#[must_use]
pub fn unread(facts: &Group) -> Vec<&Group> {
    let mut boards = boards(facts);
    boards.retain(|gpu| busy(gpu, "mean").is_none());
    boards
}

/// The numbers of the boards that did nothing in any sample, as they are written.
#[must_use]
pub fn unused(facts: &Group) -> Vec<&str> {
    let boards = boards(facts).into_iter();
    let idle = boards.filter(|gpu| busy(gpu, "max").is_some_and(|most| most <= 0.0));
    idle.filter_map(|gpu| gpu.words("gpu")).collect()
}

fn busy(gpu: &Group, part: &str) -> Option<f64> {
    BUSY.iter()
        .find_map(|counter| gpu.at(&format!("{counter}.{part}")))
}
