//! From the shapes of one layer's tensors to the layer.

use super::names::Part;
use super::stored::outputs;
use crate::import::bounds::MOST;
use crate::import::stack::Layer;
use crate::import::{Fault, Note, bad, missing};
use crate::model::{Attention, ExpertLayers};

/// One tensor of a layer that shows a shape.
#[derive(Debug, Clone)]
pub(super) struct Seen {
    pub part: Part,
    pub shape: [u64; 3],
    pub packing: &'static str,
}

/// Facts that one layer's tensors show.
#[derive(Debug, Clone, Default)]
pub(super) struct Parts {
    seen: Vec<Seen>,
    experts: u64,
}

impl Parts {
    pub(super) fn add(&mut self, seen: Seen) {
        if seen.part == Part::ExpertUp {
            self.experts = self.experts.saturating_add(1);
        }
        // One of each is enough: experts are alike.
        if self.find(seen.part).is_none() {
            self.seen.push(seen);
        }
    }

    pub(super) fn find(&self, part: Part) -> Option<&Seen> {
        self.seen.iter().find(|seen| seen.part == part)
    }

    /// Outputs of a linear layer that reads `inputs`.
    fn rows(&self, part: Part, inputs: u64) -> Option<u64> {
        let seen = self.find(part)?;
        Some(outputs(&seen.shape, seen.packing, inputs))
    }

    /// Whether no tensor of the layer was seen.
    pub(super) fn is_empty(&self) -> bool {
        self.seen.is_empty()
    }

    pub(super) fn layer(&self, hidden: u64, notes: &mut Vec<Note>) -> Result<Layer, Fault> {
        if self.find(Part::State).is_some() {
            return Err(missing("config.json"));
        }
        let attention = if self.find(Part::LatentDown).is_some() {
            self.latent(hidden, notes)?
        } else {
            self.grouped(hidden, notes)?
        };
        let mut layer = Layer {
            full: Some(attention),
            ..Layer::default()
        };
        if let Some(width) = self.rows(Part::Up, hidden) {
            layer.dense = Some((count("up_proj", width)?, self.find(Part::Gate).is_some()));
        } else if let Some(width) = self.rows(Part::GateUp, hidden) {
            layer.dense = Some((count("gate_up_proj", width / 2)?, true));
        }
        layer.experts = self.experts(hidden, notes)?;
        Ok(layer)
    }

    fn grouped(&self, hidden: u64, notes: &mut Vec<Note>) -> Result<Attention, Fault> {
        let (query, key, value) = if let Some(query) = self.rows(Part::Query, hidden) {
            let key = self
                .rows(Part::Key, hidden)
                .ok_or_else(|| missing("k_proj"))?;
            (query, key, self.rows(Part::Value, hidden).unwrap_or(key))
        } else {
            let joined = self
                .rows(Part::Joined, hidden)
                .ok_or_else(|| missing("q_proj"))?;
            // Heads times their size is the input of the output projection.
            let query = match self.find(Part::Output) {
                Some(output) if output.packing.is_empty() => output.shape[1],
                _ => hidden,
            };
            let key = joined.saturating_sub(query) / 2;
            (query, key, key)
        };
        let norm = self.find(Part::HeadNorm).map(|seen| seen.shape[0]);
        let size = norm
            .filter(|size| *size > 0 && *size < query && key % *size == 0)
            .or_else(|| {
                assume("head_dim", notes);
                let fits = |size: &u64| query % *size == 0 && key % *size == 0;
                let sizes = if hidden < 1024 {
                    [64, 128, 96, 80]
                } else {
                    [128, 64, 96, 80]
                };
                sizes.into_iter().find(fits)
            })
            .ok_or_else(|| missing("head_dim"))?;
        let kv_heads = key / size;
        Ok(Attention::Grouped {
            heads: count("q_proj", query / size)?,
            kv_heads: count("k_proj", kv_heads)?,
            head_dim: count("head_dim", size)?,
            value_dim: count("v_proj", value / kv_heads.max(1))?,
            bias: self.find(Part::QueryBias).is_some(),
            gated: false,
        })
    }

    /// `kv_a` is `[rank + rope, d]`, `kv_b` `[heads (nope + value), rank]`,
    /// the query `[heads (nope + rope), ...]`, the output `[d, heads value]`:
    /// with `rope` known and nope and value alike, as in every published
    /// model with 128 of each, the heads follow.
    fn latent(&self, hidden: u64, notes: &mut Vec<Note>) -> Result<Attention, Fault> {
        let down = self.rows(Part::LatentDown, hidden).unwrap_or_default();
        let rank = self
            .find(Part::LatentNorm)
            .map(|seen| seen.shape[0])
            .ok_or_else(|| missing("kv_a_layernorm"))?;
        let rope = down
            .checked_sub(rank)
            .ok_or_else(|| bad("kv_a_proj_with_mqa"))?;
        let up = self
            .rows(Part::LatentUp, rank)
            .ok_or_else(|| missing("kv_b_proj"))?;
        let query_rank = self.rows(Part::QueryDown, hidden).unwrap_or(0);
        let query = if query_rank > 0 {
            self.rows(Part::QueryUp, query_rank)
        } else {
            self.rows(Part::Query, hidden)
        }
        .ok_or_else(|| missing("q_b_proj"))?;
        // heads (nope + rope) = query and heads (nope + value) = up: the
        // usual sizes that fit both.
        let usual = [
            (128, 128),
            (192, 256),
            (128, 192),
            (64, 64),
            (192, 192),
            (96, 64),
            (64, 128),
        ];
        let (nope, value) = usual
            .into_iter()
            .find(|(nope, value)| {
                let heads = up / (nope + value);
                up % (nope + value) == 0 && heads.checked_mul(nope + rope) == Some(query)
            })
            .ok_or_else(|| missing("config.json"))?;
        assume("qk_nope_head_dim", notes);
        Ok(Attention::Latent {
            heads: count("kv_b_proj", up / (nope + value))?,
            query_rank: count("q_a_proj", query_rank)?,
            kv_rank: count("kv_a_layernorm", rank)?,
            nope_dim: count("qk_nope_head_dim", nope)?,
            rope_dim: count("qk_rope_head_dim", rope)?,
            value_dim: count("v_head_dim", value)?,
            indexer: None,
        })
    }

    fn experts(&self, hidden: u64, notes: &mut Vec<Note>) -> Result<Option<ExpertLayers>, Fault> {
        let (routed, width, gated) = if let Some(width) = self.rows(Part::ExpertUp, hidden) {
            (self.experts, width, self.find(Part::ExpertGate).is_some())
        } else if let Some(seen) = self.find(Part::ExpertsGateUp) {
            // [experts, d, 2 width] or, with microscaling, [experts, 2 width, ...]
            let [routed, second, third] = seen.shape;
            let both = if second == hidden { third } else { second };
            (routed, both / 2, true)
        } else if let Some(seen) = self.find(Part::ExpertsUp) {
            let [routed, second, third] = seen.shape;
            (routed, if second == hidden { third } else { second }, false)
        } else {
            return Ok(None);
        };
        assume("num_experts_per_tok", notes);
        let routed = count("experts", routed)?;
        Ok(Some(ExpertLayers {
            layers: 1,
            routed,
            active: usual_active(routed),
            width: count("up_proj", width)?,
            shared_width: count(
                "shared_expert",
                self.rows(Part::Shared, hidden).unwrap_or(0),
            )?,
            gated,
        }))
    }
}

/// The experts that families with so many mostly visit: Mixtral and Phi 2, Granite and gpt-oss 4
/// to 8, DeepSeek and Qwen 8.
const fn usual_active(routed: u32) -> u32 {
    match routed {
        0..=1 => 1,
        2..=16 => 2,
        17..=60 => 4,
        _ => 8,
    }
}

fn assume(field: &str, notes: &mut Vec<Note>) {
    let note = Note::Assumed {
        field: field.to_owned(),
    };
    if !notes.contains(&note) {
        notes.push(note);
    }
}

pub(super) fn count(name: &'static str, number: u64) -> Result<u32, Fault> {
    u32::try_from(number)
        .ok()
        .filter(|number| *number <= MOST)
        .ok_or_else(|| bad(name))
}
