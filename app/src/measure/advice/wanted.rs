//! What a change of a question could do for a run.

use crate::i18n::Msg;

/// What a run needs, of the things that another question may give it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::measure) enum Wanted {
    /// Faster, or fewer, operations.
    Operations,
    /// Fewer bytes to move.
    Bytes,
    /// Memory for more requests at once.
    Room,
    /// Memory for the run itself.
    Fit,
    /// Less time in collectives.
    Exchange,
    /// A use for memory that is left.
    Unused,
    /// More samples a step.
    Batch,
    /// Work for devices that idle.
    Idle,
}

impl Wanted {
    /// What an action asks of the question; `None` of one that the question has no part in.
    pub(in crate::measure) const fn of(action: Msg) -> Option<Self> {
        Some(match action {
            Msg::ProfileDoCompute | Msg::ProfileDoMatrix => Self::Operations,
            Msg::ProfileDoBytes => Self::Bytes,
            Msg::ProfileDoRoom | Msg::ProfileDoQueue => Self::Room,
            Msg::ProfileDoOom => Self::Fit,
            Msg::ProfileDoCommunication => Self::Exchange,
            Msg::ProfileDoMemory => Self::Unused,
            Msg::ProfileDoBatch => Self::Batch,
            Msg::ProfileDoIdle => Self::Idle,
            _ => return None,
        })
    }
}
