//! All documents of a fleet, what others name first, those of a workload together.

use super::layout::Layout;
use super::{FleetChoices, Packed, Stand, layout, meeting, pools, quota};
use crate::kubernetes::manifest::deploy::{Deploy, Devices, Maker, Sharing};
use crate::kubernetes::manifest::node::Fields;
use crate::kubernetes::manifest::set::{self, About};
use crate::kubernetes::manifest::workload::{self, workload_name};
use crate::kubernetes::manifest::{fields, figure, pod};

/// A document, what it is for, and what stands behind its file's name.
pub(super) type Document = (About, String, Fields);

/// The label of an object that is the whole fleet's.
pub(super) fn fleet_labels(deploy: &Deploy) -> Fields {
    pod::labels(&Deploy {
        name: "fleet".to_owned(),
        ..deploy.clone()
    })
}

/// They.
pub(super) fn documents(
    packed: &Packed,
    choices: &FleetChoices,
    layouts: &[Layout],
    all: &[Stand],
) -> Vec<Document> {
    let mut found = Vec::new();
    let Some(Stand { deploy: first, .. }) = all.first() else {
        return found;
    };
    let of_all = |about, fields| (about, String::new(), fields);
    let namespace = workload::namespace(first, true);
    found.extend(namespace.map(|fields| of_all(About::Namespace, fields)));
    let slices = layout::slices(first, layouts);
    found.extend(slices.map(|fields| of_all(About::Slices, fields)));
    let by_plugin = choices.devices == Devices::Plugin;
    let plugin = by_plugin.then(|| layout::plugin(first, layouts)).flatten();
    found.extend(plugin.map(|fields| of_all(About::Plugin, fields)));
    if let Some(cohort) = &choices.cohort {
        found.extend(quota::documents(cohort, all));
    }
    found.extend(pools::documents(packed, choices, layouts, all));
    let meetings = meeting::documents(packed, all);
    found.extend(meetings.map(|(name, fields)| (About::Claim, format!("-{name}"), fields)));
    for at in 0..all.len() {
        found.extend(of_workload(all, at));
    }
    if first.monitored && first.board.maker == Maker::Nvidia {
        let turns = |stand: &Stand| {
            let serving = figure::serving(&stand.deploy);
            serving.is_some_and(|serving| matches!(serving.sharing, Sharing::TimeSlicing(_)))
        };
        let of_fleet = Deploy {
            name: "fleet".to_owned(),
            ..first.clone()
        };
        let metrics = fields::of(&of_fleet, all.iter().any(turns));
        found.push((About::Metrics, String::new(), metrics));
    }
    found
}

/// The documents of a stand; those at one address have one of everything but the workload itself
/// and what it claims.
fn of_workload(all: &[Stand], at: usize) -> Vec<Document> {
    let Some(Stand { deploy, .. }) = all.get(at) else {
        return Vec::new();
    };
    let Some(serving) = figure::serving(deploy) else {
        return Vec::new();
    };
    let mut own = Vec::new();
    set::placed(deploy, serving, set::form(deploy, serving), &mut own);
    let is_first = deploy.seat.is_none_or(|seat| seat == 1);
    let rest = all.iter().skip(at + 1);
    let several = rest.filter(|other| other.deploy.name == deploy.name);
    if !is_first {
        own.retain(|(about, _)| matches!(about, About::Workload | About::Claim));
    } else if serving.replicas.peak == 1 && several.count() > 0 {
        let budget = workload::spread_budget(deploy);
        let place = own.iter().position(|(about, _)| *about == About::Service);
        let place = place.map_or(own.len(), |place| place + 1);
        own.insert(place, (About::Budget, budget));
    }
    let behind = format!("-{}", workload_name(deploy));
    let own = own.into_iter();
    own.map(|(about, fields)| (about, behind.clone(), fields))
        .collect()
}
