//! Tables: a header in any of the usual names, columns in any order.

use super::json::{count, fold};
use super::stamp::Stamp;

/// The columns of a header that are read.
#[derive(Debug, Clone)]
pub(super) struct Header {
    separator: char,
    azure: bool,
    time: usize,
    input: usize,
    output: usize,
    session: Option<usize>,
    prefix: Option<usize>,
    group: Option<usize>,
    cached: Option<usize>,
}

/// A row that could be read.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Row {
    pub(super) stamp: Stamp,
    pub(super) input: u64,
    pub(super) output: u64,
    pub(super) session: Option<u64>,
    pub(super) prefix: u64,
    pub(super) group: u64,
    pub(super) cached: Option<u64>,
}

const TIME: [&str; 6] = [
    "timestamp",
    "time",
    "arrivaltime",
    "arrivedat",
    "starttime",
    "createdat",
];
const INPUT: [&str; 7] = [
    "input",
    "inputlength",
    "inputtokens",
    "prompttokens",
    "requesttokens",
    "numprefilltokens",
    "contexttokens",
];
const OUTPUT: [&str; 7] = [
    "output",
    "outputlength",
    "outputtokens",
    "completiontokens",
    "responsetokens",
    "numdecodetokens",
    "generatedtokens",
];

impl Header {
    /// Reads a header; `None` where time, input or output is missing.
    pub(super) fn read(line: &str) -> Option<Self> {
        let separator = [',', ';', '\t']
            .into_iter()
            .find(|&sign| line.contains(sign))?;
        let cells = split(line, separator);
        let names: Vec<String> = cells
            .iter()
            .map(|cell| {
                let kept = |sign: &char| *sign != '_' && !sign.is_whitespace();
                cell.chars().filter(kept).collect::<String>().to_lowercase()
            })
            .collect();
        let place = |wanted: &[&str]| {
            wanted
                .iter()
                .find_map(|wanted| names.iter().position(|name| name == wanted))
        };
        Some(Self {
            separator,
            azure: cells
                .iter()
                .any(|cell| cell.trim().eq_ignore_ascii_case("ContextTokens")),
            time: place(&TIME)?,
            input: place(&INPUT)?,
            output: place(&OUTPUT)?,
            session: place(&["session", "sessionid", "conversationid"]),
            prefix: place(&["prefix", "prefixlength"]),
            group: place(&["group"]),
            cached: place(&["cached", "cachedtokens"]),
        })
    }

    /// Whether it is Azure's.
    pub(super) const fn azure(&self) -> bool {
        self.azure
    }

    /// Whether sessions are named.
    pub(super) const fn sessions(&self) -> bool {
        self.session.is_some()
    }

    /// Reads a row; `None` where time, input or output cannot be.
    pub(super) fn row(&self, line: &str) -> Option<Row> {
        let cells = split(line, self.separator);
        let cell = |place: usize| cells.get(place).map(|cell| cell.trim());
        let number = |place: usize, least| count(cell(place)?.parse().ok()?, least);
        let name = |place: Option<usize>| cell(place?).filter(|name| !name.is_empty());
        Some(Row {
            stamp: Stamp::read(cell(self.time)?)?,
            input: number(self.input, 1)?,
            output: number(self.output, 0)?,
            session: name(self.session).map(fold),
            prefix: self.prefix.and_then(|at| number(at, 0)).unwrap_or(0),
            group: fold(name(self.group).unwrap_or_default()),
            cached: self.cached.and_then(|at| number(at, 0)),
        })
    }
}

/// The cells of a line; a quoted one may hold the separator, and a quote as two.
fn split(line: &str, separator: char) -> Vec<String> {
    let (mut cells, mut cell, mut quoted) = (Vec::new(), String::new(), false);
    let mut signs = line.chars().peekable();
    while let Some(sign) = signs.next() {
        if sign == '"' {
            if quoted && signs.peek() == Some(&'"') {
                signs.next();
                cell.push('"');
            } else {
                quoted = !quoted;
            }
        } else if sign == separator && !quoted {
            cells.push(std::mem::take(&mut cell));
        } else {
            cell.push(sign);
        }
    }
    cells.push(cell);
    cells
}
