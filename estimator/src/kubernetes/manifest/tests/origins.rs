//! No number is written whose origin does not stand beside it.

use super::super::node::{Fields, Node, Value};
use super::super::{File, TeamChoices, write, write_teams};
use super::draw::{any_deploy, board};
use crate::kubernetes::teams::tests::any_question;
use proptest::prelude::*;

/// Whether a text is a number: bare, with a unit, or as the value of an option.
fn is_number(text: &str) -> bool {
    let value = text.split_once('=').map_or(text, |(option, value)| {
        if option.starts_with("--") {
            value
        } else {
            text
        }
    });
    let unit = value.trim_start_matches(|letter: char| letter.is_ascii_digit() || letter == '.');
    let digits = value.strip_suffix(unit).unwrap_or_default();
    let units = ["", "Ki", "Mi", "Gi", "Ti", "s", "m", "h", "%"];
    digits.parse::<f64>().is_ok() && units.contains(&unit)
}

/// The paths of numbers below a value that nothing is said of, where nothing is said of all of it.
fn untold(path: &str, node: &Node, told: bool, out: &mut Vec<String>) {
    let told = told || node.note.is_some();
    let silent = |value: String| format!("{path}: {value}");
    match &node.value {
        Value::Fields(fields) | Value::File(fields) => untold_of(path, fields, out),
        Value::List(all) => {
            for one in all {
                untold(&format!("{path}[]"), one, told, out);
            }
        }
        Value::Whole(count) if !told => out.push(silent(count.to_string())),
        Value::Number(number) if !told => out.push(silent(number.to_string())),
        Value::Text(text) if !told && is_number(text) => out.push(silent(text.clone())),
        Value::Whole(_) | Value::Number(_) | Value::Text(_) | Value::Flag(_) | Value::Lines(_) => {}
    }
}

fn untold_of(path: &str, fields: &Fields, out: &mut Vec<String>) {
    for (name, node) in fields.iter() {
        untold(&format!("{path}/{name}"), node, false, out);
    }
}

fn untold_in(files: &[File]) -> Vec<String> {
    let mut out = Vec::new();
    for file in files {
        let about = format!("{:?}", file.about);
        untold_of(&about, &file.fields, &mut out);
    }
    out.sort();
    out.dedup();
    out
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]
    /// Of serving and training, whatever is drawn.
    #[test]
    fn numbers_say_where_they_come_from(deploy in any_deploy()) {
        let Ok(set) = write(&deploy) else { return Ok(()) };
        prop_assert_eq!(untold_in(&set.files), Vec::<String>::new());
    }

    /// Of teams.
    #[test]
    fn numbers_of_teams_say_where_they_come_from(question in any_question()) {
        let Ok(set) = write_teams(&question, &board(), &TeamChoices::default()) else { return Ok(()) };
        prop_assert_eq!(untold_in(&set.files), Vec::<String>::new());
    }
}

/// What a number is, and what is none.
#[test]
fn numbers_are_known() {
    for text in ["8", "0.92", "15s", "16Gi", "--port=8000", "10%"] {
        assert!(is_number(text), "{text}");
    }
    for text in [
        "v1",
        "fp8",
        "--quantization=fp8",
        "nvidia.com/gpu",
        "1g.20gb",
        "a=8",
        "",
    ] {
        assert!(!is_number(text), "{text}");
    }
}
