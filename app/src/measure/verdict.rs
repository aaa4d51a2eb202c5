//! The verdict of a file in words: the limit, its evidence, what is not known.

use super::unit::Unit;
use crate::control::strong;
use crate::i18n::{Msg, say, text};
use crate::page::dropped::harmless;
use estimator::profile::summary::{Lack, Reason, lacks, reasons};
use estimator::profile::{Fact, Group};

/// The verdict of the facts.
fn verdict(facts: &Group) -> Option<&Group> {
    match facts.get("verdict")? {
        Fact::Group(verdict) => Some(verdict),
        _ => None,
    }
}

/// The limit, as a sentence.
pub(super) fn headline(facts: &Group) -> Msg {
    let bound = verdict(facts).and_then(|verdict| verdict.words("bound"));
    match bound.unwrap_or_default() {
        "compute" => Msg::ProfileIsCompute,
        "bandwidth" => Msg::ProfileIsBandwidth,
        "matrix" => Msg::ProfileIsMatrix,
        "communication" => Msg::ProfileIsCommunication,
        "launch" => Msg::ProfileIsLaunch,
        "input" => Msg::ProfileIsInput,
        "copy" => Msg::ProfileIsCopy,
        "host" => Msg::ProfileIsHost,
        "latency" => Msg::ProfileIsLatency,
        "capacity" if facts.get("memory").is_some() => Msg::ProfileIsMemory,
        "capacity" => Msg::ProfileIsCapacity,
        "idle" => Msg::ProfileIsIdle,
        "mixed" => Msg::ProfileIsMixed,
        _ => Msg::ProfileIsUnknown,
    }
}

/// Whether the limit was measured or inferred; `None` where there is none.
pub(super) fn certainty(facts: &Group) -> Option<Msg> {
    if headline(facts) == Msg::ProfileIsUnknown {
        return None;
    }
    match verdict(facts)?.get("measured")? {
        Fact::Flag(true) => Some(Msg::ProfileMeasured),
        Fact::Flag(false) => Some(Msg::ProfileInferred),
        _ => None,
    }
}

/// The figures behind the limit, a sentence each.
pub(super) fn evidence(facts: &Group) -> Vec<String> {
    let found = reasons(facts);
    let said = found
        .into_iter()
        .map(|(reason, value)| because(reason, value));
    said.collect()
}

fn because(reason: Reason, value: f64) -> String {
    let of = |unit: Unit| strong(&unit.shown(value));
    let (share, time, count) = (|| of(Unit::Share), || of(Unit::Time), || of(Unit::Number));
    match reason {
        Reason::Idle => say::profile_why_idle(&share()),
        Reason::Gap => say::profile_why_gap(&share()),
        Reason::Input => say::profile_why_input(&share()),
        Reason::Late => say::profile_why_late(&share()),
        Reason::Short => say::profile_why_short(&time()),
        Reason::Communication => say::profile_why_communication(&share()),
        Reason::Copies => say::profile_why_copies(&share()),
        Reason::Collectives => say::profile_why_collectives(&share()),
        Reason::Matrix => say::profile_why_matrix(&share()),
        Reason::AboveRidge => say::profile_why_above(&share()),
        Reason::Moving => say::profile_why_moving(&share()),
        Reason::Mean => say::profile_why_mean(&time()),
        Reason::Busy => say::profile_why_busy(&share()),
        Reason::Unread => say::profile_why_unread(&of(Unit::Count)),
        Reason::Drew => say::profile_why_drew(&of(Unit::Watts)),
        Reason::Held => say::profile_why_held(&of(Unit::Bytes)),
        Reason::Filled => say::profile_why_filled(&share()),
        Reason::Tensor => say::profile_why_tensor(&share()),
        Reason::Memory => say::profile_why_memory(&share()),
        Reason::Processors => say::profile_why_processors(&share()),
        Reason::Throughput => say::profile_why_throughput(&share()),
        Reason::Preempted => say::profile_why_preempted(&count()),
        Reason::Cache => say::profile_why_cache(&share()),
        Reason::Queue => say::profile_why_queue(&time()),
        Reason::FirstToken => say::profile_why_first(&time()),
        Reason::Request => say::profile_why_request(&time()),
        Reason::Running => say::profile_why_running(&count()),
        Reason::Waiting => say::profile_why_waiting(&count()),
        Reason::Finished => say::profile_why_finished(&count()),
        Reason::OutOfMemory => say::profile_why_oom(&count()),
    }
}

/// What the file cannot tell, with the command that would.
pub(super) fn unknown(facts: &Group) -> Vec<(Msg, &'static str)> {
    let known = lacks(facts).into_iter().map(|lack| {
        let says = match lack {
            Lack::Shapes => Msg::ProfileLackShapes,
            Lack::Host => Msg::ProfileLackHost,
            Lack::Gaps => Msg::ProfileLackGaps,
            Lack::Roof => Msg::ProfileLackRoof,
            Lack::Kernels => Msg::ProfileLackKernels,
            Lack::Fill => Msg::ProfileLackFill,
            Lack::Server => Msg::ProfileLackServer,
            Lack::Steps => Msg::ProfileLackSteps,
            Lack::Users => Msg::ProfileLackUsers,
            Lack::Outside => Msg::ProfileLackOutside,
        };
        (says, lack.command())
    });
    known.collect()
}

/// What the reader noted, a sentence each.
pub(super) fn notes(facts: &Group) -> Vec<String> {
    let Some(Fact::List(notes)) = facts.get("notes") else {
        return Vec::new();
    };
    let said = notes.iter().filter_map(|note| match note {
        Fact::Text(code) => Some(noted(code)),
        _ => None,
    });
    said.collect()
}

/// A note by its code; one that nobody has words for is its code.
fn noted(code: &str) -> String {
    let says = match code {
        "cut-short" => Msg::ProfileNoteCut,
        "short-profile" => Msg::ProfileNoteShort,
        "no-host-events" => Msg::ProfileNoteNoHost,
        "no-device-events" => Msg::ProfileNoteNoDevice,
        "sums-only" => Msg::ProfileNoteSums,
        "no-schema-version" => Msg::ProfileNoteSchema,
        "not-supported-fields" => Msg::ProfileNoteFields,
        "header-misnamed" => Msg::ProfileNoteHeader,
        "no-header" => Msg::ProfileNoteNoHeader,
        "no-time" => Msg::ProfileNoteNoTime,
        "nothing-served" => Msg::ProfileNoteNothing,
        "tpot-is-itl" => Msg::ProfileNoteItl,
        "latencies-in-seconds" => Msg::ProfileNoteSeconds,
        "context-and-collectives-not-seen" => Msg::ProfileNoteContext,
        "utf-16" => Msg::ProfileNoteUtf16,
        "decimal-commas" => Msg::ProfileNoteCommas,
        other => return harmless(other),
    };
    text(says).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn facts(json: &str) -> Group {
        Group::from_json(json).expect("facts")
    }

    /// Memory that ran out is not a server that is full, and an unknown limit is neither measured
    /// nor inferred.
    #[test]
    fn limits_have_their_sentence() {
        let of = |json: &str| {
            let facts = facts(json);
            (headline(&facts), certainty(&facts))
        };
        assert_eq!(
            of(r#"{"verdict":{"bound":"capacity","measured":true}}"#),
            (Msg::ProfileIsCapacity, Some(Msg::ProfileMeasured))
        );
        assert_eq!(
            of(r#"{"memory":{"ooms":1},"verdict":{"bound":"capacity","measured":true}}"#).0,
            Msg::ProfileIsMemory
        );
        assert_eq!(
            of(r#"{"verdict":{"bound":"matrix","measured":false}}"#),
            (Msg::ProfileIsMatrix, Some(Msg::ProfileInferred))
        );
        assert_eq!(
            of(r#"{"verdict":{"bound":"unknown","measured":true}}"#),
            (Msg::ProfileIsUnknown, None)
        );
        assert_eq!(of("{}"), (Msg::ProfileIsUnknown, None));
    }

    /// Every code that the reader's documents name is a sentence; others stand as they are.
    #[test]
    fn notes_are_sentences() {
        assert_eq!(noted("a-new-one"), "a-new-one");
        let two = facts(r#"{"notes":["cut-short","a-new-one",3]}"#);
        assert_eq!(notes(&two).len(), 2);
    }
}
