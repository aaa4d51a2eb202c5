//! Files of `XProf`, and traces of other tools.

use super::super::Kind;
use super::fixture::{message, number};
use super::{near, noted, read, refused, said};

/// Device 3 has operations of its own, so its stream does not count; lines derived from streams do
/// not either. Two operations of 4 and 2 us, 2 us apart.
const TRACE: &str = r#"{"metadata":{"highres-ticks":true},"traceEvents":[
{"ph":"M","name":"process_name","pid":7,"args":{"name":"/device:TPU:3"}},
{"ph":"M","name":"process_name","pid":8,"args":{"name":"/host:CPU"}},
{"ph":"M","name":"thread_name","pid":7,"tid":1,"args":{"name":"XLA Ops"}},
{"ph":"M","name":"thread_name","pid":7,"tid":2,"args":{"name":"Stream #1"}},
{"ph":"M","name":"thread_name","pid":7,"tid":3,"args":{"name":"XLA Ops - from #2"}},
{"ph":"M","name":"thread_name","pid":7,"tid":4,"args":{"name":"Steps"}},
{"ph":"X","name":"fusion","pid":7,"tid":1,"ts":10,"dur":4},
{"ph":"X","name":"copy.1","pid":7,"tid":1,"ts":16,"dur":2},
{"ph":"X","name":"ignored","pid":7,"tid":2,"ts":10,"dur":90},
{"ph":"X","name":"ignored","pid":7,"tid":3,"ts":10,"dur":90},
{"ph":"X","name":"ignored","pid":8,"tid":1,"ts":10,"dur":90},
{"ph":"X","name":"5","pid":7,"tid":4,"ts":10,"dur":8}]}"#;

#[test]
fn a_trace_of_operations() {
    let facts = read(TRACE.as_bytes()).expect("a trace");
    assert_eq!(said(&facts, "/format"), "xprof-trace");
    near(&facts, "kernels.count", 2.0);
    near(&facts, "kernels.total_s", 6e-6);
    near(&facts, "gpu.idle_share", 0.25);
    near(&facts, "steps.median_s", 8e-6);
    assert_eq!(said(&facts, "/gpus/0/device"), 3);
    assert!(noted(&facts, "no-host-events"));
    // The streams count where no thread of operations is.
    let streams = TRACE.replace("\"XLA Ops\"", "\"Other\"");
    near(
        &read(streams.as_bytes()).expect("a trace"),
        "kernels.total_s",
        90e-6,
    );
}

/// A list of events is `PyTorch`'s; events of neither are some other tool's.
#[test]
fn whose_trace_it_is() {
    let list = r#"[{"ph":"X","cat":"x","name":"a","ts":1}]"#;
    assert_eq!(
        said(&read(list.as_bytes()).expect("a trace"), "/format"),
        "pytorch-trace"
    );
    let other = r#"{"traceEvents":[{"ph":"X","cat":"x","name":"a","ts":1}]}"#;
    let facts = read(other.as_bytes()).expect("a trace");
    assert_eq!(said(&facts, "/format"), "chrome-trace");
    assert!(noted(&facts, "no-device-events"));
    let named = r#"{"traceEvents":[{"ph":"M","name":"process_name","pid":1,"args":{"name":"/device:GPU:0"}}]}"#;
    assert_eq!(
        said(&read(named.as_bytes()).expect("a trace"), "/format"),
        "xprof-trace"
    );
    let empty = r#"{"schemaVersion":1,"traceEvents":[]}"#;
    assert_eq!(
        said(&read(empty.as_bytes()).expect("a trace"), "/format"),
        "pytorch-trace"
    );
}

/// A plane of a device: a stream with two events, 4 us at 1 us and 2 us at 7 us, whose name is
/// that of a printed operation; and a line that is derived.
pub(super) fn space() -> Vec<u8> {
    let event = |id: u64, offset: u64, duration: u64| {
        message(
            4,
            &[&number(1, id), &number(2, offset), &number(3, duration)],
        )
    };
    let named = |field: u8, id: u64, name: &str| {
        let value = message(2, &[&number(1, id), &message(2, &[name.as_bytes()])]);
        message(field, &[&number(1, id), &value])
    };
    let stream = message(
        3,
        &[
            &message(2, &[b"Stream #1"]),
            &number(3, 1_700_000_000_000_000_000),
            &event(1, 1_000_000, 4_000_000),
            &event(2, 7_000_000, 2_000_000),
        ],
    );
    let derived = message(
        3,
        &[&message(2, &[b"XLA Modules"]), &event(1, 0, 90_000_000)],
    );
    let size = message(6, &[&number(1, 5), &number(3, 4096)]);
    let kind = message(6, &[&number(1, 6), &number(7, 7)]);
    let device = message(
        1,
        &[
            &message(2, &[b"/device:GPU:2"]),
            &stream,
            &derived,
            &named(4, 1, "%fusion.7 = f32[] fusion()"),
            &named(4, 2, "gemm"),
            &named(5, 5, "memory_size"),
            &named(5, 6, "device_type_string"),
            &named(5, 7, "Board"),
            &size,
            &kind,
        ],
    );
    let host = message(1, &[&message(2, &[b"/host:CPU"]), &stream]);
    [host, device].concat()
}

#[test]
fn a_space_of_planes() {
    let facts = read(&space()).expect("a space");
    assert_eq!(said(&facts, "/format"), "xplane");
    near(&facts, "kernels.total_s", 6e-6);
    near(&facts, "gpu.idle_share", 0.25);
    assert_eq!(said(&facts, "/kernels/top/0/name"), "fusion.7");
    assert_eq!(said(&facts, "/devices/0/name"), "Board");
    assert_eq!(said(&facts, "/devices/0/memory_bytes"), 4096);
    assert_eq!(said(&facts, "/gpus/0/device"), 2);
}

/// A cut space is refused whole.
#[test]
fn half_a_space_is_broken() {
    let file = space();
    assert_eq!(refused(&file[..file.len() - 1]), Kind::Broken);
    let mut longer = file;
    longer.extend([0x0b, 0]);
    assert_eq!(refused(&longer), Kind::Broken);
}

/// 30 + 10 us of kernels; the copy is left out.
#[test]
fn a_table_of_kernels() {
    let file = r#"{"cols":[{"id":"kernel_name"},{"id":"occurrences"},{"id":"total_duration_us"}],"rows":[
      {"c":[{"v":"a"},{"v":3.0},{"v":30.0}]},{"c":[{"v":"b"},{"v":1},{"v":10.0}]},
      {"c":[{"v":"MemcpyD2H"},{"v":1},{"v":99.0}]},{"c":[]}]}"#;
    let facts = read(file.as_bytes()).expect("a table");
    assert_eq!(said(&facts, "/format"), "xprof-kernel-stats");
    near(&facts, "kernels.total_s", 40e-6);
    near(&facts, "kernels.count", 4.0);
    assert_eq!(said(&facts, "/kernels/top/0/share"), 0.75);
    assert_eq!(said(&facts, "/verdict/bound"), "unknown");
}

/// The analyser's own conclusion counts, unless it says that little waits.
#[test]
fn an_overview() {
    let page = |properties: &str| {
        format!(r#"[{{"cols":[],"p":{{"steptime_ms_average":"9.3"}}}},{{"p":{{{properties}}}}}]"#)
    };
    let bound = |properties: &str| {
        said(
            &read(page(properties).as_bytes()).expect("a page"),
            "/verdict/bound",
        )
    };
    let facts = read(page(r#""device_idle_time_percent":"40.0%","bottleneck":"host""#).as_bytes());
    let facts = facts.expect("a page");
    near(&facts, "gpu.idle_share", 0.4);
    near(&facts, "steps.mean_s", 0.0093);
    assert_eq!(said(&facts, "/verdict/bound"), "input");
    assert_eq!(bound(r#""bottleneck":"device""#), "unknown");
    assert_eq!(
        bound(
            r#""input_conclusion":"HIGHLY input-bound","input_percent":"80"}"#
                .trim_end_matches('}')
        ),
        "input"
    );
    assert_eq!(
        bound(r#""input_conclusion":"NOT input-bound","input_percent":"80""#),
        "unknown"
    );
    assert_eq!(
        bound(r#""input_conclusion":"input-bound","input_percent":"2""#),
        "unknown"
    );
}
