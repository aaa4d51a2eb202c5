//! What a device did when: its time in so many columns of equal width, for a picture. However long
//! the file, there are as many columns.

use super::super::fact::{Fact, Group};
use super::super::summary::Slice;
use super::span;
use super::{Time, Timeline, Work, seconds};

/// Columns of a strip.
pub(super) const COLUMNS: u16 = 240;
/// Devices that have one.
pub(super) const DEVICES: usize = 16;
/// Steps that are marked.
const STEPS: usize = 48;
/// Parts of a column's width that its times are told in.
const PARTS: i128 = 100_000;

/// The columns of all devices: they share their times.
#[derive(Debug, Clone, Copy)]
pub(super) struct Grid {
    start: Time,
    end: Time,
    width: Time,
}

impl Grid {
    /// From the first work of any device to the end of the last, and over the steps around them.
    pub(super) fn over(works: &[Work], timeline: &Timeline) -> Self {
        let start = works.iter().map(|work| work.start).min().unwrap_or(0);
        let end = works.iter().map(|work| work.end()).max().unwrap_or(start);
        let (from, to) = span::steps(timeline, end).unwrap_or((start, end));
        let start = start.min(from);
        let end = if timeline.cut { end } else { end.max(to) };
        let span = end.saturating_sub(start).max(0);
        let width = (span / Time::from(COLUMNS)).saturating_add(1);
        Self { start, end, width }
    }

    /// The share of the way from start to end, 0 to 1.
    fn share(&self, time: Time) -> f64 {
        let whole = (self.end - self.start).max(1) as f64;
        ((time - self.start) as f64 / whole).clamp(0.0, 1.0)
    }
}

/// A device's time by column and slice, picoseconds.
#[derive(Debug, Clone)]
pub(super) struct Strip {
    grid: Grid,
    columns: Vec<[Time; Slice::ALL.len()]>,
}

impl Strip {
    pub(super) fn new(grid: Grid) -> Self {
        Self {
            grid,
            columns: vec![[0; Slice::ALL.len()]; usize::from(COLUMNS)],
        }
    }

    /// Adds a stretch to a slice, or takes it away (`sign` -1).
    pub(super) fn put(&mut self, slice: Slice, from: Time, to: Time, sign: Time) {
        let Grid { start, width, .. } = self.grid;
        let (mut from, to) = (from.max(start), to.min(self.grid.end));
        let Ok(first) = usize::try_from((from - start) / width) else {
            return;
        };
        for (column, place) in self.columns.iter_mut().zip(0..).skip(first) {
            if from >= to {
                return;
            }
            let border = start + width * (place + 1);
            let until = border.min(to);
            if let Some(sum) = column.get_mut(slice as usize) {
                *sum += sign * (until - from);
            }
            from = until;
        }
    }

    /// Adds a union to a slice; what `but` covers is another's.
    pub(super) fn put_all(&mut self, slice: Slice, union: &[(Time, Time)], but: &[(Time, Time)]) {
        // `but` is a part of `union`.
        for (from, to) in union {
            self.put(slice, *from, *to, 1);
        }
        for (from, to) in but {
            self.put(slice, *from, *to, -1);
        }
    }

    /// The strip of a device as facts: of each slice, parts of each column's width; slices without
    /// any are left out.
    fn facts(&self, device: u32) -> Group {
        let mut group = Group::default();
        group.count("device", Some(u64::from(device)));
        for slice in Slice::ALL {
            let parts = self.columns.iter().map(|column| {
                let time = column.get(slice as usize).copied().unwrap_or(0).max(0);
                u64::try_from(i128::from(time) * PARTS / i128::from(self.grid.width)).unwrap_or(0)
            });
            let parts: Vec<Fact> = parts.map(Fact::Count).collect();
            if parts.iter().any(|part| *part != Fact::Count(0)) {
                group.put(slice.id(), Fact::List(parts));
            }
        }
        group
    }
}

/// Puts the strips of all devices, and the steps that were marked.
pub(super) fn course(
    grid: Grid,
    strips: &[(u32, Strip)],
    devices: usize,
    timeline: &Timeline,
    facts: &mut Group,
) {
    let mut group = Group::default();
    group.number("start_s", Some(seconds(grid.start)));
    group.number("span_s", Some(seconds(grid.end - grid.start)));
    group.number("column_s", Some(seconds(grid.width)));
    group.count("parts", u64::try_from(PARTS).ok());
    group.count("devices", Some(devices as u64));
    let strips = strips.iter().map(|(device, strip)| strip.facts(*device));
    group.put("strips", Fact::List(strips.map(Fact::Group).collect()));
    if timeline.steps.len() <= STEPS {
        let within = |time: Time| (grid.start..=grid.end).contains(&time);
        let steps = timeline.steps.iter().filter(|step| within(step.1));
        let steps = steps.map(|(number, start, end)| {
            let mut step = Group::default();
            step.count("number", Some(*number));
            step.number("at", Some(grid.share(*start)));
            step.number("until", Some(grid.share(*end)));
            Fact::Group(step)
        });
        group.put("steps", Fact::List(steps.collect()));
    }
    let mut course = Group::default();
    course.group("timeline", group);
    facts.group(super::super::COURSE, course);
}
