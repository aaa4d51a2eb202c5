//! Manifests of teams: they read back, names meet, every number of the question is in them, and what
//! Kueue knows are their fields.

#![allow(clippy::indexing_slicing, clippy::unwrap_used)]

use super::super::{Set, TeamChoices, write_teams};
use super::draw::board;
use super::reread::same_fields;
use crate::kubernetes::queue::{Reclaim, Strategy as Order, Within};
use crate::kubernetes::teams::Question;
use crate::kubernetes::teams::tests::any_question;
use proptest::prelude::*;
use saphyr::{LoadableYamlNode, Yaml};
use serde::Deserialize;

fn set(question: &Question) -> Set {
    write_teams(question, &board(), &TeamChoices::default()).unwrap()
}

/// Every limit of a question.
fn full() -> Question {
    let mut question = Question::default();
    for (team, number) in question.teams.iter_mut().zip(1..) {
        team.borrow = Some(10 + number);
        team.lend = Some(3 + number);
    }
    question
}

fn json(yaml: &Yaml<'_>) -> serde_json::Value {
    if let Some(map) = yaml.as_mapping() {
        let pairs = map.iter();
        let pairs = pairs.map(|(key, value)| (key.as_str().unwrap().to_owned(), json(value)));
        return serde_json::Value::Object(pairs.collect());
    }
    if let Some(list) = yaml.as_sequence() {
        return list.iter().map(json).collect();
    }
    match (yaml.as_str(), yaml.as_integer()) {
        (Some(text), _) => text.into(),
        (None, Some(number)) => number.into(),
        (None, None) => yaml.as_bool().into(),
    }
}

/// `ClusterQueue` of `kueue.x-k8s.io/v1beta2`, the fields that are written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct QuotaSpec {
    cohort_name: Option<String>,
    namespace_selector: serde_json::Value,
    queueing_strategy: String,
    preemption: Preemption,
    resource_groups: Vec<Group>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Preemption {
    within_cluster_queue: String,
    reclaim_within_cohort: Option<String>,
    borrow_within_cohort: Option<Above>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Above {
    policy: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Group {
    covered_resources: Vec<String>,
    flavors: Vec<Flavor>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Flavor {
    name: String,
    resources: Vec<Resource>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Resource {
    name: String,
    nominal_quota: String,
    borrowing_limit: Option<String>,
    lending_limit: Option<String>,
}

fn of_kind(set: &Set, kind: &str) -> Vec<serde_json::Value> {
    let all = set.files.iter().map(|file| {
        let read = Yaml::load_from_str(&file.text).unwrap();
        json(&read[0])
    });
    all.filter(|one| one["kind"] == kind).collect()
}

fn quotas(set: &Set) -> Vec<(String, QuotaSpec)> {
    let all = of_kind(set, "ClusterQueue").into_iter();
    all.map(|one| {
        assert_eq!(one["apiVersion"], "kueue.x-k8s.io/v1beta2");
        let name = one["metadata"]["name"].as_str().unwrap().to_owned();
        (name, serde_json::from_value(one["spec"].clone()).unwrap())
    })
    .collect()
}

/// Local queue to quota, quota to flavor and namespace, flavor to topology.
#[test]
fn names_meet() {
    let set = set(&full());
    let names = |kind: &str| -> Vec<String> {
        let all = of_kind(&set, kind).into_iter();
        all.map(|one| one["metadata"]["name"].as_str().unwrap().to_owned())
            .collect()
    };
    let quotas = quotas(&set);
    let found: Vec<&str> = quotas.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(found, ["research", "product", "platform"]);
    assert_eq!(names("Namespace"), found);
    for (local, name) in of_kind(&set, "LocalQueue").iter().zip(&found) {
        assert_eq!(local["spec"]["clusterQueue"], *name);
        assert_eq!(local["metadata"]["namespace"], *name);
    }
    let flavor = &of_kind(&set, "ResourceFlavor")[0];
    assert_eq!(
        flavor["spec"]["topologyName"].as_str().unwrap(),
        names("Topology")[0]
    );
    for (name, quota) in &quotas {
        let labels = &quota.namespace_selector["matchLabels"];
        assert_eq!(labels["kubernetes.io/metadata.name"], name.as_str());
        let group = &quota.resource_groups[0];
        assert_eq!(group.flavors[0].name, names("ResourceFlavor")[0]);
        let order: Vec<&str> = group.flavors[0]
            .resources
            .iter()
            .map(|one| one.name.as_str())
            .collect();
        assert_eq!(group.covered_resources, order);
    }
    assert_eq!(
        names("WorkloadPriorityClass"),
        ["serving", "deadline", "batch"]
    );
}

/// Each number and rule of each team is the object's.
#[test]
fn every_number_is_in_them() {
    let mut question = full();
    question.teams[1].strategy = Order::StrictFifo;
    question.teams[1].within = Within::Never;
    question.teams[2].reclaim = Reclaim::LowerPriority;
    question.teams[2].borrow_within = true;
    let quotas = quotas(&set(&question));
    for ((_, quota), team) in quotas.iter().zip(&question.teams) {
        let resources = &quota.resource_groups[0].flavors[0].resources;
        let gpus = &resources[2];
        assert_eq!(gpus.name, "nvidia.com/gpu");
        assert_eq!(gpus.nominal_quota, team.gpus.to_string());
        assert_eq!(
            gpus.borrowing_limit,
            team.borrow.map(|most| most.to_string())
        );
        assert_eq!(gpus.lending_limit, team.lend.map(|most| most.to_string()));
        // 192 threads and 2,048 GiB of eight, less 5 %.
        assert_eq!(resources[0].nominal_quota, "182");
        assert_eq!(resources[1].nominal_quota, "1945Gi");
        assert_eq!(quota.cohort_name.as_deref(), Some("gpu-teams"));
    }
    assert_eq!(quotas[0].1.queueing_strategy, "BestEffortFIFO");
    assert_eq!(quotas[1].1.queueing_strategy, "StrictFIFO");
    assert_eq!(quotas[1].1.preemption.within_cluster_queue, "Never");
    let last = &quotas[2].1.preemption;
    assert_eq!(last.reclaim_within_cohort.as_deref(), Some("LowerPriority"));
    assert_eq!(
        last.borrow_within_cohort
            .as_ref()
            .map(|one| one.policy.as_str()),
        Some("LowerPriority")
    );
    assert!(quotas[0].1.preemption.borrow_within_cohort.is_none());
}

/// Without a cohort there is no limit of lending and borrowing, which Kueue refuses then.
#[test]
fn alone_they_have_no_limits() {
    let question = Question {
        cohort: false,
        ..full()
    };
    for (_, quota) in quotas(&set(&question)) {
        let gpus = &quota.resource_groups[0].flavors[0].resources[2];
        assert_eq!((&gpus.borrowing_limit, &gpus.lending_limit), (&None, &None));
        assert_eq!(quota.cohort_name, None);
        assert_eq!(quota.preemption.reclaim_within_cohort, None);
    }
}

/// Names that say the same to a label, or nothing, are told apart.
#[test]
fn teams_have_names_of_their_own() {
    let mut question = Question::default();
    question.teams[0].name = "Foo!".to_owned();
    question.teams[1].name = "foo".to_owned();
    question.teams[2].name = "研究".to_owned();
    let quotas = quotas(&set(&question));
    let found: Vec<&str> = quotas.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(found, ["foo", "foo-2", "team-3"]);
}

#[test]
fn bad_names_are_refused() {
    for (cohort, queue, rack, field) in [
        ("A b", "gpu", "rack", "queue.cohort"),
        ("a", "x: y", "rack", "queue.local"),
        ("a", "gpu", "no label", "site.rack"),
    ] {
        let choices = TeamChoices {
            cohort: cohort.to_owned(),
            queue: queue.to_owned(),
            rack: rack.to_owned(),
            ..TeamChoices::default()
        };
        let wrong = write_teams(&Question::default(), &board(), &choices).unwrap_err();
        assert_eq!(wrong.len(), 1);
        assert_eq!(wrong[0].field, field);
    }
}

/// Blocks above racks above hosts, each level once, with the counts of the question beside.
#[test]
fn levels_are_those_of_the_question() {
    let labels = |question: &Question| -> Vec<String> {
        let topology = &of_kind(&set(question), "Topology")[0];
        let levels = topology["spec"]["levels"].as_array().unwrap().iter();
        levels
            .map(|level| level["nodeLabel"].as_str().unwrap().to_owned())
            .collect()
    };
    let (rack, host) = ("cloud.example.com/rack", "kubernetes.io/hostname");
    let mut question = Question::default();
    assert_eq!(labels(&question), [rack, host]);
    question.block = Some(3);
    assert_eq!(labels(&question), [rack, host]);
    question.rack = Some(4);
    assert_eq!(labels(&question), ["cloud.example.com/block", rack, host]);
    let text = &set(&question).files[0].text;
    assert!(text.contains("racks of 4 nodes") && text.contains("blocks of 3 racks"));
    let unnamed = TeamChoices {
        block: String::new(),
        ..TeamChoices::default()
    };
    let wrong = write_teams(&question, &board(), &unnamed).unwrap_err();
    assert_eq!(wrong[0].field, "site.block");
}

proptest! {
    /// Whatever teams there are: every document reads back as its tree, is written alike twice, and
    /// the queues and quotas are as many as the teams.
    #[test]
    fn any_teams_are_written(question in any_question()) {
        let first = set(&question);
        prop_assert_eq!(&set(&question), &first);
        for file in &first.files {
            let read = Yaml::load_from_str(&file.text).unwrap();
            same_fields(&file.fields, &read[0], &file.text);
        }
        let quotas = quotas(&first);
        prop_assert_eq!(quotas.len(), question.teams.len());
        let locals = of_kind(&first, "LocalQueue");
        for (local, (name, _)) in locals.iter().zip(&quotas) {
            prop_assert_eq!(local["spec"]["clusterQueue"].as_str(), Some(name.as_str()));
        }
    }
}
