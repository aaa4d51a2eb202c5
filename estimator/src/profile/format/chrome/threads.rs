//! `XProf`'s form of a trace: the kind of an event is told by the names of its process and thread.

use super::super::super::json::View;
use super::super::super::timeline::{Time, Timeline, Window, Work};
use super::super::super::unreadable::Unreadable;
use std::collections::BTreeMap;

/// Processes and threads whose names are kept.
const NAMED: usize = 100_000;

/// The content of a device's thread.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::profile) enum Role {
    Steps,
    Ops,
    Stream,
    Other,
}

/// The role of a thread of this name; `XLA Ops - from #2` is derived from streams.
pub(in crate::profile) fn role(name: &str) -> Role {
    match name {
        "Steps" => Role::Steps,
        "XLA Ops" => Role::Ops,
        _ if name.starts_with("Stream") => Role::Stream,
        _ => Role::Other,
    }
}

/// Events of processes that are devices, or may be.
#[derive(Debug, Default)]
pub(super) struct Threads {
    /// Devices by process; `None` for those that are none.
    processes: BTreeMap<u64, Option<u32>>,
    roles: BTreeMap<(u64, u64), Role>,
    kept: Timeline,
    /// Process and thread of each piece of work kept.
    places: Vec<(u64, u64)>,
}

fn place(event: View<'_>) -> (u64, u64) {
    let count = |key: &str| event.get(key).and_then(View::count).unwrap_or(0);
    (count("pid"), count("tid"))
}

/// `/device:GPU:3` is device 3.
pub(in crate::profile) fn number(name: &str) -> Option<u32> {
    let start = name.find("/device:")?;
    let word = name.get(start..)?.split_whitespace().next()?;
    let digits = word.rsplit(':').next()?;
    Some(digits.parse().unwrap_or(0))
}

impl Threads {
    /// Of the work, a stretch of time counts.
    pub(super) fn within(window: Option<Window>) -> Self {
        Self {
            kept: Timeline::within(window),
            ..Self::default()
        }
    }

    /// Takes the name of a process or thread.
    pub(super) fn named(&mut self, event: View<'_>) {
        let (process, thread) = place(event);
        let name = event
            .at(&["args", "name"])
            .and_then(View::text)
            .unwrap_or_default();
        if self.processes.len() + self.roles.len() >= NAMED {
            return;
        }
        match event.get("name").and_then(View::text).as_deref() {
            Some("process_name") => {
                self.processes.insert(process, number(&name));
            }
            Some("thread_name") => {
                self.roles.insert((process, thread), role(&name));
            }
            _ => {}
        }
    }

    /// Takes an event, unless its process is known as no device.
    pub(super) fn event(
        &mut self,
        event: View<'_>,
        name: &str,
        start: Time,
        duration: Time,
    ) -> Result<(), Unreadable> {
        let (process, thread) = place(event);
        if self.processes.get(&process) == Some(&None) {
            return Ok(());
        }
        let role = self.roles.get(&(process, thread));
        if role == Some(&Role::Other) {
            return Ok(());
        }
        self.kept.room()?;
        let name = self.kept.name(name, false)?;
        self.places.push((process, thread));
        self.kept.works.push(Work {
            start,
            duration,
            name,
            device: 0,
            stream: thread,
            call: None,
            bytes: 0,
        });
        Ok(())
    }

    /// The work of devices: of the thread `XLA Ops` where a device has it, else of its streams.
    pub(super) fn timeline(self) -> Timeline {
        let mut timeline = self.kept;
        let works = std::mem::take(&mut timeline.works);
        let role = |place| self.roles.get(&place).copied().unwrap_or(Role::Other);
        let ops = |process: u64| {
            let mut threads = self.roles.range((process, 0)..=(process, u64::MAX));
            threads.any(|(_, role)| *role == Role::Ops)
        };
        let with_ops: BTreeMap<u64, bool> = self
            .processes
            .keys()
            .map(|process| (*process, ops(*process)))
            .collect();
        for (mut work, place) in works.into_iter().zip(self.places) {
            let Some(device) = self.processes.get(&place.0).copied().flatten() else {
                continue;
            };
            let ops = with_ops.get(&place.0) == Some(&true);
            let name = timeline.names.get(work.name);
            match (role(place), ops) {
                (Role::Steps, _) => {
                    let number = name.and_then(|name| name.text.trim().parse().ok());
                    let number = number.unwrap_or(timeline.steps.len() as u64);
                    timeline.steps.push((number, work.start, work.end()));
                }
                (Role::Ops, _) | (Role::Stream, false) => {
                    work.device = device;
                    timeline.works.push(work);
                }
                _ => {}
            }
        }
        timeline
    }
}
