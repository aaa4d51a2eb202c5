//! A second reader (`saphyr`) finds the tree that was written, whatever its texts look like.

use super::super::node::{Fields, Node, Value, field, lines, noted};
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
        Value::Text(wanted) | Value::Lines(wanted) => {
            assert_eq!(found.as_str(), Some(wanted.as_str()), "{text}");
        }
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
pub(super) fn same_fields(fields: &Fields, found: &Yaml<'_>, text: &str) {
    let map = found.as_mapping().expect("fields");
    assert_eq!(map.len(), fields.len(), "{text}");
    for ((name, node), (key, value)) in fields.iter().zip(map) {
        assert_eq!(key.as_str(), Some(name.as_str()), "{text}");
        same(node, value, text);
    }
}

proptest! {
    /// Any text of lines reads back as itself.
    #[test]
    fn any_lines_read_back(text in "([ -~]{0,20}\n){0,6}[ -~]{0,3}") {
        let all = field("file", lines(&text)).with("next", true);
        let written = document(&[], &all);
        same_fields(&all, &read(&written), &written);
    }

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

/// Texts of lines read back, as a block where they can be one.
#[test]
fn lines_read_back() {
    for (text, block) in [
        ("a\n", true),
        ("a: b # c\n\n  d \\\n\"e\"\n", true),
        ("#!/bin/sh\n- x\n", true),
        ("a", false),
        ("a\n\n", false),
        (" a\n", false),
        ("\na\n", false),
        ("a\n   \nb\n", false),
        ("a\u{7}\n", false),
        ("a\r\nb\n", false),
        ("", false),
    ] {
        let all = field("file", noted(lines(text), "as it is")).with("list", [lines(text)]);
        let written = document(&[], &all);
        same_fields(&all, &read(&written), &written);
        assert_eq!(
            written.starts_with("file: | # as it is\n"),
            block,
            "{written}"
        );
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
