//! Kueue's objects of a fleet: a flavor for each kind of node, and for each workload a quota of what
//! the packing gives it there, all in one cohort, so that others may use at night what it leaves.
//!
//! ```text
//! nominal   = replicas at the peak x what each asks for, by flavor and by resource
//! lending   = nominal - the night's replicas x the same; without an autoscaler nothing
//! borrowing = nothing: the packing has room for the peak
//! ```

use super::Stand;
use super::documents::Document;
use crate::kubernetes::manifest::claim;
use crate::kubernetes::manifest::deploy::{Deploy, Devices, Serving, Sharing};
use crate::kubernetes::manifest::figure;
use crate::kubernetes::manifest::node::{Fields, Node, field, noted};
use crate::kubernetes::manifest::queueing::{self, Quota};
use crate::kubernetes::manifest::set::About;
use crate::kubernetes::teams::Class;

/// The documents, in the cohort of a name.
pub(super) fn documents(cohort: &str, all: &[Stand]) -> Vec<Document> {
    let mut found: Vec<Document> = Vec::new();
    let mut once = |about, name: String, fields: Fields| {
        let behind = format!("-{name}");
        let known = found.iter().any(|one| (one.0, &one.1) == (about, &behind));
        if !known {
            found.push((about, behind, fields));
        }
    };
    for Stand { deploy, .. } in all {
        let topology = queueing::topology(&deploy.board, queueing::rack(&deploy.site.rack));
        once(
            About::Topology,
            queueing::topology_name(&deploy.board),
            topology,
        );
    }
    for Stand { deploy, .. } in all {
        let flavor = queueing::flavor(&deploy.board, sharing(deploy));
        once(About::Flavor, queueing::flavor_name(&deploy.board), flavor);
    }
    for (at, Stand { deploy, .. }) in all.iter().enumerate() {
        // Those at one address are one workload.
        if deploy.seat.is_some_and(|seat| seat > 1) {
            continue;
        }
        let rest = all.iter().skip(at);
        let own: Vec<&Deploy> = rest
            .map(|one| &one.deploy)
            .filter(|other| other.name == deploy.name)
            .collect();
        let quota = quota(cohort, deploy, &own).object();
        once(About::Quota, deploy.name.clone(), quota);
        let local = queueing::local_of(&deploy.name, &deploy.namespace, (&deploy.name).into());
        once(About::Queue, deploy.name.clone(), local);
    }
    let classes = queueing::CLASSES.into_iter();
    for class in classes.filter(|(class, _)| *class == Class::Serving) {
        once(
            About::Priority,
            class.0.id().to_owned(),
            queueing::class(class),
        );
    }
    found
}

/// How the device plugin shares its GPUs.
fn sharing(deploy: &Deploy) -> &Sharing {
    let serving = figure::serving(deploy).filter(|serving| serving.devices == Devices::Plugin);
    serving.map_or(&Sharing::None, |serving| &serving.sharing)
}

/// The quota of a workload, whose replicas stand as `own` has them.
fn quota<'a>(cohort: &'a str, deploy: &'a Deploy, own: &[&Deploy]) -> Quota<'a> {
    let mut resources: Vec<Node> = Vec::new();
    let mut flavors: Vec<(String, Vec<&Deploy>)> = Vec::new();
    for one in own {
        if counts(one) {
            let resource = queueing::accelerator(one);
            if !resources.contains(&resource) {
                resources.push(resource);
            }
        }
        let name = queueing::flavor_name(&one.board);
        match flavors.iter_mut().find(|(known, _)| *known == name) {
            Some((_, all)) => all.push(one),
            None => flavors.push((name, vec![one])),
        }
    }
    let flavors = flavors.into_iter().map(|(name, there)| {
        let mut all = vec![
            ("cpu".into(), part("processors", "", &there, threads)),
            ("memory".into(), part("memory", "Gi", &there, memory)),
        ];
        all.extend(resources.iter().map(|resource| {
            let of = |deploy: &Deploy, serving: &Serving| {
                let is_it = counts(deploy) && queueing::accelerator(deploy) == *resource;
                if is_it {
                    u64::from(figure::ranks(serving))
                } else {
                    0
                }
            };
            (resource.clone(), part("accelerators", "", &there, of))
        }));
        (name, all)
    });
    let reclaim = noted("Any", "what was lent at night comes back");
    let preemption =
        field("withinClusterQueue", "LowerPriority").with("reclaimWithinCohort", reclaim);
    Quota {
        name: (&deploy.name).into(),
        namespace: &deploy.namespace,
        cohort: Some(cohort),
        strict: false,
        preemption,
        weight: None,
        flavors: flavors.collect(),
    }
}

/// Whether Kueue counts what its pods ask for: not what several workloads claim by name.
fn counts(deploy: &Deploy) -> bool {
    figure::serving(deploy).is_some_and(|serving| claim::met(serving).is_none())
}

/// Pods of a replica.
fn pods(deploy: &Deploy, serving: &Serving) -> u64 {
    u64::from(figure::nodes(serving, &deploy.board))
}

/// Threads of a replica.
fn threads(deploy: &Deploy, serving: &Serving) -> u64 {
    let each = figure::threads(figure::each(serving, &deploy.board));
    pods(deploy, serving) * u64::from(each)
}

/// Memory of a replica, in GiB.
fn memory(deploy: &Deploy, serving: &Serving) -> u64 {
    let each = figure::each(serving, &deploy.board);
    pods(deploy, serving) * figure::memory(serving, each, deploy.board.linked)
}

/// What the replicas on nodes of a flavor have of a resource, of which one asks for `each`.
fn part(
    what: &str,
    unit: &str,
    there: &[&Deploy],
    each: impl Fn(&Deploy, &Serving) -> u64,
) -> Fields {
    let sum = |of: fn(&Serving) -> u32| -> u64 {
        let all = there.iter().filter_map(|deploy| {
            let serving = figure::serving(deploy)?;
            Some(u64::from(of(serving)) * each(deploy, serving))
        });
        all.sum()
    };
    let nominal = sum(|serving| serving.replicas.peak);
    let night = sum(|serving| serving.replicas.least);
    let lent = nominal.saturating_sub(night);
    field(
        "nominalQuota",
        noted(
            format!("{nominal}{unit}"),
            format!("{what} of the peak's replicas on these nodes"),
        ),
    )
    .with(
        "borrowingLimit",
        noted("0", "the packing has room for the peak"),
    )
    .with(
        "lendingLimit",
        noted(format!("{lent}{unit}"), "all but the night's replicas"),
    )
}
