//! Files that are read, one after the other: by a worker, which is ended where nobody waits. What
//! is wrong with one leaves the others as they are.

use super::course;
use super::state::{Listed, Measured, Phase, State, Why};
use crate::browser;
use crate::page::dropped::harmless;
use crate::worker::message::Request;
use estimator::profile::summary::{marks, memory, timeline};
use estimator::profile::{Fact, Group};
use leptos::prelude::*;
use leptos::web_sys::File;
use std::sync::Arc;

/// Files of the list at most.
const MOST: usize = 200;

/// Lists a file and reads it when it is its turn; what is shown stays until its facts are there.
pub(super) fn take(state: State, file: File) {
    let name = harmless(&file.name());
    let id = state.files.try_update(|files| {
        let id = files.last().map_or(0, |last| last.id + 1);
        if files.len() >= MOST {
            return None;
        }
        files.push(Listed {
            id,
            name,
            read: None,
        });
        Some(id)
    });
    let Some(id) = id.flatten() else {
        state.phase.set(Phase::TooMany);
        return;
    };
    state.held.update_value(|held| {
        held.files.insert(id, file);
        held.waiting.push_back(id);
    });
    if !matches!(state.phase.get_untracked(), Phase::Reading { .. }) {
        next(state);
    }
}

/// Reads the file that has waited longest.
fn next(state: State) {
    let waiting = state.held.try_update_value(|held| {
        let id = held.waiting.pop_front()?;
        Some((id, held.files.get(&id).cloned()?))
    });
    let Some((id, file)) = waiting.flatten() else {
        return;
    };
    let name = harmless(&file.name());
    let told = move |share| {
        let name = name.clone();
        state.phase.set(Phase::Reading { name, share });
    };
    told(0.0);
    let request = |file| Request::ReadProfile { file };
    let begun = state.dropped().read(file, request, told, move |text| {
        match text.as_deref().map(read) {
            Some(read) => end(state, id, read),
            None => end(state, id, Err(Why::NoReader)),
        }
        next(state);
    });
    if !begun {
        end(state, id, Err(Why::NoReader));
        next(state);
    }
}

/// Reads the file that is shown again, for a stretch of its time alone (seconds from its first
/// work); what is shown stays until the facts are there.
pub(super) fn judge_stretch(state: State, from: f64, to: f64) {
    let busy = matches!(state.phase.get_untracked(), Phase::Reading { .. });
    let chosen = state.chosen.get_untracked().filter(|_| !busy);
    let Some((id, file)) = chosen.and_then(|id| Some((id, original(state, id)?))) else {
        return;
    };
    let Some(whole) = state.measured.get_untracked() else {
        return;
    };
    let start = whole.timeline.as_ref().map_or(0.0, |course| course.start_s);
    let name = whole.name.clone();
    let told = {
        let name = name.clone();
        move |share| {
            let name = name.clone();
            state.phase.set(Phase::Reading { name, share });
        }
    };
    told(0.0);
    let request = move |file| Request::ReadProfile {
        file: browser::of_stretch(file, start + from, start + to),
    };
    let failed = name.clone();
    let begun = state.dropped().read(file, request, told, move |text| {
        match text.as_deref().map_or(Err(Why::NoReader), read) {
            Ok(read) => {
                let mut part = read.named(name.clone());
                part.stretch = Some((from, to));
                state.stretch.set(Some((id, Arc::new(part))));
                state.phase.set(Phase::Done { name });
                // The button that had it was made anew.
                browser::focus("profile-stretch");
            }
            Err(why) => state.phase.set(Phase::Failed { name, why }),
        }
        next(state);
    });
    if !begun {
        state.phase.set(Phase::Failed {
            name: failed,
            why: Why::NoReader,
        });
    }
}

fn original(state: State, id: u32) -> Option<File> {
    state.held.with_value(|held| held.files.get(&id).cloned())
}

/// Stops the reading of a file; the next one is read.
pub(super) fn cancel(state: State) {
    let phase = state.phase.get_untracked();
    if let Phase::Reading { name, .. } = phase {
        state.dropped().stop();
        state.phase.set(Phase::Stopped { name });
        let waiting = state
            .held
            .with_value(|held| held.waiting.iter().copied().collect::<Vec<_>>());
        // What neither was read nor waits is the one that was being read.
        state.files.update(|files| {
            files.retain(|listed| listed.read.is_some() || waiting.contains(&listed.id));
        });
        next(state);
    }
}

/// Puts what came of a file into the list, and shows it, or says why there is nothing.
fn end(state: State, id: u32, read: Result<Read, Why>) {
    let mut name = String::new();
    let mut there = false;
    let why = read.as_ref().err().copied();
    state.files.update(|files| {
        if let Some(listed) = files.iter_mut().find(|listed| listed.id == id) {
            there = true;
            name.clone_from(&listed.name);
            listed.read = Some(read.map(|read| Arc::new(read.named(name.clone()))));
        }
    });
    // One that was taken off the list meanwhile is no file any more.
    match why {
        _ if !there => state.phase.set(Phase::Rest),
        Some(why) => state.phase.set(Phase::Failed { name, why }),
        None => {
            state
                .files
                .with_untracked(|files| state.calibration().take(files));
            if state.board.get_untracked().is_none() {
                state
                    .board
                    .set(state.files.with_untracked(|files| known(files)));
            }
            state.choose(id);
            state.phase.set(Phase::Done { name });
        }
    }
}

/// The board that any of the files names.
fn known(files: &[Listed]) -> Option<String> {
    let mut measured = files.iter().filter_map(Listed::measured);
    measured.find_map(|measured| {
        let record = course::board_of(&measured.facts)?;
        Some(record.accelerator.id.clone())
    })
}

/// What the worker says of a file.
struct Read {
    json: String,
    facts: Group,
    course: Option<Group>,
}

impl Read {
    fn named(self, name: String) -> Measured {
        let course = self.course.as_ref();
        Measured {
            name,
            marks: Arc::new(marks(&self.facts, course)),
            stretch: None,
            json: self.json,
            facts: self.facts,
            timeline: course.and_then(timeline).map(Arc::new),
            memory: course.and_then(memory).map(Arc::new),
        }
    }
}

/// The worker's text, or the reason why there are no facts.
fn read(text: &str) -> Result<Read, Why> {
    let (json, course) = match text.split_once('\n') {
        Some((json, course)) => (json, Group::from_json(course)),
        None => (text, None),
    };
    Ok(Read {
        facts: facts(json)?,
        json: json.to_owned(),
        course,
    })
}

/// The facts of the contract's text, or the reason why there are none.
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

    /// The second line is what happened when; the first stays the contract's text.
    #[test]
    fn a_course_comes_in_a_second_line() {
        let first = r#"{"format":"memory-timeline"}"#;
        let second = r#"{"memory":{"events":2,"each":1,"parts":{"other":[1,2]}}}"#;
        let whole = read(&format!("{first}\n{second}")).expect("facts");
        assert_eq!(whole.json, first);
        let measured = whole.named("a".to_owned());
        assert_eq!(measured.memory.map(|memory| memory.columns()), Some(2));
        assert_eq!(measured.timeline, None);
        let alone = read(first).expect("facts");
        assert!(alone.course.is_none());
    }
}
