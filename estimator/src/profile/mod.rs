//! Profiles and benchmark results, read for the limit of a run.
//!
//! [`Reader`] takes a file in chunks of any size, so that a caller can show progress and stop,
//! and tells the format from the content alone: traces of `PyTorch`, `XProf` and Nsight Systems,
//! kernels of Nsight Compute, counters of boards and servers, results of benchmarks, snapshots
//! of memory, each packed by gzip or not. Anything else is refused as `unknown-format`. It knows
//! no clock and no file system, and runs nothing that it reads.
//!
//! ```
//! let file = br#"{"model_id":"m","mean_ttft_ms":80,"mean_tpot_ms":12,"completed":9}"#;
//! let mut reader = estimator::profile::Reader::new();
//! reader.push(file).expect("a sound chunk");
//! let facts = reader.finish().expect("a known format");
//! assert_eq!(facts.at("latency.tpot_s.mean"), Some(0.012));
//! ```

mod client;
mod content;
mod counters;
mod encoding;
mod fact;
mod format;
mod found;
mod inflate;
mod json;
pub mod kernel;
mod metrics;
mod pickle;
pub mod project;
mod prose;
mod ridge;
mod server;
mod sqlite;
mod stats;
pub mod summary;
#[cfg(test)]
mod tests;
mod timeline;
mod unreadable;
mod verdict;
mod whole;

pub use fact::{Fact, Group};
pub use ridge::{board, ridge};
pub use unreadable::{Kind, Unreadable};

use crate::hardware::Accelerator;
use content::Content;
use inflate::Inflate;
use timeline::Window;

/// The name among the facts of a format under which it leaves its course.
const COURSE: &str = "course";

/// A file that was read.
#[derive(Debug, Clone, PartialEq)]
pub struct Profile {
    /// Its facts: the contract's object.
    pub facts: Group,
    /// What happened when, in a bounded number of columns, for pictures alone
    /// ([`summary::timeline`], [`summary::memory`]); no part of the contract. `None` where the file
    /// has no times.
    pub course: Option<Group>,
}

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

    /// The same for a stretch of what was recorded, from one second of the file's own clock to
    /// another ([`summary::Course::start_s`]): facts count what lies in it, the course stays whole.
    /// Files without times are read as ever.
    #[must_use]
    pub fn within(from_s: f64, to_s: f64) -> Self {
        Self {
            content: Content::within(Window::new(from_s, to_s)),
            ..Self::new()
        }
    }

    /// Reads a chunk of the file as it is, packed or not.
    ///
    /// # Errors
    ///
    /// Bytes against the grammar or the bounds; the reader is of no use then.
    pub fn push(&mut self, bytes: &[u8]) -> Result<(), Unreadable> {
        if let Some(inflate) = &mut self.inflate {
            let content = &mut self.content;
            return inflate.push(bytes, &mut |bytes| content.push(bytes));
        }
        if self.content.begun() {
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

    /// Ends the file. Boards are not known: their ridge is 200 FLOP a byte.
    ///
    /// # Errors
    ///
    /// Why it cannot be read: empty, of no known format, broken, too large, unsafe.
    pub fn finish(self) -> Result<Group, Unreadable> {
        self.finish_with(&[])
    }

    /// Ends the file; matrix work of known shape is judged by the ridge of the board it ran on,
    /// where one of these is it.
    ///
    /// # Errors
    ///
    /// As [`Reader::finish`].
    pub fn finish_with(self, boards: &[Accelerator]) -> Result<Group, Unreadable> {
        Ok(self.finish_whole(boards)?.facts)
    }

    /// Ends the file as [`Reader::finish_with`], and says what happened when, too.
    ///
    /// # Errors
    ///
    /// As [`Reader::finish`].
    pub fn finish_whole(mut self, boards: &[Accelerator]) -> Result<Profile, Unreadable> {
        let start = std::mem::take(&mut self.start);
        self.content.push(&start)?;
        let cut = self.inflate.is_some_and(|inflate| !inflate.complete());
        let ridge = |name: &str, memory: Option<f64>| ridge(name, memory, boards);
        let mut facts = self.content.finish(cut, &ridge)?;
        let course = facts.take(COURSE);
        Ok(Profile { facts, course })
    }
}
