//! The messages of a model, taken from its bytes as they come: weights pass by and are not held.
//!
//! A model is one message nested in others, most of it the raw bytes of tensors. The sieve goes
//! down to nodes and tensors, leaves out every field of theirs that is long, and hands each on once
//! it is whole.

use crate::import::network::Refused;

/// The longest field of a node or a tensor that is kept: shapes, names, small constants.
const FIELD: u64 = 4096;
/// The longest declaration of a value that is kept.
const DECLARATION: u64 = 65_536;
/// The most bytes of one message that are kept.
const MESSAGE: usize = 1 << 20;
/// The most bytes that are kept of a file.
const MOST: u64 = 16 << 20;
/// The most bytes of a field's number and length.
const HEADER: usize = 20;

/// A message that is gone into.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Level {
    Model,
    Graph,
    Node,
    Attribute,
    Tensor,
    /// A message that is kept as it stands.
    Leaf,
}

impl Level {
    /// The message in a field of this one; `None` where the field is kept or passed over.
    const fn child(self, field: u64) -> Option<Self> {
        Some(match (self, field) {
            (Self::Model, 7) => Self::Graph,
            (Self::Graph, 1) => Self::Node,
            (Self::Graph | Self::Attribute, 5) => Self::Tensor,
            (Self::Graph, 11..=13) => Self::Leaf,
            (Self::Node, 5) => Self::Attribute,
            _ => return None,
        })
    }
}

/// A message of a graph.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Item {
    /// An operator.
    Node,
    /// A tensor that is part of the file.
    Tensor,
    /// An input of the graph.
    Input,
    /// An output of the graph.
    Output,
    /// A value between.
    Value,
}

/// A message whose end is still to come.
struct Frame {
    level: Level,
    /// Its field in the message around it.
    field: u64,
    /// Its bytes still to come, without those of a message inside that has begun.
    left: u64,
    kept: Vec<u8>,
}

/// What the next bytes are.
enum Next {
    /// A field's number, and its length or value.
    Header,
    /// Bytes of a field that is kept.
    Kept(u64),
    /// Bytes of a field that is passed over.
    Passed(u64),
}

/// The sieve.
pub(super) struct Sieve {
    frames: Vec<Frame>,
    header: Vec<u8>,
    next: Next,
    /// Bytes that were kept so far.
    all: u64,
    /// Whether a graph has begun.
    found: bool,
}

impl Sieve {
    pub(super) fn new() -> Self {
        let model = Frame {
            level: Level::Model,
            field: 0,
            left: u64::MAX,
            kept: Vec::new(),
        };
        Self {
            frames: vec![model],
            header: Vec::new(),
            next: Next::Header,
            all: 0,
            found: false,
        }
    }

    /// The fault of bytes against the encoding: before a graph began they are no model.
    fn broken(&self) -> Refused {
        if self.found {
            Refused::Damaged
        } else {
            Refused::Unknown
        }
    }

    /// Takes a chunk, and hands on every message that it completes.
    pub(super) fn push(
        &mut self,
        mut bytes: &[u8],
        take: &mut impl FnMut(Item, &[u8]) -> Result<(), Refused>,
    ) -> Result<(), Refused> {
        loop {
            self.close(take)?;
            let (Next::Kept(left) | Next::Passed(left)) = self.next else {
                let Some((byte, rest)) = bytes.split_first() else {
                    return Ok(());
                };
                bytes = rest;
                self.header.push(*byte);
                self.begin()?;
                continue;
            };
            let here = usize::try_from(left).unwrap_or(usize::MAX).min(bytes.len());
            let (now, rest) = bytes.split_at_checked(here).unwrap_or_default();
            bytes = rest;
            let left = left - here as u64;
            if matches!(self.next, Next::Kept(_)) {
                self.keep(now)?;
                self.next = Next::Kept(left);
            } else {
                self.next = Next::Passed(left);
            }
            if left == 0 {
                self.next = Next::Header;
            } else {
                return Ok(());
            }
        }
    }

    /// Whether every message has ended, and there was a graph.
    pub(super) fn finish(&self) -> Result<(), Refused> {
        if !self.found {
            Err(Refused::Unknown)
        } else if self.frames.len() > 1
            || !self.header.is_empty()
            || !matches!(self.next, Next::Header)
        {
            Err(Refused::Cut)
        } else {
            Ok(())
        }
    }

    fn keep(&mut self, bytes: &[u8]) -> Result<(), Refused> {
        self.all += bytes.len() as u64;
        let Some(frame) = self.frames.last_mut() else {
            return Ok(());
        };
        if self.all > MOST || frame.kept.len() + bytes.len() > MESSAGE {
            return Err(Refused::TooLarge);
        }
        frame.kept.extend_from_slice(bytes);
        Ok(())
    }

    /// Ends the messages of which nothing is left.
    fn close(
        &mut self,
        take: &mut impl FnMut(Item, &[u8]) -> Result<(), Refused>,
    ) -> Result<(), Refused> {
        while matches!(self.next, Next::Header)
            && self.header.is_empty()
            && self.frames.len() > 1
            && self.frames.last().is_some_and(|frame| frame.left == 0)
        {
            let (Some(frame), Some(around)) = (self.frames.pop(), self.frames.last()) else {
                break;
            };
            match (around.level, frame.field) {
                (Level::Graph, 1) => take(Item::Node, &frame.kept)?,
                (Level::Graph, 5) => take(Item::Tensor, &frame.kept)?,
                (Level::Graph, 11) => take(Item::Input, &frame.kept)?,
                (Level::Graph, 12) => take(Item::Output, &frame.kept)?,
                (Level::Graph, _) => take(Item::Value, &frame.kept)?,
                (Level::Model, _) => {}
                _ => {
                    let mut header = Vec::with_capacity(HEADER);
                    varint(frame.field << 3 | 2, &mut header);
                    varint(frame.kept.len() as u64, &mut header);
                    self.keep(&header)?;
                    self.keep(&frame.kept)?;
                }
            }
        }
        Ok(())
    }

    /// Begins a field, once its header is whole.
    fn begin(&mut self) -> Result<(), Refused> {
        let Some((tag, value)) = read(&self.header) else {
            return if self.header.len() < HEADER {
                Ok(())
            } else {
                Err(self.broken())
            };
        };
        let header = std::mem::take(&mut self.header);
        let (field, length) = match (tag & 7, value) {
            (2, length) => (tag >> 3, Some(length)),
            (0 | 1 | 5, _) => (tag >> 3, None),
            _ => return Err(self.broken()),
        };
        let whole = (header.len() as u64).checked_add(length.unwrap_or(0));
        let wrong = self.broken();
        let Some(frame) = self.frames.last_mut() else {
            return Err(wrong);
        };
        let level = frame.level;
        frame.left = match whole.and_then(|whole| frame.left.checked_sub(whole)) {
            Some(left) if field > 0 => left,
            _ => return Err(wrong),
        };
        let inside = matches!(level, Level::Node | Level::Attribute | Level::Tensor);
        match (length, level.child(field)) {
            (Some(length), Some(Level::Leaf)) if length > DECLARATION => {
                self.next = Next::Passed(length);
            }
            (Some(length), Some(child)) => {
                self.found |= child == Level::Graph;
                let leaf = child == Level::Leaf;
                self.frames.push(Frame {
                    level: child,
                    field,
                    left: if leaf { 0 } else { length },
                    kept: Vec::new(),
                });
                self.next = if leaf && length > 0 {
                    Next::Kept(length)
                } else {
                    Next::Header
                };
            }
            (Some(length), None) if inside && length <= FIELD => {
                self.keep(&header)?;
                self.next = if length > 0 {
                    Next::Kept(length)
                } else {
                    Next::Header
                };
            }
            (Some(length), None) if length > 0 => self.next = Next::Passed(length),
            (None, _) if inside => self.keep(&header)?,
            _ => {}
        }
        Ok(())
    }
}

/// A field's tag, and its length or value; `None` while bytes are missing.
fn read(header: &[u8]) -> Option<(u64, u64)> {
    let mut bytes = header.iter();
    let tag = number(&mut bytes)?;
    let fixed = match tag & 7 {
        1 => 8,
        5 => 4,
        _ => return Some((tag, number(&mut bytes)?)),
    };
    (bytes.len() >= fixed).then_some((tag, 0))
}

fn number<'a>(bytes: &mut impl Iterator<Item = &'a u8>) -> Option<u64> {
    let mut value = 0_u64;
    for place in 0..10_u32 {
        let byte = bytes.next()?;
        value |= u64::from(byte & 0x7f).checked_shl(7 * place).unwrap_or(0);
        if byte & 0x80 == 0 {
            return Some(value);
        }
    }
    // Too long for a number: the header grows until it is refused.
    None
}

fn varint(mut value: u64, into: &mut Vec<u8>) {
    loop {
        let low = u8::try_from(value & 0x7f).unwrap_or(0);
        value >>= 7;
        if value == 0 {
            into.push(low);
            return;
        }
        into.push(low | 0x80);
    }
}
