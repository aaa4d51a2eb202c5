//! A file that is read: by a worker, which is ended where another file comes or nobody waits.

use super::state::{Measured, Phase, State, Why};
use crate::page::dropped::harmless;
use crate::worker::message::Request;
use estimator::profile::{Fact, Group};
use leptos::prelude::*;
use leptos::web_sys::File;
use std::sync::Arc;

/// Reads a file; what is shown of the one before stays until its facts are there.
pub(super) fn take(state: State, file: File) {
    let name = harmless(&file.name());
    let (done, failed) = (name.clone(), name.clone());
    let told = move |share| {
        let name = name.clone();
        state.phase.set(Phase::Reading { name, share });
    };
    told(0.0);
    let request = |file| Request::ReadProfile { file };
    let begun = state
        .dropped
        .read(file, request, told, move |text| match text {
            Some(json) => show(state, done, json),
            None => fail(state, done, Why::NoReader),
        });
    if !begun {
        fail(state, failed, Why::NoReader);
    }
}

/// Stops the reading.
pub(super) fn cancel(state: State) {
    let phase = state.phase.get_untracked();
    if let Phase::Reading { name, .. } = phase {
        state.dropped.stop();
        state.phase.set(Phase::Stopped { name });
    }
}

fn fail(state: State, name: String, why: Why) {
    state.phase.set(Phase::Failed { name, why });
}

/// Shows the facts of a file, or says why there are none.
fn show(state: State, name: String, json: String) {
    match facts(&json) {
        Ok(facts) => {
            state.calibration.take(&name, &facts);
            state.before.set(state.measured.get_untracked());
            state.measured.set(Some(Arc::new(Measured {
                name: name.clone(),
                json,
                facts,
            })));
            state.phase.set(Phase::Done { name });
        }
        Err(why) => fail(state, name, why),
    }
}

/// The facts of the worker's text, or the reason why there are none.
fn facts(json: &str) -> Result<Group, Why> {
    let facts = Group::from_json(json).ok_or(Why::NoAccess)?;
    let Some(Fact::Group(error)) = facts.get("error") else {
        return Ok(facts);
    };
    Err(match error.words("kind").unwrap_or_default() {
        "empty" => Why::Empty,
        "unknown-format" => Why::Unknown,
        "too-large" => Why::TooLarge,
        "unsafe" => Why::Unsafe,
        _ => Why::Broken,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use estimator::profile::Kind;

    /// Every kind of refusal has its own reason; facts are taken, an empty text is no access.
    #[test]
    fn refusals_are_told_apart() {
        let refused = |kind: Kind| {
            let kind = kind.name();
            facts(&format!(
                r#"{{"format":"unreadable","error":{{"kind":"{kind}"}}}}"#
            ))
        };
        assert_eq!(refused(Kind::Empty), Err(Why::Empty));
        assert_eq!(refused(Kind::UnknownFormat), Err(Why::Unknown));
        assert_eq!(refused(Kind::Broken), Err(Why::Broken));
        assert_eq!(refused(Kind::TooLarge), Err(Why::TooLarge));
        assert_eq!(refused(Kind::Unsafe), Err(Why::Unsafe));
        assert_eq!(facts(""), Err(Why::NoAccess));
        let read = facts(r#"{"format":"vllm-bench"}"#).expect("facts");
        assert_eq!(read.words("format"), Some("vllm-bench"));
    }
}
