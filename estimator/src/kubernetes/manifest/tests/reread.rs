//! A second reader (`saphyr`) finds the tree that was written, whatever its texts look like.

use super::super::node::{Fields, Node, Value, field, noted};
use super::super::write;
use super::super::yaml::document;
use super::draw::any_deploy;
use proptest::prelude::*;
use saphyr::{LoadableYamlNode, Yaml};

/// The document of a text.
fn read(text: &str) -> Yaml<'_> {
    let mut all = Yaml::load_from_str(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(all.len(), 1, "{text}");
    all.remove(0)
}

/// Asserts that `found` is what `node` says.
fn same(node: &Node, found: &Yaml<'_>, text: &str) {
    match &node.value {
        Value::Text(wanted) => assert_eq!(found.as_str(), Some(wanted.as_str()), "{text}"),
        Value::Whole(count) => {
            assert_eq!(found.as_integer(), i64::try_from(*count).ok(), "{text}");
        }
        Value::Number(number) => assert_eq!(found.as_floating_point(), Some(*number), "{text}"),
        Value::Flag(flag) => assert_eq!(found.as_bool(), Some(*flag), "{text}"),
        Value::List(all) => {
            let list = found.as_sequence().expect("a list");
            assert_eq!(list.len(), all.len(), "{text}");
            for (node, found) in all.iter().zip(list) {
                same(node, found, text);
            }
        }
        Value::Fields(fields) => same_fields(fields, found, text),
        Value::File(fields) => {
            let inner = found.as_str().expect("a text");
            same_fields(fields, &read(inner), inner);
        }
    }
}

/// In the same order, and no more.
fn same_fields(fields: &Fields, found: &Yaml<'_>, text: &str) {
    let map = found.as_mapping().expect("fields");
    assert_eq!(map.len(), fields.0.len(), "{text}");
    for ((name, node), (key, value)) in fields.0.iter().zip(map) {
        assert_eq!(key.as_str(), Some(name.as_str()), "{text}");
        same(node, value, text);
    }
}

proptest! {
    /// Every document of every set reads back as its tree, and is written alike twice.
    #[test]
    fn sets_read_back_as_written(deploy in any_deploy()) {
        if let Ok(set) = write(&deploy) {
            prop_assert_eq!(&write(&deploy).expect("as before"), &set);
            for file in &set.files {
                same_fields(&file.fields, &read(&file.text), &file.text);
            }
        }
    }

    /// Any text reads back as itself: as a value, a key, an entry of a list, beside any comment.
    #[test]
    fn any_text_reads_back(text in "\\PC{0,40}|[ -~\n\t]{0,40}", note in ".{0,40}") {
        let inner = field("list", [text.clone()]).with("value", noted(text.clone(), note.clone()));
        let all = field("first", inner)
            .with("nested", [field("deep", text.clone()), field("other", noted(1_u32, note))])
            .with(format!("k{text}"), true);
        let written = document(&[text.replace('\n', " ")], &all);
        same_fields(&all, &read(&written), &written);
    }
}

/// Texts that a reader could take for something else stand in quotes.
#[test]
fn what_looks_like_something_else_is_quoted() {
    let looks = [
        "",
        " ",
        "true",
        "Yes",
        "NO",
        "on",
        "Off",
        "null",
        "~",
        "y",
        "N",
        "1",
        "1.5",
        "1e3",
        "0x1f",
        "0o17",
        "1_000",
        ".inf",
        ".nan",
        "2026-11-25",
        "12:30:45",
        "- a",
        "-",
        "a: b",
        "a:",
        "a #b",
        "#a",
        "&a",
        "*a",
        "!a",
        "|",
        ">",
        "%a",
        "@a",
        "`a",
        "{a",
        "[a",
        "'a",
        "\"a",
        "a ",
        " a",
        "=",
        "<<",
        "---",
        "...",
        "? a",
        "a\nb",
    ];
    for text in looks {
        let all = field("value", text);
        let written = document(&[], &all);
        same_fields(&all, &read(&written), &written);
        assert!(written.starts_with("value: \""), "{written}");
    }
    for text in [
        "Qwen/Qwen3-32B",
        "--port=8000",
        "8Gi",
        "15s",
        "http://a.b:90",
        "--a=$(A):20000",
    ] {
        assert_eq!(
            document(&[], &field("value", text)),
            format!("value: {text}\n")
        );
    }
}
