//! The claims of GPUs that several workloads share: a named one a GPU, whose pods meet there.

use super::documents::fleet_labels;
use super::seat::claim_name;
use super::{Packed, Stand};
use crate::kubernetes::manifest::claim::Meeting;
use crate::kubernetes::manifest::figure;
use crate::kubernetes::manifest::node::Fields;
use crate::quantity::Bytes;

/// The claims that are named, and their names.
pub(super) fn documents<'a>(
    packed: &'a Packed,
    all: &'a [Stand],
) -> impl Iterator<Item = (String, Fields)> + 'a {
    let boards = packed.report.boards.iter().enumerate();
    boards.filter_map(move |(at, board)| {
        let name = claim_name(at);
        let there = || all.iter().filter(|one| one.seat.claim() == Some(&*name));
        let first = there().next()?;
        let members = board.members.iter().filter(|member| {
            let mut there = there();
            there.any(|one| one.workload == member.workload)
        });
        let held = members.map(|member| member.memory).sum();
        let most = there().filter_map(|one| one.seat.holds());
        let largest = most.fold(Bytes::ZERO, Bytes::max);
        let meeting = Meeting {
            name: &name,
            sharing: figure::serving(&first.deploy)?.sharing.clone(),
            held,
            largest,
            memory: board.memory,
            fill: there().map(|one| one.fill).fold(0.0, f64::max),
        };
        let made = meeting.object(&first.deploy, fleet_labels(&first.deploy));
        Some((name, made))
    })
}
