//! Snapshots of `PyTorch`'s caching allocator: its segments now, and the history of them.

use super::super::super::fact::{Fact, Group};
use super::super::super::found::unknown;
use super::super::super::pickle::{Pickle, Value, load};
use super::super::super::unreadable::{Kind, Unreadable};
use super::super::super::verdict::{Finding, Verdict, findings};
use super::super::bench::row;
use super::course::{self, Columns};
use std::collections::BTreeMap;

/// Steps of reading: lists that share their events are read again and again.
const STEPS: usize = 20_000_000;
/// Memory reserved above this many times that allocated is fragmented.
const FRAGMENTED: f64 = 1.3;

/// Memory an allocator holds and held at most, in bytes.
#[derive(Debug, Clone, Copy, Default)]
struct Held {
    allocated: i64,
    reserved: i64,
}

/// Sums of a device's trace.
#[derive(Debug, Clone, Default)]
struct Trace {
    now: Held,
    most: Held,
    events: u64,
    allocated: Columns<1>,
    reserved: Columns<1>,
}

/// The facts of a snapshot.
pub(in crate::profile) fn read(bytes: &[u8]) -> Result<Group, Unreadable> {
    let pickle = load(bytes)?;
    let segments = match pickle.root {
        Value::List(_) => pickle.root,
        root => pickle.get(root, "segments").ok_or_else(unknown)?,
    };
    let list = pickle.items(segments);
    let sized = |segment: &Value| pickle.get(*segment, "total_size").is_some();
    if !matches!(segments, Value::List(_)) || !list.iter().all(sized) {
        return Err(unknown());
    }
    let mut steps = STEPS;
    let mut held: BTreeMap<i64, Held> = BTreeMap::new();
    let mut active = 0_i64;
    for segment in list {
        spend(&mut steps)?;
        let bytes = |key: &str| pickle.whole(*segment, key).unwrap_or(0).max(0);
        let device = pickle.whole(*segment, "device").unwrap_or(0);
        let entry = held.entry(device).or_default();
        entry.reserved = entry.reserved.saturating_add(bytes("total_size"));
        entry.allocated = entry.allocated.saturating_add(bytes("allocated_size"));
        active = active.saturating_add(bytes("active_size"));
    }
    let (mut events, mut ooms) = (0_u64, 0_u64);
    let mut peaks: Vec<Held> = Vec::new();
    let mut fullest: Option<(Held, Held, Trace)> = None;
    let traces = pickle
        .get(pickle.root, "device_traces")
        .unwrap_or(Value::Nothing);
    for (trace, device) in pickle.items(traces).iter().zip(0_i64..) {
        spend(&mut steps)?;
        let mut sums = Trace::default();
        for event in pickle.items(*trace) {
            spend(&mut steps)?;
            events += 1;
            ooms += u64::from(sums.take(&pickle, *event));
        }
        let end = held.remove(&device).unwrap_or_default();
        let peak = sums.shifted(end);
        peaks.push(peak);
        // Of several devices the last of those that reserved most, as below.
        let less = |(known, ..): &(Held, Held, Trace)| known.reserved <= peak.reserved;
        if sums.events > 0 && fullest.as_ref().is_none_or(less) {
            fullest = Some((peak, end, sums));
        }
    }
    let now = pickle_sums(&pickle, list);
    peaks.extend(held.into_values());
    let peak = peaks
        .into_iter()
        .max_by_key(|held| held.reserved)
        .unwrap_or_default();
    let mut memory = Group::default();
    let count = |bytes: i64| u64::try_from(bytes).ok();
    memory.count("reserved_bytes", count(now.reserved));
    memory.count("allocated_bytes", count(now.allocated));
    memory.count("active_bytes", count(active));
    memory.count("segments", Some(list.len() as u64));
    memory.count("events", Some(events));
    memory.count("ooms", Some(ooms));
    memory.count("peak_allocated_bytes", count(peak.allocated));
    memory.count("peak_reserved_bytes", count(peak.reserved));
    let mut facts = Group::default();
    facts.text("format", Some("memory-snapshot"));
    facts.group("memory", memory);
    judge(ooms, peak, &mut facts);
    let rows = row("peak_bytes", facts.at("memory.peak_allocated_bytes"), None);
    facts.put("calibration", Fact::List(rows.into_iter().collect()));
    facts.notes(&["context-and-collectives-not-seen"]);
    if let Some((known, end, trace)) = fullest
        && known.reserved == peak.reserved
    {
        trace.put(end, &mut facts);
    }
    Ok(facts)
}

fn pickle_sums(pickle: &Pickle<'_>, segments: &[Value]) -> Held {
    segments.iter().fold(Held::default(), |sum, segment| {
        let bytes = |key: &str| pickle.whole(*segment, key).unwrap_or(0).max(0);
        Held {
            allocated: sum.allocated.saturating_add(bytes("allocated_size")),
            reserved: sum.reserved.saturating_add(bytes("total_size")),
        }
    })
}

fn spend(steps: &mut usize) -> Result<(), Unreadable> {
    let left = steps.checked_sub(1);
    *steps = left.ok_or_else(|| Unreadable::new(Kind::TooLarge, "more events than are read"))?;
    Ok(())
}

impl Trace {
    /// Takes an event: whether memory ran out.
    fn take(&mut self, pickle: &Pickle<'_>, event: Value) -> bool {
        let action = pickle
            .get(event, "action")
            .and_then(|action| pickle.text(action));
        let size = pickle.whole(event, "size").unwrap_or(0).max(0);
        let Held {
            allocated,
            reserved,
        } = &mut self.now;
        match action {
            Some("alloc") => *allocated = allocated.saturating_add(size),
            Some("free_completed") => *allocated = allocated.saturating_sub(size),
            Some("segment_alloc" | "segment_map") => *reserved = reserved.saturating_add(size),
            Some("segment_free" | "segment_unmap") => *reserved = reserved.saturating_sub(size),
            Some("oom") => return true,
            _ => {}
        }
        self.most.allocated = self.most.allocated.max(self.now.allocated);
        self.most.reserved = self.most.reserved.max(self.now.reserved);
        self.events += 1;
        self.allocated.push([self.now.allocated]);
        self.reserved.push([self.now.reserved]);
        false
    }

    /// The most that was held, where the end of the trace is the memory held now.
    fn shifted(&self, end: Held) -> Held {
        let shift = |end: i64, most: i64, now: i64| end.saturating_add(most.saturating_sub(now));
        Held {
            allocated: shift(end.allocated, self.most.allocated, self.now.allocated),
            reserved: shift(end.reserved, self.most.reserved, self.now.reserved),
        }
    }
}

impl Trace {
    /// Puts its course, where its end is the memory held now.
    fn put(&self, end: Held, facts: &mut Group) {
        let more = |end: i64, now: i64| end.saturating_sub(now);
        let mut parts = Group::default();
        let reserved = more(end.reserved, self.now.reserved);
        self.reserved.put(["reserved"], reserved, &mut parts);
        let allocated = more(end.allocated, self.now.allocated);
        self.allocated.put(["allocated"], allocated, &mut parts);
        let each = self.reserved.each();
        course::put(each, self.events, false, parts, facts);
    }
}

fn judge(ooms: u64, peak: Held, facts: &mut Group) {
    let mut found = Vec::new();
    if ooms > 0 {
        let mut evidence = Group::default();
        evidence.count("ooms", Some(ooms));
        found.push(Finding {
            id: "out-of-memory",
            gain: None,
            evidence,
            fix: "a smaller batch or context, checkpointed activations, or a larger board",
        });
        Verdict {
            bound: "capacity",
            because: format!("memory ran out {ooms} times"),
            measured: true,
        }
        .put(facts);
    } else {
        Verdict::unknown("a snapshot says what memory holds, not what limits the run").put(facts);
    }
    let (allocated, reserved) = (peak.allocated as f64, peak.reserved as f64);
    if allocated > 0.0 && reserved > FRAGMENTED * allocated {
        let mut evidence = Group::default();
        evidence.number("allocated_bytes", Some(allocated));
        evidence.number("reserved_bytes", Some(reserved));
        found.push(Finding {
            id: "fragmentation",
            gain: Some(1.0 - allocated / reserved),
            evidence,
            fix: "PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True",
        });
    }
    findings(found, facts);
}
