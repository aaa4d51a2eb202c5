//! Verdicts in words: the strength of an accelerator, or the obstacle in its way
//! and by how much.

use crate::i18n::{Msg, gb, integer, percent, say, seconds, text};
use crate::serving::answer::phrase::each_missed;
use crate::serving::answer::words::{engine_name, millis};
use estimator::placement::Illegal;
use estimator::serving::report::{Candidate, Demand, Miss, Sizing, Verdict};

/// The verdict on a candidate in a few words.
pub(crate) fn reason(candidate: &Candidate) -> String {
    let counted = |count: u32| integer(f64::from(count));
    match &candidate.verdict {
        Verdict::Meets => candidate.best.as_ref().map(meets).unwrap_or_default(),
        Verdict::Misses => candidate.best.as_ref().map(misses).unwrap_or_default(),
        Verdict::TooLittleMemory {
            short,
            accelerators,
        } => {
            if *accelerators > 1 {
                say::reason_memory_each(&counted(*accelerators), &gb(*short))
            } else {
                say::reason_memory(&gb(*short))
            }
        }
        Verdict::EngineUnsupported { engine } => say::reason_engine(engine_name(*engine)),
        Verdict::Unsupported { format } => say::reason_format(format.id()),
        Verdict::NoPlacement { reason } => illegal(*reason),
        Verdict::NodeLimit { needed } => say::reason_node(f64::from(*needed)),
        Verdict::Unknown => text(Msg::ReasonUnknown).to_owned(),
    }
}

/// The same where what backs it stands beside: `18 % to spare`.
pub(super) fn in_short(candidate: &Candidate) -> String {
    let best = candidate.best.as_ref().filter(|_| candidate.meets());
    best.map_or_else(
        || reason(candidate),
        |sizing| say::reason_spare(&percent(sizing.headroom)),
    )
}

/// The verdict on one sizing among others of the same accelerator.
pub(super) fn of_sizing(sizing: &Sizing) -> String {
    if sizing.keeps() {
        meets(sizing)
    } else {
        misses(sizing)
    }
}

fn meets(sizing: &Sizing) -> String {
    let how = if sizing.is_simulated() {
        Msg::HowSimulated
    } else {
        Msg::HowEstimated
    };
    say::reason_meets(&percent(sizing.headroom), text(how))
}

fn misses(sizing: &Sizing) -> String {
    if sizing.is_overrun() {
        return text(Msg::LoadUnsteady).to_owned();
    }
    each_missed(sizing, miss).join(text(Msg::ListComma))
}

fn miss(miss: &Miss) -> String {
    let over = miss.value - miss.limit;
    match miss.demand {
        Demand::Ttft => say::reason_ttft(&seconds(over)),
        Demand::Tpot => say::reason_tpot(&millis(over)),
    }
}

fn illegal(rule: Illegal) -> String {
    let counted = |count: u32| integer(f64::from(count));
    match rule {
        Illegal::Heads { heads } => say::reason_heads(&counted(heads)),
        Illegal::KvHeads { kv_heads } => say::reason_kv_heads(&counted(kv_heads)),
        Illegal::Stages { layers } => say::reason_stages(&counted(layers)),
        Illegal::Experts { experts } => say::reason_experts(&counted(experts)),
        Illegal::AcrossNodes { node } => say::reason_node(f64::from(node)),
        Illegal::Zero
        | Illegal::NoExperts
        | Illegal::ExpertRanks { .. }
        | Illegal::Width { .. } => text(Msg::ReasonNoSplit).to_owned(),
    }
}
