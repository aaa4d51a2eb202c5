//! Chrome trace events of `PyTorch`'s profiler (Kineto): kernels, copies, host calls, steps.

mod document;
mod product;
pub(in crate::profile) mod threads;

pub(in crate::profile) use document::Document;

use super::super::COURSE;
use super::super::fact::Group;
use super::super::json::View;
use super::super::ridge::Ridge;
use super::super::timeline::clock::{exact, shorten};
use super::super::timeline::{Call, Timeline, Window, Work, answer};
use super::super::unreadable::Unreadable;
use super::host;
use product::Products;
use std::borrow::Cow;
use std::collections::BTreeMap;
use threads::Threads;

const KERNELS: [&str; 5] = [
    "kernel",
    "mtia_ccp_events",
    "privateuse1_kernel",
    "xpu_kernel",
    "hpu_op",
];
const COPIES: [&str; 4] = ["gpu_memcpy", "gpu_memset", "memcpy", "memset"];
const CALLS: [&str; 7] = [
    "cuda_runtime",
    "cuda_driver",
    "runtime",
    "driver",
    "mtia_runtime",
    "privateuse1_runtime",
    "xpu_runtime",
];
const MARKS: [&str; 3] = ["user_annotation", "cpu_op", "operator"];
/// Categories that `PyTorch`'s profiler alone writes.
const KINETO: [&str; 9] = [
    "cpu_op",
    "kernel",
    "cuda_runtime",
    "cuda_driver",
    "python_function",
    "user_annotation",
    "gpu_memcpy",
    "operator",
    "runtime",
];
/// Events among which such a category must be.
const FIRST: u64 = 5000;
/// Devices whose memory is followed.
const DEVICES: usize = 4096;

/// A trace as far as it was read.
#[derive(Default)]
pub(in crate::profile) struct Trace {
    timeline: Timeline,
    threads: Threads,
    events: u64,
    first: Option<i128>,
    kineto: bool,
    top: BTreeMap<u32, (u64, u64)>,
    products: Products,
}

impl Trace {
    /// A trace of which a stretch of time counts.
    pub(in crate::profile) fn within(window: Option<Window>) -> Self {
        Self {
            timeline: Timeline::within(window),
            threads: Threads::within(window),
            ..Self::default()
        }
    }

    /// Takes an event.
    pub(in crate::profile) fn event(&mut self, event: View<'_>) -> Result<(), Unreadable> {
        self.events += 1;
        let Members {
            category,
            name,
            phase,
            args,
            stamp,
            duration,
        } = Members::of(event);
        if self.events <= FIRST && KINETO.contains(&category.as_ref()) {
            self.kineto = true;
        }
        let category = category.as_ref();
        // Most events of a trace are host operators that nothing is asked of.
        if phase == b"X" && self.first.is_some() && is_mere(category, name) {
            return Ok(());
        }
        let name = String::from_utf8_lossy(name);
        let arg = |key: &str| args.and_then(|args| args.get(key));
        if phase == b"i"
            && name == "[memory]"
            && arg("Device Type").and_then(View::count) == Some(1)
        {
            let device = device(arg("Device Id"));
            if self.top.len() >= DEVICES && !self.top.contains_key(&device) {
                return Ok(());
            }
            let peak = self.top.entry(device).or_default();
            let bytes = |key: &str| arg(key).and_then(View::count).unwrap_or(0);
            peak.0 = peak.0.max(bytes("Total Allocated"));
            peak.1 = peak.1.max(bytes("Total Reserved"));
        }
        if phase == b"M" {
            self.threads.named(event);
        }
        if phase != b"X" {
            return Ok(());
        }
        let Some(stamp) = stamp.and_then(picoseconds) else {
            return Ok(());
        };
        let first = *self.first.get_or_insert(stamp);
        let start = shorten(stamp.saturating_sub(first));
        let duration = duration.and_then(picoseconds);
        let duration = shorten(duration.unwrap_or(0).max(0));
        let end = start.saturating_add(duration);
        if category.is_empty() && !self.kineto {
            self.threads.event(event, &name, start, duration)?;
        }
        let timeline = &mut self.timeline;
        timeline.room()?;
        let call = arg("correlation").and_then(View::count);
        let copy = COPIES.contains(&category);
        if copy || KERNELS.contains(&category) {
            let counted = timeline.counted(start, end).filter(|_| !copy);
            if let Some((args, (from, to))) = args.zip(counted) {
                self.products.kernel(args, to - from);
            }
            let place = |inner: &str, outer: &str| arg(inner).or_else(|| event.get(outer));
            let bytes = arg("bytes").or_else(|| arg("Bytes")).and_then(View::count);
            let name = timeline.name(&name, copy)?;
            timeline.works.push(Work {
                start,
                duration,
                name,
                device: device(place("device", "pid")),
                stream: place("stream", "tid").and_then(View::count).unwrap_or(0),
                call,
                bytes: bytes.unwrap_or(0),
            });
        } else if CALLS.contains(&category) {
            timeline.any_call = true;
            if host::waits_for_device(&name) {
                timeline.sync.push((start, end));
            }
            if let Some(call) = call {
                timeline
                    .calls
                    .entry(call)
                    .or_insert(Call { start, duration });
            }
        } else if MARKS.contains(&category) {
            if let Some(args) = args {
                self.products.operator(&name, args);
            }
            if let Some(number) = host::step(&name) {
                timeline.steps.push((number, start, end));
            } else if host::waits_for_input(&name) {
                timeline.input.push((start, end));
            }
        }
        Ok(())
    }

    /// Whether any event was taken.
    pub(in crate::profile) fn any(&self) -> bool {
        self.events > 0
    }

    /// The facts of the whole trace, by whichever tool wrote it.
    pub(in crate::profile) fn facts(
        mut self,
        document: Document,
        device_named: bool,
        ridge: Ridge<'_>,
        mut notes: Vec<&'static str>,
    ) -> Group {
        let kineto = self.kineto || document.marked || document.bare;
        self.timeline.cut = notes.contains(&"cut-short");
        let mut facts = Group::default();
        if !kineto && (document.ticks || device_named) {
            facts.text("format", Some("xprof-trace"));
            notes.push("no-host-events");
            let mut timeline = self.threads.timeline();
            answer(&mut timeline, facts, notes)
        } else {
            let format = if kineto {
                "pytorch-trace"
            } else {
                "chrome-trace"
            };
            facts.text("format", Some(format));
            let ridge = document.ridge(ridge);
            document.put(&mut facts, &mut notes);
            let peaks = self.top.values().copied();
            if let Some((allocated, reserved)) = peaks.reduce(|a, b| (a.0.max(b.0), a.1.max(b.1))) {
                let mut memory = Group::default();
                memory.count("peak_allocated_bytes", Some(allocated));
                memory.count("peak_reserved_bytes", Some(reserved));
                facts.group("memory", memory);
            }
            facts.group("gemm", self.products.facts(ridge));
            let mut facts = answer(&mut self.timeline, facts, notes);
            if let Some(mut course) = facts.take(COURSE) {
                course.put("products", self.products.listed());
                facts.group(COURSE, course);
            }
            facts
        }
    }
}

/// The members of an event that every kind of it has; of several of one key, the last.
struct Members<'a> {
    /// In small letters.
    category: Cow<'a, str>,
    name: &'a [u8],
    phase: &'a [u8],
    args: Option<View<'a>>,
    stamp: Option<View<'a>>,
    duration: Option<View<'a>>,
}

impl<'a> Members<'a> {
    /// Found in one pass.
    fn of(event: View<'a>) -> Self {
        let (mut category, mut name, mut phase): (&[u8], &[u8], &[u8]) = (&[], &[], &[]);
        let (mut args, mut stamp, mut duration) = (None, None, None);
        for member in event.items() {
            match member.key() {
                b"cat" => category = member.letters(),
                b"name" => name = member.letters(),
                b"ph" => phase = member.letters(),
                b"args" => args = Some(member),
                b"ts" => stamp = Some(member),
                b"dur" => duration = Some(member),
                _ => {}
            }
        }
        let mut category = String::from_utf8_lossy(category);
        if category.bytes().any(|byte| byte.is_ascii_uppercase()) {
            category.to_mut().make_ascii_lowercase();
        }
        Self {
            category,
            name,
            phase,
            args,
            stamp,
            duration,
        }
    }
}

/// Whether an event is of a known kind and says nothing: an operator that is no product, no step
/// and does not wait for input, or a call of Python.
fn is_mere(category: &str, name: &[u8]) -> bool {
    if category == "python_function" {
        return true;
    }
    if !MARKS.contains(&category) {
        return false;
    }
    let name = String::from_utf8_lossy(name);
    !product::is_product(&name) && host::step(&name).is_none() && !host::waits_for_input(&name)
}

/// Microseconds down to picoseconds.
fn picoseconds(view: View<'_>) -> Option<i128> {
    exact(&view.written()?, 6)
}

fn device(view: Option<View<'_>>) -> u32 {
    let count = view.and_then(View::count);
    count
        .and_then(|count| u32::try_from(count).ok())
        .unwrap_or(0)
}
