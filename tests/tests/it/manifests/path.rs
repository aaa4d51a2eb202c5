//! Fields of a document by path: `spec.template.spec.containers[].image`. `[]` is any entry of a
//! list, `*` any name of a map whose names are the reader's.

use serde_json::Value;

/// Fields whose names are free.
const FREE: [&str; 12] = [
    "annotations",
    "data",
    "labels",
    "limits",
    "matchLabels",
    "mig-configs",
    "mig-devices",
    "nodeLabels",
    "nodeSelector",
    "requests",
    "additionalLabels",
    "tags",
];

/// A step to a field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Step {
    /// Of a name.
    Name(String),
    /// Of an entry.
    Entry(usize),
}

/// Every field of a document, in order, each with its steps.
pub(super) fn fields(document: &Value) -> Vec<Vec<Step>> {
    fn walk(value: &Value, steps: &mut Vec<Step>, found: &mut Vec<Vec<Step>>) {
        match value {
            Value::Object(fields) => {
                for (name, value) in fields {
                    steps.push(Step::Name(name.clone()));
                    found.push(steps.clone());
                    walk(value, steps, found);
                    steps.pop();
                }
            }
            Value::Array(all) => {
                for (place, one) in all.iter().enumerate() {
                    steps.push(Step::Entry(place));
                    walk(one, steps, found);
                    steps.pop();
                }
            }
            _ => {}
        }
    }
    let mut found = Vec::new();
    walk(document, &mut Vec::new(), &mut found);
    found
}

/// Steps as a path.
pub(super) fn shown(steps: &[Step]) -> String {
    let mut text = String::new();
    let mut free = false;
    for step in steps {
        match step {
            Step::Name(name) => {
                if !text.is_empty() {
                    text.push('.');
                }
                text.push_str(if free { "*" } else { name });
                free = !free && FREE.contains(&name.as_str());
            }
            Step::Entry(_) => {
                text.push_str("[]");
                free = false;
            }
        }
    }
    text
}

/// What is at some steps.
pub(super) fn at<'a>(value: &'a mut Value, steps: &[Step]) -> Option<&'a mut Value> {
    let mut found = value;
    for step in steps {
        found = match step {
            Step::Name(name) => found.get_mut(name)?,
            Step::Entry(place) => found.get_mut(place)?,
        };
    }
    Some(found)
}

/// All that stand at a path, with what is between: nothing where a step is missing.
pub(super) fn all<'a>(value: &'a Value, path: &str) -> Vec<&'a Value> {
    let mut found = vec![value];
    for part in path.split('.').filter(|part| !part.is_empty()) {
        let (name, list) = match part.strip_suffix("[]") {
            Some(name) => (name, true),
            None => (part, false),
        };
        found = found
            .into_iter()
            .flat_map(|value| -> Vec<&Value> {
                let value = if name == "*" {
                    value
                        .as_object()
                        .into_iter()
                        .flat_map(|map| map.values())
                        .collect()
                } else {
                    value.get(name).into_iter().collect::<Vec<_>>()
                };
                if list {
                    let entries = value.into_iter().filter_map(Value::as_array);
                    entries.flatten().collect()
                } else {
                    value
                }
            })
            .collect();
    }
    found
}
