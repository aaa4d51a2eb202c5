//! `XSpace`, the protocol buffer behind `XProf`: planes (devices), lines (streams), events.

use super::super::super::fact::{Fact, Group};
use super::super::super::timeline::clock::shorten;
use super::super::super::timeline::{Timeline, Window, Work, answer};
use super::super::super::unreadable::Unreadable;
use super::super::chrome::threads::{Role, number, role};
use super::message::{Line, Plane, plane};
use crate::protobuf::{Fields, Wire};

/// Beginnings of the names of planes that are devices.
const DEVICES: [&str; 5] = [
    "/device:GPU",
    "/device:TPU",
    "/device:CUSTOM",
    "/device:XPU",
    "/device:ROCM",
];

/// Words of lines that hold no device work, where no line says that it does.
const DERIVED: [&str; 8] = [
    "Step",
    "Module",
    "TensorFlow",
    "Framework",
    "Source",
    "TraceMe",
    "Async",
    "Launch Stats",
];

/// The facts of a space, or of a stretch of it.
pub(in crate::profile) fn read(space: &[u8], window: Option<Window>) -> Result<Group, Unreadable> {
    let (mut timeline, mut devices, mut first) = (Timeline::within(window), Vec::new(), None);
    for field in Fields::of(space) {
        let (1, Wire::Bytes(message)) = field? else {
            continue;
        };
        let plane = plane(message)?;
        if !DEVICES.iter().any(|name| plane.name.starts_with(name)) {
            continue;
        }
        let index = number(&plane.name).unwrap_or(0);
        devices.push(Fact::Group(device(index, &plane)?));
        work(index, &plane, &mut first, &mut timeline)?;
    }
    let mut facts = Group::default();
    facts.text("format", Some("xplane"));
    facts.put("devices", Fact::List(devices));
    Ok(answer(&mut timeline, facts, vec!["no-host-events"]))
}

fn device(index: u32, plane: &Plane<'_>) -> Result<Group, Unreadable> {
    let (mut kind, mut vendor) = (None, None);
    let (mut memory, mut units) = (None, None);
    for stat in &plane.about {
        let (mut id, mut text, mut count) = (0, None, None);
        for field in Fields::of(stat) {
            match field? {
                (1, Wire::Number(number)) => id = number,
                (3 | 4, value) => count = value.number(),
                (5 | 6, value) => text = value.text(),
                (7, Wire::Number(number)) => text = plane.stats.get(&number).cloned(),
                _ => {}
            }
        }
        match plane.stats.get(&id).map(String::as_str) {
            Some("device_type_string") => kind = text,
            Some("device_vendor") => vendor = text,
            Some("memory_size") => memory = count,
            Some("core_count") => units = count,
            _ => {}
        }
    }
    let mut group = Group::default();
    group.count("index", Some(u64::from(index)));
    group.text("name", kind.or(vendor).as_deref());
    group.count("memory_bytes", memory);
    group.count("units", units);
    Ok(group)
}

fn work(
    device: u32,
    plane: &Plane<'_>,
    first: &mut Option<i128>,
    timeline: &mut Timeline,
) -> Result<(), Unreadable> {
    let name = |line: &Line<'_>| {
        if line.shown.is_empty() {
            line.name.clone()
        } else {
            line.shown.clone()
        }
    };
    let roles: Vec<Role> = plane.lines.iter().map(|line| role(&name(line))).collect();
    let wanted = [Role::Ops, Role::Stream]
        .into_iter()
        .find(|role| roles.contains(role));
    for ((line, role), stream) in plane.lines.iter().zip(&roles).zip(0_u64..) {
        let derived = DERIVED.iter().any(|word| name(line).contains(word));
        let works = wanted.map_or(!derived, |wanted| *role == wanted);
        if !works && *role != Role::Steps {
            continue;
        }
        for event in &line.events {
            let (mut id, mut offset, mut duration) = (0, 0, 0);
            for field in Fields::of(event) {
                match field? {
                    (1, Wire::Number(number)) => id = number,
                    (2, Wire::Number(number)) => offset = number,
                    (3, Wire::Number(number)) => duration = number,
                    _ => {}
                }
            }
            let start = i128::from(line.start) * 1000 + i128::from(offset);
            let start = shorten(start - *first.get_or_insert(start));
            let duration = shorten(i128::from(duration));
            let text = plane.events.get(&id).map_or("", String::as_str);
            timeline.room()?;
            if works {
                let name = timeline.name(operation(text), false)?;
                timeline.works.push(Work {
                    start,
                    duration,
                    name,
                    device,
                    stream,
                    call: None,
                    bytes: 0,
                });
            } else {
                let number = text.trim().parse().unwrap_or(timeline.steps.len() as u64);
                timeline
                    .steps
                    .push((number, start, start.saturating_add(duration)));
            }
        }
    }
    Ok(())
}

/// An operation printed as `%x = ...` is named `x`.
fn operation(text: &str) -> &str {
    let named = text
        .strip_prefix('%')
        .and_then(|rest| rest.split_once(" = "));
    named.map_or(text, |(name, _)| name)
}
