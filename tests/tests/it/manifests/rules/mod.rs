//! What no type says: one document names another, a pod's parts belong together, and nothing has two
//! owners.

mod names;
mod pods;
mod queues;
mod shares;

pub(super) use pods::is_device;

use super::read::text;
use serde_json::Value;
use std::collections::BTreeSet;

/// What is wrong between and inside of the documents of a set.
pub(super) fn problems(all: &[Value]) -> Vec<String> {
    let set = Set::of(all);
    let mut found = names::problems(&set);
    found.extend(pods::problems(&set));
    found.extend(queues::problems(&set));
    found.extend(shares::problems(&set));
    found
}

/// The documents of a set.
struct Set<'a> {
    all: &'a [Value],
    /// Kind, namespace and name of each.
    there: BTreeSet<(&'a str, &'a str, &'a str)>,
    /// Every pod of every document.
    pods: Vec<Pod<'a>>,
}

impl<'a> Set<'a> {
    fn of(all: &'a [Value]) -> Self {
        let key = |one| {
            let at = |pointer| text(one, pointer);
            (at("/kind"), at("/metadata/namespace"), at("/metadata/name"))
        };
        let mut pods = Vec::new();
        for one in all {
            pods_of(one, one, None, &mut pods);
        }
        Self {
            all,
            there: all.iter().map(key).collect(),
            pods,
        }
    }

    fn has(&self, kind: &str, namespace: &str, name: &str) -> bool {
        self.there.contains(&(kind, namespace, name))
    }

    fn of_kind(&self, kind: &str) -> impl Iterator<Item = &'a Value> {
        self.all
            .iter()
            .filter(move |one| text(one, "/kind") == kind)
    }

    /// A complaint where a document is not there.
    fn need(&self, kind: &str, namespace: &str, name: &str) -> Option<String> {
        let missing = !self.has(kind, namespace, name);
        missing.then(|| format!("{kind} {namespace}/{name} is in no file"))
    }
}

/// A pod, or what a controller makes one of.
#[derive(Clone, Copy)]
struct Pod<'a> {
    /// The document that it is in.
    document: &'a Value,
    /// What holds `metadata` and `spec`, where there is a template.
    template: Option<&'a Value>,
    /// Its spec.
    spec: &'a Value,
}

impl<'a> Pod<'a> {
    fn namespace(&self) -> &'a str {
        text(self.document, "/metadata/namespace")
    }

    fn containers(&self) -> impl Iterator<Item = &'a Value> {
        self.spec["containers"].as_array().into_iter().flatten()
    }

    fn labels(&self) -> Option<&'a Value> {
        self.template?.pointer("/metadata/labels")
    }

    /// Whether every label of a selector is its own; none at all selects nobody.
    fn is_selected(&self, selector: &Value) -> bool {
        let wanted = selector.as_object();
        let wanted = wanted.filter(|wanted| !wanted.is_empty());
        let has = |(name, value): (&String, &Value)| {
            self.labels().and_then(|labels| labels.get(name)) == Some(value)
        };
        wanted.is_some_and(|wanted| wanted.iter().all(has))
    }
}

fn pods_of<'a>(
    document: &'a Value,
    value: &'a Value,
    above: Option<&'a Value>,
    found: &mut Vec<Pod<'a>>,
) {
    match value {
        Value::Object(fields) => {
            if fields.contains_key("containers") {
                found.push(Pod {
                    document,
                    template: above,
                    spec: value,
                });
            }
            for inner in fields.values() {
                pods_of(document, inner, Some(value), found);
            }
        }
        Value::Array(all) => {
            for one in all {
                pods_of(document, one, None, found);
            }
        }
        _ => {}
    }
}

/// Entries of a list at a JSON pointer.
fn list<'a>(value: &'a Value, pointer: &str) -> impl Iterator<Item = &'a Value> {
    let found = value.pointer(pointer).and_then(Value::as_array);
    found.into_iter().flatten()
}

/// The names of those entries.
fn named<'a>(value: &'a Value, pointer: &str) -> BTreeSet<&'a str> {
    list(value, pointer).map(|one| text(one, "/name")).collect()
}
