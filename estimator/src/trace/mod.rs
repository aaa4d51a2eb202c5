//! Recorded loads: a trace of requests read line by line, and its facts of rate, lengths, sessions
//! and the hits of a prefix cache of any size.
//!
//! Five formats are recognised by their first line, never by the file's name: Mooncake's and
//! Bailian's JSON lines with chained block ids, a conversation a line (Weka), Azure's table and
//! tables with a header of usual names. [`Reader`] takes a file in chunks of any size, so that a
//! worker can show progress and stop; a line that cannot be read is counted, never fatal. A
//! request is kept as its lengths and block numbers of four bytes.
//!
//! ```
//! use estimator::trace::{Options, Reader};
//!
//! let mut reader = Reader::new(&Options::default());
//! reader.push(b"timestamp,session,input,output\n0,a,1100,20\n9,a,1700,20\n");
//! let trace = reader.finish().expect("two requests");
//! let facts = trace.facts().expect("few blocks");
//! assert_eq!(facts.requests, 2);
//! // Two full blocks of 512 tokens are found again by the second turn.
//! assert_eq!(facts.cache.expect("sessions are known").unlimited_tokens, 1024);
//! ```

mod blocks;
mod caches;
mod facts;
mod json;
mod lines;
mod names;
mod pool;
mod reader;
mod recognise;
mod replay;
mod sessions;
mod shape;
mod stack;
mod stamp;
mod summary;
mod table;
#[cfg(test)]
mod tests;
mod turns;
mod windows;

pub use caches::{Cache, Point, Replicas, Tiers};
pub use facts::{Arrivals, Facts, PerMinute, Rate};
pub use reader::Reader;
pub use replay::{Part, Recorded, Replay};
pub use shape::{Doublings, Shape};
pub use summary::Summary;
pub use turns::Sessions;

use serde::Serialize;
use std::fmt;

/// How a trace is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Format {
    /// JSON lines with `input_length` or `hash_ids`; milliseconds.
    Mooncake,
    /// JSON lines with `chat_id`; seconds.
    Bailian,
    /// A conversation a line with its `requests`; seconds, ids of the line.
    Weka,
    /// Azure's table with `ContextTokens`.
    Azure,
    /// Any other table with a time, an input and an output.
    Csv,
}

impl Format {
    /// The format of a name as the command line has it; `None` for any other.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Some(match name {
            "mooncake" => Self::Mooncake,
            "bailian" => Self::Bailian,
            "weka" => Self::Weka,
            "azure" => Self::Azure,
            "csv" => Self::Csv,
            _ => return None,
        })
    }

    /// Tokens of a block where the file does not say.
    const fn block(self) -> u64 {
        match self {
            Self::Bailian => 16,
            Self::Weka => 64,
            Self::Mooncake | Self::Azure | Self::Csv => 512,
        }
    }
}

/// Whether answers enter the cache.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Outputs {
    /// They do.
    Keep,
    /// They do not: clients strip them from the history.
    Drop,
}

/// How sessions are known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Lineage {
    /// The file names them.
    Given,
    /// By the blocks that requests share.
    Inferred,
    /// They are not.
    None,
}

/// The question: how to read a trace, and which caches to try. The default recognises the
/// format and tries shares of the distinct blocks.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Options {
    /// The format, where it is not to be recognised.
    pub format: Option<Format>,
    /// Tokens of a block id, before merging.
    pub block: Option<u64>,
    /// Blocks that become one; 0 and nothing are 1.
    pub merge: Option<u64>,
    /// Whether answers enter the cache.
    pub outputs: Option<Outputs>,
    /// Capacities of the curve, in blocks.
    pub capacities: Option<Vec<u64>>,
    /// Pools, at most [`MOST_REPLICAS`].
    pub replicas: Option<u64>,
    /// Blocks of each pool.
    pub each: Option<u64>,
    /// Blocks of the accelerator's tier and of the host's.
    pub tiers: Option<(u64, u64)>,
    /// The capacity whose cached tokens are listed by request, in blocks.
    pub per_request: Option<u64>,
}

/// Pools that are simulated at most.
pub const MOST_REPLICAS: u64 = 256;

/// Why a trace has no facts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TraceError {
    /// The first line is of no known format.
    UnknownFormat,
    /// Not one request could be read.
    NoRequests {
        /// Lines, or requests of a line, that could not be read.
        skipped: u64,
    },
    /// More requests than are held at once.
    TooManyRequests {
        /// The most.
        most: usize,
    },
    /// More blocks than are held at once: a larger `merge` or `block` helps.
    TooManyBlocks {
        /// The most.
        most: usize,
    },
    /// No pool, or more than [`MOST_REPLICAS`].
    Replicas,
}

impl fmt::Display for TraceError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownFormat => write!(out, "format: the first line is of no known trace"),
            Self::NoRequests { skipped } => {
                write!(out, "no request could be read, {skipped} skipped")
            }
            Self::TooManyRequests { most } => write!(out, "more than {most} requests"),
            Self::TooManyBlocks { most } => {
                write!(out, "merge: more than {most} blocks, merge more of them")
            }
            Self::Replicas => write!(out, "replicas: 1 to {MOST_REPLICAS}"),
        }
    }
}

impl std::error::Error for TraceError {}

/// Where the ids of a request come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Ids {
    /// The file: a place in the trace's list.
    File { start: usize, len: usize },
    /// The file has none.
    Absent,
}

/// One request as its line says it.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Request {
    /// Seconds by the file's clock.
    stamp: f64,
    /// Tokens of input, at least 1.
    input: u64,
    /// Tokens of the answer.
    output: u64,
    /// Number of the session's name, where the file has one.
    session: Option<u32>,
    /// Block ids.
    ids: Ids,
    /// Its line among those with data, from 0.
    line: u32,
    /// Tokens found in a cache when it was recorded.
    cached: Option<u64>,
    /// Seconds between the answer before and this request.
    think: Option<f64>,
    /// Leading tokens shared with the group.
    prefix: u64,
    /// Number of the group's name.
    group: u32,
}

impl Request {
    /// A request of which no more is known than when it came and how long it is.
    const fn new(stamp: f64, input: u64, output: u64, line: u32) -> Self {
        Self {
            stamp,
            input,
            output,
            session: None,
            ids: Ids::Absent,
            line,
            cached: None,
            think: None,
            prefix: 0,
            group: 0,
        }
    }
}

/// A trace that was read, its requests in serving order.
#[derive(Debug, Clone)]
pub struct Trace {
    format: Format,
    skipped: u64,
    /// Tokens of a block, merged ones counted as one.
    block_tokens: u64,
    requests: Vec<Request>,
    ids: Vec<u32>,
    names: u32,
    options: Options,
}

impl Trace {
    /// The line of each request in serving order, from 0; a header is not counted.
    #[must_use]
    pub fn order(&self) -> Vec<u32> {
        self.requests.iter().map(|request| request.line).collect()
    }
}
