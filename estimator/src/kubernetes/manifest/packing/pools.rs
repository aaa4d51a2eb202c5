//! Machines of a fleet that Karpenter brings: a pool a layout, whose nodes come with its labels, and
//! one for each workload whose replicas span several GPUs.
//!
//! ```text
//! whole GPUs by the device plugin = machines come when pods wait, up to the packing's
//! slices, shares, claims          = the packing's machines stand: Karpenter counts none of these
//! ```

use super::documents::Document;
use super::layout::Layout;
use super::{FleetChoices, Packed, Stand};
use crate::kubernetes::manifest::deploy::{Devices, Machines, Serving};
use crate::kubernetes::manifest::figure;
use crate::kubernetes::manifest::machine::{self, Many, Pool, grace, move_cost};
use crate::kubernetes::manifest::node::{field, noted};
use crate::kubernetes::manifest::set::About;
use crate::quantity::Bytes;

/// The layouts of machines that are brought: rented ones that a workload stands on.
pub(super) fn layouts<'a>(
    choices: &FleetChoices,
    layouts: &'a [Layout],
    all: &[Stand],
) -> Vec<&'a Layout> {
    let used = |at: &usize| all.iter().any(|one| one.seat.on.contains(at));
    let places = (0..layouts.len()).filter(used);
    let found = places.filter_map(|at| layouts.get(at));
    found
        .filter(|layout| choices.karpenter && layout.rented)
        .collect()
}

/// Whether machines of a layout stand, whatever waits.
pub(super) fn stands(choices: &FleetChoices, layout: &Layout) -> bool {
    choices.devices == Devices::Claim || layout.is_labelled(choices.devices)
}

/// The documents.
pub(super) fn documents(
    packed: &Packed,
    choices: &FleetChoices,
    layouts: &[Layout],
    all: &[Stand],
) -> Vec<Document> {
    let mut found = Vec::new();
    let mut add = |pool: &Pool<'_>| {
        let behind = format!("-{}", pool.name);
        found.push((About::MachineClass, behind.clone(), machine::class(pool)));
        found.push((About::Machines, behind, pool.object()));
    };
    for layout in self::layouts(choices, layouts, all) {
        let offer = packed.asked.wish.choices.get(layout.choice);
        let Some(machines) = offer.map(|choice| Machines {
            each: layout.each,
            ..Machines::of(&choice.offer.accelerator)
        }) else {
            continue;
        };
        add(&of_layout(choices, layouts, layout, &machines, all));
    }
    let spanning = all.iter().filter(|one| !one.seat.shared_node());
    for Stand { deploy, .. } in spanning {
        if let Some(machines) = &deploy.machines {
            add(&Pool::of(deploy, machines));
        }
    }
    found
}

fn of_layout<'a>(
    choices: &FleetChoices,
    layouts: &[Layout],
    layout: &Layout,
    machines: &'a Machines,
    all: &[Stand],
) -> Pool<'a> {
    let on = |one: &&Stand| {
        let mut on = one.seat.on.iter().filter_map(|on| layouts.get(*on));
        on.any(|there| there == layout)
    };
    let mut seen = Vec::new();
    let (mut weights, mut window, mut pods) = (Bytes::ZERO, 0, 0);
    let mut slowest: Option<&Serving> = None;
    for one in all.iter().filter(on) {
        let Some(serving) = figure::serving(&one.deploy) else {
            continue;
        };
        // What a workload reads is stored once on a node.
        if !seen.contains(&one.workload) {
            seen.push(one.workload);
            weights += serving.weights;
        }
        window = window.max(figure::window(serving));
        pods = pods.max(figure::grace(serving.answer));
        if slowest.is_none_or(|known| known.cold_start < serving.cold_start) {
            slowest = Some(serving);
        }
    }
    let note = format!("nodes of this layout; GPUs of each: {}", layout.each);
    let labels = layout.labels(choices.devices).into_iter();
    let labels = labels.fold(field("workload", "fleet"), |all, label| {
        all.with(label, noted(&layout.name, note.as_str()))
    });
    let boards = u64::try_from(layout.boards.len()).unwrap_or(u64::MAX);
    Pool {
        name: layout.name.clone(),
        labels,
        machines,
        many: if stands(choices, layout) {
            Many::Standing(layout.nodes)
        } else {
            Many::Upto(boards)
        },
        window,
        cost: slowest.map_or_else(String::new, move_cost),
        grace: grace(pods),
        weights,
    }
}
