//! llama.cpp: `llama-server`. Its context is that of all slots together; it takes what memory
//! there is, and asks for no share.

use super::settings::{Arguments, BATCHED, SEQUENCES, Settings};
use crate::precision::KvFormat;

const SLOTS: &str = "the longest sequence, once a slot";

pub(super) fn settings(out: &mut Arguments, set: &Settings) {
    let slots = set.sequences.unwrap_or(1);
    let whole = set.context.map(|one| one.saturating_mul(slots));
    out.count("--ctx-size", whole, SLOTS);
    out.count("--parallel", set.sequences, SEQUENCES);
    out.count("--batch-size", set.batched, BATCHED);
    out.set("--n-gpu-layers", "999");
    if set.placement.tensor > 1 {
        out.set("--split-mode", "tensor");
    }
    if let Some(kind) = cache(set.cache) {
        out.set("--cache-type-k", kind);
        out.set("--cache-type-v", kind);
    }
    if let Some(draft) = set.draft {
        out.variable("--spec-draft-model", "$DRAFT");
        out.count("--spec-draft-n-max", Some(draft.tokens), "");
    }
    if set.adapters.is_some() {
        out.variable("--lora", "$ADAPTERS");
    }
    out.flag(true, "--metrics");
}

/// Its name of a format of the cache; `None` where it has none, or that is its default.
pub(super) const fn cache(format: KvFormat) -> Option<&'static str> {
    match format {
        KvFormat::Bf16 => Some("bf16"),
        KvFormat::Q8_0 => Some("q8_0"),
        KvFormat::Q4_0 => Some("q4_0"),
        KvFormat::Fp16 | KvFormat::Fp8 | KvFormat::Int8 | KvFormat::Nvfp4 => None,
    }
}
