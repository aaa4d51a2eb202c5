//! Documents as a second reader (`saphyr`) finds them.

use estimator::kubernetes::manifest::File;
use saphyr::{LoadableYamlNode, Yaml};
use serde_json::Value;

/// Ends of the names of `ConfigMap`s whose entries are documents of their own.
pub(super) const PAYLOADS: [&str; 2] = ["mig-parted", "device-plugin"];

/// A node as JSON.
fn json(yaml: &Yaml<'_>) -> Value {
    if let Some(map) = yaml.as_mapping() {
        let pairs = map.iter();
        let pairs = pairs.map(|(key, value)| (key.as_str().unwrap().to_owned(), json(value)));
        return Value::Object(pairs.collect());
    }
    if let Some(list) = yaml.as_sequence() {
        return list.iter().map(json).collect();
    }
    match (
        yaml.as_str(),
        yaml.as_integer(),
        yaml.as_floating_point(),
        yaml.as_bool(),
    ) {
        (Some(text), ..) => text.into(),
        (_, Some(number), ..) => number.into(),
        (_, _, Some(number), _) => number.into(),
        (.., flag) => flag.into(),
    }
}

/// The document of a text.
pub(super) fn document(text: &str) -> Value {
    let all = Yaml::load_from_str(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(all.len(), 1, "{text}");
    json(&all[0])
}

/// A text at a JSON pointer; empty where there is none.
pub(super) fn text<'a>(value: &'a Value, pointer: &str) -> &'a str {
    let found = value.pointer(pointer);
    found.and_then(Value::as_str).unwrap_or_default()
}

/// The documents of files, those inside of a `ConfigMap` unfolded.
pub(super) fn documents(files: &[File]) -> Vec<Value> {
    let all = files.iter().map(|file| unfolded(document(&file.text)));
    all.collect()
}

/// A document whose entries are documents, in place of their texts.
fn unfolded(mut document: Value) -> Value {
    if is_payload(&document)
        && let Some(entries) = document.get_mut("data").and_then(Value::as_object_mut)
    {
        for entry in entries.values_mut() {
            *entry = self::document(entry.as_str().unwrap());
        }
    }
    document
}

/// Whether the entries of a document are documents.
pub(super) fn is_payload(document: &Value) -> bool {
    let name = text(document, "/metadata/name");
    text(document, "/kind") == "ConfigMap" && PAYLOADS.iter().any(|end| name.ends_with(end))
}

/// Those of a kind.
pub(super) fn of_kind<'a>(all: &'a [Value], kind: &str) -> Vec<&'a Value> {
    all.iter().filter(|one| one["kind"] == kind).collect()
}
