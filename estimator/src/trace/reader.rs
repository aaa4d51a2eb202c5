//! A trace from chunks of its file: lines are found, read and let go; of a request its lengths and
//! the numbers of its blocks stay.

use super::names::{Names, number};
use super::recognise::{State, recognise};
use super::sessions::roots;
use super::{Format, Options, Request, Trace, TraceError};

/// The longest line that is read, in bytes; a longer one is skipped. Conversations of a day are
/// some megabytes.
const LONGEST_LINE: usize = 64 << 20;
/// Requests that are held at most.
const MOST_REQUESTS: usize = 4_000_000;
/// Block ids that are held at most.
pub(super) const MOST_BLOCKS: usize = 1 << 27;

/// Reads a trace in chunks of any size.
#[derive(Debug)]
pub struct Reader {
    pub(super) options: Options,
    /// The start of a line whose end has not come yet.
    pub(super) rest: Vec<u8>,
    /// The line at hand is too long and is passed over.
    pub(super) passing: bool,
    pub(super) state: Option<State>,
    pub(super) unknown: bool,
    /// Lines with data so far.
    pub(super) line: u32,
    pub(super) skipped: u64,
    pub(super) crowded: Option<TraceError>,
    pub(super) file_block: Option<u64>,
    pub(super) requests: Vec<Request>,
    pub(super) ids: Vec<u32>,
    pub(super) blocks: Names<u32>,
    pub(super) block_names: u32,
    pub(super) sessions: Names<u32>,
    pub(super) groups: Names<u32>,
    /// The whole second that a table's times are counted from.
    pub(super) base: Option<f64>,
    /// Name of each request's chat and of the one before, of Bailian's.
    pub(super) chats: Vec<(u64, Option<u64>)>,
}

impl Reader {
    /// A reader of one file.
    #[must_use]
    pub fn new(options: &Options) -> Self {
        Self {
            options: options.clone(),
            rest: Vec::new(),
            passing: false,
            state: None,
            unknown: false,
            line: 0,
            skipped: 0,
            crowded: None,
            file_block: None,
            requests: Vec::new(),
            ids: Vec::new(),
            blocks: Names::default(),
            block_names: 0,
            sessions: Names::default(),
            groups: Names::default(),
            base: None,
            chats: Vec::new(),
        }
    }

    /// Requests read so far.
    #[must_use]
    pub const fn requests(&self) -> usize {
        self.requests.len()
    }

    /// Whether reading on is of no use: the format is unknown, or there is too much.
    #[must_use]
    pub const fn stopped(&self) -> bool {
        self.unknown || self.crowded.is_some()
    }

    /// Takes the next bytes of the file.
    pub fn push(&mut self, chunk: &[u8]) {
        let mut chunk = chunk;
        while !self.stopped() {
            let Some(end) = chunk.iter().position(|&byte| byte == b'\n') else {
                self.hold(chunk);
                return;
            };
            let (head, tail) = chunk.split_at(end);
            if self.rest.is_empty() && !self.passing {
                self.take(head);
            } else {
                self.hold(head);
                self.take_held();
            }
            chunk = tail.get(1..).unwrap_or_default();
        }
    }

    /// Keeps the start of a line, unless it becomes too long.
    fn hold(&mut self, part: &[u8]) {
        if self.passing || self.rest.len() + part.len() > LONGEST_LINE {
            self.passing = true;
            self.rest.clear();
        } else {
            self.rest.extend_from_slice(part);
        }
    }

    /// Reads the line that was held.
    fn take_held(&mut self) {
        if std::mem::take(&mut self.passing) {
            self.skipped += 1;
            self.line = self.line.saturating_add(1);
        }
        let mut line = std::mem::take(&mut self.rest);
        self.take(&line);
        line.clear();
        self.rest = line;
    }

    /// The trace, once all of the file was pushed.
    ///
    /// # Errors
    ///
    /// The format is not known, no request could be read, or there are too many.
    pub fn finish(mut self) -> Result<Trace, TraceError> {
        self.take_held();
        if let Some(error) = self.crowded {
            return Err(error);
        }
        let Some(state) = self.state else {
            return Err(TraceError::UnknownFormat);
        };
        if self.unknown {
            return Err(TraceError::UnknownFormat);
        }
        if self.requests.is_empty() {
            let skipped = self.skipped;
            return Err(TraceError::NoRequests { skipped });
        }
        let format = match state {
            State::Json(format) | State::Table(format, _) => format,
        };
        if format == Format::Bailian {
            let names = roots(&self.chats);
            for (request, name) in self.requests.iter_mut().zip(names) {
                request.session = Some(number(&mut self.sessions, name));
            }
        }
        // A stable sort: requests of one stamp keep the order of the file.
        self.requests
            .sort_by(|one, other| one.stamp.total_cmp(&other.stamp));
        let block = self.options.block.or(self.file_block);
        let block = block.filter(|&block| block > 0).unwrap_or(format.block());
        Ok(Trace {
            format,
            skipped: self.skipped,
            block_tokens: block.saturating_mul(merge(&self.options)),
            requests: self.requests,
            ids: self.ids,
            names: self.block_names,
            options: self.options,
        })
    }

    fn take(&mut self, line: &[u8]) {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        let first = self.state.is_none();
        let line = match line.strip_prefix(b"\xef\xbb\xbf") {
            Some(line) if first => line,
            _ => line,
        };
        if line.iter().all(u8::is_ascii_whitespace) {
            return;
        }
        if self.requests.len() >= MOST_REQUESTS {
            self.crowded = Some(TraceError::TooManyRequests {
                most: MOST_REQUESTS,
            });
            return;
        }
        if self.ids.len() >= MOST_BLOCKS {
            self.crowded = Some(TraceError::TooManyBlocks { most: MOST_BLOCKS });
            return;
        }
        if first {
            self.state = recognise(line, self.options.format);
            match &self.state {
                None => {
                    self.unknown = true;
                    return;
                }
                Some(State::Table(..)) => return,
                Some(State::Json(_)) => {}
            }
        }
        let read = match &self.state {
            Some(State::Table(_, header)) => {
                let row = header.clone();
                self.row(&row, line)
            }
            Some(State::Json(Format::Weka)) => self.conversation(line),
            Some(State::Json(format)) => {
                let format = *format;
                self.line(format, line)
            }
            None => None,
        };
        if read.is_none() {
            self.skipped += 1;
        }
        self.line = self.line.saturating_add(1);
    }
}

/// Blocks that become one.
pub(super) fn merge(options: &Options) -> u64 {
    options.merge.unwrap_or(1).max(1)
}
