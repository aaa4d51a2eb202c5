//! The blocks one by one, from the facts; from the tensors where they show
//! more.

use super::facts::Facts;
use super::formats;
use super::tensors::{Block, Tensors};
use crate::import::stack::Layer;
use crate::import::{Fault, bad, missing};
use crate::model::{Attention, ExpertLayers, Indexer, Recurrent};

pub(super) fn read(
    facts: &Facts,
    tensors: Option<&Tensors>,
    name: &str,
    depth: u32,
    hidden: u32,
) -> Result<Vec<Layer>, Fault> {
    let state = recurrent(facts, name)?;
    let window = window(facts, name)?;
    let depth = usize::try_from(depth).unwrap_or_default();
    (0..depth)
        .map(|index| {
            let block =
                tensors.map(|tensors| tensors.blocks.get(index).copied().unwrap_or_default());
            let mut layer = Layer::default();
            let (attends, keeps) = mixes(facts, name, index, state.is_some(), block)?;
            if attends {
                let windowed = match &window {
                    Some(window) => window.covers(facts, index)?,
                    None => false,
                };
                let shape = attention(facts, name, index, hidden, block, windowed)?;
                match &window {
                    Some(window) if windowed => layer.window = Some((window.tokens, shape)),
                    _ => layer.full = Some(shape),
                }
            }
            if keeps {
                layer.recurrent = state;
            }
            feed_forward(facts, name, index, block, &mut layer)?;
            Ok(layer)
        })
        .collect()
}

/// Whether a block attends, and whether it keeps a state.
fn mixes(
    facts: &Facts,
    name: &str,
    index: usize,
    has_state: bool,
    block: Option<Block>,
) -> Result<(bool, bool), Fault> {
    if let Some(block) = block {
        return Ok((
            block.attention && !(block.state && is_delta(name)),
            block.state,
        ));
    }
    if matches!(name, "mamba" | "mamba2") {
        return Ok((false, true));
    }
    if !has_state {
        // Blocks without attention are listed with no heads.
        return Ok((
            facts.of_layer("attention.head_count", index)? != Some(0),
            false,
        ));
    }
    if name == "falcon-h1" {
        return Ok((true, true));
    }
    if is_delta(name) {
        let period = usize::try_from(facts.count_or("full_attention_interval", 4)?).unwrap_or(4);
        let full = (index + 1).is_multiple_of(period.max(1));
        return Ok((full, !full));
    }
    let attends = facts
        .of_layer("attention.head_count_kv", index)?
        .is_some_and(|heads| heads > 0);
    let feeds = facts.is_list("feed_forward_length")
        && facts
            .of_layer("feed_forward_length", index)?
            .is_some_and(|width| width > 0);
    // Nemotron-H blocks do one thing each.
    let single = name.starts_with("nemotron_h");
    Ok((attends, !(attends || single && feeds)))
}

/// Gated delta networks, whose state blocks have a joint q, k, v projection.
fn is_delta(name: &str) -> bool {
    matches!(name, "qwen3next" | "qwen35" | "qwen35moe" | "kimi-linear")
}

fn attention(
    facts: &Facts,
    name: &str,
    index: usize,
    hidden: u32,
    block: Option<Block>,
    windowed: bool,
) -> Result<Attention, Fault> {
    let heads = match facts.of_layer("attention.head_count", index)? {
        Some(heads) if heads > 0 => heads,
        _ => return Err(missing("attention.head_count")),
    };
    let rope = facts.count_or("rope.dimension_count", 64)?;
    if let Some(kv_rank) = facts
        .count("attention.kv_lora_rank")?
        .filter(|rank| *rank > 0)
    {
        // Newer files give the sizes after absorption as key and value length.
        let key = match facts.count("attention.key_length_mla")? {
            Some(key) => key,
            None => facts.need("attention.key_length")?,
        };
        let value = match facts.count("attention.value_length_mla")? {
            Some(value) => value,
            None => facts.need("attention.value_length")?,
        };
        let indexer = match facts
            .count("attention.indexer.head_count")?
            .filter(|heads| *heads > 0)
        {
            Some(heads) => Some(Indexer {
                heads,
                head_dim: facts.need("attention.indexer.key_length")?,
                top_k: facts.need("attention.indexer.top_k")?,
            }),
            None => None,
        };
        return Ok(Attention::Latent {
            heads,
            query_rank: facts.count_or("attention.q_lora_rank", 0)?,
            kv_rank,
            nope_dim: key
                .checked_sub(rope)
                .ok_or_else(|| bad("rope.dimension_count"))?,
            rope_dim: rope,
            value_dim: value,
            indexer,
        });
    }
    let kv_heads = match facts.of_layer("attention.head_count_kv", index)? {
        Some(kv_heads) if kv_heads > 0 => kv_heads,
        _ => facts.count_or("attention.head_count_kv", heads)?.max(1),
    };
    let size = |narrow: &'static str, wide: &'static str| -> Result<Option<u32>, Fault> {
        let size = if windowed { facts.count(narrow)? } else { None };
        size.map_or_else(|| facts.count(wide), |size| Ok(Some(size)))
    };
    let head_dim =
        size("attention.key_length_swa", "attention.key_length")?.unwrap_or(hidden / heads);
    let value_dim = size("attention.value_length_swa", "attention.value_length")?;
    Ok(Attention::Grouped {
        heads,
        kv_heads,
        head_dim,
        value_dim: value_dim.unwrap_or(head_dim),
        bias: block.map_or_else(|| formats::is_biased(name), |block| block.bias),
        // The gate lies in the query projection, twice as wide.
        gated: is_delta(name) && name != "kimi-linear",
    })
}

/// Layers that look at a window, and its length.
struct Window {
    tokens: u32,
    period: usize,
    listed: bool,
}

impl Window {
    fn covers(&self, facts: &Facts, index: usize) -> Result<bool, Fault> {
        if self.listed {
            return Ok(facts.of_layer("attention.sliding_window_pattern", index)? != Some(0));
        }
        Ok(self.period == 0 || !(index + 1).is_multiple_of(self.period))
    }
}

fn window(facts: &Facts, name: &str) -> Result<Option<Window>, Fault> {
    const PATTERN: &str = "attention.sliding_window_pattern";
    let chunk = if name == "llama4" { Some(8192) } else { None };
    let tokens = facts.count("attention.sliding_window")?.or(chunk);
    let context = facts.count("context_length")?;
    let Some(tokens) =
        tokens.filter(|tokens| *tokens > 0 && context.is_none_or(|most| *tokens < most))
    else {
        return Ok(None);
    };
    let listed = facts.is_list(PATTERN);
    let period = match facts.count(PATTERN)? {
        Some(period) if !listed => usize::try_from(period).ok(),
        Some(_) => Some(1),
        None => formats::window_period(name),
    };
    Ok(period.map(|period| Window {
        tokens,
        period,
        listed,
    }))
}

fn recurrent(facts: &Facts, name: &str) -> Result<Option<Recurrent>, Fault> {
    let Some(inner) = facts.count("ssm.inner_size")?.filter(|inner| *inner > 0) else {
        return Ok(None);
    };
    let state = facts.need("ssm.state_size")?;
    let rank = facts.need("ssm.time_step_rank")?;
    let kernel = facts.count_or("ssm.conv_kernel", 4)?;
    if is_delta(name) {
        return Ok(Some(Recurrent::Linear {
            key_heads: facts.need("ssm.group_count")?,
            key_dim: state,
            value_heads: rank,
            value_dim: inner / rank.max(1),
            kernel,
        }));
    }
    if matches!(name, "mamba" | "jamba") {
        return Ok(Some(Recurrent::Mamba1 {
            inner,
            state,
            dt_rank: rank,
            kernel,
        }));
    }
    Ok(Some(Recurrent::Mamba2 {
        heads: rank,
        head_dim: inner / rank.max(1),
        state,
        groups: facts.count_or("ssm.group_count", 1)?,
        kernel,
    }))
}

fn feed_forward(
    facts: &Facts,
    name: &str,
    index: usize,
    block: Option<Block>,
    layer: &mut Layer,
) -> Result<(), Fault> {
    let gated = block.map_or_else(
        || !formats::is_plain(name),
        |block| block.gate || joined(name),
    );
    let width = facts.of_layer("feed_forward_length", index)?.unwrap_or(0);
    let routed = facts.count_or("expert_count", 0)?;
    let (dense, sparse) = match block {
        Some(block) => (block.dense, block.experts && routed > 1),
        None => usual(facts, name, index, width, routed)?,
    };
    if dense && width > 0 {
        layer.dense = Some((width, gated));
    }
    if sparse {
        let width = facts.count("expert_feed_forward_length")?.unwrap_or(width);
        let shared = match facts.count("expert_shared_feed_forward_length")? {
            Some(shared) => shared,
            None => facts
                .count_or("expert_shared_count", 0)?
                .checked_mul(width)
                .ok_or_else(|| bad("expert_shared_count"))?,
        };
        let stored = block.and_then(|block| u32::try_from(block.shared).ok());
        layer.experts = Some(ExpertLayers {
            layers: 1,
            routed,
            active: facts.need("expert_used_count")?,
            width,
            shared_width: stored.unwrap_or(shared),
            gated,
        });
    }
    Ok(())
}

/// Whether a block has a dense part and experts, by the facts alone.
fn usual(
    facts: &Facts,
    name: &str,
    index: usize,
    width: u32,
    routed: u32,
) -> Result<(bool, bool), Fault> {
    if matches!(name, "mamba" | "mamba2") {
        return Ok((false, false));
    }
    let first =
        usize::try_from(facts.count_or("leading_dense_block_count", 0)?).unwrap_or_default();
    let step = usize::try_from(facts.count_or("interleave_moe_layer_step", 1)?).unwrap_or(1);
    let listed = facts.is_list("feed_forward_length");
    // Nemotron-H gives a width to the blocks that feed forward alone.
    let feeds = !(name.starts_with("nemotron_h") && listed && width == 0);
    let sparse = routed > 1 && feeds && index >= first && (index + 1).is_multiple_of(step.max(1));
    Ok((feeds && !sparse, sparse))
}

/// Architectures that store gate and up projection as one tensor.
fn joined(name: &str) -> bool {
    matches!(name, "phi3" | "glm4" | "chatglm")
}
