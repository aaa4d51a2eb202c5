//! One device's times.

use super::super::summary::Slice;
use super::gap::{Idle, gaps};
use super::interval::{length, overlap, union};
use super::span::judged;
use super::strip::Strip;
use super::{Time, Timeline, Work};
use std::collections::HashSet;

/// Times of a device, in picoseconds.
#[derive(Debug, Clone, Copy)]
pub(super) struct Part {
    pub(super) device: u32,
    pub(super) span: Time,
    pub(super) busy: Time,
    pub(super) compute: Time,
    pub(super) communication: Time,
    pub(super) communication_exposed: Time,
    pub(super) copy: Time,
    pub(super) copy_exposed: Time,
    pub(super) idle: Idle,
    pub(super) streams: usize,
}

/// Measures the work of one device, sorted by its start, and puts it into its strip.
pub(super) fn part(
    device: u32,
    works: &[Work],
    timeline: &Timeline,
    strip: Option<&mut Strip>,
) -> Part {
    let of = |wanted: &dyn Fn(&str) -> bool| {
        let chosen = works.iter().filter(|work| wanted(timeline.class(work)));
        union(chosen.map(|work| (work.start, work.end())).collect())
    };
    let counted = |all: Vec<(Time, Time)>| match timeline.window {
        Some(window) => window.parts(all),
        None => all,
    };
    let compute = of(&|class| class != "copy" && class != "communication");
    let communication = of(&|class| class == "communication");
    let copy = of(&|class| class == "copy");
    let kernels = of(&|class| class != "copy");
    let (first, last) = judged(works, timeline);
    let streams: HashSet<u64> = works.iter().map(|work| work.stream).collect();
    let busy = of(&|_| true);
    let mut see: Box<dyn FnMut(Slice, Time, Time)> = Box::new(|_, _, _| {});
    if let Some(strip) = strip {
        strip.put_all(Slice::Compute, &compute, &[]);
        strip.put_all(Slice::Communication, &kernels, &compute);
        strip.put_all(Slice::Copy, &busy, &kernels);
        see = Box::new(move |cause, from, to| strip.put(cause, from, to, 1));
    }
    let idle = gaps(works, (first, last), timeline, &mut see);
    let (compute, communication) = (counted(compute), counted(communication));
    let (copy, kernels, busy) = (counted(copy), counted(kernels), counted(busy));
    let (first, last) = timeline.counted(first, last).unwrap_or_default();
    Part {
        device,
        span: last - first,
        busy: length(&busy),
        compute: length(&compute),
        communication: length(&communication),
        communication_exposed: length(&communication) - overlap(&communication, &compute),
        copy: length(&copy),
        copy_exposed: length(&copy) - overlap(&copy, &kernels),
        idle,
        streams: streams.len(),
    }
}
