//! Gzip (RFC 1952) as a stream: several members, a cut end, and a bound on how far a file may
//! expand. Inflating itself is `miniz_oxide`'s.

use super::unreadable::{Kind, Unreadable};
use miniz_oxide::inflate::stream::{InflateState, inflate};
use miniz_oxide::{DataFormat, MZError, MZFlush, MZStatus};

/// Bytes, unpacked, that no file may have more of.
pub(super) const MOST: u64 = 1 << 30;
/// Unpacked bytes below which any expansion is taken.
const FREE: u64 = 64 << 20;
/// Expansion allowed beyond. Traces expand 8 to 30 times.
const RATIO: u64 = 200;

enum Stage {
    Header(Vec<u8>),
    Body,
    Trailer(usize),
    Padding,
}

/// Unpacks the bytes pushed.
pub(super) struct Inflate {
    state: Box<InflateState>,
    stage: Stage,
    packed: u64,
    unpacked: u64,
    output: Vec<u8>,
}

impl Inflate {
    pub(super) fn new() -> Self {
        Self {
            state: InflateState::new_boxed(DataFormat::Raw),
            stage: Stage::Header(Vec::new()),
            packed: 0,
            unpacked: 0,
            output: vec![0; 64 << 10],
        }
    }

    /// Whether the last member is whole.
    pub(super) fn complete(&self) -> bool {
        match &self.stage {
            Stage::Header(header) => header.is_empty() && self.unpacked > 0,
            Stage::Padding => true,
            Stage::Body | Stage::Trailer(_) => false,
        }
    }

    /// Unpacks `bytes` and hands each piece to `take`.
    pub(super) fn push(
        &mut self,
        mut bytes: &[u8],
        take: &mut dyn FnMut(&[u8]) -> Result<(), Unreadable>,
    ) -> Result<(), Unreadable> {
        self.packed += bytes.len() as u64;
        loop {
            match &mut self.stage {
                Stage::Header(header) => {
                    let Some((first, rest)) = bytes.split_first() else {
                        return Ok(());
                    };
                    // Zeros and the like after a member are padding, as gzip itself has it.
                    if header.is_empty() && *first != 0x1f && self.unpacked > 0 {
                        self.stage = Stage::Padding;
                        continue;
                    }
                    header.push(*first);
                    bytes = rest;
                    if header.len() > 128 << 10 {
                        return Err(Unreadable::new(Kind::Broken, "a gzip header without end"));
                    }
                    if header_ends(header)? {
                        self.state.reset(DataFormat::Raw);
                        self.stage = Stage::Body;
                    }
                }
                Stage::Body => {
                    let result = inflate(&mut self.state, bytes, &mut self.output, MZFlush::None);
                    bytes = bytes.get(result.bytes_consumed..).unwrap_or_default();
                    self.unpacked += result.bytes_written as u64;
                    let bound = FREE.max(RATIO.saturating_mul(self.packed)).min(MOST);
                    if self.unpacked > bound {
                        let message = "it unpacks to more than a profile would";
                        return Err(Unreadable::new(Kind::TooLarge, message));
                    }
                    take(self.output.get(..result.bytes_written).unwrap_or_default())?;
                    match result.status {
                        Ok(MZStatus::StreamEnd) => self.stage = Stage::Trailer(8),
                        Ok(_) | Err(MZError::Buf) => {
                            if result.bytes_written == 0 && bytes.is_empty() {
                                return Ok(());
                            }
                        }
                        Err(_) => {
                            let message = "the gzip stream is damaged";
                            return Err(Unreadable::new(Kind::Broken, message));
                        }
                    }
                }
                Stage::Trailer(left) => {
                    let skipped = (*left).min(bytes.len());
                    bytes = bytes.get(skipped..).unwrap_or_default();
                    *left -= skipped;
                    if *left > 0 {
                        return Ok(());
                    }
                    self.stage = Stage::Header(Vec::new());
                }
                Stage::Padding => return Ok(()),
            }
        }
    }
}

/// Whether these bytes are a whole member header.
fn header_ends(header: &[u8]) -> Result<bool, Unreadable> {
    let start = header.get(..3).unwrap_or(&[0x1f, 0x8b, 8]);
    if start != [0x1f, 0x8b, 8] {
        return Err(Unreadable::new(Kind::Broken, "no gzip member begins here"));
    }
    let (Some(&flags), Some(mut rest)) = (header.get(3), header.get(10..)) else {
        return Ok(false);
    };
    if flags & 4 != 0 {
        let [low, high, ..] = rest else {
            return Ok(false);
        };
        let extra = usize::from(*low) + 256 * usize::from(*high);
        let Some(after) = rest.get(2 + extra..) else {
            return Ok(false);
        };
        rest = after;
    }
    for flag in [8, 16] {
        if flags & flag != 0 {
            let Some(end) = rest.iter().position(|byte| *byte == 0) else {
                return Ok(false);
            };
            rest = rest.get(end + 1..).unwrap_or_default();
        }
    }
    Ok(flags & 2 == 0 || rest.len() >= 2)
}
