//! llama.cpp: `llama-server`. Its context is that of all slots together; it takes what memory
//! there is, and asks for no share.

use super::draft::Head;
use super::gap::cache;
use super::settings::{Arguments, BATCHED, SEQUENCES, Settings};
use super::vllm::whole;
use crate::engine::Engine;

const SLOTS: &str = "the longest sequence, once a slot";

/// Tokens of a batch by default (`common/common.h`).
const BATCH: u32 = 2048;

pub(super) fn settings(out: &mut Arguments, set: &Settings) {
    let slots = set.sequences;
    let all = |one: u32| one.saturating_mul(slots.unwrap_or(1));
    out.count("--ctx-size", set.context.map(all), SLOTS);
    out.count("--parallel", slots, SEQUENCES);
    // A batch is computed in parts.
    let batch = set.batched.map(|part| part.max(BATCH));
    out.count("--batch-size", batch, BATCHED);
    out.count("--ubatch-size", set.batched, BATCHED);
    out.set("--n-gpu-layers", "999");
    // It would change what is not said here.
    out.set("--fit", "off");
    if set.placement.tensor > 1 {
        out.set("--split-mode", "tensor");
    }
    if let Some(kind) = cache(Engine::LlamaCpp, set.cache) {
        out.set("--cache-type-k", kind);
        out.set("--cache-type-v", kind);
    }
    if let Some(host) = set.host {
        out.set("--cache-ram", &whole(host.to_gib() * 1024.0));
    } else if set.prefix == Some(false) {
        out.flag(true, "--no-cache-prompt");
        out.set("--cache-ram", "0");
    }
    if let Some((draft, kind)) = set.draft.and_then(|it| Some((it, speculation(it.head)?))) {
        out.set("--spec-type", kind);
        if draft.head != Head::Mtp {
            out.variable("--spec-draft-model", "${DRAFT:?}");
        }
        out.count("--spec-draft-n-max", Some(draft.tokens), "");
    }
    if set.adapters.is_some() {
        out.variable("--lora", "${ADAPTERS:?}");
        // Requests choose among them; all would be applied at once otherwise.
        out.flag(true, "--lora-init-without-apply");
    }
    out.flag(true, "--metrics");
}

/// Its name of a kind of head; `None` where it has none.
pub(super) const fn speculation(head: Head) -> Option<&'static str> {
    match head {
        Head::Mtp => Some("draft-mtp"),
        Head::Eagle3 => Some("draft-eagle3"),
        Head::Dflash => Some("draft-dflash"),
        Head::Dspark => Some("draft-dspark"),
        Head::Eagle | Head::Model => None,
    }
}
