//! The table reads whole, and its language counts as it says.

use super::*;
use crate::import::config_json::fields::Fields;
use crate::import::missing;
use serde_json::{Value, json};

/// Puts 64 where `path` leads.
fn fill(object: &mut Map<String, Value>, path: &str) {
    match path.split_once('.') {
        None => {
            object.insert(path.to_owned(), json!(64));
        }
        Some((first, rest)) => {
            let inner = object.entry(first).or_insert_with(|| json!({}));
            if !inner.is_object() {
                *inner = json!({});
            }
            fill(inner.as_object_mut().unwrap(), rest);
        }
    }
}

fn is_tower(line: &str, path: &str) -> bool {
    line.contains(&format!("tower({path})"))
}

/// Every row works out once the fields that it asks for are there: none has a slip of the pen.
#[test]
fn every_row_is_well_formed() {
    let mut rows = 0;
    for line in TABLE
        .lines()
        .filter(|line| !line.starts_with('/') && !line.is_empty())
    {
        let names = line.split_once(':').unwrap().0;
        for name in names.split(' ') {
            let (mark, name) = match name.chars().next().unwrap() {
                '+' => ("+", &name[1..]),
                '~' => ("~", &name[1..]),
                _ => ("", name),
            };
            let row = find(mark, name).unwrap();
            let mut object = Map::new();
            let mut asked = 0;
            loop {
                let outcome = row
                    .usual(&object)
                    .and_then(|usual| row.beside(&Fields::new(&usual)));
                match outcome {
                    Ok(_) => break,
                    // A tower is an object, a list of one entry counts as well.
                    Err(Fault::Missing(path)) if is_tower(line, path) => {
                        fill(&mut object, &format!("{path}.num_hidden_layers"));
                        fill(&mut object, &format!("{path}.hidden_size"));
                    }
                    Err(Fault::Missing(path)) => fill(&mut object, path),
                    Err(fault) => panic!("{name}: {fault:?}"),
                }
                asked += 1;
                assert!(asked < 60, "{name}: {object:?}");
            }
            rows += 1;
        }
    }
    assert!(rows > 90, "{rows}");
}

fn counted(text: &'static str, fields: &Value) -> Result<f64, Fault> {
    amount(text, &Fields::new(fields.as_object().unwrap()), COUNTED)
}

/// Products before sums, alternatives before both, division rounds down, lists are counted.
#[test]
#[allow(clippy::float_cmp)] // whole numbers
fn the_language_counts() {
    let fields = json!({
        "a": 7, "yes": true, "list": ["conv", "full", "conv"], "sizes": [5, 2],
        "kind": "gated-gelu", "deep": {"b": 3}, "nothing": null,
    });
    for (text, expected) in [
        ("1+2*a", 15.0),
        ("(1+2)*a-1", 20.0),
        ("a/2*2", 6.0),
        ("missing|nothing|deep.b*2", 6.0),
        ("#list:conv", 2.0),
        ("#list:any", 3.0),
        ("#kind:gated", 1.0),
        ("sum(sizes)-sizes", 2.0),
        ("yes+0", 1.0),
    ] {
        assert_eq!(counted(text, &fields), Ok(expected), "{text}");
    }
    assert_eq!(counted("a*gone", &fields), Err(missing("gone")));
    assert!(counted("a/deep.c", &fields).is_err());
    assert!(counted("a/(a-7)", &fields).is_err());
    assert!(counted("kind", &fields).is_err());
    assert!(counted("(a", &fields).is_err());
}
