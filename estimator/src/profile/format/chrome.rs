//! Chrome trace events of `PyTorch`'s profiler (Kineto): kernels, copies, host calls, steps.

use super::super::fact::{Fact, Group};
use super::super::json::View;
use super::super::timeline::measure::measure;
use super::super::timeline::verdict::judge;
use super::super::timeline::{Call, Time, Timeline, Work};
use super::super::unreadable::{Kind, Unreadable};
use super::super::verdict::Verdict;
use super::host;
use std::collections::BTreeMap;

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
/// Pieces of work, calls and marks kept: a gigabyte of trace holds 3.4 million events.
const KEPT: usize = 4_000_000;

/// Devices whose memory is followed.
const DEVICES: usize = 4096;

/// A trace as far as it was read.
#[derive(Default)]
pub(in crate::profile) struct Trace {
    timeline: Timeline,
    events: u64,
    first: Option<i128>,
    kineto: bool,
    top: BTreeMap<u32, (u64, u64)>,
}

impl Trace {
    /// Takes an event.
    pub(in crate::profile) fn event(&mut self, event: View<'_>) -> Result<(), Unreadable> {
        self.events += 1;
        let word = |key: &str| event.get(key).and_then(View::text);
        let category = word("cat").map(|category| category.to_ascii_lowercase());
        let category = category.as_deref().unwrap_or_default();
        if self.events <= FIRST && KINETO.contains(&category) {
            self.kineto = true;
        }
        let name = word("name").unwrap_or_default();
        let args = event.get("args");
        let arg = |key: &str| args.and_then(|args| args.get(key));
        let phase = word("ph").unwrap_or_default();
        if phase == "i" && name == "[memory]" && arg("Device Type").and_then(View::count) == Some(1)
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
        if phase != "X" {
            return Ok(());
        }
        let Some(stamp) = event.get("ts").and_then(picoseconds) else {
            return Ok(());
        };
        let first = *self.first.get_or_insert(stamp);
        let start = shorten(stamp.saturating_sub(first));
        let duration = event.get("dur").and_then(picoseconds);
        let duration = shorten(duration.unwrap_or(0).max(0));
        let end = start.saturating_add(duration);
        let timeline = &mut self.timeline;
        let kept = timeline.works.len() + timeline.calls.len() + timeline.steps.len();
        if kept + timeline.input.len() + timeline.sync.len() >= KEPT {
            return Err(Unreadable::new(Kind::TooLarge, "more events than are kept"));
        }
        let call = arg("correlation").and_then(View::count);
        let copy = COPIES.contains(&category);
        if copy || KERNELS.contains(&category) {
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

    /// Whether `PyTorch` wrote it, by its events or by a key of the document.
    pub(in crate::profile) fn is_kineto(&self, document: &Document) -> bool {
        self.kineto || document.marked
    }

    /// The facts of the whole trace.
    pub(in crate::profile) fn facts(
        mut self,
        document: Document,
        mut notes: Vec<&'static str>,
    ) -> Group {
        let mut facts = Group::default();
        facts.text("format", Some("pytorch-trace"));
        if !document.versioned {
            notes.push("no-schema-version");
        }
        facts.count("rank", document.rank);
        facts.count("world_size", document.world);
        facts.put("devices", Fact::List(document.devices));
        let peaks = self.top.values().copied();
        if let Some((allocated, reserved)) = peaks.reduce(|a, b| (a.0.max(b.0), a.1.max(b.1))) {
            let mut memory = Group::default();
            memory.count("peak_allocated_bytes", Some(allocated));
            memory.count("peak_reserved_bytes", Some(reserved));
            facts.group("memory", memory);
        }
        if measure(&mut self.timeline, &mut facts) {
            let few = facts.at("kernels.count").unwrap_or(0.0) < 50.0;
            if few || facts.at("kernels.total_s").unwrap_or(0.0) < 1e-3 {
                notes.push("short-profile");
            }
            judge(&mut facts);
        } else {
            notes.push("no-device-events");
            Verdict::unknown("the trace holds no device work; record with ProfilerActivity.CUDA")
                .put(&mut facts);
            facts.put("findings", Fact::List(Vec::new()));
        }
        let notes = notes.into_iter().map(|note| Fact::Text(note.to_owned()));
        facts.put("notes", Fact::List(notes.collect()));
        facts
    }
}

/// What stands beside the events.
#[derive(Default)]
pub(in crate::profile) struct Document {
    marked: bool,
    versioned: bool,
    rank: Option<u64>,
    world: Option<u64>,
    devices: Vec<Fact>,
}

impl Document {
    /// Reads the keys beside `traceEvents`.
    pub(in crate::profile) fn read(root: View<'_>) -> Self {
        let properties = root.get("deviceProperties");
        let spread = root.get("distributedInfo");
        let versioned = root.get("schemaVersion").is_some() || properties.is_some();
        let devices = properties.into_iter().flat_map(View::items).map(board);
        Self {
            marked: versioned || spread.is_some(),
            versioned,
            rank: spread.and_then(|info| info.get("rank")?.count()),
            world: spread.and_then(|info| info.get("world_size")?.count()),
            devices: devices.collect(),
        }
    }
}

fn board(device: View<'_>) -> Fact {
    let count = |key: &str| device.get(key).and_then(View::count);
    let mut group = Group::default();
    group.count("index", count("id"));
    group.text("name", device.get("name").and_then(View::text).as_deref());
    group.count("memory_bytes", count("totalGlobalMem"));
    group.count("units", count("numSms"));
    if let (Some(major), Some(minor)) = (count("computeMajor"), count("computeMinor")) {
        group.text("capability", Some(&format!("{major}.{minor}")));
    }
    Fact::Group(group)
}

fn device(view: Option<View<'_>>) -> u32 {
    let count = view.and_then(View::count);
    count
        .and_then(|count| u32::try_from(count).ok())
        .unwrap_or(0)
}

/// A time beyond ten days is cut: differences of any two still fit.
fn shorten(time: i128) -> Time {
    const LONGEST: i128 = 10 * 86_400 * 1_000_000_000_000;
    Time::try_from(time.clamp(-LONGEST, LONGEST)).unwrap_or(0)
}

/// Microseconds as written, exactly: epoch microseconds with decimals do not fit a double.
fn picoseconds(view: View<'_>) -> Option<i128> {
    let written = view.written()?;
    let written = written.trim();
    let number: f64 = written.parse().ok()?;
    if !number.is_finite() {
        return None;
    }
    let (whole, decimals) = written.split_once('.').unwrap_or((written, ""));
    let plain = decimals.bytes().all(|byte| byte.is_ascii_digit());
    if let (true, Ok(whole_number)) = (plain, whole.parse::<i64>()) {
        let digits: String = decimals.chars().chain("000000".chars()).take(6).collect();
        let fraction: i128 = digits.parse().ok()?;
        let sign = if whole.starts_with('-') { -1 } else { 1 };
        return Some(i128::from(whole_number) * 1_000_000 + sign * fraction);
    }
    format!("{:.0}", number.clamp(-1e18, 1e18) * 1e6)
        .parse()
        .ok()
}
