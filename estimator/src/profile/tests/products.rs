//! Matrix products of known shape, and the ridges of boards.

use super::super::{Reader, ridge};
use super::{near, said};
use crate::hardware::Accelerator;

/// The catalogue's boards; they come as another build's types, so by their text.
fn boards() -> Vec<Accelerator> {
    let records = catalog::accelerators().iter();
    let boards: Vec<_> = records.map(|record| &record.accelerator).collect();
    let text = serde_json::to_string(&boards).expect("records are plain");
    serde_json::from_str(&text).expect("records are plain")
}

/// `aten::addmm` of a bias, 1000 x 2000 and 2000 x 500 in bf16: 2e9 FLOP, and
/// 2 * (2e6 + 1e6 + 5e5) = 7e6 bytes, so 285.7 FLOP a byte. Its two kernels take 3 us. Another
/// kernel of 2 us is tied to nothing.
fn trace(board: &str) -> String {
    let kernel = |id: u32, start: f64, duration: f64| {
        format!(
            r#"{{"ph":"X","cat":"kernel","name":"gemm","ts":{start},"dur":{duration},"args":{{"External id":{id}}}}}"#
        )
    };
    let operator = r#"{"ph":"X","cat":"cpu_op","name":"aten::addmm","ts":0,"dur":1,"args":{"External id":7,"Input type":["float","c10::BFloat16","c10::BFloat16"],"Input Dims":[[500],[1000,2000],[2000,500],[],[]]}}"#;
    format!(
        r#"{{"schemaVersion":1,"deviceProperties":[{{"id":0,"name":"{board}","totalGlobalMem":85029158912}}],"traceEvents":[{operator},{},{},{}]}}"#,
        kernel(7, 10.0, 2.0),
        kernel(7, 12.0, 1.0),
        kernel(9, 13.0, 2.0)
    )
}

fn read(board: &str, known: bool) -> super::Group {
    let mut reader = Reader::new();
    reader.push(trace(board).as_bytes()).expect("a sound chunk");
    let boards = if known { boards() } else { Vec::new() };
    reader.finish_with(&boards).expect("a trace")
}

#[test]
fn a_product_by_hand() {
    let facts = read("Nobody's board", true);
    near(&facts, "gemm.flops", 2e9);
    near(&facts, "gemm.bytes", 7e6);
    near(&facts, "gemm.time_s", 3e-6);
    near(&facts, "gemm.ridge", 200.0);
    near(&facts, "gemm.above_ridge_share", 1.0);
    near(&facts, "gemm.flops_per_s", 2e9 / 3e-6);
    assert_eq!(said(&facts, "/verdict/bound"), "compute");
    assert_eq!(said(&facts, "/verdict/measured"), false);
}

/// The course lists products with their sizes, for a roofline.
#[test]
fn products_are_marks() {
    let mut reader = Reader::new();
    reader
        .push(trace("Nobody's board").as_bytes())
        .expect("a sound chunk");
    let whole = reader.finish_whole(&[]).expect("a trace");
    let marks = super::super::summary::marks(&whole.facts, whole.course.as_ref());
    let [mark] = marks.as_slice() else {
        panic!("{marks:?}");
    };
    assert_eq!(mark.name, "aten::addmm 1000 x 2000 x 500");
    assert!((mark.rate() - 2e9 / 3e-6).abs() < 1.0);
    assert!((mark.intensity() - 2e9 / 7e6).abs() < 1e-6);
    assert!((mark.count - 1.0).abs() < 1e-12);
}

/// The ridge of an H100 (SXM), 989 TFLOP/s over 3.35 TB/s, is above the product's 286.
#[test]
fn the_ridge_is_that_of_the_board() {
    let facts = read("NVIDIA H100 80GB HBM3", true);
    assert_eq!(said(&facts, "/verdict/bound"), "bandwidth");
    assert!(
        facts
            .at("gemm.ridge")
            .is_some_and(|ridge| (290.0..300.0).contains(&ridge))
    );
    assert_eq!(
        said(&read("NVIDIA H100 80GB HBM3", false), "/verdict/bound"),
        "compute"
    );
}

/// Names as drivers write them mean one record or none.
#[test]
fn names_of_boards() {
    let boards = boards();
    let of = |id: &str| {
        let board = boards.iter().find(|board| board.id == id).expect(id);
        board.peak.sixteen.expect(id).get() / board.bandwidth.get()
    };
    for (name, memory, id) in [
        ("NVIDIA A100-SXM4-40GB", 42.3e9, "nvidia-a100-sxm-40gb"),
        ("NVIDIA A100 80GB PCIe", 85.0e9, "nvidia-a100-pcie-80gb"),
        ("NVIDIA H100 PCIe", 85.0e9, "nvidia-h100-pcie-80gb"),
        (
            "NVIDIA GeForce RTX 4080 SUPER",
            17.0e9,
            "nvidia-rtx-4080-super",
        ),
        ("NVIDIA GeForce RTX 4080", 17.0e9, "nvidia-rtx-4080"),
        ("Tesla T4", 15.8e9, "nvidia-t4"),
        ("NVIDIA A10G", 24.0e9, "nvidia-a10g"),
        ("AMD Instinct MI300X", 206.0e9, "amd-mi300x"),
    ] {
        assert_eq!(ridge(name, Some(memory), &boards), Some(of(id)), "{name}");
    }
    for name in ["", "Board", "NVIDIA", "RTX", "80GB"] {
        assert_eq!(ridge(name, None, &boards), None, "{name}");
    }
}
