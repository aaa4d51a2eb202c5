//! State space and linear attention, by any family's names.

use super::fields::Fields;
use crate::import::{Fault, bad};
use crate::model::{Attention, Recurrent};

/// The recurrent layers' shape; `None` where the file names none.
pub(super) fn read(f: &Fields<'_>, name: &str, hidden: u32) -> Result<Option<Recurrent>, Fault> {
    if let Some(shape) = linear(f)? {
        return Ok(Some(shape));
    }
    // Short convolutions and gated recurrences: two projections in, one out, and little state.
    if let Some(kernel) = f.count(&["ssm_kernel"])? {
        return Ok(Some(Recurrent::Mamba1 {
            inner: f.count_or(&["ssm_inner"], hidden)?,
            state: f.count_or(&["ssm_state"], 0)?,
            dt_rank: 0,
            kernel,
        }));
    }
    if let Some(shape) = original(f, hidden)? {
        return Ok(Some(shape));
    }
    if let Some(shape) = second(f, name, hidden)? {
        return Ok(Some(shape));
    }
    first(f, hidden)
}

/// Gated linear attention: Qwen3-Next and its heirs, Kimi Linear.
fn linear(f: &Fields<'_>) -> Result<Option<Recurrent>, Fault> {
    if f.find(&["linear_num_value_heads"]).is_some() {
        return Ok(Some(Recurrent::Linear {
            key_heads: f.need(&["linear_num_key_heads"])?,
            key_dim: f.need(&["linear_key_head_dim"])?,
            value_heads: f.need(&["linear_num_value_heads"])?,
            value_dim: f.need(&["linear_value_head_dim"])?,
            kernel: f.count_or(&["linear_conv_kernel_dim"], 4)?,
        }));
    }
    if let Some(heads) = f.count(&["linear_num_heads"])? {
        let size = f.need(&["linear_head_dim"])?;
        return Ok(Some(Recurrent::Linear {
            key_heads: heads,
            key_dim: size,
            value_heads: heads,
            value_dim: size,
            kernel: f.count_or(&["linear_conv_kernel_dim", "short_conv_kernel_size"], 4)?,
        }));
    }
    let Some(kimi) = f.object(&["linear_attn_config"]) else {
        return Ok(None);
    };
    let heads = kimi.need(&["num_heads"])?;
    let size = kimi.need(&["head_dim"])?;
    Ok(Some(Recurrent::Linear {
        key_heads: heads,
        key_dim: size,
        value_heads: heads,
        value_dim: size,
        kernel: kimi.count_or(&["short_conv_kernel_size"], 4)?,
    }))
}

/// Lightning attention (MiniMax-01): as many states as heads, no convolution.
pub(super) const fn lightning(full: Attention) -> Recurrent {
    let (heads, size) = (full.heads(), full.head_dim());
    Recurrent::Linear {
        key_heads: heads,
        key_dim: size,
        value_heads: heads,
        value_dim: size,
        kernel: 0,
    }
}

/// The files of the `mamba_ssm` package: hardly more than a width.
fn original(f: &Fields<'_>, hidden: u32) -> Result<Option<Recurrent>, Fault> {
    let Some(ssm) = f.object(&["ssm_cfg"]) else {
        return Ok(None);
    };
    let inner = wider(hidden, ssm.count_or(&["expand"], 2)?)?;
    let kernel = ssm.count_or(&["d_conv"], 4)?;
    if ssm.text(&["layer"]) == Some("Mamba2") {
        let head_dim = ssm.count_or(&["headdim"], 64)?;
        return Ok(Some(Recurrent::Mamba2 {
            heads: inner / head_dim.max(1),
            head_dim,
            state: ssm.count_or(&["d_state"], 128)?,
            groups: ssm.count_or(&["ngroups"], 1)?,
            kernel,
        }));
    }
    Ok(Some(Recurrent::Mamba1 {
        inner,
        state: ssm.count_or(&["d_state"], 16)?,
        dt_rank: hidden.div_ceil(16),
        kernel,
    }))
}

/// Mamba-2: has heads of its own.
fn second(f: &Fields<'_>, name: &str, hidden: u32) -> Result<Option<Recurrent>, Fault> {
    let own = ["mamba_num_heads", "mamba_n_heads"];
    let heads = if name == "mamba2" {
        f.count(&["num_heads"])?
    } else {
        f.count(&own)?
    };
    let Some(heads) = heads.filter(|heads| *heads > 0) else {
        return Ok(None);
    };
    let expand = f.count_or(&["expand", "mamba_expand"], 2)?;
    let inner = match f.count(&["mamba_d_ssm"])? {
        Some(inner) => inner,
        None => wider(hidden, expand)?,
    };
    let sizes = ["mamba_head_dim", "mamba_d_head"];
    let head_dim = match f.find(&sizes) {
        Some((_, value)) if value.is_string() => inner / heads,
        None if name == "mamba2" => f.count_or(&["head_dim"], inner / heads)?,
        _ => f.count_or(&sizes, inner / heads)?,
    };
    Ok(Some(Recurrent::Mamba2 {
        heads,
        head_dim,
        state: f.need(&["ssm_state_size", "mamba_d_state", "state_size"])?,
        groups: f.count_or(&["n_groups", "mamba_n_groups", "mamba_ngroups"], 1)?,
        kernel: f.count_or(&["conv_kernel", "mamba_d_conv"], 4)?,
    }))
}

/// Mamba-1.
fn first(f: &Fields<'_>, hidden: u32) -> Result<Option<Recurrent>, Fault> {
    let Some(state) = f.count(&["mamba_d_state", "state_size"])? else {
        return Ok(None);
    };
    let inner = if f.find(&["state_size"]).is_some() && f.find(&["intermediate_size"]).is_some() {
        f.need(&["intermediate_size"])?
    } else {
        wider(hidden, f.count_or(&["mamba_expand", "expand"], 2)?)?
    };
    let ranks = ["mamba_dt_rank", "time_step_rank"];
    let dt_rank = match f.find(&ranks) {
        // "auto"
        Some((_, value)) if value.is_string() => hidden.div_ceil(16),
        _ => f.count_or(&ranks, hidden.div_ceil(16))?,
    };
    Ok(Some(Recurrent::Mamba1 {
        inner,
        state,
        dt_rank,
        kernel: f.count_or(&["mamba_d_conv", "conv_kernel"], 4)?,
    }))
}

fn wider(hidden: u32, factor: u32) -> Result<u32, Fault> {
    hidden.checked_mul(factor).ok_or_else(|| bad("expand"))
}
