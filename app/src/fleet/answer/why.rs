//! Why a way is of no use, as a sentence with its figures.

use super::named;
use crate::fleet::state::Shown;
use crate::fleet::words::times;
use crate::i18n::{Msg, gib, integer, percent, say, seconds, text};
use estimator::fleet::asked::WhyNot;
use estimator::fleet::refusal::Refusal;
use estimator::quantity::{Bytes, Seconds};

/// Bytes of a MiB.
const MIB: f64 = 1_048_576.0;

/// Whether the mechanism itself is refused, so that its figures would be those of whole GPUs.
pub(super) const fn refused(why: &WhyNot) -> bool {
    !matches!(why, WhyNot::NoGain)
}

/// The sentence.
pub(super) fn reason(shown: &Shown, why: &WhyNot) -> String {
    let question = &shown.question;
    match why {
        WhyNot::Isolation { workloads } => say::pack_why_isolation(workloads.len() as f64),
        WhyNot::NeverWaits { workloads } => say::pack_why_waits(workloads.len() as f64),
        WhyNot::NotOffered => text(Msg::PackWhyOffered).to_owned(),
        WhyNot::NoGain => text(Msg::PackWhyGain).to_owned(),
        WhyNot::NotHeld { workloads } if workloads.is_empty() => text(Msg::PackWhyCount).to_owned(),
        WhyNot::NotHeld { workloads } => say::pack_why_held(&named(question, workloads)),
        WhyNot::Refused {
            workloads, refusal, ..
        } => {
            let names = named(question, workloads);
            rule(refusal, &names)
        }
    }
}

/// The rule that is broken.
fn rule(refusal: &Refusal, names: &str) -> String {
    let memory = |mib: f64| gib(Bytes::new(mib * MIB));
    match refusal {
        Refusal::Memory {
            needs_mib,
            holds_mib,
        } => say::pack_rule_memory(&memory(*holds_mib), names, &memory(*needs_mib)),
        Refusal::HostMemory {
            needs_mib,
            holds_mib,
        } => say::pack_rule_host(&memory(*holds_mib), names, &memory(*needs_mib)),
        Refusal::Busy { hour, load, most } => say::pack_rule_busy(
            &integer(*hour as f64),
            &percent(*load),
            &percent(*most),
            names,
        ),
        Refusal::Slow { slowdown, most, .. } => {
            say::pack_rule_slow(&times(*most), names, &times(*slowdown))
        }
        Refusal::Wait { wait_s, most_s, .. } => say::pack_rule_wait(
            &seconds(Seconds::new(*most_s)),
            names,
            &seconds(Seconds::new(*wait_s)),
        ),
        Refusal::NoInstance { .. } => say::pack_rule_instance(names),
        Refusal::NoPlace => say::pack_rule_place(names),
        Refusal::NeverSwapped { .. } => say::pack_rule_never(names),
        Refusal::Isolation { .. } => say::pack_rule_isolation(names),
        Refusal::NotOffered
        | Refusal::NotThere
        | Refusal::Apart
        | Refusal::TooFew
        | Refusal::TooMany { .. } => text(Msg::PackWhyGain).to_owned(),
    }
}
