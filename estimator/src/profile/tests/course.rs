//! What happened when: the strip of a device says what its sums say, column by column.

use super::super::summary::{Course, Memory, Slice, memory, slices, timeline};
use super::super::{Group, Profile, Reader};
use super::fixture::pickle;
use super::memory::snapshot;
use proptest::prelude::*;
use serde_json::{Value, json};

fn whole(text: &str) -> Profile {
    let mut reader = Reader::new();
    reader.push(text.as_bytes()).expect("a sound chunk");
    reader.finish_whole(&[]).expect("a known format")
}

/// The course as the page has it: read back from its JSON.
fn course(profile: &Profile) -> Course {
    let text = profile.course.as_ref().expect("times").to_json();
    let back = Group::from_json(&text.to_string()).expect("an object");
    timeline(&back).expect("a timeline")
}

fn kernel(device: u32, name: &str, at: u32, dur: u32, call: usize) -> Value {
    json!({"ph": "X", "cat": "kernel", "name": name, "ts": at, "dur": dur,
        "args": {"device": device, "stream": 7, "correlation": call}})
}

fn call(at: u32, id: usize) -> Value {
    json!({"ph": "X", "cat": "cuda_runtime", "name": "cudaLaunchKernel", "ts": at, "dur": 1,
        "args": {"correlation": id}})
}

fn trace(events: &[Value]) -> String {
    json!({"schemaVersion": 1, "traceEvents": events}).to_string()
}

/// 240 us: 60 of compute, 60 of a collective of which half is hidden, a gap of 90 called at its
/// end, 60 of compute. In columns of a microsecond each has its place.
#[test]
fn columns_by_hand() {
    let events = [
        kernel(3, "my_gemm", 100, 60, 1),
        kernel(3, "nccl_x", 130, 60, 2),
        call(170, 2),
        call(279, 3),
        kernel(3, "my_gemm", 280, 60, 3),
        json!({"ph": "X", "cat": "user_annotation", "name": "ProfilerStep#7", "ts": 160, "dur": 100}),
    ];
    let profile = whole(&trace(&events));
    let course = course(&profile);
    assert!((course.span_s - 240e-6).abs() < 1e-12);
    assert_eq!(course.columns(), 240);
    let strip = course.strips.first().expect("a strip");
    assert!((strip.device - 3.0).abs() < 1e-12);
    let over = |from: usize, count: usize, slice: Slice| {
        let time = strip.over(from, count).get(slice as usize).copied();
        (time.expect("a slice") * 1e6).round()
    };
    for (from, count, slice, time) in [
        (0, 60, Slice::Compute, 60.0),
        (30, 60, Slice::Communication, 30.0),
        (60, 30, Slice::Communication, 30.0),
        (90, 90, Slice::Host, 90.0),
        (180, 60, Slice::Compute, 60.0),
        (0, 240, Slice::Host, 90.0),
    ] {
        assert!(
            (over(from, count, slice) - time).abs() < 1e-9,
            "{from} {slice:?}"
        );
    }
    assert_eq!(course.steps.len(), 1);
    assert!(
        course
            .steps
            .iter()
            .all(|step| step.number > 6.5 && (step.at - 0.25).abs() < 1e-9)
    );
    // Of eight stretches of 30 us the fourth to sixth are gaps alone; the first of them counts.
    let (place, share, cause) = course.idlest(8).expect("a gap");
    assert_eq!((place, cause), (3, Slice::Host));
    assert!((share - 1.0).abs() < 1e-3);
    assert_eq!(course.idlest(0), None);
}

/// Five steps of 100 us that wait 40 us for their data: the first step's wait counts as the others'
/// do, and every step is marked. Where the host runs ahead of the device, no more than whole steps
/// are added; where the file breaks off, nothing behind its last work.
#[test]
fn whole_steps_are_judged() {
    let steps = |late: u32| {
        let one = |step: u32| {
            let at = 100 * step;
            let (id, wait) = (step as usize, "enumerate(DataLoader)#__next__");
            [
                json!({"ph": "X", "cat": "user_annotation", "name": format!("ProfilerStep#{step}"),
                    "ts": at, "dur": 100}),
                json!({"ph": "X", "cat": "user_annotation", "name": wait, "ts": at, "dur": 39}),
                call(at + 39, id),
                kernel(0, "my_gemm", at + 40 + late, 60, id),
            ]
        };
        let events: Vec<Value> = (1..6).flat_map(one).collect();
        trace(&events)
    };
    for late in [0, 30] {
        let profile = whole(&steps(late));
        let at = |path: &str| profile.facts.at(path).expect(path);
        assert!((at("gpu.span_s") - 500e-6).abs() < 1e-12);
        assert!((at("gpu.idle_share") - 0.4).abs() < 1e-9);
        if late == 0 {
            assert!((at("gpu.idle_input_share") - 0.39).abs() < 1e-9);
        }
        assert_eq!(course(&profile).steps.len(), 5);
    }
    let text = steps(0);
    let cut = text.rfind("{\"args\"").expect("the last kernel");
    let mut reader = Reader::new();
    reader
        .push(text.get(..cut).expect("its beginning").as_bytes())
        .expect("a sound chunk");
    let facts = reader.finish().expect("cut short");
    assert!((facts.at("gpu.span_s").expect("a span") - 400e-6).abs() < 1e-12);
}

/// The contract's object does not have it.
#[test]
fn facts_are_without() {
    let profile = whole(&trace(&[kernel(0, "k", 1, 2, 1)]));
    assert_eq!(profile.facts.get("course"), None);
    assert_eq!(
        profile.course.is_some(),
        profile.facts.get("gpus").is_some()
    );
    let bench = r#"{"model_id":"m","mean_ttft_ms":80,"mean_tpot_ms":12,"completed":9}"#;
    assert_eq!(whole(bench).course, None);
}

/// Of many devices, sixteen have a strip, and the number of all is said.
#[test]
fn many_devices_are_bounded() {
    let events: Vec<Value> = (0..40)
        .map(|device| kernel(device, "k", device, 2, 1))
        .collect();
    let course = course(&whole(&trace(&events)));
    assert_eq!(course.strips.len(), 16);
    assert!((course.devices - 40.0).abs() < 1e-12);
}

fn held(bytes: &[u8]) -> (Profile, Memory) {
    let mut reader = Reader::new();
    reader.push(bytes).expect("a sound chunk");
    let profile = reader.finish_whole(&[]).expect("a known format");
    let text = profile.course.as_ref().expect("events").to_json();
    let back = Group::from_json(&text.to_string()).expect("an object");
    let memory = memory(&back).expect("memory");
    (profile, memory)
}

/// The snapshot ends with what its segments hold, and its peaks are those of the facts.
#[test]
fn a_snapshot_event_by_event() {
    let (profile, memory) = held(&pickle(&snapshot()));
    assert!(!memory.stacked);
    // An allocation that failed changed nothing.
    assert!((memory.events - 6.0).abs() < 1e-12);
    let part = |name: &str| {
        let found = memory.parts.iter().find(|(known, _)| known == name);
        found.map(|(_, bytes)| bytes.clone()).expect("a part")
    };
    assert_eq!(part("allocated"), [20.0, 70.0, 100.0, 100.0, 60.0, 60.0]);
    assert_eq!(part("reserved"), [150.0, 150.0, 150.0, 150.0, 150.0, 100.0]);
    assert_eq!(memory.peak(), Some((0, 150.0)));
    assert_eq!(profile.facts.at("memory.peak_reserved_bytes"), Some(150.0));
}

/// Categories stand on top of each other; their highest column is the peak of the facts.
#[test]
fn categories_event_by_event() {
    let rows = "[[-1,0,100,0],[1,1,50,4],[2,1,30,5],[3,3,50,4],[4,2,1,1]]";
    let (profile, memory) = held(rows.as_bytes());
    assert!(memory.stacked);
    assert_eq!(memory.columns(), 5);
    assert_eq!(memory.peak(), Some((2, 180.0)));
    assert_eq!(profile.facts.at("memory.peak_allocated_bytes"), Some(180.0));
    let names: Vec<&str> = memory.parts.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["activation", "gradient", "parameter"]);
}

/// What one category took another gives back: only the sum is drawn, and its peak is the facts'.
#[test]
fn categories_that_do_not_add_up() {
    let rows = "[[1,1,100,4],[2,1,50,5],[3,3,100,3],[4,1,20,4]]";
    let (profile, memory) = held(rows.as_bytes());
    assert!(!memory.stacked);
    let allocated = ("allocated".to_owned(), vec![100.0, 150.0, 50.0, 70.0]);
    assert_eq!(memory.parts, [allocated]);
    assert_eq!(profile.facts.at("memory.peak_allocated_bytes"), Some(150.0));
}

proptest! {
    /// Columns sum to the slices of the whole, whatever runs beside whatever, and none is over its
    /// width.
    #[test]
    fn strips_sum_to_slices(
        works in proptest::collection::vec((0_u32..2, 0_usize..3, 0_u32..5000, 1_u32..400, 0_u32..5000), 1..60),
        waits in proptest::collection::vec((0_u32..5000, 1_u32..300), 0..6),
    ) {
        let names = ["my_gemm", "nccl_x", "Memcpy HtoD"];
        let mut events = Vec::new();
        for (id, (device, name, at, dur, called)) in works.iter().enumerate() {
            events.push(kernel(*device, names.get(*name).copied().unwrap_or("k"), *at, *dur, id));
            events.push(call(*called, id));
        }
        for (at, dur) in waits {
            events.push(json!({"ph": "X", "cat": "user_annotation",
                "name": "enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__", "ts": at, "dur": dur}));
        }
        let profile = whole(&trace(&events));
        let course = course(&profile);
        let spans: f64 = profile.facts.groups("gpus").filter_map(|gpu| gpu.at("span_s")).sum();
        let shares = slices(&profile.facts);
        for slice in Slice::ALL {
            let sum: f64 = course.strips.iter()
                .filter_map(|strip| strip.over(0, usize::MAX).get(slice as usize).copied())
                .sum();
            let known = shares.iter().find(|(one, _)| *one == slice);
            let share = known.map_or(0.0, |(_, share)| *share);
            prop_assert!((sum - share * spans).abs() < 1e-4 * spans + 1e-9, "{slice:?}: {sum} {}", share * spans);
        }
        for strip in &course.strips {
            for column in &strip.columns {
                prop_assert!(column.iter().sum::<f64>() <= course.column_s * 1.0001);
            }
        }
    }
}

/// A stretch of a trace counts what lies in it: of 240 us (60 of compute, 30 of a collective alone,
/// a gap of 90, 60 of compute) the 120 from the 60th on hold 30 of the collective, the gap, and
/// nothing else; the course is that of the whole.
#[test]
fn a_stretch_by_hand() {
    let events = [
        kernel(3, "my_gemm", 100, 60, 1),
        kernel(3, "nccl_x", 130, 60, 2),
        call(170, 2),
        call(279, 3),
        kernel(3, "my_gemm", 280, 60, 3),
        json!({"ph": "X", "cat": "user_annotation", "name": "ProfilerStep#7", "ts": 150, "dur": 100}),
        json!({"ph": "X", "cat": "user_annotation", "name": "ProfilerStep#8", "ts": 165, "dur": 50}),
    ];
    let text = trace(&events);
    let start = course(&whole(&text)).start_s;
    let of = |from: f64, to: f64| {
        let mut reader = Reader::within(start + from * 1e-6, start + to * 1e-6);
        reader.push(text.as_bytes()).expect("a sound chunk");
        reader.finish_whole(&[]).expect("a known format")
    };
    let part = of(60.0, 180.0);
    let at = |path: &str| part.facts.at(path).expect(path);
    assert!((at("gpu.span_s") - 120e-6).abs() < 1e-12);
    assert!((at("communication.exposed_s") - 30e-6).abs() < 1e-12);
    assert!((at("gpu.idle_host_share") - 0.75).abs() < 1e-9);
    assert!((at("kernels.count") - 1.0).abs() < 1e-12);
    // The eighth step lies in it, the seventh begins before.
    assert!((at("steps.count") - 1.0).abs() < 1e-12);
    assert_eq!(part.course, whole(&text).course);
    // A stretch of nothing but a gap is idle, and says why; one beyond the end holds nothing.
    let gap = of(100.0, 150.0);
    assert!((gap.facts.at("gpu.idle_share").expect("idle") - 1.0).abs() < 1e-12);
    assert_eq!(gap.facts.at("kernels.count"), Some(0.0));
    assert_eq!(of(500.0, 600.0).facts.get("gpu"), None);
}

proptest! {
    /// Two stretches that make the whole sum to it, wherever they meet.
    #[test]
    fn stretches_sum_to_the_whole(
        works in prop::collection::vec((0_u32..2, 0_u32..4, 0_u32..400, 1_u32..60), 1..20),
        cut in 1_u32..459,
    ) {
        let events: Vec<Value> = works
            .iter()
            .enumerate()
            .flat_map(|(id, (device, name, at, dur))| {
                let name = ["my_gemm", "nccl_x", "Memcpy HtoD", "softmax"][*name as usize];
                [call(*at, id), kernel(*device, name, at + 20, *dur, id)]
            })
            .collect();
        let text = trace(&events);
        let all = whole(&text);
        let start = course(&all).start_s;
        let of = |from: f64, to: f64| {
            let mut reader = Reader::within(from, to);
            reader.push(text.as_bytes()).expect("a sound chunk");
            reader.finish_whole(&[]).expect("a known format").facts
        };
        let middle = start + f64::from(cut) * 1e-6;
        let (one, other) = (of(start - 1.0, middle), of(middle, start + 1.0));
        for figure in ["busy_s", "compute_s", "communication_exposed_s", "copy_exposed_s", "idle_host_s", "idle_other_s", "span_s"] {
            let sum = |facts: &Group| facts.groups("gpus").filter_map(|gpu| gpu.at(figure)).sum::<f64>();
            prop_assert!((sum(&one) + sum(&other) - sum(&all.facts)).abs() < 1e-12, "{}", figure);
        }
    }
}
