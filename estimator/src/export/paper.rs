//! A document for people, in blocks: headings, sentences, facts, tables. A page shows the
//! blocks, and [`markdown`] writes the same ones, so that the two cannot differ.
//!
//! Markdown is `CommonMark` 0.31 with the tables of GitHub Flavored Markdown. Every text may
//! be a stranger's: whatever it holds, it is text there, and no link, heading or formula.

use super::markdown::{escaped, line, rule};

/// A part of a document. All texts are plain, in the reader's language.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Block {
    /// The document's own heading.
    Title(String),
    /// The heading of a section.
    Heading(String),
    /// The sentence that matters most.
    Lead(String),
    /// Sentences.
    Text(String),
    /// Lines of a paragraph, each on a line of its own.
    Lines(Vec<String>),
    /// Sentences beside the matter.
    Note(String),
    /// Sentences, one below the other.
    List(Vec<String>),
    /// Names and their values.
    Facts(Vec<(String, String)>),
    /// Rows under headings.
    Table(Table),
    /// Words that lead to an address of the program's own.
    Link {
        /// The words.
        words: String,
        /// The address.
        address: String,
    },
}

/// Rows under headings. The first cell of a row names it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Table {
    /// Headings.
    pub columns: Vec<Heading>,
    /// Cells, as many a row as there are headings.
    pub rows: Vec<Vec<String>>,
}

/// The heading of a column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Heading {
    /// The name of its content.
    pub name: String,
    /// Whether its cells are figures, and so end flush.
    pub numeric: bool,
}

impl Heading {
    /// Of a column of words.
    #[must_use]
    pub fn words(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            numeric: false,
        }
    }

    /// Of a column of figures.
    #[must_use]
    pub fn figures(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            numeric: true,
        }
    }
}

/// The blocks as Markdown, in their order.
#[must_use]
pub fn markdown<'a>(blocks: impl IntoIterator<Item = &'a Block>) -> String {
    let mut paper = String::new();
    for block in blocks {
        let written = written(block);
        if written.is_empty() {
            continue;
        }
        if !paper.is_empty() {
            paper.push('\n');
        }
        paper.push_str(&written);
    }
    paper
}

/// A block with the break at its end; nothing where there is nothing in it.
fn written(block: &Block) -> String {
    let prefixed = |prefix: &str, words: &str, suffix: &str| match prose(words) {
        words if words.is_empty() => String::new(),
        words => format!("{prefix}{words}{suffix}\n"),
    };
    match block {
        Block::Title(words) => prefixed("# ", words, ""),
        Block::Heading(words) => prefixed("## ", words, ""),
        Block::Lead(words) => prefixed("**", words, "**"),
        Block::Text(words) | Block::Note(words) => prefixed("", words, ""),
        Block::Lines(lines) => {
            let lines = lines.iter().map(|line| prose(line));
            let lines: Vec<String> = lines.filter(|line| !line.is_empty()).collect();
            // A sign before the end keeps the line.
            match lines.join("\\\n") {
                lines if lines.is_empty() => lines,
                lines => lines + "\n",
            }
        }
        Block::List(items) => items.iter().map(|item| prefixed("- ", item, "")).collect(),
        Block::Facts(facts) => {
            let facts = facts.iter().map(|(name, value)| {
                let (name, value) = (prose(name), prose(value));
                format!("- **{name}:** {value}\n")
            });
            facts.collect()
        }
        Block::Table(table) => pipes(table),
        Block::Link { words, address } => {
            // A bracket or a break would end the address.
            let ends = |letter: &char| {
                !matches!(letter, '<' | '>' | '\\') && !letter.is_control() && *letter != '\u{85}'
            };
            let address: String = address.chars().filter(ends).collect();
            format!("[{}](<{address}>)\n", prose(words))
        }
    }
}

fn pipes(table: &Table) -> String {
    let mut text = String::new();
    let columns = &table.columns;
    line(columns.iter().map(|column| prose(&column.name)), &mut text);
    line(
        columns.iter().map(|column| rule(!column.numeric)),
        &mut text,
    );
    for row in &table.rows {
        line(row.iter().map(|cell| prose(cell)), &mut text);
    }
    text
}

/// `text` as one line that is taken for nothing but text, also at the beginning of a line: beside
/// the marks [`escaped`] knows, those of lists, rules, addresses that become links by themselves,
/// and formulas between dollar signs.
fn prose(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    let text = escaped(&words.join(" "));
    let mut out = String::with_capacity(text.len());
    // Only digits so far.
    let mut counting = true;
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let next = letters.peek().copied();
        let is_mark = match letter {
            '@' => true,
            '-' | '+' | '=' => out.is_empty(),
            // `1.` and `1)` begin a list.
            '.' | ')' if counting && !out.is_empty() => true,
            '.' => ends_in(&out, "www"),
            ':' => next == Some('/') || ends_in(&out, "mailto") || ends_in(&out, "xmpp"),
            // A formula's last sign has no space before it: where every sign has one, as an
            // amount's does, no formula ends.
            '$' => !(out.is_empty() || out.ends_with(' ')),
            _ => false,
        };
        if is_mark {
            out.push('\\');
        }
        counting &= letter.is_ascii_digit();
        out.push(letter);
    }
    out
}

/// Whether `text` ends in a word, whatever its case.
fn ends_in(text: &str, word: &str) -> bool {
    let start = text.len().checked_sub(word.len());
    let end = start.and_then(|start| text.get(start..));
    end.is_some_and(|end| end.eq_ignore_ascii_case(word))
}
