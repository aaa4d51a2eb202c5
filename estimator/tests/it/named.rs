//! Questions by name: any comparison survives the way through its link, any scenarios the way
//! through a file; a file that ends early keeps the part before; no text breaks either.

// Clippy's leave for tests covers functions marked #[test], not their helpers.
#![allow(clippy::unwrap_used)]

use estimator::export::csv;
use estimator::export::paper::{Heading, Table};
use estimator::link::{self, Notice, Theme, View};
use estimator::named::file::{self, Fault};
use estimator::named::link::{Link, MOST, fits, read, write};
use estimator::named::{MOST_NAME, Named, name, pasted};
use proptest::prelude::*;
use proptest::sample::Index;

fn named(called: &str, fragment: &str) -> Named {
    Named::new(called, fragment).unwrap()
}

prop_compose! {
    /// A fragment as links are: pairs of any text without blanks.
    fn fragment()(pairs in prop::collection::vec("[a-z.]{1,8}=[^\\p{C}\\p{Z}&=]{0,12}", 0..5)) -> String {
        let mut fragment = "v=2".to_owned();
        let column = |pair: &&String| !pair.starts_with("s=") && !pair.starts_with("task=");
        for pair in pairs.iter().filter(column) {
            fragment.push('&');
            fragment.push_str(pair);
        }
        fragment
    }
}

prop_compose! {
    fn any_named()(called in "\\PC{0,80}", fragment in fragment()) -> Named {
        named(&called, &fragment)
    }
}

proptest! {
    /// A comparison comes back from its link as it went in, with its order and its view.
    #[test]
    fn a_comparison_survives_its_link(
        scenarios in prop::collection::vec(any_named(), 1..=MOST),
        dark in any::<bool>(),
    ) {
        let link = Link {
            scenarios,
            view: View {
                language: dark.then(|| "uk".to_owned()),
                theme: dark.then_some(Theme::Dark),
                selected: None,
            },
        };
        prop_assert!(fits(&link));
        prop_assert_eq!(read(&write(&link)), (link.clone(), Vec::new()));
        prop_assert_eq!(pasted(&format!("https://x.example/compare/#{}", write(&link))), link.scenarios);
    }

    /// A file comes back whole; cut anywhere, it keeps every scenario whose line was
    /// complete and says that it is cut.
    #[test]
    fn a_file_keeps_what_was_written(
        scenarios in prop::collection::vec(any_named(), 0..6),
        cut in any::<Index>(),
    ) {
        let text = file::write(&scenarios);
        let whole = file::read(text.as_bytes());
        prop_assert_eq!(&whole.scenarios, &scenarios);
        prop_assert_eq!(whole.faults, Vec::new());

        let end = cut.index(text.trim_end().len());
        let half = file::read(&text.as_bytes()[..end]);
        let complete = text.as_bytes()[..end].split(|byte| *byte == b'\n').skip(1);
        let complete = complete.filter(|line| line.ends_with(b"},")).count();
        prop_assert!(half.scenarios.len() >= complete, "{} of {complete}", half.scenarios.len());
        prop_assert_eq!(&half.scenarios[..], &scenarios[..half.scenarios.len()]);
        prop_assert!(!half.faults.is_empty());
    }

    /// Nothing that is no file or link of ours breaks a reader, and a reading is bounded.
    #[test]
    fn nothing_breaks_the_readers(bytes in prop::collection::vec(any::<u8>(), 0..400), text in "\\PC{0,200}") {
        let found = file::read(&bytes);
        prop_assert!(found.scenarios.is_empty() && found.faults == [Fault::Other]);
        let (link, notices) = read(&text);
        prop_assert!(link.scenarios.len() <= MOST && notices.len() <= 20);
        prop_assert!(name(&text).chars().count() <= MOST_NAME);
        for one in pasted(&text) {
            prop_assert!(one.fragment().starts_with("v="));
        }
    }

    /// A file of our kind with anything for its values is read without harm: entries are
    /// taken or named.
    #[test]
    fn entries_are_taken_or_named(names in prop::collection::vec("\\PC{0,90}", 0..8), links in prop::collection::vec("(v=2)?\\PC{0,9}", 8)) {
        let entries: Vec<_> = names.iter().zip(&links)
            .map(|(name, link)| serde_json::json!({"name": name, "link": link}))
            .collect();
        let text = serde_json::json!({"format": "rightsize-scenarios", "version": 1, "scenarios": entries}).to_string();
        let found = file::read(text.as_bytes());
        prop_assert_eq!(found.scenarios.len() + found.faults.len(), names.len());
    }
}

/// A link of version 1 keeps its meaning, and is said to be of that.
#[test]
fn the_golden_comparison_keeps_its_meaning() {
    let (link, notices) =
        read("#v=1&s=One%20node,v%3D1%26rate%3D4&s=,v%3D1%26gpus%3Da%2Cb&lang=de&theme=dark");
    assert_eq!(notices, [Notice::OlderVersion]);
    assert_eq!(
        link.scenarios,
        [named("One node", "v=1&rate=4"), named("", "v=1&gpus=a,b")]
    );
    assert_eq!(link.view.language.as_deref(), Some("de"));
    assert_eq!(link.view.theme, Some(Theme::Dark));
}

/// A part that a comparison cannot hold is said, and the rest stays: a sixth column, a link of
/// another page, a comparison in a comparison, a later version.
#[test]
fn what_is_no_column_is_said() {
    let six = "v=2".to_owned() + &"&s=,v%3D2".repeat(6);
    let (link, notices) = read(&six);
    assert_eq!((link.scenarios.len(), notices.len()), (MOST, 1));
    for bad in [
        "s=a",
        "s=,task%3Dtraining",
        "s=,v%3D2%26task%3Dtraining",
        "s=,v%3D2%26task%3Dfleet",
        "s=,v%3D2%26s%3D%2Cv",
        "s=%FF,v%3D2",
    ] {
        let (link, notices) = read(&format!("v=2&{bad}&s=,v%3D2"));
        assert_eq!(link.scenarios, [named("", "v=2")], "{bad}");
        assert!(
            matches!(&notices[..], [Notice::BadValue { key, .. }] if key == "s"),
            "{bad}"
        );
    }
    assert_eq!(read("v=9").1, [Notice::NewerVersion { version: 9 }]);
}

/// Too much for a link is known before it is written.
#[test]
fn a_comparison_that_is_too_long_does_not_fit() {
    let long = format!("v=2&own={}", "a".repeat(link::MOST_BYTES / 3));
    let mut all = Link::default();
    for _ in 0..2 {
        all.scenarios.push(named("", &long));
    }
    assert!(fits(&all));
    all.scenarios.push(named("", &long));
    assert!(!fits(&all));
    assert!(Named::new("", &format!("v=2&own={}", "a".repeat(link::MOST_BYTES))).is_none());
}

/// A link is taken as people copy it, whatever stands around; other texts are not.
#[test]
fn links_are_taken_as_they_are_pasted() {
    let wanted = [named("", "v=2&rate=4")];
    for text in [
        "v=2&rate=4",
        "#v=2&rate=4",
        " https://x.example/sub/#v=2&rate=4\n",
        "http://127.0.0.1/?a=b#v=2&rate=4",
    ] {
        assert_eq!(pasted(text), wanted, "{text}");
    }
    for text in [
        "",
        "rate=4",
        "https://x.example/",
        "https://x.example/#top",
        "v=2 rate",
    ] {
        assert_eq!(pasted(text), [], "{text}");
    }
}

/// A fleet has a name and a place in a file, as the calculator's questions have; other tasks' have
/// none, and no comparison has a fleet for a column.
#[test]
fn fleets_are_kept_by_name() {
    let fleet = named("Both offices", "v=2&task=fleet&gpus=nvidia-l4");
    let size = named("One", "v=2&rate=4");
    assert!(fleet.is_fleet() && !size.is_fleet());
    let both = [fleet.clone(), size];
    assert_eq!(file::read(file::write(&both).as_bytes()).scenarios, both);
    for task in ["training", "vision", "queue", ""] {
        assert_eq!(Named::new("", &format!("v=2&task={task}")), None);
    }
    assert_eq!(
        pasted(&format!("https://x.example/fleet/#{}", fleet.fragment())),
        []
    );
    assert_eq!(Named::of_size("", fleet.fragment()), None);
}

/// A name is one line of text, however it came.
#[test]
fn a_name_is_one_line() {
    assert_eq!(name("  Two\n\tnodes\u{0}! "), "Two nodes !");
    assert_eq!(name(&"я".repeat(500)).chars().count(), MOST_NAME);
    assert_eq!(name("\n \t"), "");
}

/// Files of others and of later versions, and entries that cannot be: each is said.
#[test]
fn what_is_wrong_with_a_file_is_said() {
    let fault = |text: &str| file::read(text.as_bytes()).faults;
    for other in [
        "",
        "[]",
        "{}",
        "null",
        r#"{"format":"x","scenarios":[{"name":"a","link":"v=2"}]}"#,
    ] {
        assert_eq!(fault(other), [Fault::Other], "{other}");
    }
    let ours = r#"{"format":"rightsize-scenarios","version":"#;
    let found = file::read(
        format!(r#"{ours}2,"new":{{"a":[1]}},"scenarios":[{{"name":"a","link":"v=2","more":1}},7,{{"name":"b"}},{{"link":"v=2"}}]}}"#)
            .as_bytes(),
    );
    assert_eq!(found.scenarios, [named("a", "v=2"), named("", "v=2")]);
    let entry = |number, name: &str| Fault::Entry {
        number,
        name: name.to_owned(),
    };
    assert_eq!(found.faults, [Fault::Newer(2), entry(2, ""), entry(3, "b")]);
    let deep = format!("{ours}1,\"scenarios\":[{}", "[".repeat(100_000));
    assert_eq!(fault(&deep), [Fault::Broken(1)]);
    let many = vec![named("x", "v=2"); file::MOST + 3];
    let found = file::read(file::write(&many).as_bytes());
    assert_eq!(
        (found.scenarios.len(), found.faults),
        (file::MOST, vec![Fault::TooMany])
    );
    let large = vec![b' '; file::MOST_BYTES + 1];
    assert_eq!(file::read(&large).faults, [Fault::TooLarge]);
}

/// A table for people as a sheet: a line a row, and no cell a formula.
#[test]
fn a_table_becomes_a_sheet() {
    let table = Table {
        columns: vec![Heading::words(""), Heading::figures("=1+1")],
        rows: vec![vec!["A, b".to_owned(), "\"x\"".to_owned()]],
    };
    assert_eq!(csv::table(&table), ",'=1+1\r\n\"A, b\",\"\"\"x\"\"\"\r\n");
}
