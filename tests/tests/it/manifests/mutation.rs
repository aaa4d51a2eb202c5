//! Drawn sets are judged, and so is each of them with one field changed: dropped, misspelt or of
//! another type, every single one. What a judge does not find is counted and named.

use super::drawn::{Drawn, drawn};
use super::path::{Step, at, fields, shown};
use super::read::documents;
use super::{rules, typed, wanted};
use serde_json::Value;
use std::collections::BTreeMap;

/// A change of a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Change {
    /// It is not there.
    Dropped,
    /// Its name has a letter more.
    Misspelt,
    /// A text, where it was none; else a number. A list, where it was a value.
    Retyped,
}

impl Change {
    const ALL: [Self; 3] = [Self::Dropped, Self::Misspelt, Self::Retyped];

    /// A document with a field changed; `None` where nothing would be.
    fn of(self, document: &Value, steps: &[Step]) -> Option<Value> {
        let (last, before) = steps.split_last()?;
        let Step::Name(name) = last else { return None };
        let mut made = document.clone();
        let holder = at(&mut made, before)?.as_object_mut()?;
        match self {
            Self::Dropped => drop(holder.remove(name)?),
            Self::Misspelt => {
                let value = holder.remove(name)?;
                holder.insert(format!("{name}s"), value);
            }
            Self::Retyped => {
                let value = holder.get_mut(name)?;
                *value = match value {
                    Value::String(_) => Value::from(7),
                    Value::Array(_) | Value::Object(_) | Value::Null => Value::from("text"),
                    Value::Bool(_) | Value::Number(_) => Value::from(vec!["text"]),
                };
            }
        }
        Some(made)
    }
}

/// What is wrong with documents, those of one place first.
fn problems(drawn: &Drawn, documents: &[Value], first: usize) -> Vec<String> {
    let mut found = Vec::new();
    if let Some(document) = documents.get(first) {
        found.extend(typed::problems(document));
        found.extend(wanted::problems(document));
    }
    if found.is_empty() {
        found.extend(rules::problems(documents));
    }
    if found.is_empty() {
        found.extend(drawn.numbers(documents));
    }
    found
}

/// Every document of drawn sets is of the types that its makers publish, has what it must, is linked
/// to the others, and has the answer's numbers.
#[test]
fn drawn_sets_are_without_a_problem() {
    let count = std::env::var("DRAWN_SETS").map_or(120, |count| count.parse().unwrap());
    let mut kinds: BTreeMap<String, u32> = BTreeMap::new();
    for drawn in drawn(count) {
        let documents = documents(&drawn.files);
        for (place, document) in documents.iter().enumerate() {
            let found = problems(&drawn, &documents, place);
            assert!(found.is_empty(), "{found:#?}\n{document:#}");
            let kind = document["kind"].as_str().unwrap_or("values");
            *kinds.entry(kind.to_owned()).or_default() += 1;
        }
    }
    // Every kind that is written was drawn.
    assert!(kinds.len() >= 28, "{kinds:#?}");
}

/// Of all changes of single fields 99 in a hundred are found.
#[test]
fn changes_of_fields_are_found() {
    let mut made: BTreeMap<Change, u32> = BTreeMap::new();
    let mut missed: BTreeMap<(Change, String, String), u32> = BTreeMap::new();
    for drawn in drawn(30) {
        let mut documents = documents(&drawn.files);
        for place in 0..documents.len() {
            assert_eq!(problems(&drawn, &documents, place), [""; 0]);
            for steps in fields(&documents[place]) {
                for change in Change::ALL {
                    let Some(mutant) = change.of(&documents[place], &steps) else {
                        continue;
                    };
                    *made.entry(change).or_default() += 1;
                    let before = std::mem::replace(&mut documents[place], mutant);
                    let nothing = problems(&drawn, &documents, place).is_empty();
                    documents[place] = before;
                    if nothing {
                        let kind = documents[place]["kind"].as_str();
                        let kind = kind.unwrap_or("values").to_owned();
                        *missed.entry((change, kind, shown(&steps))).or_default() += 1;
                    }
                }
            }
        }
    }
    let all: u32 = made.values().sum();
    let lost: u32 = missed.values().sum();
    let found = f64::from(all - lost) / f64::from(all);
    println!("{made:?}: {found:.4} found; not: {missed:#?}");
    assert!(all > 20_000, "{made:?}");
    assert!(found >= 0.99, "{found:.4} of {all}: {missed:#?}");
}
