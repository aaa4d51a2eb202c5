//! Requests of a line: a row of a table, an object, or a conversation with its sub-agents.

use super::json::{Entry, Id, Line, Scalar, fold};
use super::names::{Names, alone, number};
use super::reader::{Reader, merge};
use super::table::Header;
use super::{Format, Ids, Request};

impl Reader {
    pub(super) fn row(&mut self, header: &Header, line: &[u8]) -> Option<()> {
        let row = header.row(std::str::from_utf8(line).ok()?)?;
        let base = *self.base.get_or_insert(row.stamp.whole());
        // One without a name stands alone in a table that has them.
        let alone = header.sessions().then(|| alone(self.line));
        let session = row.session.or(alone);
        let session = session.map(|name| number(&mut self.sessions, name));
        self.requests.push(Request {
            session,
            cached: row.cached,
            prefix: row.prefix,
            group: number(&mut self.groups, row.group),
            ..Request::new(row.stamp.since(base), row.input, row.output, self.line)
        });
        Some(())
    }

    pub(super) fn line(&mut self, format: Format, line: &[u8]) -> Option<()> {
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
            session,
            ids,
            ..Request::new(stamp, input, output, self.line)
        });
        Some(())
    }

    pub(super) fn conversation(&mut self, line: &[u8]) -> Option<()> {
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
                session,
                ids,
                think: entry.think_time.number,
                ..Request::new(stamp, input, output, self.line)
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
