//! The blocks each request looks up and leaves in a cache: its full blocks, and those of its
//! answer where answers are kept. Where a file has sessions but no ids, blocks are named by
//! growth: by session, number of cuts so far and place, and the leading ones by their group.

use super::reader::MOST_BLOCKS;
use super::{Ids, Outputs, Request, Trace, TraceError};
use std::collections::HashMap;
use std::ops::Range;

/// A request as the cache sees it.
#[derive(Debug, Clone)]
pub(super) struct Touch {
    /// Tokens of input.
    pub(super) input: u64,
    /// Blocks that can be found at most.
    pub(super) usable: usize,
    /// Its full blocks without the answer.
    pub(super) full: usize,
    /// Blocks that enter, in the list of all.
    pub(super) blocks: Range<usize>,
}

/// All requests as the cache sees them.
#[derive(Debug)]
pub(super) struct Touches {
    pub(super) requests: Vec<Touch>,
    blocks: Vec<u32>,
    /// Distinct blocks that enter; they are numbered from 0 without gaps.
    pub(super) distinct: usize,
}

impl Touches {
    /// The blocks that a request enters.
    pub(super) fn of(&self, touch: &Touch) -> &[u32] {
        self.blocks.get(touch.blocks.clone()).unwrap_or_default()
    }

    /// Its full blocks without the answer.
    pub(super) fn full(&self, touch: &Touch) -> &[u32] {
        self.of(touch).get(..touch.full).unwrap_or_default()
    }

    /// All blocks that enter, over requests.
    pub(super) const fn entered(&self) -> usize {
        self.blocks.len()
    }
}

/// Blocks of `tokens` tokens as an index.
fn blocks(tokens: u64, block: u64) -> usize {
    usize::try_from(tokens / block.max(1)).unwrap_or(usize::MAX)
}

/// The ids of all requests: their list, and each one's part of it.
struct Listed {
    ids: Vec<u32>,
    parts: Vec<Range<usize>>,
    names: u32,
}

impl Trace {
    /// Whether each request has blocks: of its own, or by the growth of its session.
    pub(super) fn has_blocks(&self) -> bool {
        let grows = self.grows();
        self.requests
            .iter()
            .all(|request| grows || request.ids != Ids::Absent)
    }

    /// Whether blocks can be named by the growth of sessions.
    pub(super) fn grows(&self) -> bool {
        use super::Format::{Azure, Csv, Mooncake};
        matches!(self.format, Azure | Csv | Mooncake)
            && self
                .requests
                .iter()
                .any(|request| request.session.is_some())
    }

    /// The blocks each request looks up and leaves.
    ///
    /// `sessions` are those that the file names.
    ///
    /// # Errors
    ///
    /// More blocks than are held.
    pub(super) fn touches(
        &self,
        outputs: Outputs,
        sessions: Option<&[u32]>,
    ) -> Result<Touches, TraceError> {
        let block = self.block_tokens;
        let Listed { ids, parts, names } = self.listed(sessions.unwrap_or_default())?;
        let next = sessions.map(following).unwrap_or_default();
        let part = |at: usize| parts.get(at).and_then(|part| ids.get(part.clone()));
        let mut fresh = names;
        let mut all: Vec<u32> = Vec::with_capacity(ids.len());
        let mut touches = Vec::with_capacity(self.requests.len());
        for (at, request) in self.requests.iter().enumerate() {
            let own = part(at).unwrap_or_default();
            let full = blocks(request.input, block).min(own.len());
            let usable = blocks(request.input - 1, block).min(own.len());
            let start = all.len();
            let head = own.get(..full).unwrap_or_default();
            all.extend_from_slice(head);
            let whole = request.input.saturating_add(request.output);
            if outputs == Outputs::Keep {
                let end = blocks(whole.saturating_sub(1), block);
                if end.saturating_sub(full) > MOST_BLOCKS - start.min(MOST_BLOCKS) {
                    return Err(TraceError::TooManyBlocks { most: MOST_BLOCKS });
                }
                let after = next.get(at).copied().flatten();
                let told = after
                    .filter(|&after| self.requests.get(after).is_some_and(|n| n.input >= whole))
                    .and_then(part)
                    .filter(|told| told.get(..full) == Some(head))
                    .unwrap_or_default();
                for place in full..end {
                    all.push(told.get(place).copied().unwrap_or_else(|| {
                        fresh = fresh.saturating_add(1);
                        fresh - 1
                    }));
                }
            }
            if all.len() > MOST_BLOCKS {
                return Err(TraceError::TooManyBlocks { most: MOST_BLOCKS });
            }
            touches.push(Touch {
                input: request.input,
                usable,
                full,
                blocks: start..all.len(),
            });
        }
        let distinct = renumber(&mut all, fresh);
        Ok(Touches {
            requests: touches,
            blocks: all,
            distinct,
        })
    }

    fn listed(&self, sessions: &[u32]) -> Result<Listed, TraceError> {
        let mut grown = Grown {
            fresh: self.names,
            ..Grown::default()
        };
        let (mut ids, mut parts) = (Vec::new(), Vec::with_capacity(self.requests.len()));
        for (at, request) in self.requests.iter().enumerate() {
            let start = ids.len();
            match request.ids {
                Ids::File { start, len } => {
                    ids.extend_from_slice(self.ids.get(start..start + len).unwrap_or_default());
                }
                Ids::Absent => {
                    let count = blocks(request.input, self.block_tokens);
                    if count > MOST_BLOCKS - start.min(MOST_BLOCKS) {
                        return Err(TraceError::TooManyBlocks { most: MOST_BLOCKS });
                    }
                    let session = sessions.get(at).copied().unwrap_or(u32::MAX);
                    let shared = blocks(request.prefix, self.block_tokens);
                    grown.name(request, session, count, shared, &mut ids);
                }
            }
            parts.push(start..ids.len());
        }
        Ok(Listed {
            ids,
            parts,
            names: grown.fresh,
        })
    }
}

/// Names of blocks by growth, each given when it is first needed.
#[derive(Default)]
struct Grown {
    fresh: u32,
    /// Of each session: the input of its last turn, and its names since the last cut.
    sessions: HashMap<u32, (u64, Vec<Option<u32>>)>,
    groups: HashMap<u32, Vec<Option<u32>>>,
}

impl Grown {
    fn name(
        &mut self,
        request: &Request,
        session: u32,
        count: usize,
        shared: usize,
        ids: &mut Vec<u32>,
    ) {
        let (before, own) = self.sessions.entry(session).or_default();
        if request.input < *before {
            own.clear();
        }
        *before = request.input;
        let group = self.groups.entry(request.group).or_default();
        let longest = |list: &mut Vec<Option<u32>>, count| {
            if list.len() < count {
                list.resize(count, None);
            }
        };
        longest(own, count);
        longest(group, count.min(shared));
        for place in 0..count {
            let list = if place < shared {
                &mut *group
            } else {
                &mut *own
            };
            let Some(name) = list.get_mut(place) else {
                continue;
            };
            let fresh = &mut self.fresh;
            ids.push(*name.get_or_insert_with(|| {
                *fresh = fresh.saturating_add(1);
                *fresh - 1
            }));
        }
    }
}

/// The next request of the same session, for each.
pub(super) fn following(sessions: &[u32]) -> Vec<Option<usize>> {
    let mut next = vec![None; sessions.len()];
    let mut last: HashMap<u32, usize> = HashMap::new();
    for (at, &session) in sessions.iter().enumerate() {
        if let Some(before) = last.insert(session, at)
            && let Some(next) = next.get_mut(before)
        {
            *next = Some(at);
        }
    }
    next
}

/// Numbers blocks from 0 in the order they enter, and counts them.
fn renumber(blocks: &mut [u32], names: u32) -> usize {
    let mut numbers: Vec<Option<u32>> = vec![None; names as usize];
    let mut distinct = 0;
    for block in blocks {
        if let Some(number) = numbers.get_mut(*block as usize) {
            *block = *number.get_or_insert_with(|| {
                distinct += 1;
                distinct - 1
            });
        }
    }
    distinct as usize
}
