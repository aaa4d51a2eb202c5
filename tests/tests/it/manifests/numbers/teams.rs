//! Numbers of a queue of teams: each team's quota and rules, and how the nodes lie.

use super::super::read::{of_kind, text};
use super::Check;
use estimator::kubernetes::manifest::TeamChoices;
use estimator::kubernetes::queue::{Reclaim, Strategy, Within};
use estimator::kubernetes::teams::{Question, Team};
use serde_json::{Value, json};

pub(in super::super) fn problems(
    question: &Question,
    choices: &TeamChoices,
    documents: &[Value],
) -> Vec<String> {
    let mut found = Vec::new();
    let quotas = of_kind(documents, "ClusterQueue");
    for (kind, count) in [
        ("ClusterQueue", question.teams.len()),
        ("LocalQueue", question.teams.len()),
        ("Namespace", question.teams.len()),
        ("WorkloadPriorityClass", 3),
        ("ResourceFlavor", 1),
        ("Topology", 1),
    ] {
        if of_kind(documents, kind).len() != count {
            found.push(format!("not {count} of {kind}"));
        }
    }
    for (document, team) in quotas.iter().zip(&question.teams) {
        let mut check = Check {
            document,
            found: Vec::new(),
        };
        quota(&mut check, question, choices, team);
        found.extend(check.found);
    }
    for one in of_kind(documents, "LocalQueue") {
        if text(one, "/metadata/name") != choices.queue {
            found.push(format!("{} is another queue", text(one, "/metadata/name")));
        }
    }
    for document in of_kind(documents, "Topology") {
        let mut check = Check {
            document,
            found: Vec::new(),
        };
        let block = question
            .rack
            .and(question.block)
            .map(|_| choices.block.as_str());
        let labels = block
            .into_iter()
            .chain([choices.rack.as_str(), "kubernetes.io/hostname"]);
        let levels: Vec<Value> = labels.map(|label| json!({"nodeLabel": label})).collect();
        check.has("/spec/levels", levels);
        found.extend(check.found);
    }
    found
}

fn quota(check: &mut Check<'_>, question: &Question, choices: &TeamChoices, team: &Team) {
    let cohort = question.cohort;
    check.is(
        "/spec/cohortName",
        cohort.then(|| choices.cohort.as_str().into()),
    );
    let strategy = match team.strategy {
        Strategy::StrictFifo => "StrictFIFO",
        Strategy::BestEffortFifo => "BestEffortFIFO",
    };
    check.has("/spec/queueingStrategy", strategy);
    let within = match team.within {
        Within::Never => "Never",
        Within::LowerPriority => "LowerPriority",
        Within::LowerOrNewerEqualPriority => "LowerOrNewerEqualPriority",
    };
    check.has("/spec/preemption/withinClusterQueue", within);
    let reclaim = match team.reclaim {
        Reclaim::Never => "Never",
        Reclaim::LowerPriority => "LowerPriority",
        Reclaim::Any => "Any",
    };
    let at = "/spec/preemption/reclaimWithinCohort";
    check.is(at, cohort.then(|| reclaim.into()));
    let above = (cohort && team.borrow_within).then(|| json!({"policy": "LowerPriority"}));
    check.is("/spec/preemption/borrowWithinCohort", above);
    let at = |place: u32, name: &str| {
        format!("/spec/resourceGroups/0/flavors/0/resources/{place}/{name}")
    };
    let limit = |most: Option<u32>| most.filter(|_| cohort).map(|most| most.to_string().into());
    check.has(&at(2, "nominalQuota"), team.gpus.to_string());
    check.is(&at(2, "borrowingLimit"), limit(team.borrow));
    check.is(&at(2, "lendingLimit"), limit(team.lend));
    let part =
        |of: u32| u64::from(of) * u64::from(team.gpus) * 95 / (100 * u64::from(question.node));
    check.has(&at(0, "nominalQuota"), part(question.threads).to_string());
    check.has(
        &at(1, "nominalQuota"),
        format!("{}Gi", part(question.memory)),
    );
}
