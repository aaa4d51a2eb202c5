//! Profiles and benchmark results, read for what limits a run.
//!
//! [`Reader`] takes a file in chunks of any size, so that a caller can show progress and stop,
//! and tells the format from the content alone. It reads traces of `PyTorch`'s profiler
//! (`pytorch-trace`), results of vLLM's and `SGLang`'s benchmarks (`vllm-bench`, `sglang-bench`)
//! and of `llama-bench`, each packed by gzip or not. Anything else is refused as
//! `unknown-format`. It knows no clock and no file system, and runs nothing that it reads.
//!
//! ```
//! let file = br#"{"model_id":"m","mean_ttft_ms":80,"mean_tpot_ms":12,"completed":9}"#;
//! let mut reader = estimator::profile::Reader::new();
//! reader.push(file).expect("a sound chunk");
//! let facts = reader.finish().expect("a known format");
//! assert_eq!(facts.at("latency.tpot_s.mean"), Some(0.012));
//! ```

mod fact;
mod format;
mod inflate;
mod json;
pub mod kernel;
#[cfg(test)]
mod tests;
mod timeline;
mod unreadable;
mod verdict;

pub use fact::{Fact, Group};
pub use unreadable::{Kind, Unreadable};

use format::chrome::{Document, Trace};
use format::llama::Runs;
use format::{bench, llama};
use inflate::{Inflate, MOST};
use json::{Parser, Sink, View};

/// A table is read whole; a benchmark's is a few lines.
const TABLE: usize = 16 << 20;

/// A file being read.
pub struct Reader {
    start: Vec<u8>,
    inflate: Option<Inflate>,
    content: Content,
}

impl Default for Reader {
    fn default() -> Self {
        Self::new()
    }
}

impl Reader {
    /// A reader that has seen nothing.
    #[must_use]
    pub fn new() -> Self {
        Self {
            start: Vec::new(),
            inflate: None,
            content: Content::default(),
        }
    }

    /// Reads a chunk of the file as it is, packed or not.
    ///
    /// # Errors
    ///
    /// What is against the grammar or the bounds; the reader is of no use then.
    pub fn push(&mut self, bytes: &[u8]) -> Result<(), Unreadable> {
        if let Some(inflate) = &mut self.inflate {
            let content = &mut self.content;
            return inflate.push(bytes, &mut |bytes| content.push(bytes));
        }
        if self.content.read > 0 {
            return self.content.push(bytes);
        }
        self.start.extend_from_slice(bytes);
        if self.start.len() < 2 {
            return Ok(());
        }
        let start = std::mem::take(&mut self.start);
        if start.starts_with(&[0x1f, 0x8b]) {
            self.inflate = Some(Inflate::new());
            return self.push(&start);
        }
        self.content.push(&start)
    }

    /// Ends the file.
    ///
    /// # Errors
    ///
    /// Why it cannot be read: empty, of no known format, broken, too large.
    pub fn finish(mut self) -> Result<Group, Unreadable> {
        let start = std::mem::take(&mut self.start);
        self.content.push(&start)?;
        let cut = self.inflate.is_some_and(|inflate| !inflate.complete());
        self.content.finish(cut)
    }
}

/// What was unpacked.
#[derive(Default)]
struct Content {
    read: u64,
    sight: Option<Sight>,
    found: Found,
}

enum Sight {
    Json(Box<Parser>),
    Table(Vec<u8>),
}

impl Content {
    fn push(&mut self, mut bytes: &[u8]) -> Result<(), Unreadable> {
        self.read += bytes.len() as u64;
        if self.read > MOST {
            return Err(Unreadable::new(Kind::TooLarge, "over a gigabyte"));
        }
        if self.sight.is_none() {
            // Blanks, zeros and the mark of UTF-8 stand before no format's first byte.
            let blank =
                |byte: &u8| byte.is_ascii_whitespace() || [0, 0xef, 0xbb, 0xbf].contains(byte);
            let skipped = bytes.iter().take_while(|byte| blank(byte)).count();
            bytes = bytes.get(skipped..).unwrap_or_default();
            self.sight = match bytes.first() {
                None => return Ok(()),
                Some(b'{' | b'[') => Some(Sight::Json(Box::new(Parser::new()))),
                Some(_) => Some(Sight::Table(Vec::new())),
            };
        }
        match &mut self.sight {
            Some(Sight::Json(parser)) => parser.push(bytes, &mut self.found),
            Some(Sight::Table(text)) if text.len() + bytes.len() <= TABLE => {
                text.extend_from_slice(bytes);
                Ok(())
            }
            Some(Sight::Table(_)) => Err(unknown()),
            None => Ok(()),
        }
    }

    fn finish(mut self, cut: bool) -> Result<Group, Unreadable> {
        let broken = || Unreadable::new(Kind::Broken, "the file ends before its last value does");
        match self.sight {
            None => Err(Unreadable::new(Kind::Empty, "nothing but blanks")),
            Some(Sight::Table(text)) => match llama::Runs::table(&text) {
                Some(runs) if runs.any() => Ok(runs.facts()),
                Some(_) => Err(broken()),
                None => Err(unknown()),
            },
            Some(Sight::Json(mut parser)) => {
                let whole = parser.finish(&mut self.found)? && !cut;
                let found = self.found;
                if found.trace.any() {
                    if !found.trace.is_kineto(&found.document) {
                        return Err(unknown());
                    }
                    let notes = if whole { vec![] } else { vec!["cut-short"] };
                    return Ok(found.trace.facts(found.document, notes));
                }
                if !whole {
                    return Err(broken());
                }
                if found.runs.any() {
                    return Ok(found.runs.facts());
                }
                found.bench.ok_or_else(unknown)
            }
        }
    }
}

fn unknown() -> Unreadable {
    Unreadable::new(Kind::UnknownFormat, "of no kind that is read here")
}

/// What the JSON has turned out to hold so far.
#[derive(Default)]
struct Found {
    trace: Trace,
    document: Document,
    runs: Runs,
    bench: Option<Group>,
}

impl Sink for Found {
    fn element(&mut self, view: View<'_>) -> Result<(), Unreadable> {
        if !self.runs.record(view) && view.get("ph").is_some() {
            self.trace.event(view)?;
        }
        Ok(())
    }

    fn document(&mut self, view: View<'_>) -> Result<(), Unreadable> {
        if !view.is_object() || self.runs.record(view) {
            return Ok(());
        }
        self.document = Document::read(view);
        // Of several lines the last counts.
        self.bench = bench::read(view).or(self.bench.take());
        Ok(())
    }
}
