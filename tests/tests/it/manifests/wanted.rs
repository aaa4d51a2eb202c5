//! What a kind must have wherever what it is in stands, though its API lets it be absent: without it
//! an apply succeeds, and the cluster does something else. `wanted.txt` has the rules by which such
//! workloads are run, written by hand, not from what is written here.

use super::path::all;
use super::read::{is_payload, text};
use serde_json::Value;
use std::sync::OnceLock;

/// Kinds that belong to nobody in particular.
const UNLABELLED: [&str; 9] = [
    "",
    "Namespace",
    "Topology",
    "ResourceFlavor",
    "ClusterQueue",
    "LocalQueue",
    "WorkloadPriorityClass",
    "NodePool",
    "EC2NodeClass",
];

/// A line of the table.
struct Rule {
    /// The kind, or a group of rules.
    of: &'static str,
    /// The path of what must have something.
    at: &'static str,
    /// What it must have.
    what: What,
}

enum What {
    /// These fields.
    Fields(Vec<&'static str>),
    /// What a group must have.
    Group(&'static str),
}

fn table() -> &'static [Rule] {
    static TABLE: OnceLock<Vec<Rule>> = OnceLock::new();
    TABLE.get_or_init(|| {
        let lines = include_str!("wanted.txt").lines();
        let lines = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
        lines.map(rule).collect()
    })
}

fn rule(line: &'static str) -> Rule {
    let (of, rest) = line.split_once(' ').unwrap();
    let (at, what) = if let Some((at, group)) = rest.split_once(" < ") {
        (at, What::Group(group))
    } else {
        let (at, names) = rest.split_once(": ").unwrap();
        (at, What::Fields(names.split(' ').collect()))
    };
    let at = if at == "." { "" } else { at };
    Rule { of, at, what }
}

/// What a document lacks.
pub(super) fn problems(document: &Value) -> Vec<String> {
    let kind = text(document, "/kind");
    let mut found = Vec::new();
    if !UNLABELLED.contains(&kind) {
        for label in ["app.kubernetes.io/name", "app.kubernetes.io/managed-by"] {
            let labels = document.pointer("/metadata/labels");
            if labels.and_then(|labels| labels.get(label)).is_none() {
                found.push(format!("{kind} has no label {label}"));
            }
        }
    }
    let kind = if kind.is_empty() { "values" } else { kind };
    lacks(kind, document, &mut found);
    if kind == "ConfigMap" && !is_payload(document) {
        let files = document["data"].as_object();
        if files.is_none_or(serde_json::Map::is_empty) {
            found.push("a ConfigMap without a file".to_owned());
        }
    }
    found
}

/// What is missing of a kind, or of a group.
fn lacks(of: &str, start: &Value, found: &mut Vec<String>) {
    for rule in table().iter().filter(|rule| rule.of == of) {
        for value in all(start, rule.at) {
            match &rule.what {
                What::Group(group) => lacks(group, value, found),
                What::Fields(names) => {
                    let missing = names.iter().filter(|name| value.get(**name).is_none());
                    found.extend(missing.map(|name| format!("{of} {}: no {name}", rule.at)));
                }
            }
        }
    }
}

/// Every line of the table is of a kind that is written, or of a group that one names.
#[test]
fn no_rule_is_of_nothing() {
    let named = |group: &str| {
        let mut all = table().iter();
        all.any(|rule| matches!(rule.what, What::Group(name) if name == group))
    };
    let group = |of: &str| of.starts_with(char::is_lowercase) && of != "values";
    assert!(table().len() > 100);
    assert!(table().iter().all(|rule| !group(rule.of) || named(rule.of)));
}
