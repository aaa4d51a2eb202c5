//! A trace from chunks of its file: lines are found, read and let go; what stays of a request are
//! its lengths and the numbers of its blocks.

use super::json::{Entry, Id, Keys, Line, Scalar, fold};
use super::sessions::roots;
use super::table::Header;
use super::{Format, Ids, Options, Request, Trace, TraceError};
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// The longest line that is read, in bytes; a longer one is skipped. Conversations of a day are
/// some megabytes.
const LONGEST_LINE: usize = 64 << 20;
/// Requests that are held at most.
const MOST_REQUESTS: usize = 4_000_000;
/// Block ids that are held at most.
pub(super) const MOST_BLOCKS: usize = 1 << 27;

/// Names of 64 bits, mixed by a multiplication: twenty times as fast as the standard hash.
#[derive(Default)]
pub(super) struct Mix(u64);

impl Hasher for Mix {
    fn finish(&self) -> u64 {
        self.0 ^ (self.0 >> 32)
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(u64::from(byte));
        }
    }

    fn write_u64(&mut self, value: u64) {
        // The golden ratio's fraction (Knuth's multiplicative hash).
        self.0 = (self.0.rotate_left(5) ^ value).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}

/// A map by names of 64 bits.
pub(super) type Names<T> = HashMap<u64, T, BuildHasherDefault<Mix>>;

/// Reads a trace in chunks of any size.
#[derive(Debug)]
pub struct Reader {
    options: Options,
    /// The start of a line whose end has not come yet.
    rest: Vec<u8>,
    /// The line at hand is too long and is passed over.
    passing: bool,
    state: Option<State>,
    unknown: bool,
    /// Lines with data so far.
    line: u32,
    skipped: u64,
    crowded: Option<TraceError>,
    file_block: Option<u64>,
    requests: Vec<Request>,
    ids: Vec<u32>,
    blocks: Names<u32>,
    block_names: u32,
    sessions: Names<u32>,
    groups: Names<u32>,
    /// The whole second that a table's times are counted from.
    base: Option<f64>,
    /// Name of each request's chat and of the one before, of Bailian's.
    chats: Vec<(u64, Option<u64>)>,
}

/// The format once it is known, a table with its header.
#[derive(Debug, Clone)]
enum State {
    Json(Format),
    Table(Format, Header),
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

    fn row(&mut self, header: &Header, line: &[u8]) -> Option<()> {
        let row = header.row(std::str::from_utf8(line).ok()?)?;
        let base = *self.base.get_or_insert(row.stamp.whole());
        // One without a name stands alone in a table that has them.
        let alone = header.sessions().then(|| alone(self.line));
        let session = row.session.or(alone);
        let session = session.map(|name| number(&mut self.sessions, name));
        self.requests.push(Request {
            stamp: row.stamp.since(base),
            input: row.input,
            output: row.output,
            session,
            ids: Ids::Absent,
            line: self.line,
            cached: row.cached,
            think: None,
            prefix: row.prefix,
            group: number(&mut self.groups, row.group),
        });
        Some(())
    }

    fn line(&mut self, format: Format, line: &[u8]) -> Option<()> {
        let line: Line = serde_json::from_slice(line).ok()?;
        let stamp = line.timestamp.number?;
        let (input, output) = (line.input_length.count(1)?, line.output_length.count(0)?);
        let session = if format == Format::Bailian {
            let chat = line.chat_id.key.unwrap_or_else(|| alone(self.line));
            // -1 and null: there is none before.
            let before = line.parent_chat_id;
            let before = before
                .key
                .filter(|_| before.number.is_none_or(|id| id >= 0.0));
            self.chats.push((chat, before));
            None
        } else {
            let name = line.session_id.key;
            name.map(|name| number(&mut self.sessions, name))
        };
        self.block_size(line.block_size);
        let stamp = if format == Format::Mooncake {
            stamp / 1000.0
        } else {
            stamp
        };
        let ids = self.name_blocks(line.hash_ids, None);
        self.requests.push(Request {
            stamp,
            input,
            output,
            session,
            ids,
            line: self.line,
            cached: None,
            think: None,
            prefix: 0,
            group: 0,
        });
        Some(())
    }

    fn conversation(&mut self, line: &[u8]) -> Option<()> {
        let line: Entry = serde_json::from_slice(line).ok()?;
        let requests = line.requests?;
        self.block_size(line.block_size);
        let name = line.id.key.unwrap_or_else(|| alone(self.line));
        let mut names = Names::default();
        self.entries(requests, name, Some(0.0), &mut names);
        Some(())
    }

    /// Requests of a conversation or a sub-agent. The depth is bounded by the JSON reader's 128.
    fn entries(
        &mut self,
        entries: Vec<Entry>,
        name: u64,
        start: Option<f64>,
        names: &mut Names<u32>,
    ) {
        for (at, entry) in entries.into_iter().enumerate() {
            let stamp = entry.t.number.zip(start).map(|(t, start)| t + start);
            if let Some(inner) = entry.requests {
                let agent = entry.agent_id.key.unwrap_or(at as u64);
                let agent = fold(&format!("{name}/{agent}"));
                self.entries(inner, agent, stamp, names);
                continue;
            }
            let lengths = entry.input.count(1).zip(entry.out.count(0));
            let (Some(stamp), Some((input, output))) = (stamp, lengths) else {
                self.skipped += 1;
                continue;
            };
            let ids = self.name_blocks(entry.hash_ids, Some(names));
            let session = Some(number(&mut self.sessions, name));
            self.requests.push(Request {
                stamp,
                input,
                output,
                session,
                ids,
                line: self.line,
                cached: None,
                think: entry.think_time.number,
                prefix: 0,
                group: 0,
            });
        }
    }

    fn block_size(&mut self, said: Scalar) {
        self.file_block = self.file_block.or(said.count(1));
    }

    /// Numbers the blocks of a request: of merged ones the last id names the group, and an
    /// incomplete group is partial. `local` holds the names of a conversation whose ids are its
    /// own.
    fn name_blocks(&mut self, ids: Option<Vec<Id>>, local: Option<&mut Names<u32>>) -> Ids {
        let Some(ids) = ids else {
            return Ids::Absent;
        };
        let start = self.ids.len();
        let merge = usize::try_from(merge(&self.options)).unwrap_or(usize::MAX);
        let names = local.unwrap_or(&mut self.blocks);
        for id in ids.iter().skip(merge - 1).step_by(merge) {
            let next = self.block_names;
            let name = *names.entry(id.0).or_insert(next);
            if name == next {
                self.block_names = next.saturating_add(1);
            }
            self.ids.push(name);
        }
        let len = self.ids.len() - start;
        Ids::File { start, len }
    }
}

/// Blocks that become one.
fn merge(options: &Options) -> u64 {
    options.merge.unwrap_or(1).max(1)
}

/// The number of a name, a new one where it is new.
fn number(names: &mut Names<u32>, name: u64) -> u32 {
    let next = u32::try_from(names.len()).unwrap_or(u32::MAX);
    *names.entry(name).or_insert(next)
}

/// The name of a request that stands alone.
fn alone(line: u32) -> u64 {
    fold(&format!("line {line}, which stands alone"))
}

/// The format of a first line, or the one that was asked.
fn recognise(line: &[u8], asked: Option<Format>) -> Option<State> {
    let text = String::from_utf8_lossy(line);
    match asked {
        Some(format @ (Format::Azure | Format::Csv)) => {
            return Header::read(&text).map(|header| State::Table(format, header));
        }
        Some(format) => return Some(State::Json(format)),
        None => {}
    }
    if !text.trim_start().starts_with('{') {
        let header = Header::read(&text)?;
        let format = if header.azure() {
            Format::Azure
        } else {
            Format::Csv
        };
        return Some(State::Table(format, header));
    }
    let (requests, chat, other) = match serde_json::from_str::<Keys>(text.trim()) {
        Ok(keys) => (
            keys.requests.is_some(),
            keys.chat_id.is_some(),
            keys.input_length.is_some() || keys.hash_ids.is_some(),
        ),
        // A first line that is cut still says which it is.
        Err(_) => (
            text.contains("\"requests\""),
            text.contains("\"chat_id\""),
            text.contains("\"input_length\"") || text.contains("\"hash_ids\""),
        ),
    };
    if requests {
        Some(State::Json(Format::Weka))
    } else if chat {
        Some(State::Json(Format::Bailian))
    } else if other {
        Some(State::Json(Format::Mooncake))
    } else {
        None
    }
}
