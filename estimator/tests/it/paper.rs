//! A document's Markdown, read again by a parser that is not ours, is the document: the
//! same blocks, and every text just text.

// Clippy's leave for tests covers functions marked #[test], not their helpers.
#![allow(clippy::panic)]

use estimator::export::paper::{Block, Heading, Table, markdown};
use proptest::prelude::*;
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

/// A Markdown reader's view of `text`: blocks with their words, in order.
fn read(text: &str) -> Vec<(String, Vec<String>)> {
    let options = Options::ENABLE_TABLES | Options::ENABLE_MATH | Options::ENABLE_STRIKETHROUGH;
    let mut blocks: Vec<(String, Vec<String>)> = Vec::new();
    let mut open = |name: &str| blocks.push((name.to_owned(), vec![String::new()]));
    let mut words: Vec<(usize, String)> = Vec::new();
    let mut count = 0;
    for event in Parser::new_ext(text, options) {
        match event {
            Event::Start(Tag::Heading { level, .. }) => {
                open(&format!("h{}", level as u8));
                count += 1;
            }
            Event::Start(Tag::Paragraph) => {
                open("p");
                count += 1;
            }
            Event::Start(Tag::Item) => {
                open("item");
                count += 1;
            }
            Event::Start(Tag::TableCell) => {
                open("cell");
                count += 1;
            }
            Event::Start(Tag::Link { dest_url, .. }) => {
                words.push((count, format!("<{dest_url}>")));
            }
            Event::Text(text) => words.push((count, text.into_string())),
            Event::HardBreak => words.push((count, "\n".to_owned())),
            Event::Start(
                Tag::Strong | Tag::List(None) | Tag::Table(_) | Tag::TableHead | Tag::TableRow,
            )
            | Event::End(
                TagEnd::Strong
                | TagEnd::Heading(_)
                | TagEnd::Paragraph
                | TagEnd::Item
                | TagEnd::List(false)
                | TagEnd::Link
                | TagEnd::Table
                | TagEnd::TableHead
                | TagEnd::TableRow
                | TagEnd::TableCell,
            ) => {}
            other => panic!("{other:?} in {text}"),
        }
    }
    for (block, text) in words {
        if let Some((_, words)) = block.checked_sub(1).and_then(|at| blocks.get_mut(at)) {
            words.push(text);
        }
    }
    let joined = blocks
        .into_iter()
        .map(|(name, words)| (name, vec![words.concat()]));
    joined.collect()
}

/// Lines stay lines of one paragraph, and nothing at the beginning of one is read as a mark.
#[test]
fn lines_stay_lines() {
    let lines = [
        "Dear Ms Roe,",
        "# no heading",
        "=====",
        "- no item",
        "1. no number",
    ];
    let blocks = [
        Block::Lines(lines.map(str::to_owned).to_vec()),
        Block::Lines(vec!["A second paragraph.".to_owned()]),
    ];
    let back = read(&markdown(&blocks));
    assert_eq!(
        back,
        [
            said("p", &lines.join("\n")),
            said("p", "A second paragraph.")
        ]
    );
}

fn said(name: &str, words: &str) -> (String, Vec<String>) {
    (name.to_owned(), vec![words.to_owned()])
}

fn table(cells: &[&str]) -> Block {
    Block::Table(Table {
        columns: vec![Heading::words("Name"), Heading::figures("Figure")],
        rows: vec![cells.iter().map(|cell| (*cell).to_owned()).collect()],
    })
}

#[test]
fn blocks_come_back_in_their_order() {
    let text = |words: &str| words.to_owned();
    let written = markdown(&[
        Block::Title(text("GPUs for Llama")),
        Block::Text(text("For A. B.")),
        Block::Heading(text("Costs")),
        Block::Lead(text("Rent 2 × H100.")),
        Block::List(vec![text("first"), text("second")]),
        table(&["An hour", "$12.50"]),
        Block::Facts(vec![(text("Model"), text("Llama 3.3 70B"))]),
        Block::Note(text("Prices change.")),
        Block::Link {
            words: text("The calculation"),
            address: text("https://example.org/#v=2&x=(1)"),
        },
    ]);
    let wanted = [
        said("h1", "GPUs for Llama"),
        said("p", "For A. B."),
        said("h2", "Costs"),
        said("p", "Rent 2 × H100."),
        said("item", "first"),
        said("item", "second"),
        said("cell", "Name"),
        said("cell", "Figure"),
        said("cell", "An hour"),
        said("cell", "$12.50"),
        said("item", "Model: Llama 3.3 70B"),
        said("p", "Prices change."),
        said("p", "<https://example.org/#v=2&x=(1)>The calculation"),
    ];
    assert_eq!(read(&written), wanted);
}

/// Names of customers.
const NAMES: [&str; 24] = [
    "<script>alert(1)</script>",
    "**bold** _it_ `code` ~~no~~",
    "# heading",
    "- item",
    "+ item",
    "1. item",
    "12) item",
    "--- rule",
    "=== rule",
    "> quote",
    "[link](https://example.com)",
    "![picture](x)",
    "<https://example.com>",
    "www.example.com and https://example.com/?a=b",
    "me@example.com",
    "mailto:me@example.com",
    "$x^2$ and $$y$$",
    "A | B",
    "a \\ b \\",
    "&amp; &lt; & Co.",
    "two\n\nlines\r\n# three",
    "    indented",
    "H200 !",
    "$5, $6 and 7 $",
];

/// Names that are markup anywhere else are names here, in every block.
#[test]
fn what_is_typed_is_text() {
    for name in NAMES {
        let plain = name.split_whitespace().collect::<Vec<_>>().join(" ");
        let own = || name.to_owned();
        let written = markdown(&[
            Block::Title(own()),
            Block::Text(own()),
            Block::List(vec![own()]),
            table(&[name, name]),
            Block::Lead(own()),
        ]);
        let blocks = read(&written);
        let texts: Vec<&str> = blocks
            .iter()
            .flat_map(|(_, words)| words.iter().map(String::as_str))
            .collect();
        let (name, figure) = ("Name", "Figure");
        let wanted = [&plain, &plain, &plain, name, figure, &plain, &plain, &plain];
        assert_eq!(texts, wanted, "{written}");
        // Links that readers of GitHub make of bare addresses.
        for bare in ["www.", "http://", "https://", "e@"] {
            assert!(!written.contains(bare), "{bare} in {written}");
        }
    }
}

#[test]
fn what_is_empty_leaves_nothing_behind() {
    let nothing = [
        Block::Text(String::new()),
        Block::Title(" \n".to_owned()),
        Block::List(Vec::new()),
    ];
    assert_eq!(markdown(&nothing), "");
}

/// An address cannot end before its end.
#[test]
fn addresses_stay_whole() {
    let link = |address: &str| {
        let words = "words".to_owned();
        let address = address.to_owned();
        read(&markdown(&[Block::Link { words, address }]))
    };
    assert_eq!(
        link("https://e.org/#a=)b(&c='"),
        [said("p", "<https://e.org/#a=)b(&c='>words")]
    );
    assert_eq!(
        link("https://e.org/>)\n# x"),
        [said("p", "<https://e.org/)# x>words")]
    );
}

/// Between two dollar signs may stand a formula: not in a text, whatever is before and behind
/// them, and amounts stay as they are read.
#[test]
fn dollar_signs_hold_no_formula() {
    for text in [
        "$6{vj價H.}價價$",
        "$5 and 3$",
        "$3 ($5)",
        "$$x$$",
        "-$5 to US$6",
        "a $b c$ d",
    ] {
        let written = markdown(&[Block::Text(text.to_owned())]);
        assert_eq!(read(&written), [said("p", text)], "{written}");
    }
    let amounts = "$5.20 against 3 $";
    assert_eq!(
        markdown(&[Block::Text(amounts.to_owned())]),
        format!("{amounts}\n")
    );
}

proptest! {
    /// Any text, typed anywhere, comes back as itself.
    #[test]
    fn any_text_comes_back(name in "[ -~äж価\\n]{0,40}") {
        let plain = name.split_whitespace().collect::<Vec<_>>().join(" ");
        let written = markdown(&[Block::Text(name.clone()), Block::Heading(name)]);
        let blocks = read(&written);
        let wanted = if plain.is_empty() { vec![] } else { vec![said("p", &plain), said("h2", &plain)] };
        prop_assert_eq!(blocks, wanted, "{}", written);
    }
}
