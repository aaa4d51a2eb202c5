//! Verdicts in words: how an accelerator does, or the barrier in its way and by how much.

use crate::i18n::{Msg, dollars, gb, integer, say, text};
use crate::training::solve::Answer;
use crate::training::words::{duration, gap_name, illegal, precision_name, stack_name};
use estimator::training::report::{Candidate, Verdict};
use estimator::training::support::Barrier;

/// The verdict on a candidate in a few words.
pub(super) fn reason(answer: &Answer, candidate: &Candidate) -> String {
    match &candidate.verdict {
        Verdict::Meets => match (answer.limits.deadline, &candidate.best) {
            (Some(deadline), Some(run)) if deadline > run.wall => {
                say::reason_in_time(&duration(deadline - run.wall))
            }
            _ => text(Msg::ReasonTrains).to_owned(),
        },
        Verdict::OverBudget { least } => match (answer.limits.budget, least) {
            (Some(budget), Some(least)) => {
                say::reason_over_budget(&dollars((*least - budget).get()))
            }
            _ => text(Msg::NotKnown).to_owned(),
        },
        Verdict::Late { fastest } => match answer.limits.deadline {
            Some(deadline) if *fastest > deadline => {
                say::reason_late(&duration(*fastest - deadline))
            }
            _ => say::reason_late(&duration(*fastest)),
        },
        Verdict::TooLittleMemory {
            short,
            accelerators,
        } => {
            if *accelerators > 1 {
                say::reason_memory_each(&integer(f64::from(*accelerators)), &gb(*short))
            } else {
                say::reason_memory(&gb(*short))
            }
        }
        Verdict::TooLittleHost { short, .. } => say::reason_host(&gb(*short)),
        Verdict::NoLayout { reason } => illegal(*reason),
        Verdict::Unsupported { barrier } => match barrier {
            Barrier::Stack(stack) => say::reason_engine(stack_name(*stack)),
            Barrier::Format(precision) => say::reason_format(&precision_name(*precision)),
            Barrier::Task(stack, gap) => say::problem_software(gap_name(*gap), stack_name(*stack)),
            Barrier::Bits => text(Msg::ReasonBits).to_owned(),
        },
        Verdict::Unknown => text(Msg::ReasonUnknown).to_owned(),
    }
}
