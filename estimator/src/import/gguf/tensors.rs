//! The table of tensors: which parts each block has, and how much is stored.

use super::cursor::Cursor;
use super::formats;
use crate::import::bounds::{MOST_LAYERS, MOST_OTHER};
use crate::import::{Fault, Note, bad};
use crate::model::Model;
use crate::parameters;
use crate::precision::WeightFormat;

/// The parts that a block's tensors show.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools)] // one a part
pub(super) struct Block {
    pub attention: bool,
    pub state: bool,
    pub dense: bool,
    pub experts: bool,
    /// A gate beside the up projection.
    pub gate: bool,
    /// A bias on q, or on q, k and v together.
    pub bias: bool,
    /// Rows of the shared experts.
    pub shared: u64,
}

#[derive(Debug, Default)]
pub(super) struct Tensors {
    pub blocks: Vec<Block>,
    pub has_output: bool,
    pub vocabulary: Option<u32>,
    /// Parameters outside blocks, and of each block.
    outside: f64,
    inside: Vec<f64>,
    /// Parameters by format.
    formats: Vec<(WeightFormat, f64)>,
}

impl Tensors {
    /// Reads `count` entries; `None` where the bytes end before.
    pub(super) fn read(cursor: &mut Cursor<'_>, count: u64) -> Result<Option<Self>, Fault> {
        let mut tensors = Self::default();
        for _ in 0..count {
            let Some(entry) = Entry::read(cursor)? else {
                return Ok(None);
            };
            tensors.add(&entry);
        }
        // A file of facts alone, or of a vocabulary alone.
        Ok((!tensors.blocks.is_empty()).then_some(tensors))
    }

    fn add(&mut self, entry: &Entry<'_>) {
        let size: f64 = entry
            .shape
            .iter()
            .map(|side| side.max(&1))
            .fold(1.0, |product, side| {
                #[allow(clippy::cast_precision_loss)]
                let side = *side as f64;
                product * side
            });
        if let Some(format) = formats::of_tensor(entry.kind) {
            match self.formats.iter_mut().find(|(known, _)| *known == format) {
                Some((_, sum)) => *sum += size,
                None => self.formats.push((format, size)),
            }
        }
        let block = entry
            .name
            .strip_prefix("blk.")
            .and_then(|rest| rest.split_once('.'))
            .and_then(|(index, part)| Some((index.parse::<usize>().ok()?, part)));
        let most = usize::try_from(MOST_LAYERS).unwrap_or_default();
        if let Some((index, part)) = block.filter(|(index, _)| *index < most) {
            if self.blocks.len() <= index {
                self.blocks.resize(index + 1, Block::default());
                self.inside.resize(index + 1, 0.0);
            }
            if let Some(sum) = self.inside.get_mut(index) {
                *sum += size;
            }
            if let Some(block) = self.blocks.get_mut(index) {
                block.add(part, &entry.shape);
            }
            return;
        }
        match entry.name {
            "output.weight" => self.has_output = true,
            "token_embd.weight" => {
                self.vocabulary = entry
                    .shape
                    .get(1)
                    .and_then(|rows| u32::try_from(*rows).ok());
            }
            // Tables of rotations, computed from the facts elsewhere.
            name if name.starts_with("rope_") => return,
            _ => {}
        }
        self.outside += size;
    }

    /// The format most parameters are stored in.
    pub(super) fn weights(&self) -> Option<WeightFormat> {
        self.formats
            .iter()
            .max_by(|a, b| a.1.total_cmp(&b.1))
            .map(|(format, _)| *format)
    }

    /// Adds the tensors stored in the first `depth` blocks and outside of blocks beyond the count,
    /// and notes a difference above 1 %.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    pub(super) fn add_uncounted(&self, depth: u32, model: &mut Model, notes: &mut Vec<Note>) {
        let depth = usize::try_from(depth).unwrap_or_default();
        let stored = self.outside + self.inside.iter().take(depth).sum::<f64>();
        let counted = parameters::count(model).total;
        #[allow(clippy::cast_precision_loss)]
        let believable = stored < MOST_OTHER as f64;
        if believable && (stored / counted - 1.0).abs() > 0.01 {
            notes.push(Note::PublishedDiffers {
                published: stored as u64,
                counted: counted as u64,
            });
            model.other_parameters = (stored - counted).max(0.0) as u64;
        }
    }
}

impl Block {
    fn add(&mut self, part: &str, shape: &[u64]) {
        let rows = shape.get(1).copied().unwrap_or_default();
        match part {
            "attn_q.weight" | "attn_qkv.weight" | "attn_q_b.weight" | "attn_kv_a_mqa.weight" => {
                self.attention = true;
            }
            "attn_q.bias" | "attn_qkv.bias" => self.bias = true,
            "ffn_up.weight" => self.dense = true,
            "ffn_gate.weight" | "ffn_gate_exps.weight" | "ffn_gate.0.weight" => self.gate = true,
            "ffn_up_exps.weight" | "ffn_gate_up_exps.weight" | "ffn_up.0.weight" => {
                self.experts = true;
            }
            "ffn_up_shexp.weight" => self.shared = rows,
            "ssm_out.weight" | "ssm_beta.weight" => self.state = true,
            _ => {}
        }
    }
}

/// One entry of the table.
struct Entry<'a> {
    name: &'a str,
    shape: Vec<u64>,
    kind: u32,
}

impl<'a> Entry<'a> {
    fn read(cursor: &mut Cursor<'a>) -> Result<Option<Self>, Fault> {
        let Some(name) = cursor.string() else {
            return Ok(None);
        };
        let name = str::from_utf8(name).map_err(|_| bad("tensor name"))?;
        let Some(sides) = cursor.u32() else {
            return Ok(None);
        };
        if sides > 8 {
            return Err(bad("tensor dimensions"));
        }
        let mut shape = Vec::new();
        for _ in 0..sides {
            match cursor.u64() {
                Some(side) => shape.push(side),
                None => return Ok(None),
            }
        }
        let (Some(kind), Some(_offset)) = (cursor.u32(), cursor.u64()) else {
            return Ok(None);
        };
        Ok(Some(Self { name, shape, kind }))
    }
}
